"""Pausing a round: what was due waits as long as the pause lasts. Stakes may still be made on an open round."""

from django.db import transaction
from django.utils import timezone

from casino.clubs.actors import Actor
from casino.tables import locks
from casino.tables.carrying import set_due
from casino.tables.models import Round
from casino.tables.playing import value_of
from casino.tables.requiring import require_live
from casino.tables.sending_robots import asks, send_robots
from casino.tables.showing import tell
from games.kit.errors import RuleBroken


@transaction.atomic
def pause_round(round_id: int, *, by: Actor) -> Round:
    round_ = locks.own(round_id)
    require_live(round_)
    if round_.paused_at is not None:
        raise RuleBroken("already_paused", "The round is paused already.")
    due, round_.paused_at = round_.due_at, timezone.now()
    set_due(round_, due)
    round_.due_at = None
    round_.keep()
    tell(round_, "paused", by=by)
    return round_


@transaction.atomic
def resume_round(round_id: int, *, by: Actor) -> Round:
    round_ = locks.own(round_id)
    require_live(round_)
    if round_.paused_at is None:
        raise RuleBroken("not_paused", "The round is not paused.")
    remaining, round_.paused_at, round_.remaining = round_.remaining, None, None
    set_due(round_, None if remaining is None else timezone.now() + remaining)
    round_.keep()
    value = value_of(round_)
    if asks(value):  # they were not listening; what they had staked lies there
        send_robots(round_, value)
    tell(round_, "resumed", by=by)
    return round_
