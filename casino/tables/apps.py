from django.apps import AppConfig
from django.conf import settings

from casino.odds_shelf import shelf
from games.registry import keep_tables


class TablesConfig(AppConfig):
    name = "casino.tables"

    def ready(self) -> None:
        keep_tables(shelf(settings.HOME.odds))
