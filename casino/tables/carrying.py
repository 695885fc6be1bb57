"""Due times, and the messages that carry them to a worker. A message that is lost, late or doubled does no harm."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from casino.celery import app
from casino.tables.models import Round

TICK = "casino.tick"
ACT_FOR_ROBOTS = "casino.act_for_robots"
EXPIRES = 30  # seconds after it was due; by then the watchdog has sent others

_carried = ContextVar("carried", default=True)


@contextmanager
def driven_here() -> Iterator[None]:
    """No messages: whoever plays rounds in this process looks at their due times itself."""
    before = _carried.set(False)
    try:
        yield
    finally:
        _carried.reset(before)


def send(name: str, *arguments: Any, wait: float = 0.0) -> None:
    if _carried.get():
        app.send_task(name, arguments, countdown=wait, expires=wait + EXPIRES, retry=False)


def send_after_commit(name: str, *arguments: Any, when: datetime | None = None) -> None:
    """What is committed stays so if nobody can be told: the watchdog finds what is due."""

    def send_now() -> None:
        wait = (when - timezone.now()).total_seconds() if when else 0.0
        send(name, *arguments, wait=max(0.0, wait))

    transaction.on_commit(send_now, robust=True)


def set_due(round_: Round, when: datetime | None) -> None:
    """When the round will be looked at next. While it is paused, only how long that is from now."""
    round_.step += 1
    round_.retries, round_.retry_at = 0, None
    if round_.paused_at is not None:
        round_.remaining = None if when is None else max(when - timezone.now(), timedelta())
        return
    round_.due_at = when
    if when is not None:
        send_after_commit(TICK, round_.pk, round_.step, when=when)


def after(due: datetime | None, wait: timedelta) -> datetime:
    """So long after the last due time, not after it was noticed: late ticks do not add up. What was done before it was
    due counts from now, and nothing is due in the past: a race does not rush through what was missed.
    """
    now = timezone.now()
    return max(min(due or now, now) + wait, now)


def still_due(round_: Round) -> datetime | None:
    """When it is due as things stand; in a paused round, as if it went on now."""
    if round_.paused_at is not None and round_.remaining is not None:
        return timezone.now() + round_.remaining
    return round_.due_at
