from django.apps import AppConfig


class AscotConfig(AppConfig):
    name = "games.ascot"
    verbose_name = "Ascot"
