"""Reading the books: what an account holds, held then, and how it came to. The only readers of balances.

A balance is what came in less what went out; the account that issues counters is as far below zero as there are
counters about. Accounts with a floor keep their balance; the others are summed when asked.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.core import signing

from ledger import errors
from ledger.line import ask
from ledger.models import Book
from ledger.rows import rows

PAGE = 50
LONGEST_PAGE = 1000
LAST = 2**63 - 1

_SALT = "ledger.statement"

# Subqueries in a CASE are run only when needed, so a kept balance costs one look-up.
_BALANCE = """
    CASE WHEN kept.account_id IS NOT NULL THEN kept.amount ELSE
        coalesce((SELECT sum(amount) FROM ledger_transfer WHERE payee_id = account.id), 0)
        - coalesce((SELECT sum(amount) FROM ledger_transfer WHERE payer_id = account.id), 0)
    END::bigint
"""
_KEPT = "FROM ledger_account account LEFT JOIN ledger_balance kept ON kept.account_id = account.id"


@dataclass(frozen=True, slots=True)
class Line:
    """One transfer, as the account sees it: `amount` is below zero when it paid."""

    transfer: int
    entry: int
    key: str
    posted_at: datetime
    other: str
    amount: int
    balance: int
    reason: str
    memo: str
    reverses: int | None


@dataclass(frozen=True, slots=True)
class Page:
    """Some lines of a statement, the newest first. `older` asks for the next page; None when there is none."""

    lines: tuple[Line, ...]
    older: str | None


@dataclass(frozen=True, slots=True)
class TrialLine:
    account: int
    code: str
    role: str
    unit: str
    balance: int


@dataclass(frozen=True, slots=True)
class RoleLine:
    """All accounts of one role and unit together."""

    role: str
    unit: str
    accounts: int
    balance: int


@dataclass(frozen=True, slots=True)
class Movement:
    """What came to an account for one reason, and what went from it; what was reversed is in neither."""

    account: int
    code: str
    role: str
    unit: str
    reason: str
    came: int
    went: int


# The newest transfers of each side, merged: two short index scans however long the history is.
_PAGE = """
    SELECT held.amount, transfer.id, transfer.entry_id, entry.key, entry.posted_at, other.code, transfer.amount,
           transfer.reason, entry.memo, entry.reverses_id
    FROM ledger_account account
    LEFT JOIN ledger_balance kept ON kept.account_id = account.id
    CROSS JOIN LATERAL (
        SELECT CASE WHEN kept.account_id IS NULL THEN (
            coalesce((SELECT sum(amount) FROM ledger_transfer WHERE payee_id = account.id AND id < %(before)s), 0)
            - coalesce((SELECT sum(amount) FROM ledger_transfer WHERE payer_id = account.id AND id < %(before)s), 0)
        )::bigint ELSE coalesce(%(carried)s::bigint, kept.amount) END AS amount
        OFFSET 0  -- once, and not for each line
    ) held
    LEFT JOIN LATERAL (
        (SELECT id, entry_id, payer_id AS other_id, amount, reason FROM ledger_transfer
         WHERE payee_id = account.id AND id < %(before)s ORDER BY id DESC LIMIT %(rows)s)
        UNION ALL
        (SELECT id, entry_id, payee_id, -amount, reason FROM ledger_transfer
         WHERE payer_id = account.id AND id < %(before)s ORDER BY id DESC LIMIT %(rows)s)
        ORDER BY id DESC LIMIT %(rows)s
    ) transfer ON true
    LEFT JOIN ledger_entry entry ON entry.id = transfer.entry_id
    LEFT JOIN ledger_account other ON other.id = transfer.other_id
    WHERE account.id = %(account)s
    ORDER BY transfer.id DESC
"""


def balance(account: int) -> int:
    """Asked with every stake."""
    found = ask(f"SELECT {_BALANCE} {_KEPT} WHERE account.id = %s", str(account))
    if not found:
        raise errors.UnknownAccount(account=account)
    held: int = found[0][0]
    return held


def balances(accounts: Iterable[int]) -> dict[int, int]:
    wanted = list(accounts)
    found: dict[int, int] = dict(
        rows(
            f"""
        SELECT account.id, {_BALANCE} {_KEPT}
        WHERE account.id = ANY (%(accounts)s)
        """,
            accounts=wanted,
        )
    )
    for account in wanted:
        if account not in found:
            raise errors.UnknownAccount(account=account)
    return found


def balance_at(account: int, when: datetime) -> int:
    """What the account held at that moment, from the transfers posted until then."""
    found = rows(
        """
        SELECT coalesce(sum(CASE WHEN transfer.payee_id = account.id THEN transfer.amount ELSE -transfer.amount END)
                        FILTER (WHERE entry.posted_at <= %(when)s), 0)::bigint
        FROM ledger_account account
        LEFT JOIN LATERAL (
            SELECT entry_id, payee_id, amount FROM ledger_transfer WHERE payee_id = account.id
            UNION ALL SELECT entry_id, payee_id, amount FROM ledger_transfer WHERE payer_id = account.id
        ) transfer ON true
        LEFT JOIN ledger_entry entry ON entry.id = transfer.entry_id
        WHERE account.id = %(account)s
        GROUP BY account.id
        """,
        when=when,
        account=account,
    )
    if not found:
        raise errors.UnknownAccount(account=account)
    held: int = found[0][0]
    return held


def statement(account: int, *, older: str | None = None, size: int = PAGE) -> Page:
    """A page of an account's transfers, the newest first, with the balance after each.

    The first page counts back from the balance of now; the cursor of the next carries the balance on, so that no page
    costs more because history is long. An account without a floor is summed for each page instead: its ids can become
    visible out of order, and a carried balance would then be wrong.
    """
    size = max(1, min(size, LONGEST_PAGE))
    before, carried = _opened(account, older) if older else (LAST, None)
    page = rows(_PAGE, account=account, before=before, carried=carried, rows=size + 1)
    if not page:
        raise errors.UnknownAccount(account=account)
    held: int = page[0][0]
    lines: list[Line] = []
    for _, transfer, entry, key, posted_at, other, amount, reason, memo, reverses in page[:size]:
        if transfer is None:  # an account that nothing has happened to
            break
        lines.append(Line(transfer, entry, key, posted_at, other, amount, held, reason, memo, reverses))
        held -= amount
    older = _sealed(account, lines[-1].transfer, held) if len(page) > size else None
    return Page(tuple(lines), older)


def _sealed(account: int, before: int, carried: int) -> str:
    return signing.dumps([account, before, carried], salt=_SALT)


def _opened(account: int, cursor: str) -> tuple[int, int]:
    """What a cursor says. It is signed, so that what it says of the balance is ours, and of this account."""
    try:
        owner, before, carried = signing.loads(cursor, salt=_SALT)
    except signing.BadSignature:
        raise errors.BadCursor from None
    if owner != account:
        raise errors.BadCursor
    return before, carried


def trial_balance(book: int) -> list[TrialLine]:
    """What every account of the book holds. In each unit it comes to zero."""
    if not Book.objects.filter(id=book).exists():
        raise errors.UnknownBook(book=book)
    found = rows(
        f"""
        SELECT account.id, account.code, account.role, unit.code, {_BALANCE}
        FROM ledger_account account
        JOIN ledger_unit unit ON unit.id = account.unit_id
        LEFT JOIN ledger_balance kept ON kept.account_id = account.id
        WHERE account.book_id = %(book)s
        ORDER BY unit.code, account.code
        """,  # noqa: S608 - our own constant
        book=book,
    )
    return [TrialLine(*row) for row in found]


def by_role(book: int) -> list[RoleLine]:
    """The trial balance in short: what the accounts of each role hold together. In each unit it comes to zero."""
    found = rows(
        f"""
        SELECT role, unit, count(*), sum(balance)::bigint
        FROM (SELECT account.role, unit.code AS unit, {_BALANCE} AS balance {_KEPT}
              JOIN ledger_unit unit ON unit.id = account.unit_id
              WHERE account.book_id = %(book)s) held
        GROUP BY role, unit ORDER BY unit, role
        """,  # noqa: S608 - our own constants
        book=book,
    )
    return [RoleLine(*row) for row in found]


def movements(book: int, roles: Iterable[str]) -> list[Movement]:
    """What the accounts of these roles were paid and have paid, reason by reason; accounts that nothing has happened to
    are left out.
    """
    found = rows(
        """
        SELECT account.id, account.code, account.role, unit.code, moved.reason::text,
               coalesce(sum(amount) FILTER (WHERE comes), 0)::bigint,
               coalesce(sum(amount) FILTER (WHERE NOT comes), 0)::bigint
        FROM ledger_account account
        JOIN ledger_unit unit ON unit.id = account.unit_id
        JOIN LATERAL (
            SELECT transfer.reason, entry.reverses_id IS NULL AS comes,
                   CASE WHEN entry.reverses_id IS NULL THEN transfer.amount ELSE -transfer.amount END AS amount
            FROM ledger_transfer transfer JOIN ledger_entry entry ON entry.id = transfer.entry_id
            WHERE transfer.payee_id = account.id
            UNION ALL
            SELECT transfer.reason, entry.reverses_id IS NOT NULL,
                   CASE WHEN entry.reverses_id IS NULL THEN transfer.amount ELSE -transfer.amount END
            FROM ledger_transfer transfer JOIN ledger_entry entry ON entry.id = transfer.entry_id
            WHERE transfer.payer_id = account.id
        ) moved ON true
        WHERE account.book_id = %(book)s AND account.role = ANY (%(roles)s)
        GROUP BY account.id, account.code, account.role, unit.code, moved.reason
        ORDER BY unit.code, account.code, moved.reason::text
        """,
        book=book,
        roles=[str(role) for role in roles],
    )
    return [Movement(*row) for row in found]


def turnovers(book: int) -> dict[int, tuple[int, int]]:
    """What every account of the book has received and paid in all."""
    found = rows(
        """
        SELECT account_id, sum(received)::bigint, sum(paid)::bigint FROM (
            SELECT payee_id AS account_id, amount AS received, 0 AS paid FROM ledger_transfer WHERE book_id = %(book)s
            UNION ALL SELECT payer_id, 0, amount FROM ledger_transfer WHERE book_id = %(book)s
        ) movement GROUP BY account_id
        """,
        book=book,
    )
    return {account: (received, paid) for account, received, paid in found}


def moved_under(book: int, prefix: str) -> list[tuple[int, int, int]]:
    """What all entries whose keys begin so have moved between each two accounts: payer, payee, amount; nothing if it
    went back again.
    """
    after = prefix[:-1] + chr(ord(prefix[-1]) + 1)
    found = rows(
        """
        SELECT least(payer_id, payee_id), greatest(payer_id, payee_id),
               sum(CASE WHEN payer_id < payee_id THEN transfer.amount ELSE -transfer.amount END)::bigint AS net
        FROM ledger_entry entry JOIN ledger_transfer transfer ON transfer.entry_id = entry.id
        WHERE entry.book_id = %(book)s AND entry.key >= %(prefix)s AND entry.key < %(after)s
        GROUP BY 1, 2 HAVING sum(CASE WHEN payer_id < payee_id THEN transfer.amount ELSE -transfer.amount END) <> 0
        ORDER BY 1, 2
        """,
        book=book,
        prefix=prefix,
        after=after,
    )
    return [(one, other, net) if net > 0 else (other, one, -net) for one, other, net in found]
