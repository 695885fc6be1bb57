"""A room in a house, from a process of its own: `open` so many tables that play by themselves, `stir` their messages,
`close` them.

The house to act in is that of CASINO_HOME.
"""

import random
import sys
import time
from datetime import timedelta

import django

django.setup()

from django.db import Error as DatabaseError  # noqa: E402
from django.db import connection  # noqa: E402
from kombu.exceptions import OperationalError  # noqa: E402
from psycopg_pool import PoolTimeout  # noqa: E402

from casino import demo  # noqa: E402
from casino.clubs.actors import HOUSE  # noqa: E402
from casino.tables.carrying import TICK, send  # noqa: E402
from casino.tables.models import Round, Table  # noqa: E402
from casino.tables.opening import open_round  # noqa: E402

QUICK = {
    "pace": timedelta(seconds=0.2),
    "staking_time": timedelta(seconds=1),
    "turn_time": timedelta(seconds=0.5),
    "rest": timedelta(seconds=0.2),
}


def open_(tables: int) -> None:
    session = demo.open_room(players=2 * tables, tables=tables, table_options=QUICK)
    for table in session.tables.all():
        open_round(table.pk, by=HOUSE)


def stir(seconds: float) -> None:
    """Send ticks again and again that were sent before, are not due yet, or never will be, in any order."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            messages = [
                (round_id, step + shift)
                for round_id, step in Round.objects.exclude(due_at=None).values_list("pk", "step")
                for shift in (-2, -1, 0, 0, 1)
            ]
            random.shuffle(messages)
            for message in messages:
                send(TICK, *message)
        except (DatabaseError, PoolTimeout, OperationalError, OSError):
            connection.close()
        time.sleep(0.2)


def close() -> None:
    """No round opens by itself any more; those that run come to their end."""
    Table.objects.update(rest=None)


if __name__ == "__main__":
    act, *arguments = sys.argv[1:]
    {"open": lambda: open_(int(arguments[0])), "stir": lambda: stir(float(arguments[0])), "close": close}[act]()
