"""What is exported: one journal of one evening, or of all evenings of a club in a period. Formats only write it down.

Everything is read in one view of the books, as it is written. What is held is what grows with guests and tables, the
accounts of one evening, and never what grows with what they do.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import NamedTuple

from casino.clubs.models import Session
from casino.exports import chart
from casino.exports.chart import Account, Held, Journal
from casino.exports.wording import amount, what
from ledger import balances, journal
from ledger.models import Account as Kept
from ledger.models import Unit as KeptUnit
from ledger.rows import one_view

SUMMARY = "summary"


@dataclass(frozen=True)
class Wish:
    """What somebody wants to have. `summary`: an evening in one entry; `names`: whose the accounts are."""

    journal: Journal
    summary: bool = False
    names: bool = False


class Side(NamedTuple):
    """One transfer, as an accountant says it."""

    debit: Account
    credit: Account
    amount: int
    reason: str

    @property
    def shown(self) -> str:
        return amount(self.amount, self.debit.places)


@dataclass(frozen=True, slots=True)
class Written:
    """One entry of the journal. `number` is the ledger's own, by which the house finds it again."""

    number: str
    what: str
    sides: tuple[Side, ...]
    posted_at: datetime | None
    memo: str = ""
    key: str = ""
    reverses: int | None = None


@dataclass(frozen=True, slots=True)
class Balance:
    """An account when all is written: what was debited and credited in all."""

    account: Account
    debit: int
    credit: int

    @property
    def balance(self) -> int:
        return self.debit - self.credit


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a statement, with the balance after it."""

    account: Account
    other: Account
    number: int
    what: str
    posted_at: datetime
    amount: int  # below zero if it was credited
    balance: int


@dataclass(frozen=True)
class Evening:
    """One session and its book."""

    session: Session
    wish: Wish
    units: dict[str, chart.Unit]  # by the ledger's code
    whole: journal.Extent  # of the book, in this journal
    extent: journal.Extent  # of what is written: the same, or the one entry that says what it comes to
    read: Callable[[int], None] = field(repr=False)

    @property
    def book(self) -> int:
        assert self.session.book_id is not None
        return self.session.book_id

    @property
    def date(self) -> date:
        assert self.session.accounting_date is not None
        return self.session.accounting_date

    @property
    def totals(self) -> dict[str, str]:
        """What was debited in all, and credited, by commodity."""
        return {
            unit.commodity: amount(self.extent.moved.get(code, 0), unit.places) for code, unit in self.units.items()
        }

    def accounts(self) -> dict[int, Account]:
        """In the order of their names."""
        found = chart.accounts_named(self._held(), session=self.session.code, units=self.units)
        return dict(sorted(found.items(), key=lambda item: item[1].name))

    def _held(self) -> Iterator[Held]:
        kept = Kept.objects.filter(book=self.book, unit__code__in=self.units).order_by("pk")
        players, tables = ("purse_of", "stakes_of", "holding_of__player"), ("bank_of", "box_of", "beside__table")
        for account in kept.select_related("unit", *players, *tables):
            seat, beside = getattr(account, "holding_of", None), getattr(account, "beside", None)
            player = seat.player if seat else getattr(account, "purse_of", None) or getattr(account, "stakes_of", None)
            table = getattr(account, "bank_of", None) or getattr(account, "box_of", None) or (beside and beside.table)
            name = table.name if table else player.nickname if player and self.wish.names else ""
            whose = player and player.pk, table and table.pk
            yield Held(account.pk, account.code, account.role_id, account.unit.code, *whose, name)

    def entries(self, accounts: dict[int, Account]) -> Iterator[Written]:
        """As they were posted; or one that says what they come to."""
        if self.wish.summary:
            yield from self.summary(accounts)
            return
        for entry in journal.entries(self.book, [*self.units]):
            yield Written(
                str(entry.id),
                what(entry.key, (moved.reason for moved in entry.moved), entry.reverses),
                tuple(self._side(accounts, *moved) for moved in entry.moved),
                entry.posted_at,
                entry.memo,
                entry.key,
                entry.reverses,
            )
            self.read(len(entry.moved))

    def summary(self, accounts: dict[int, Account]) -> Iterator[Written]:
        """The evening in one entry, if anything came of it: between whom what moved for which reason, in all."""
        sides = tuple(self._side(accounts, *net[:4]) for net in journal.net(self.book, [*self.units]))
        if sides:
            yield Written(SUMMARY, "the evening in one entry", sides, None)

    def _side(self, accounts: dict[int, Account], payer: int, payee: int, amount: int, reason: str) -> Side:
        """Money is the club's own: who receives it is debited. Counters are owed: who hands them out is."""
        debit, credit = (payee, payer) if self.wish.journal.is_money else (payer, payee)
        return Side(accounts[debit], accounts[credit], amount, reason)

    def statements(self, accounts: dict[int, Account]) -> Iterator[Line]:
        """Account by account, with what each holds after every line."""
        sign = 1 if self.wish.journal.is_money else -1
        account, held = None, 0
        for line in journal.statements(self.book, [*accounts]):
            if line.account != account:
                account, held = line.account, 0
            moved = sign * line.amount
            held += moved
            yield Line(
                accounts[line.account],
                accounts[line.other],
                line.entry,
                what(line.key, [line.reason], line.reverses),
                line.posted_at,
                moved,
                held,
            )
            self.read(1)

    def balances(self, accounts: dict[int, Account]) -> list[Balance]:
        """Of every account, in the order of their names; in each unit they come to nothing."""
        moved = balances.turnovers(self.book)
        found = []
        for id_, account in accounts.items():
            received, paid = moved.get(id_, (0, 0))
            sums = (received, paid) if self.wish.journal.is_money else (paid, received)
            found.append(Balance(account, *sums))
        return found


@dataclass(frozen=True)
class Export:
    """Evenings of one club, in the order of their dates."""

    club: str
    wish: Wish
    evenings: Sequence[Evening]
    since: date
    until: date

    @property
    def transfers(self) -> int:
        return sum(evening.extent.transfers for evening in self.evenings)

    @property
    def entries(self) -> int:
        return sum(evening.extent.entries for evening in self.evenings)


@contextmanager
def reading(
    sessions: Sequence[Session],
    wish: Wish,
    *,
    since: date | None = None,
    until: date | None = None,
    read: Callable[[int], None] = lambda _: None,
) -> Iterator[Export]:
    """The journal of these sessions, which have books and are of one club, as it is at this moment. `read` is called
    with the number of transfers that have been read since it was last called.
    """
    with one_view():
        export = export_of(sessions, wish, read=read)
        yield replace(export, since=since or export.since, until=until or export.until)


def export_of(sessions: Sequence[Session], wish: Wish, *, read: Callable[[int], None] = lambda _: None) -> Export:
    """The same, for who has a view of the books already."""
    now = Session.objects.select_related("club").in_bulk([session.pk for session in sessions])
    evenings = [_evening(now[session.pk], wish, read) for session in sessions]
    return Export(evenings[0].session.club.name, wish, evenings, evenings[0].date, evenings[-1].date)


def _evening(session: Session, wish: Wish, read: Callable[[int], None]) -> Evening:
    # Named among all units of the house, so that no two are called the same in any file.
    named = chart.units_named(dict(KeptUnit.objects.values_list("code", "places")))
    there = Kept.objects.filter(book=session.book_id).values_list("unit__code", flat=True).distinct()
    units = {code: named[code] for code in sorted(there) if wish.journal.holds(code)}
    assert session.book_id is not None
    whole = journal.extent(session.book_id, [*units])
    return Evening(session, wish, units, whole, _summed(session.book_id, units) if wish.summary else whole, read)


def _summed(book: int, units: Iterable[str]) -> journal.Extent:
    """How much the evening in one entry is."""
    net, moved = journal.net(book, [*units]), Counter[str]()
    for each in net:
        moved[each.unit] += each.amount
    return journal.Extent(1 if net else 0, len(net), None, dict(moved))
