"""Beat knows the tasks by their names alone."""

import json
import subprocess
import sys

from django.conf import settings

from casino import celery
from casino.home import PROJECT
from tests.databases import address
from tests.houses import clean_environment

LOADED = """
import json, sys
from casino.beat import app
app.loader.init_worker()  # as beat does when it starts
print(json.dumps([sorted(app.conf.beat_schedule), sorted({name.partition(".")[0] for name in sys.modules})]))
"""


def test_workers_know_every_task_that_is_sent_by_its_name() -> None:
    named = {each["task"] for each in settings.CELERY_BEAT_SCHEDULE.values()}
    celery.app.loader.import_default_modules()  # as a worker does when it starts
    assert named <= set(celery.app.tasks)


def test_beat_has_the_schedule_and_loads_nothing_of_the_house() -> None:
    environment = clean_environment(**address(), PYTHONPATH=str(PROJECT))
    done = subprocess.run([sys.executable, "-c", LOADED], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    schedule, loaded = json.loads(done.stdout)
    assert schedule == sorted(settings.CELERY_BEAT_SCHEDULE)
    assert "celery" in loaded
    assert not {"games", "ledger", "numpy", "rest_framework"}.intersection(loaded)
