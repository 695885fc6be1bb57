"""Who waits for whom in PostgreSQL while something is done. It is watched from inside the server: a thread of the test
would get its turn far too rarely beside fifty others.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.databases import raw

STOP = 0x0CA51299  # an advisory lock that is free when there is nothing to watch any more

# Every millisecond or two; at most five minutes. To make a file longer everybody waits a moment, whatever is written.
_WATCH = f"""
    DO $$
    DECLARE began timestamptz := clock_timestamp(); at integer := 0;
    BEGIN
        WHILE NOT pg_try_advisory_lock({STOP}) AND clock_timestamp() < began + interval '5 minutes' LOOP
            at := at + 1;
            PERFORM pg_stat_clear_snapshot();
            INSERT INTO seen SELECT at, locktype, state, query
                FROM pg_stat_activity LEFT JOIN pg_locks ON pg_locks.pid = pg_stat_activity.pid AND NOT granted
                WHERE datname = current_database() AND pg_stat_activity.pid <> pg_backend_pid() AND state <> 'idle';
            PERFORM pg_sleep(0.001);
        END LOOP;
    END $$
"""  # noqa: S608 - a number of our own
_WAITED = "SELECT locktype, query FROM seen WHERE locktype <> 'extend'"
_TOGETHER = "SELECT coalesce(max(count), 0) FROM (SELECT count(*) FROM seen GROUP BY sample) AS counted"


@dataclass
class Waits:
    """What was seen: how often was looked, how many at most were at work at once, and every wait for a lock."""

    samples: int = 0
    together: int = 0
    waited: list[tuple[str, str]] = field(default_factory=list)  # for what, and the statement that waited

    def for_rows_of(self, table: str) -> int:
        return sum(table in statement and kind in {"transactionid", "tuple"} for kind, statement in self.waited)


@contextmanager
def watched() -> Iterator[Waits]:
    waits = Waits()
    with raw() as holder, raw() as watcher:
        holder.execute("SELECT pg_advisory_lock(%s)", [STOP])
        watcher.execute("CREATE TEMPORARY TABLE seen (sample integer, locktype text, state text, query text)")
        watching = threading.Thread(target=watcher.execute, args=[_WATCH.encode()])
        watching.start()
        try:
            yield waits
        finally:
            holder.execute("SELECT pg_advisory_unlock(%s)", [STOP])
            watching.join()
        waits.waited = [(kind, statement) for kind, statement in watcher.execute(_WAITED).fetchall()]
        ((waits.samples,),) = watcher.execute("SELECT count(DISTINCT sample) FROM seen").fetchall()
        ((waits.together,),) = watcher.execute(_TOGETHER).fetchall()
