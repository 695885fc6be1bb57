"""Due times, and the messages that carry them to a worker. A message that is lost, late or doubled does no harm."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from casino.tables.models import Round

EXPIRES = 30  # seconds after it was due; by then the watchdog has sent others


def set_due(round_: Round, when: datetime | None) -> None:
    """When the round will be looked at next. While it is paused, only how long that is from now."""
    round_.step += 1
    round_.retries, round_.retry_at = 0, None
    if round_.paused_at is not None:
        round_.remaining = None if when is None else max(when - timezone.now(), timedelta())
        return
    round_.due_at = when
    if when is not None:
        round_id, step = round_.pk, round_.step
        transaction.on_commit(lambda: send_tick(round_id, step, when), robust=True)


def send_tick(round_id: int, step: int, when: datetime) -> None:
    from casino.tables.tasks import tick  # which imports what is sent here

    wait = max(0.0, (when - timezone.now()).total_seconds())
    tick.apply_async((round_id, step), countdown=wait, expires=wait + EXPIRES, retry=False)


def after(due: datetime | None, wait: timedelta) -> datetime:
    """So long after the last due time, not after it was noticed: late ticks do not add up. Never in the past: a race
    does not rush through what was missed while the house was closed.
    """
    now = timezone.now()
    return max((due or now) + wait, now)
