"""Telling a worker that automatic players have something to do. What they then do is in `robots.py`."""

from django.utils import timezone

from casino.tables.carrying import ACT_FOR_ROBOTS, send_after_commit
from casino.tables.models import Round
from games.kit.round import Phase
from games.kit.round import Round as Value


def send_robots(round_: Round, value: Value) -> None:
    """Have a worker stake for the robots as soon as stakes are taken, and decide what they are asked. If the message is
    lost, they sit it out, or are decided for when their time is over. Where one plays after another they keep to the
    pace of the table, so that others can follow.
    """
    taken = value.phase is Phase.OPEN and value.game.takes_stakes(value.state)
    asked = asks(value)
    if not taken and not asked:
        return
    robots = round_.table.seats.filter(left_at=None, player__automatic=True)
    if not taken:
        robots = robots.filter(pk__in=[seat for seat, name in round_.names.items() if name in asked])
    if not robots.exists():
        return
    if value.phase is Phase.RUNNING and not value.game.acts_together:
        send_after_commit(ACT_FOR_ROBOTS, round_.pk, when=timezone.now() + round_.table.pace)
    else:
        send_after_commit(ACT_FOR_ROBOTS, round_.pk)


def asks(value: Value) -> list[str]:
    """The seats for which there is something to decide, or where a robot would do something unasked."""
    if value.phase not in {Phase.OPEN, Phase.RUNNING}:
        return []
    game, state = value.game, value.state
    return [seat for seat in value.seats if game.automatic(state, seat) or game.eager(state, seat)]
