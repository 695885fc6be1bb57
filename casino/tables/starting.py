"""The off: from here on no stake is made or withdrawn, and what the deal depends on is published."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from casino.clubs.actors import Actor
from casino.tables import locks
from casino.tables.carrying import after, set_due
from casino.tables.fairness import off_of
from casino.tables.models import Round
from casino.tables.playing import value_of
from casino.tables.requiring import require_live
from casino.tables.showing import tell
from games.kit import fair
from games.kit.errors import RuleBroken
from games.kit.round import Round as Value
from games.kit.values import to_json


@transaction.atomic
def call_the_off(round_id: int, *, by: Actor) -> Round:
    """Close staking, by the croupier's word or because its time is over."""
    round_ = locks.own(round_id)
    require_live(round_)
    if round_.phase != Round.Phase.OPEN:
        raise RuleBroken("already_off", "The round has begun.")
    start(round_, value_of(round_), by=by)
    return round_


def start(round_: Round, value: Value, *, by: Actor) -> None:
    """The off of a round that is owned already, and when the first card is due: phones may have something to reveal."""
    value = begin(round_, value, by=by)
    table = round_.table
    pace = timedelta() if value.game.hurried(value.state) else table.pace
    wait = max(table.reveal_time, pace) if round_.commitments.exists() else pace
    # From now, however late the off is: nobody could reveal before it was published.
    set_due(round_, None if round_.by_hand else after(None, wait))
    round_.keep()


def begin(round_: Round, value: Value, *, by: Actor) -> Value:
    """Freeze and publish; the caller says when something is due."""
    value = value.off()
    off = off_of(round_)
    round_.phase, round_.off_at = Round.Phase.RUNNING, timezone.now()
    round_.before = len(off.before)
    round_.off_digest = fair.digest(off)
    tell(
        round_,
        "off",
        by=by,
        off=to_json(off),
        digest=round_.off_digest,
    )
    return value
