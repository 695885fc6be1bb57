from django.apps import AppConfig


class RouletteConfig(AppConfig):
    name = "games.roulette"
    verbose_name = "Roulette with cards"
