"""The workers' application. Tasks only carry work to a worker; the database knows what is due."""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

app = Celery("casino")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["casino"], related_name="heartbeat")


@setup_logging.connect
def _leave_logging_alone(**_: Any) -> None:
    """Celery would replace the handlers that settings have installed."""
