"""Counters over the desk: bought, bought again, given back. Each time one entry, from the issue or to it."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from casino.clubs.actors import Actor
from casino.clubs.models import Player
from casino.clubs.sessions import require_open
from casino.desk.accounts import Reason
from casino.events import telling
from games.kit.errors import RuleBroken
from games.kit.markets import whole_counters
from ledger import balances, errors, posting
from ledger.models import Entry

MOST = 10**12


def fresh_key(act: str) -> str:
    """A key for an act that may be meant twice. Who might only have said it twice is asked at the edge of the house."""
    return f"{act}:{uuid.uuid4()}"


def require_counters(counters: object) -> int:
    """As many as anybody moves at once: sums of them stay numbers that the book can hold."""
    whole = whole_counters(counters)
    if whole > MOST:
        raise RuleBroken("too_many_counters", "No more than %(most)s counters move at once.", most=MOST)
    return whole


def buy_in(*, player: Player, counters: int, by: Actor) -> Entry:
    """Sell counters to a player who has none yet, or needs more."""
    whole = require_counters(counters)
    return _over_the_desk(player, whole, Reason.BUY_IN, "bought_in", by=by)


def cash_out(*, player: Player, counters: int | None = None, by: Actor) -> Entry:
    """Take counters back from a player, all that are in the purse if no number is said."""
    whole = balances.balance(player.purse_id) if counters is None else whole_counters(counters)
    if whole == 0:
        raise RuleBroken("empty_purse", "%(seat)s has no counters to give back.", seat=player.nickname)
    return _over_the_desk(player, whole, Reason.CASH_OUT, "cashed_out", by=by)


@transaction.atomic
def _over_the_desk(player: Player, counters: int, reason: Reason, kind: str, *, by: Actor) -> Entry:
    session = player.session
    require_open(session)
    assert session.book_id is not None
    assert session.issue_id is not None
    payer, payee = session.issue_id, player.purse_id
    if reason is Reason.CASH_OUT:
        payer, payee = payee, payer
    transfer = posting.Transfer(payer, payee, counters, reason)
    with from_purse(player, counters):
        entry = posting.post(book=session.book_id, key=fresh_key(reason), transfers=[transfer])
    telling.tell(session.pk, kind, telling.SEAT, of=player.pk, counters=counters, by=by)
    return entry


@contextmanager
def from_purse(player: Player, counters: int) -> Iterator[None]:
    """Around a posting in which the player pays so many: what the ledger refuses is said as a guest would say it."""
    try:
        yield
    except errors.InsufficientCounters as short:
        raise short_purse(player, counters - short.facts["missing"]) from None


def short_purse(player: Player, left: int) -> RuleBroken:
    return RuleBroken("short_purse", "%(seat)s has only %(left)s left.", seat=player.nickname, left=left)
