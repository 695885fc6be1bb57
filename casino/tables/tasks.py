"""What workers do. Every task only carries a message; the database knows whether there is anything to do."""

import structlog
from django.db import connection, transaction

from casino.celery import app
from casino.tables import robots, ticking
from casino.tables.carrying import ACT_FOR_ROBOTS, TICK, send

log = structlog.get_logger("casino.tables")

OVERDUE = 2  # seconds
LONGEST_BACK_OFF = 60  # seconds

# Only rounds nobody is working on: who holds a row is about to move its due time anyway.
_OVERDUE = """
    UPDATE tables_round SET retries = retries + 1,
        retry_at = now() + least(%(longest)s, power(2, least(retries, 10))) * interval '1 second'
    WHERE id IN (
        SELECT id FROM tables_round
        WHERE due_at < now() - %(overdue)s * interval '1 second' AND (retry_at IS NULL OR retry_at <= now())
        FOR UPDATE SKIP LOCKED
    )
    RETURNING id, step
"""


@app.task(name=TICK)
def tick(round_id: int, step: int) -> None:
    ticking.tick(round_id, step)


@app.task(name=ACT_FOR_ROBOTS)
def act_for_robots(round_id: int) -> None:
    robots.act_for(round_id)


@app.task(name="casino.watchdog")
def watchdog() -> None:
    """Send again what is overdue: its message was lost, or the worker that had it."""
    for round_id, step in overdue():
        log.info("overdue", round=round_id, step=step)
        send(TICK, round_id, step)


@transaction.atomic
def overdue() -> list[tuple[int, int]]:
    """Rounds that should have moved on, each less often the longer it is stuck."""
    with connection.cursor() as cursor:
        cursor.execute(_OVERDUE, {"overdue": OVERDUE, "longest": LONGEST_BACK_OFF})
        found: list[tuple[int, int]] = cursor.fetchall()
    return found
