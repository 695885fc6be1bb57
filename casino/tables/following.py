"""Rounds that follow each other by themselves, and how a table is told to stop and to go on."""

from datetime import timedelta

from django.db import transaction

from casino.clubs.actors import Actor
from casino.events import telling
from casino.tables import locks
from casino.tables.carrying import after, set_due
from casino.tables.models import Table
from casino.tables.opening import require_time
from casino.tables.requiring import LIVE, require_open_table
from games.kit.errors import RuleBroken


@transaction.atomic
def stop_rounds(table_id: int, *, by: Actor) -> Table:
    """The round that is being played is played to its end, and none opens after it."""
    table = locks.own_table(table_id)
    require_open_table(table)
    if table.rest is None:
        raise RuleBroken("rounds_stopped", "At %(table)s no round opens by itself.", table=table.name)
    table.rest = None
    table.save(update_fields=["rest"])
    table.rounds.exclude(phase__in=LIVE).filter(due_at__isnull=False).update(due_at=None)
    telling.tell(table.session_id, "rounds_stopped", table=table.pk, by=by)
    return table


@transaction.atomic
def let_rounds_follow(table_id: int, *, rest: timedelta, by: Actor) -> Table:
    """From now on a round opens so long after the last one ended. A table that has not played waits for its first."""
    table = locks.own_table(table_id)
    require_open_table(table)
    table.rest = require_time(rest)
    table.save(update_fields=["rest"])
    last = table.rounds.order_by("-pk").first()
    if last is not None and not last.live:
        set_due(last, after(None, rest))
        last.keep()
    telling.tell(table.session_id, "rounds_follow", table=table.pk, by=by, rest=rest.total_seconds())
    return table
