"""Paying a finished round, in one entry. Settling twice pays once: the round knows, and so does the ledger's key."""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from casino.clubs.actors import Actor
from casino.tables import locks
from casino.tables.carrying import after, set_due
from casino.tables.models import Move, Round
from casino.tables.moving import owed_in
from casino.tables.playing import Accounts, laid_in, moves_of, replayed, same_state
from casino.tables.requiring import require_live
from casino.tables.showing import dividends_of, tell
from games.kit.errors import RuleBroken
from games.kit.replay import finish_as_json
from games.kit.round import Round as Value
from ledger import posting
from ledger.posting import Transfer


@transaction.atomic
def settle_round(round_id: int, *, by: Actor) -> Round:
    """Pay every stake of a finished round. At a hand-dealt table it is the croupier's word that the cards are right."""
    round_ = locks.own(round_id)
    require_live(round_)
    settle(round_, by=by)
    return round_


def settle(round_: Round, *, by: Actor) -> None:
    """For who owns the round already. What is paid comes from the moves, played once more from the first."""
    value = replayed(round_, moves_of(round_), laid_in(round_))
    if not same_state(round_, value):
        raise RuleBroken("state_differs", "The round does not replay to the state it is in; nothing was paid.")
    before = len(value.payments)
    value = value.settle()
    rows, owed = owed_in(round_)
    transfers = Accounts.of(round_).transfers([*owed, *value.payments[before:]])
    round_.phase, round_.ended_at = Round.Phase.SETTLED, timezone.now()
    if transfers:
        round_.settlement = posting.post(
            book=round_.table.book_id, key=f"round:{round_.pk}:settle", transfers=transfers
        )
        Move.objects.filter(pk__in=[row.pk for row in rows]).update(entry=round_.settlement)
    table = round_.table
    table.served += 1
    table.options = dict(value.game.next_options(round_.options, value.state))
    table.save(update_fields=["served", "options"])
    end(round_)
    _tell(round_, value, gained=_gained(table.bank_id, transfers), by=by)


def end(round_: Round) -> None:
    """The round is over. Where the table goes on by itself, this round is due once more, to open the next."""
    rest, round_.paused_at, round_.remaining = round_.table.rest, None, None
    set_due(round_, None if rest is None else after(None, rest))
    round_.keep()


def _gained(account: int, transfers: Iterable[Transfer]) -> int:
    return sum((payee == account) * amount - (payer == account) * amount for payer, payee, amount, _ in transfers)


def _tell(round_: Round, value: Value, *, gained: int, by: Actor) -> None:
    """How it ended, and what the office gained. What each player did follows from stakes and odds, which all have seen:
    at a large table to say it again would be most of the work.
    """
    result = value.game.result(value.state)
    assert result is not None
    tell(
        round_,
        "round_settled",
        by=by,
        finish=finish_as_json(result.finish),
        gained=gained,
        pool=dividends_of(round_, value),
        seed=round_.secret.seed,
    )
