from django.apps import AppConfig


class DerbyConfig(AppConfig):
    name = "games.derby"
    verbose_name = "Derby Day and its kin"
