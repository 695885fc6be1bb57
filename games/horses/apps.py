from django.apps import AppConfig


class HorsesConfig(AppConfig):
    name = "games.horses"
    verbose_name = "Horses"
