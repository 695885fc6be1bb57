"""Counters over the desk: sold, sold again, bought back. Money and counters move in one entry, or neither does."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction

from casino.clubs.actors import Actor
from casino.clubs.models import Player, Session
from casino.clubs.sessions import require_open
from casino.desk import money
from casino.desk.accounts import Reason, Role
from casino.desk.own_accounts import money_account
from casino.events import telling
from games.kit.errors import RuleBroken
from games.kit.markets import whole_counters
from ledger import balances, errors, posting
from ledger.models import Entry
from ledger.posting import Transfer

MOST = 10**12


@dataclass(frozen=True)
class Sale:
    """What went over the desk, one way or the other. Where counters are free there is no money in it."""

    entry: Entry
    counters: int
    money: int


def fresh_key(act: str) -> str:
    """A key for an act that may be meant twice. Who might only have said it twice is asked at the edge of the house."""
    return f"{act}:{uuid.uuid4()}"


def require_counters(counters: object) -> int:
    """As many as anybody moves at once: sums of them stay numbers that the book can hold."""
    whole = whole_counters(counters)
    if whole > MOST:
        raise RuleBroken("too_many_counters", "No more than %(most)s counters move at once.", most=MOST)
    return whole


@transaction.atomic
def buy_in(*, player: Player, counters: int, by: Actor) -> Sale:
    """Sell counters to a player who has none yet, or needs more."""
    whole, session = require_counters(counters), player.session
    require_open(session)
    if player.removed_at is not None:
        raise RuleBroken("guest_removed", "%(seat)s was sent away.", seat=player.nickname)
    paid, transfers = price_of(session, whole), sold(player, whole)
    telling.tell(session.pk, "bought_in", telling.SEAT, of=player.pk, counters=whole, money=paid, by=by)
    return Sale(_post(player, whole, Reason.BUY_IN, transfers), whole, paid)


@transaction.atomic
def cash_out(*, player: Player, counters: int | None = None, by: Actor) -> Sale:
    """Take counters back from a player, all that are in the purse if no number is said."""
    whole = balances.balance(player.purse_id) if counters is None else whole_counters(counters)
    session = player.session
    if whole == 0:
        raise RuleBroken("empty_purse", "%(seat)s has no counters to give back.", seat=player.nickname)
    require_open(session)
    paid, transfers = refund_of(session, whole), bought_back(player, whole)
    telling.tell(session.pk, "cashed_out", telling.SEAT, of=player.pk, counters=whole, money=paid, by=by)
    return Sale(_post(player, whole, Reason.CASH_OUT, transfers), whole, paid)


def price_of(session: Session, counters: int) -> int:
    return money.price_of(session.currency, session.price, session.price_for, counters)


def refund_of(session: Session, counters: int) -> int:
    """Nothing where the club sells counters and gives prizes for them."""
    return money.refund_of(session.currency, session.price, session.price_for, counters) if session.buys_back else 0


def sold(player: Player, counters: int) -> list[Transfer]:
    """What moves when counters are sold to a player: they come from the issue, and their price into the till."""
    session = player.session
    assert session.issue_id is not None
    moved = [Transfer(session.issue_id, player.purse_id, counters, Reason.BUY_IN)]
    if price := price_of(session, counters):
        sales, till = money_account(session, Role.SALES), money_account(session, Role.TILL)
        moved.append(Transfer(sales, till, price, Reason.SALE))
    return moved


def bought_back(player: Player, counters: int) -> list[Transfer]:
    """The other way round."""
    session = player.session
    assert session.issue_id is not None
    moved = [Transfer(player.purse_id, session.issue_id, counters, Reason.CASH_OUT)]
    if refund := refund_of(session, counters):
        sales, till = money_account(session, Role.SALES), money_account(session, Role.TILL)
        moved.append(Transfer(till, sales, refund, Reason.REFUND))
    return moved


def _post(player: Player, counters: int, reason: Reason, transfers: list[Transfer]) -> Entry:
    book = player.session.book_id
    assert book is not None
    with from_purse(player, counters):
        return posting.post(book=book, key=fresh_key(reason), transfers=transfers)


@contextmanager
def from_purse(player: Player, counters: int) -> Iterator[None]:
    """Around a posting in which the player pays so many: what the ledger refuses is said as a guest would say it."""
    try:
        yield
    except errors.InsufficientCounters as short:
        raise short_purse(player, counters - short.facts["missing"]) from None


def short_purse(player: Player, left: int) -> RuleBroken:
    return RuleBroken("short_purse", "%(seat)s has only %(left)s left.", seat=player.nickname, left=left)
