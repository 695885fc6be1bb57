"""Giving up a round: everything it moved goes back, netted, in one entry that says why."""

from django.db import transaction
from django.utils import timezone

from casino.clubs.actors import Actor
from casino.desk.accounts import Reason
from casino.tables import locks
from casino.tables.models import Race, Round
from casino.tables.playing import moves_of, replayed, same_state
from casino.tables.requiring import require_live, require_reason
from casino.tables.settling import end
from casino.tables.showing import tell
from games.kit.errors import RuleBroken
from ledger import posting
from ledger.balances import moved_under
from ledger.posting import Transfer


@transaction.atomic
def void_round(round_id: int, *, reason: str, by: Actor) -> Round:
    """Void an open or running round. One whose end is known is settled instead: nobody likes every result. At a
    hand-dealt table the end is known when the croupier confirms it.
    """
    why = require_reason(reason)
    round_ = locks.own(round_id)
    require_live(round_)
    if _can_be_settled(round_):
        raise RuleBroken("round_over", "The round is over, and will be settled.")
    book = round_.table.book_id
    moved = moved_under(book, f"round:{round_.pk}:")
    back = [Transfer(payee, payer, amount, Reason.RETURNED) for payer, payee, amount in moved]
    round_.phase, round_.ended_at, round_.void_reason = Round.Phase.VOID, timezone.now(), why
    Race.objects.filter(round=round_).update(round=None)  # it is still to be run, by the next round
    end(round_)
    tell(
        round_,
        "round_void",
        by=by,
        reason=why,
        seed=round_.secret.seed,
    )
    if back:
        posting.post(book=book, key=f"round:{round_.pk}:void", transfers=back, memo=why)
    return round_


def _can_be_settled(round_: Round) -> bool:
    if round_.by_hand or round_.phase != Round.Phase.RUNNING:
        return False
    value = replayed(round_, moves_of(round_))
    return same_state(round_, value) and value.game.result(value.state) is not None
