"""Counting what is really there. What the book does not know of is booked to over-short, with a reason."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction

from casino.clubs.actors import Actor
from casino.clubs.models import Session
from casino.clubs.sessions import own, require_open
from casino.desk.accounts import Reason, Role
from casino.desk.counters import MOST, fresh_key
from casino.desk.models import Count
from casino.desk.money import CURRENCIES
from casino.desk.own_accounts import counter_account, money_account
from casino.events import telling
from casino.tables import locks
from casino.tables.requiring import require_no_round, require_reason
from games.kit.counters import COLOURS
from games.kit.errors import RuleBroken
from ledger import balances, posting
from ledger.models import Account, Entry
from ledger.posting import Transfer

MOST_PIECES = 1_000_000
BY_WORTH = tuple(sorted(COLOURS.values()))


@dataclass(frozen=True)
class Found:
    """Piece by piece, how many of each worth; or only what it comes to."""

    pieces: Mapping[int, int]
    total: int


def found(pieces: Mapping[int, int], worths: tuple[int, ...], total: int | None = None) -> Found:
    """What was counted, if it can be: pieces that there are, no fewer than none, and a sum that is theirs."""
    for worth, number in pieces.items():
        if worth not in worths or type(number) is not int or not 0 <= number <= MOST_PIECES:
            raise RuleBroken("bad_count", "A count says how many there are of each coin, note or counter.")
    there = {worth: number for worth, number in pieces.items() if number}
    sum_ = sum(worth * number for worth, number in there.items())
    if total is not None and there and total != sum_:
        raise RuleBroken(
            "count_differs_from_sum", "The pieces come to %(sum)s, and not to %(said)s.", sum=sum_, said=total
        )
    sum_ = sum_ if total is None else total
    if not 0 <= sum_ <= MOST:
        raise RuleBroken("bad_count", "A count says how many there are of each coin, note or counter.")
    return Found(there, sum_)


@transaction.atomic
def count_till(
    session_id: int, *, pieces: Mapping[int, int], total: int | None = None, reason: str = "", by: Actor
) -> Count:
    session = own(session_id)
    require_open(session)
    till = money_account(session, Role.TILL)
    counted = found(pieces, CURRENCIES[session.currency].pieces, total)
    return _write(session, till, counted, money_account(session, Role.OVER_SHORT), reason, by)


@transaction.atomic
def count_bank(
    table_id: int, *, pieces: Mapping[int, int], total: int | None = None, reason: str = "", by: Actor
) -> Count:
    """The counters in front of the banker, between rounds."""
    table = locks.own_table(table_id)
    require_no_round(table)
    if table.holder is not None:
        raise RuleBroken("office_held", "%(seat)s holds the office.", seat=table.holder.player.nickname)
    over_short = counter_account(table.session, Role.OVER_SHORT)
    return _write(table.session, table.bank_id, found(pieces, BY_WORTH, total), over_short, reason, by)


def _write(session: Session, account: int, counted: Found, over_short: int, reason: str, by: Actor) -> Count:
    expected = balances.balance(account)
    difference = counted.total - expected
    why = _reason(account, expected, counted.total, reason) if difference else ""
    entry = _book(session, account, over_short, difference, why) if difference else None
    telling.tell(
        session.pk,
        "counted",
        telling.STAFF,
        account=Account.objects.get(pk=account).code,
        counted=counted.total,
        expected=expected,
        reason=why,
        by=by,
    )
    return Count.objects.create(
        session=session,
        account_id=account,
        pieces={str(worth): number for worth, number in counted.pieces.items()},
        counted=counted.total,
        expected=expected,
        reason=why,
        entry=entry,
        by=by.as_json(),
    )


def _reason(account: int, expected: int, counted: int, reason: str) -> str:
    if not reason.strip():
        unit = Account.objects.select_related("unit").get(pk=account).unit
        raise RuleBroken(
            "count_differs",
            "The book says %(expected)s; %(counted)s were counted. Count again, or say why: the difference is booked.",
            expected=unit.shown(expected),
            counted=unit.shown(counted),
        )
    return require_reason(reason)


def _book(session: Session, account: int, over_short: int, difference: int, why: str) -> Entry:
    assert session.book_id is not None
    payer, payee = (over_short, account) if difference > 0 else (account, over_short)
    moved = [Transfer(payer, payee, abs(difference), Reason.TILL_COUNT)]
    return posting.post(book=session.book_id, key=fresh_key("count"), transfers=moved, memo=why)
