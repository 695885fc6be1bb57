"""How late a worker's ticks are begun, which is the message's part of it, and how late they are done."""

import time
from datetime import timedelta

from django.db import connection

from bench.tables.room import invite, open_evening, put_table, start_round
from casino import heartbeat
from ledger.rows import rows

GUESTS = 8
WARM_UP = 2  # ticks of each round

# A round forgets when it was due. Kept here as it is written; the commit that wrote it says when that was.
_NOTES = """
    CREATE TABLE bench_due (round_id bigint, step integer, due_at timestamptz, begun_at timestamptz);
    CREATE FUNCTION bench_note() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN INSERT INTO bench_due VALUES (NEW.id, NEW.step, NEW.due_at, now()); RETURN NULL; END';
    CREATE TRIGGER bench_note AFTER UPDATE ON tables_round FOR EACH ROW
        WHEN (OLD.step <> NEW.step) EXECUTE FUNCTION bench_note();
"""

_LATENESS = """
    SELECT extract(epoch FROM done.begun_at - wanted.due_at)::float8,
           extract(epoch FROM pg_xact_commit_timestamp(done.xmin) - wanted.due_at)::float8
    FROM bench_due wanted JOIN bench_due done ON done.round_id = wanted.round_id AND done.step = wanted.step + 1
    WHERE wanted.due_at IS NOT NULL AND wanted.step > %(first)s
"""


def watch_rounds(count: int, pace: float, seconds: float) -> tuple[list[float], list[float]]:
    """Run so many rounds for so long; how late their ticks were begun, and done, in seconds, the least late first."""
    with connection.cursor() as cursor:
        cursor.execute(_NOTES)
    _wait_for_a_worker()
    session = open_evening()
    players = invite(session, GUESTS)
    tables = [put_table(session, f"Minoru {n}", players, pace=timedelta(seconds=pace)) for n in range(count)]
    for table in tables:
        start_round(table)
        time.sleep(pace / count)  # they would be due all at once, or one of them after the other, but for this
    time.sleep(seconds)
    begun, done = zip(*rows(_LATENESS, first=WARM_UP + 1), strict=True)
    return sorted(begun), sorted(done)


def _wait_for_a_worker() -> None:
    give_up = time.monotonic() + 60
    while heartbeat.age() is None:
        if time.monotonic() > give_up:
            raise SystemExit("No worker has given a sign of life within a minute.")
        time.sleep(0.1)
