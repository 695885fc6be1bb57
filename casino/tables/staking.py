"""Making and withdrawing stakes.

From the shared lock on the round to the posting, nothing here is locked that two players would both want but the
exposure of an office that pays fixed odds: purse and stakes are each player's own, and banks and pools are untouched
until settlement. A stake in a pool waits for nobody.
"""

import json
from collections.abc import Callable
from dataclasses import replace

from django.db import transaction
from django.db.models import QuerySet

from casino.clubs.actors import Actor
from casino.clubs.models import Player
from casino.clubs.sessions import require_open
from casino.desk.accounts import Reason
from casino.desk.counters import fresh_key, from_purse, sold
from casino.prepared import Prepared
from casino.tables import locks
from casino.tables.capping import require_below_cap
from casino.tables.models import Exposure, Round, Stake, Ticket
from casino.tables.playing import funds_of, seated, value_of
from casino.tables.showing import tell
from games.kit.errors import RuleBroken
from games.kit.game import not_seated
from games.kit.markets import Exposure as Liabilities
from games.kit.markets import Market
from games.kit.round import Round as Value
from ledger import posting
from ledger.line import ask
from ledger.posting import Posting, Transfer

# All stakes of a seat in a round.
_STAKES = Prepared(lambda round_, seat: Stake.objects.filter(round=round_, seat=seat))
# What one stake changes, but for the ledger.
_WRITE = """
    INSERT INTO tables_stake (round_id, seat_id, market, selection, counters) VALUES (%s, %s, %s, %s, %s)
    ON CONFLICT (round_id, seat_id, market, selection) DO UPDATE SET counters = excluded.counters
    RETURNING id
"""
_COVER = "WITH covered AS (UPDATE tables_exposure SET liabilities = %s WHERE id = %s)"

Where = tuple[str, str, str]  # seat, market, selection
Act = Callable[[Value, Where], Value]


# Whoever asks within a transaction has a savepoint around it; a second one would be two round trips more.
@transaction.atomic(savepoint=False)
def place_stake(
    round_id: int,
    *,
    player: Player,
    market: str,
    selection: str,
    counters: int,
    by: Actor,
    in_hand: bool = False,
    price: str | None = None,
) -> Stake:
    """Lay counters on a space, from the purse; or such as are bought for it `in_hand`, which then go through it.

    `price` is the version of the market's odds that the guest had seen.
    """
    round_ = locks.share(round_id)

    def lay(value: Value, where: Where) -> Value:
        if price is not None:
            value.require_price(market, price)
        return value.stake(*where, counters)

    stake = _change(round_, player, market, selection, lay, new=True)
    laid = Transfer(player.purse_id, player.stakes_account_id, counters, Reason.STAKE)
    postings = [Posting(fresh_key(f"round:{round_id}:stake"), [laid])]
    if in_hand:
        postings.append(Posting(fresh_key(Reason.BUY_IN), sold(player, counters)))
    _tell(round_, "stake_made", stake, counters, by)
    _post(round_, player, counters, postings)
    return stake


@transaction.atomic(savepoint=False)
def withdraw_stake(round_id: int, *, player: Player, market: str, selection: str, counters: int, by: Actor) -> Stake:
    """Take counters back from a space before the off. What a paper ticket stands for is withdrawn with the ticket."""
    round_ = locks.share(round_id)
    stake = _change(round_, player, market, selection, lambda value, where: value.withdraw(*where, counters))
    if stake.counters < sum(_tickets_on(stake).values_list("counters", flat=True)):
        raise RuleBroken("ticket_out", "A paper ticket is out for this stake; withdraw the ticket.")
    back = Transfer(player.stakes_account_id, player.purse_id, counters, Reason.WITHDRAWN)
    _tell(round_, "stake_withdrawn", stake, counters, by)
    _post(round_, player, counters, [Posting(fresh_key(f"round:{round_id}:withdraw"), [back])])
    return stake


def _tickets_on(stake: Stake) -> QuerySet[Ticket]:
    return Ticket.objects.filter(
        round=stake.round_id, seat=stake.seat_id, market=stake.market, selection=stake.selection, withdrawn_at=None
    )


def _change(round_: Round, player: Player, market: str, selection: str, act: Act, *, new: bool = False) -> Stake:
    """What the rules make of it, with the seat and the exposure locked; written down if they allow it."""
    require_open(round_.table.session)
    seat, name = seated(round_, player, locks.own_seat(round_.table_id, player.pk))
    where = name, market, selection
    if new and seat.left_at is not None:  # who has stood up may still take back
        raise not_seated(name)
    # All stakes of the seat, and not the one that is asked for: who knows what a market is called there.
    laid = {(name, stake.market, stake.selection): stake.counters for stake in _STAKES.all(round_.pk, seat.pk)}
    before = value_of(round_, laid={space: counters for space, counters in laid.items() if counters})
    exposure = _own_exposure(round_, before, market)
    if exposure:
        covered = {exposure.office: Liabilities(exposure.liabilities)}
        before = replace(before, exposures=covered, funds={exposure.office: funds_of(round_, exposure.office)})
    after = act(before, where)
    if new:
        staked = sum(before.laid.values())
        require_below_cap(round_, player, staked=staked, more=sum(after.laid.values()) - staked)
    stake = Stake(round=round_, seat=seat, market=market, selection=selection, counters=after.laid.get(where, 0))
    if exposure:
        exposure.liabilities = dict(after.exposures[exposure.office].liabilities)
    return _write(stake, exposure)


def _own_exposure(round_: Round, value: Value, market: str) -> Exposure | None:
    """That of the office which pays this market, locked; none for a pool, which pays what is in it."""
    for offer in value.offers:
        if offer.name == market and isinstance(offer, Market):
            return locks.own_exposure(round_.pk, offer.office)
    return None


def _write(stake: Stake, exposure: Exposure | None) -> Stake:
    row = str(stake.round_id), str(stake.seat_id), stake.market, stake.selection, str(stake.counters)
    if exposure:
        ((stake.pk,),) = ask(_COVER + _WRITE, json.dumps(exposure.liabilities), str(exposure.pk), *row)
    else:
        ((stake.pk,),) = ask(_WRITE, *row)
    return stake


def _tell(round_: Round, kind: str, stake: Stake, counters: int, by: Actor) -> None:
    tell(
        round_,
        kind,
        by=by,
        seat=round_.names[stake.seat_id],
        market=stake.market,
        selection=stake.selection,
        counters=counters,
        laid=stake.counters,
    )


def _post(round_: Round, player: Player, counters: int, postings: list[Posting]) -> None:
    book = round_.table.book_id
    with from_purse(player, counters):
        if len(postings) == 1:  # by far the most; the ledger has a shorter way for one
            posting.post(book=book, key=postings[0].key, transfers=postings[0].transfers)
        else:
            posting.post_many(book=book, postings=postings)
