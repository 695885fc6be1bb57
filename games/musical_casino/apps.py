from django.apps import AppConfig


class MusicalCasinoConfig(AppConfig):
    name = "games.musical_casino"
    verbose_name = "Musical Casino"
