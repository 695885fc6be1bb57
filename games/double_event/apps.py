from django.apps import AppConfig


class DoubleEventConfig(AppConfig):
    name = "games.double_event"
    verbose_name = "Double Event Minoru"
