"""How fast a table goes: when the next thing in a round is due."""

from datetime import datetime

from django.utils import timezone

from casino.tables.carrying import after
from casino.tables.models import Round
from casino.tables.playing import waiting
from games.kit.round import Round as Value


def next_due(round_: Round, value: Value) -> datetime | None:
    """From now, or from when the last thing was due."""
    due = _when_open(round_, value) if round_.phase == Round.Phase.OPEN else _when_running(round_, value)
    return hastened(round_, value, due)


def hastened(round_: Round, value: Value, due: datetime | None) -> datetime | None:
    """When that is due, if only seats are waited for whose players have left: the house plays for them, and needs no
    longer than from one card to the next. Never later than it was.
    """
    late = waiting(value)
    if due is None or not late or _anybody_there(round_, late):
        return due
    return min(due, after(None, round_.table.pace))


def begins_by_itself(value: Value) -> bool:
    """Whether an open round lacks nothing, where nobody stakes: seats are there, and as many as it wants."""
    game, state = value.game, value.state
    return bool(value.seats) and not game.takes_stakes(state) and game.unready(state) is None


def _when_open(round_: Round, value: Value) -> datetime | None:
    """At the end of a decision that comes first, or when staking closes. A round without stakes waits for its players,
    and for nothing else.
    """
    table = round_.table
    if waiting(value):
        return after(None, table.turn_time)
    if value.game.takes_stakes(value.state):
        return None if table.staking_time is None else after(None, table.staking_time)
    return after(None, table.pace) if begins_by_itself(value) and not table.by_hand else None


def _when_running(round_: Round, value: Value) -> datetime | None:
    if waiting(value):
        return after(None, round_.table.turn_time)
    if round_.by_hand:  # the croupier deals, and says when the round is over
        return None
    if value.game.hurried(value.state):
        return timezone.now()
    return after(round_.due_at, round_.table.pace)


def _anybody_there(round_: Round, names: list[str]) -> bool:
    seats = [seat for seat, name in round_.names.items() if name in names]
    return round_.table.seats.filter(pk__in=seats, left_at=None).exists()
