"""Re-deriving the books. Nothing here trusts what was kept: balances come from transfers, laws from the catalogue.

PostgreSQL reads the transfers twice and the entries once; this process reads one column, a slice at a time. What is
kept here grows with accounts, not with history.
"""

import secrets
from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from itertools import accumulate, chain, compress
from operator import lt
from typing import NamedTuple

import psycopg
from django.db import connection

from ledger.catalogue import laws_stand
from ledger.findings import Aside, Finding
from ledger.rows import Row, rows

SLICE = 100_000  # ids read at a time


class _Account(NamedTuple):
    code: str
    book: int
    unit: int
    role_floor: int | None
    floor: int | None
    kept: int | None


def _accounts(book: int | None) -> dict[int, _Account]:
    accounts = rows(
        """
        SELECT account.id, account.code, account.book_id, account.unit_id, role.floor, kept.floor, kept.amount
        FROM ledger_account account
        LEFT JOIN ledger_role role ON role.name = account.role
        LEFT JOIN ledger_balance kept ON kept.account_id = account.id
        WHERE %(book)s IS NULL OR account.book_id = %(book)s
        """,
        book=book,
    )
    return {id_: _Account(*rest) for id_, *rest in accounts}


# A number for each entry that nobody could know beforehand. The sum of it over all transfers is the sum of it over all
# entries, each as often as it says it has transfers, only if every entry has as many as it says: one reading of each
# table instead of a join of both. When the sums differ, the join is made, to name the rows. A damaged entry would go
# unseen once in four thousand million times.
_NUMBER = "hashint8({id} # (book_id << 40) # %(seed)s)"


def counters_are_accounted_for(book: int | None, aside: Aside) -> Iterator[Finding]:
    """Laws 1, 3 and 5: transfers are sound, entries complete, kept balances what the transfers say."""
    seed = secrets.randbits(62)
    return _accounted(book, aside(_paid, book, seed), aside(_received, book), aside(_announced, book, seed))


def _accounted(
    book: int | None, paid: Future[list[Row]], received: Future[list[Row]], announced: Future[list[Row]]
) -> Iterator[Finding]:
    accounts = _accounts(book)
    yield from _sums_fit(accounts, paid.result(), received.result())
    yield from _balances_fit(accounts, paid.result(), received.result())
    size, positions, number, odd = (sum(row[place] for row in paid.result()) for place in (4, 5, 6, 7))
    if odd:
        yield from _odd_transfers(book)
    if announced.result() != [(size, positions, number)]:
        yield from _incomplete_entries(book)


def _paid(book: int | None, seed: int) -> list[Row]:
    """By account: what it has paid; how many transfers those are, their places and numbers; how many are odd."""
    return rows(
        f"""
        SELECT payer_id, book_id, unit_id, sum(amount), count(*), sum(position), sum({_NUMBER.format(id="entry_id")}),
               count(*) FILTER (WHERE amount <= 0 OR payer_id = payee_id)
        FROM ledger_transfer WHERE %(book)s IS NULL OR book_id = %(book)s GROUP BY payer_id, book_id, unit_id
        """,  # noqa: S608
        seed=seed,
        book=book,
    )


def _received(book: int | None) -> list[Row]:
    return rows(
        """
        SELECT payee_id, book_id, unit_id, sum(amount)
        FROM ledger_transfer WHERE %(book)s IS NULL OR book_id = %(book)s GROUP BY payee_id, book_id, unit_id
        """,
        book=book,
    )


def _announced(book: int | None, seed: int) -> list[Row]:
    """What the entries say that their transfers come to: how many, their places and numbers."""
    return rows(
        f"""
        SELECT coalesce(sum(size), 0), coalesce(sum(size::bigint * (size + 1) / 2), 0),
               coalesce(sum({_NUMBER.format(id="id")}::bigint * size), 0)
        FROM ledger_entry WHERE %(book)s IS NULL OR book_id = %(book)s
        """,  # noqa: S608
        seed=seed,
        book=book,
    )


def _sums_fit(accounts: dict[int, _Account], *sides: list[Row]) -> Iterator[Finding]:
    """Payers and payees are accounts of the book and unit of their transfers; so every unit comes to zero."""
    for account_id, book, unit, *_ in chain(*sides):
        account = accounts.get(account_id)
        if account is None:
            yield Finding(
                "account", f"ledger_transfer of account {account_id}", "There is no such account in the book."
            )
        elif (book, unit) != (account.book, account.unit):
            yield Finding(
                "account", f"ledger_transfer of account {account_id}", f"{account.code} is of another book or unit."
            )


def _balances_fit(accounts: dict[int, _Account], paid: list[Row], received: list[Row]) -> Iterator[Finding]:
    derived = dict.fromkeys(accounts, 0)
    for account_id, _, _, amount, *_ in received:
        derived[account_id] = derived.get(account_id, 0) + int(amount)
    for account_id, _, _, amount, *_ in paid:
        derived[account_id] = derived.get(account_id, 0) - int(amount)
    for account_id, account in accounts.items():
        row = f"ledger_balance of account {account_id}"
        if account.floor != account.role_floor:
            yield Finding("floor", row, f"{account.code} has the floor {account.floor}, its role {account.role_floor}.")
        if account.kept is not None and account.kept != derived[account_id]:
            yield Finding(
                "balance", row, f"{account.code} is kept at {account.kept}; its transfers say {derived[account_id]}."
            )
        if account.role_floor is not None and derived[account_id] < account.role_floor:
            yield Finding("floor", row, f"{account.code} holds {derived[account_id]}, below {account.role_floor}.")


def _odd_transfers(book: int | None) -> Iterator[Finding]:
    for id_, entry, payer, payee, amount, reason in rows(
        """
        SELECT id, entry_id, payer_id, payee_id, amount, reason FROM ledger_transfer
        WHERE (%(book)s IS NULL OR book_id = %(book)s)
          AND (amount <= 0 OR payer_id = payee_id)
        ORDER BY id
        """,
        book=book,
    ):
        yield Finding(
            "transfer",
            f"ledger_transfer {id_} of entry {entry}",
            f"No transfer can be like this: {payer} pays {payee} {amount} for “{reason}”.",
        )


def _incomplete_entries(book: int | None) -> Iterator[Finding]:
    for entry, size, found, positions in rows(
        """
        SELECT coalesce(entry.id, content.entry_id), entry.size, coalesce(content.found, 0), content.positions
        FROM (SELECT * FROM ledger_entry WHERE %(book)s IS NULL OR book_id = %(book)s) entry
        FULL JOIN (SELECT entry_id, book_id, count(*) AS found, sum(position) AS positions FROM ledger_transfer
                   WHERE %(book)s IS NULL OR book_id = %(book)s GROUP BY entry_id, book_id) content
            ON content.entry_id = entry.id AND content.book_id = entry.book_id
        WHERE entry.size IS DISTINCT FROM content.found
           OR content.positions <> entry.size::bigint * (entry.size + 1) / 2
        ORDER BY 1
        """,
        book=book,
    ):
        if size is None:
            sentence = f"{found} transfers name an entry that their book does not have."
        elif size != found:
            sentence = f"The entry says that it has {size} transfers; it has {found}."
        else:
            sentence = f"The entry's {size} transfers are not numbered from 1 (their places add up to {positions})."
        yield Finding("entry", f"ledger_entry {entry}", sentence)


def reversals_mirror(book: int | None, _aside: Aside) -> Iterator[Finding]:
    """Law 2: a reversal comes after its original, once, and is the same the other way round."""
    for id_, original in rows(
        """
        SELECT reversal.id, reversal.reverses_id FROM ledger_entry reversal
        LEFT JOIN ledger_entry original ON original.id = reversal.reverses_id
        WHERE reversal.reverses_id IS NOT NULL AND (%(book)s IS NULL OR reversal.book_id = %(book)s)
          AND (original.id IS NULL OR original.book_id <> reversal.book_id OR original.id > reversal.id
               OR (SELECT array_agg(ARRAY[payer_id, payee_id, amount] ORDER BY position)
                   FROM ledger_transfer WHERE entry_id = reversal.id)
                  IS DISTINCT FROM
                  (SELECT array_agg(ARRAY[payee_id, payer_id, amount] ORDER BY position)
                   FROM ledger_transfer WHERE entry_id = original.id))
        ORDER BY reversal.id
        """,
        book=book,
    ):
        yield Finding("reversal", f"ledger_entry {id_}", f"It is not entry {original} the other way round.")
    for original, times in rows(
        """
        SELECT reverses_id, count(*) FROM ledger_entry
        WHERE reverses_id IS NOT NULL AND (%(book)s IS NULL OR book_id = %(book)s)
        GROUP BY reverses_id HAVING count(*) > 1 ORDER BY reverses_id
        """,
        book=book,
    ):
        yield Finding("reversal", f"ledger_entry {original}", f"It was reversed {times} times.")


def closings_are_clean(book: int | None, _aside: Aside) -> Iterator[Finding]:
    """A closed book has no open account, and nothing that is closed still holds counters in play."""
    for id_, code, closed, held in rows(
        """
        SELECT account.id, account.code, account.closed_at IS NOT NULL, kept.amount
        FROM ledger_account account
        JOIN ledger_book book ON book.id = account.book_id
        JOIN ledger_role role ON role.name = account.role
        LEFT JOIN ledger_balance kept ON kept.account_id = account.id
        WHERE (%(book)s IS NULL OR book.id = %(book)s)
          AND (book.closed_at IS NOT NULL AND account.closed_at IS NULL
               OR account.closed_at IS NOT NULL AND role.must_end_empty AND kept.amount <> 0
               OR kept.closed <> (account.closed_at IS NOT NULL))
        ORDER BY account.id
        """,
        book=book,
    ):
        sentence = f"{code} is closed, with {held} in its balance." if closed else f"{code} is open, and must not be."
        yield Finding("closing", f"ledger_account {id_}", sentence)


def ids_are_in_order(book: int | None, aside: Aside) -> Iterator[Finding]:
    """For an account with a floor, ids of transfers rise with those of their entries: in the order of posting."""
    return _awaited(aside(_out_of_order, book))


def _awaited(answer: Future[list[Finding]]) -> Iterator[Finding]:
    yield from answer.result()


def _out_of_order(book: int | None) -> list[Finding]:
    """Where the ids of all transfers rise, they do for every account. Where postings overlapped in time, some are late.

    Only for those the transfer before, of the same account, is looked up.
    """
    ((first, last),) = rows("SELECT min(id), max(id) FROM ledger_transfer")
    found: list[Finding] = []
    highest = 0
    for start in range(first or 1, (last or 0) + 1, SLICE):
        values = {"book": book, "start": start, "end": start + SLICE}
        entries = _column(f"SELECT string_agg(int8send(entry_id), '' ORDER BY id) {_IN_SLICE}", values)
        entries.insert(0, highest)
        in_order = sorted(entries)
        if in_order != entries:
            late = map(lt, entries[1:], accumulate(entries, max))
            ids = [id_ for (id_,) in rows(f"SELECT id {_IN_SLICE} ORDER BY id", **values)]
            found += _after_a_later_entry(list(compress(ids, late)))
        highest = in_order[-1]
    return found


def _column(sql: str, values: dict[str, int | None]) -> list[int]:
    """A column of numbers in one piece, as PostgreSQL keeps them: a row for each would cost more than all the rest."""
    with psycopg.Cursor(connection.connection) as cursor:
        row = cursor.execute(sql, values, binary=True).fetchone()
    numbers = array("q", (row and row[0]) or b"")
    numbers.byteswap()
    return numbers.tolist()


_IN_SLICE = """
    FROM ledger_transfer WHERE id >= %(start)s AND id < %(end)s AND (%(book)s::bigint IS NULL OR book_id = %(book)s)
"""


def _after_a_later_entry(late: list[int]) -> Iterator[Finding]:
    for id_, entry, code, before in rows(
        """
        SELECT transfer.id, transfer.entry_id, account.code, earlier.entry_id
        FROM ledger_transfer transfer
        CROSS JOIN LATERAL (VALUES (transfer.payer_id), (transfer.payee_id)) side (account_id)
        JOIN ledger_balance kept USING (account_id)
        JOIN ledger_account account ON account.id = side.account_id
        CROSS JOIN LATERAL (
            (SELECT id, entry_id FROM ledger_transfer WHERE payer_id = side.account_id AND id < transfer.id
             ORDER BY id DESC LIMIT 1)
            UNION ALL
            (SELECT id, entry_id FROM ledger_transfer WHERE payee_id = side.account_id AND id < transfer.id
             ORDER BY id DESC LIMIT 1)
            ORDER BY id DESC LIMIT 1
        ) earlier
        WHERE transfer.id = ANY (%(late)s) AND earlier.entry_id > transfer.entry_id
        ORDER BY transfer.id
        """,
        late=late,
    ):
        yield Finding(
            "order", f"ledger_transfer {id_}", f"{code} has it, of entry {entry}, after one of entry {before}."
        )


# All are called before the first is listened to, so that what they read aside is read meanwhile.
CHECKS: dict[str, Callable[[int | None, Aside], Iterator[Finding]]] = {
    "laws": laws_stand,
    "reversals": reversals_mirror,
    "closings": closings_are_clean,
    "order": ids_are_in_order,
    "counters": counters_are_accounted_for,
}
