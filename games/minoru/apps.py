from django.apps import AppConfig


class MinoruConfig(AppConfig):
    name = "games.minoru"
    verbose_name = "Minoru"
