"""The workers' application. Tasks only carry work to a worker; the database knows what is due."""

import os

from celery import Celery
from celery.signals import setup_logging

from casino.beat import leave_logging_alone

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

app = Celery("casino")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["casino"], related_name="heartbeat")

setup_logging.connect(leave_logging_alone)
