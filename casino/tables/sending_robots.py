"""Telling a worker that automatic players have something to do. What they then do is in `robots.py`."""

from casino.tables.carrying import ACT_FOR_ROBOTS, send_after_commit
from casino.tables.models import Round
from casino.tables.playing import waiting
from games.kit.round import Phase
from games.kit.round import Round as Value


def send_robots(round_: Round, value: Value) -> None:
    """Have a worker stake for the robots as soon as stakes are taken, and decide what they are asked. If the message is
    lost, they sit it out, or are decided for when their time is over.
    """
    taken = value.phase is Phase.OPEN and value.game.takes_stakes(value.state)
    if (taken or asks(value)) and round_.table.seats.filter(left_at=None, player__automatic=True).exists():
        send_after_commit(ACT_FOR_ROBOTS, round_.pk)


def asks(value: Value) -> bool:
    """Whether there is something to decide for somebody, or that a robot would do unasked."""
    return value.phase in {Phase.OPEN, Phase.RUNNING} and (
        bool(waiting(value)) or any(value.game.eager(value.state, seat) for seat in value.seats)
    )
