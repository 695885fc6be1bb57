from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "casino.api"

    def ready(self) -> None:
        from casino.api import schema  # noqa: F401 - drf-spectacular learns our fields and credentials
