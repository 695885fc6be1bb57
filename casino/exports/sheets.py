"""The books as tables, for spreadsheets: what CSV files and workbooks both hold."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from casino.clock import when
from casino.exports.about import about
from casino.exports.reading import Evening, Export, Side, Written
from casino.exports.wording import amount


class Number(NamedTuple):
    """An amount in a cell."""

    value: int
    places: int

    def __str__(self) -> str:
        return amount(self.value, self.places)


Cell = str | int | date | Number
Row = Sequence[Cell]


@dataclass(frozen=True)
class Sheet:
    """`added` are the columns whose numbers have a sum, for each unit of the column `unit`."""

    name: str
    columns: tuple[str, ...]
    rows: Callable[[Export], Iterable[Row]]
    added: tuple[str, ...] = ()


def _each(of: Callable[[Evening], Iterator[Row]]) -> Callable[[Export], Iterator[Row]]:
    return lambda export: (row for evening in export.evenings for row in of(evening))


def _summary(evening: Evening) -> Iterator[Row]:
    for written in evening.summary(evening.accounts()):
        for side in written.sides:
            yield (*_place(evening), side.reason, *_sides(side))


def _trial(evening: Evening) -> Iterator[Row]:
    for each in evening.balances(evening.accounts()):
        account, places = each.account, each.account.places
        numbers = [Number(value, places) for value in (0, each.debit, each.credit, each.balance)]
        yield (*_place(evening), account.name, account.label, account.role, *numbers, account.commodity)


def _journal(evening: Evening) -> Iterator[Row]:
    for written in evening.entries(evening.accounts()):
        place, told = (*_place(evening), int(written.number)), _told(written)
        for side in written.sides:
            yield (*place, when(written.posted_at) or "", written.what, side.reason, *_sides(side), *told)


def _told(written: Written) -> Row:
    return written.memo, "" if written.reverses is None else written.reverses, written.key


def _statements(evening: Evening) -> Iterator[Row]:
    for line in evening.statements(evening.accounts()):
        places = line.account.places
        numbers = [Number(value, places) for value in (max(line.amount, 0), max(-line.amount, 0), line.balance)]
        entry = line.number, when(line.posted_at) or "", line.what, line.other.name
        yield (*_place(evening), line.account.name, *entry, *numbers, line.account.commodity)


def _place(evening: Evening) -> tuple[str, date]:
    return evening.session.code, evening.date


def _sides(side: Side) -> Row:
    return side.debit.name, side.credit.name, Number(side.amount, side.debit.places), side.debit.commodity


SUMMARY = Sheet(
    "summary", ("book", "date", "reason", "debit", "credit", "amount", "unit"), _each(_summary), ("amount",)
)
TRIAL_BALANCE = Sheet(
    "trial-balance",
    ("book", "date", "account", "label", "role", "opening", "debits", "credits", "balance", "unit"),
    _each(_trial),
    ("opening", "debits", "credits", "balance"),
)
JOURNAL = Sheet(
    "journal",
    (
        *("book", "date", "entry", "posted_at", "what", "reason", "debit", "credit", "amount", "unit"),
        *("memo", "reverses", "key"),
    ),
    _each(_journal),
    ("amount",),
)
STATEMENTS = Sheet(
    "statements",
    (
        *("book", "date", "account", "entry", "posted_at", "what", "other"),
        *("debits", "credits", "balance", "unit"),
    ),
    _each(_statements),
    ("debits", "credits"),
)


def about_sheet(check: str) -> Sheet:
    return Sheet("about", ("what", "is"), lambda export: about(export, check))


def sheets_of(export: Export, check: str) -> list[Sheet]:
    """An evening in one entry, and what every account holds; the detail unless only the sum was asked for."""
    detail = [] if export.wish.summary else [JOURNAL, STATEMENTS]
    return [about_sheet(check), SUMMARY, TRIAL_BALANCE, *detail]
