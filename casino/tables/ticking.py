"""What a worker does when a round is due: one thing, in one database transaction.

A tick that comes twice, late or to two workers finds another step, or nothing due, and does nothing.
"""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from casino.clubs.actors import HOUSE
from casino.tables import locks
from casino.tables.carrying import after, set_due
from casino.tables.fairness import next_draw
from casino.tables.models import Round
from casino.tables.moving import finish, play
from casino.tables.opening import open_round
from casino.tables.playing import value_of, waiting
from casino.tables.requiring import LIVE
from casino.tables.settling import settle
from casino.tables.starting import start
from games.kit.errors import RuleBroken
from games.kit.round import Round as Value
from ledger.errors import LedgerError

BREATH = timedelta(seconds=5)  # at least, before something that was refused is tried again


@transaction.atomic
def tick(round_id: int, step: int) -> bool:
    """Whether something was done."""
    round_ = locks.own(round_id)
    if round_.step != step or round_.due_at is None or round_.due_at > timezone.now():
        return False
    if round_.live:
        _advance(round_, value_of(round_))
    else:
        _next_round(round_)
    return True


def _advance(round_: Round, value: Value) -> None:
    if late := waiting(value):
        _decide(round_, value, late)
    elif round_.phase == Round.Phase.OPEN:
        _begin(round_, value)
    elif value.game.result(value.state) is not None:
        settle(round_, by=HOUSE)
    else:
        _draw(round_, value)


def _begin(round_: Round, value: Value) -> None:
    """Its time has come. If it is not ready even so, nothing is due until somebody makes it ready."""
    begun = _without_the_late(round_, value)
    if begun.game.unready(begun.state) is None:
        start(round_, begun, by=HOUSE)
    else:
        set_due(round_, None)
        round_.keep()


def _without_the_late(round_: Round, value: Value) -> Value:
    """The time to stake is over. Who waits for others who did not come is waited for no longer."""
    given_up = value.game.given_up(value.state) if value.game.unready(value.state) else ()
    return play(round_, value, given_up, by=HOUSE) if given_up else value


def _decide(round_: Round, value: Value, late: list[str]) -> None:
    """Their time is over: the automatic player of the game decides for each."""
    moves, then = [], value
    for seat in late:
        if (move := then.game.automatic(then.state, seat)) is not None:  # one decision may spare the next
            moves.append(move)
            then = then.play(move)
    finish(round_, play(round_, value, moves, by=HOUSE))


def _draw(round_: Round, value: Value) -> None:
    """The next cards or throw, from the sealed seed: the same ones, however often it is tried."""
    wanted = value.game.chance(value.state)
    assert wanted is not None, "a round that waits for nobody waits for chance"
    finish(round_, play(round_, value, [next_draw(round_, wanted)], by=HOUSE))


def _next_round(round_: Round) -> None:
    """The rest is over. If the next round cannot open now, it is tried again after another."""
    table = round_.table
    if table.rest is None or table.closed_at is not None or table.rounds.filter(phase__in=LIVE).exists():
        round_.due_at = None  # somebody was quicker, or nobody wants it any more
        round_.keep()
        return
    try:
        with transaction.atomic():
            open_round(table.pk, by=HOUSE)
    except (RuleBroken, LedgerError):
        set_due(round_, after(None, max(table.rest, BREATH)))
        round_.keep()
