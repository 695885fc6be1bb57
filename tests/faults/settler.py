"""A process that settles a round and waits to be killed. `settler.py ROUND`: prints when it is done."""

import os
import sys
import time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
django.setup()

from casino.clubs.actors import HOUSE  # noqa: E402
from casino.tables.settling import settle_round  # noqa: E402

settle_round(int(sys.argv[1]), by=HOUSE)
print("settled", flush=True)
time.sleep(60)
