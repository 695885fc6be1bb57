"""A book from the first entry to the last, for whoever writes it down elsewhere. Read as it is written, in the order of
entries; call all of it inside one `ledger.rows.one_view`, so that its parts agree.

Who reads one part of a book names its units: a journal of counters, or one of money.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from ledger.rows import rows, stream


class Moved(NamedTuple):
    """One transfer of an entry."""

    payer: int
    payee: int
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class Entry:
    """What an entry moved in the units that are read. Entries that moved nothing in them are left out."""

    id: int
    key: str
    memo: str
    posted_at: datetime
    reverses: int | None
    moved: tuple[Moved, ...]


class Line(NamedTuple):
    """A line of an account's statement: what came is above zero."""

    account: int
    other: int
    amount: int
    reason: str
    entry: int
    key: str
    posted_at: datetime
    reverses: int | None


@dataclass(frozen=True, slots=True)
class Extent:
    """How much there is to read. `moved` is by unit."""

    entries: int
    transfers: int
    last_posted_at: datetime | None
    moved: dict[str, int]


# Ids of a book's entries lie together: between the first and the last, an index on them gives the order for nothing.
_OF_THE_BOOK = """
    transfer.book_id = %(book)s
    AND transfer.unit_id IN (SELECT id FROM ledger_unit WHERE code = ANY (%(units)s))
    AND transfer.entry_id BETWEEN (SELECT min(id) FROM ledger_entry WHERE book_id = %(book)s)
                              AND (SELECT max(id) FROM ledger_entry WHERE book_id = %(book)s)
"""


def extent(book: int, units: Sequence[str]) -> Extent:
    found = rows(
        f"""
        SELECT unit.code, count(*), sum(transfer.amount)::bigint
        FROM ledger_transfer transfer JOIN ledger_unit unit ON unit.id = transfer.unit_id
        WHERE {_OF_THE_BOOK} GROUP BY unit.code
        """,  # noqa: S608 - our own constant
        book=book,
        units=list(units),
    )
    ((entries, last),) = rows(
        f"""
        SELECT count(*), max(entry.posted_at) FROM ledger_entry entry
        WHERE entry.book_id = %(book)s AND EXISTS (
            SELECT FROM ledger_transfer transfer WHERE transfer.entry_id = entry.id AND {_OF_THE_BOOK})
        """,  # noqa: S608 - our own constant
        book=book,
        units=list(units),
    )
    return Extent(entries, sum(count for _, count, _ in found), last, {unit: moved for unit, _, moved in found})


def entries(book: int, units: Sequence[str]) -> Iterator[Entry]:
    """An entry is held as a whole, and no more than one: the largest settlement says how much memory this takes."""
    found = stream(
        f"""
        SELECT entry.id, entry.key, entry.memo, entry.posted_at, entry.reverses_id,
               transfer.payer_id, transfer.payee_id, transfer.amount, transfer.reason::text
        FROM ledger_transfer transfer JOIN ledger_entry entry ON entry.id = transfer.entry_id
        WHERE {_OF_THE_BOOK}
        ORDER BY transfer.entry_id, transfer.position
        """,  # noqa: S608 - our own constant
        book=book,
        units=list(units),
    )
    for _, lines in groupby(found, key=itemgetter(0)):
        whole = list(lines)
        id_, key, memo, posted_at, reverses = whole[0][:5]
        yield Entry(id_, key, memo, posted_at, reverses, tuple(Moved(*line[5:]) for line in whole))


def statements(book: int, accounts: Sequence[int]) -> Iterator[Line]:
    """What happened to each of these accounts of the book, one after the other in the order they are named in, and
    transfers in the order of their ids.
    """
    sides = " UNION ALL ".join(
        f"""
        SELECT wanted.place, {account} AS account_id, {other} AS other_id, {sign}transfer.amount AS amount,
               transfer.reason, transfer.entry_id, transfer.id
        FROM ledger_transfer transfer JOIN wanted ON wanted.id = {account}
        WHERE transfer.book_id = %(book)s
        """  # noqa: S608 - our own constants
        for account, other, sign in (("payee_id", "payer_id", ""), ("payer_id", "payee_id", "-"))
    )
    found = stream(
        f"""
        WITH wanted AS (SELECT * FROM unnest(%(accounts)s::bigint[]) WITH ORDINALITY AS wanted (id, place))
        SELECT line.account_id, line.other_id, line.amount, line.reason::text,
               entry.id, entry.key, entry.posted_at, entry.reverses_id
        FROM ({sides}) line JOIN ledger_entry entry ON entry.id = line.entry_id
        ORDER BY line.place, line.id
        """,  # noqa: S608 - our own constants
        book=book,
        accounts=list(accounts),
    )
    return (Line(*line) for line in found)


class Net(NamedTuple):
    """What moved between two accounts for one reason, less what came back."""

    payer: int
    payee: int
    amount: int
    reason: str
    unit: str


def net(book: int, units: Sequence[str]) -> list[Net]:
    """The whole of it in as few lines as say between whom and why."""
    found = rows(
        f"""
        SELECT least(payer_id, payee_id), greatest(payer_id, payee_id),
               sum(CASE WHEN payer_id < payee_id THEN transfer.amount ELSE -transfer.amount END)::bigint AS net,
               transfer.reason::text, unit.code
        FROM ledger_transfer transfer JOIN ledger_unit unit ON unit.id = transfer.unit_id WHERE {_OF_THE_BOOK}
        GROUP BY 1, 2, 4, 5
        HAVING sum(CASE WHEN payer_id < payee_id THEN transfer.amount ELSE -transfer.amount END) <> 0
        ORDER BY min(transfer.id)
        """,  # noqa: S608 - our own constant
        book=book,
        units=list(units),
    )
    return [
        Net(one, other, amount, *why) if amount > 0 else Net(other, one, -amount, *why)
        for one, other, amount, *why in found
    ]
