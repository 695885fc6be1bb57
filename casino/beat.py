"""Beat's application. It sends the names of tasks by the schedule, and so it loads nothing of the house."""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

app = Celery("casino", fixups=[])  # Celery's own for Django would load every app
app.config_from_object("django.conf:settings", namespace="CELERY")


@setup_logging.connect
def leave_logging_alone(**_: Any) -> None:
    """Celery would replace the handlers that settings have installed."""
