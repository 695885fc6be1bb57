"""Moving counters. `post`, `post_many` and `reverse` are the only writers of entries, transfers and balances.

Each is one round trip, complete or refused, and safe to repeat: the same key with the same content answers with the
first entry. At most one of them may be called in one database transaction; what belongs together is said together.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import psycopg
from django.db import DEFAULT_DB_ALIAS
from django.db.models.base import ModelState

from ledger import errors
from ledger.line import line
from ledger.models import KEY_LENGTH, Entry

LARGEST = 2**63 - 1

# The two doors of the gate in sql/posting.sql.
_ONE = """
    INSERT INTO ledger_posting_one (in_transaction, book, key, memo, payer, payee, amount, reason)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
    RETURNING entry
"""
_MANY = """
    INSERT INTO ledger_posting (in_transaction, book, keys, memos, reverses, sizes, payers, payees, amounts, reasons)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
    RETURNING entries
"""


class Transfer(NamedTuple):
    """A wish to move `amount` from one account to another, both named by id."""

    payer: int
    payee: int
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class Posting:
    """One entry to be: transfers that stand or fall together."""

    key: str
    transfers: Sequence[Transfer]
    memo: str = ""


@dataclass(frozen=True, slots=True)
class Reversal:
    """One entry to be: an earlier one, the other way round. Its transfers keep their reasons; the memo says why."""

    key: str
    entry: int
    memo: str = ""


def post(*, book: int, key: str, transfers: Sequence[Transfer], memo: str = "") -> Entry:
    """Post one entry."""
    if len(transfers) != 1:
        return post_many(book=book, postings=[Posting(key, transfers, memo)])[0]
    _check(book, key, memo, transfers)
    ((payer, payee, amount, reason),) = transfers
    # Numbers as text: psycopg would choose a type by their size, and prepare a statement for each combination.
    values = (str(book), key, memo, str(payer), str(payee), str(amount), str(reason))
    return _entry(id=_through_the_gate(_ONE, values), book_id=book, key=key, memo=memo, size=1, reverses_id=None)


def reverse(*, book: int, key: str, entry: int, memo: str = "") -> Entry:
    """Post one entry that takes back another."""
    return post_many(book=book, postings=[Reversal(key, entry, memo)])[0]


def post_many(*, book: int, postings: Sequence[Posting | Reversal]) -> list[Entry]:
    """Post several entries, all or none. Floors hold for what they come to together, not one by one."""
    if not postings:
        raise errors.NoTransfers
    transfers: list[Transfer] = []
    sizes: list[int] = []
    for posting in postings:
        if isinstance(posting, Reversal):
            _check(book, posting.key, posting.memo, ())
            if not _is_whole(posting.entry):
                raise errors.UnknownEntry(entry=posting.entry)
            sizes.append(0)
        else:
            if not posting.transfers:
                raise errors.NoTransfers
            _check(book, posting.key, posting.memo, posting.transfers)
            transfers += posting.transfers
            sizes.append(len(posting.transfers))
    keys = [posting.key for posting in postings]
    _check_no_key_twice(keys)
    values = (
        str(book),
        _text_array(keys),
        _text_array([posting.memo for posting in postings]),
        _array(posting.entry if isinstance(posting, Reversal) else "NULL" for posting in postings),
        _array(sizes),
        _array(transfer.payer for transfer in transfers),
        _array(transfer.payee for transfer in transfers),
        _array(transfer.amount for transfer in transfers),
        _text_array([transfer.reason for transfer in transfers]),
    )
    entries = _through_the_gate(_MANY, values)
    return [
        _entry(id=id_, book_id=book, key=posting.key, memo=posting.memo, reverses_id=posting.entry)
        if isinstance(posting, Reversal)
        else _entry(
            id=id_,
            book_id=book,
            key=posting.key,
            memo=posting.memo,
            size=len(posting.transfers),
            reverses_id=None,
        )
        for id_, posting in zip(entries, postings, strict=True)
    ]


def _through_the_gate(statement: str, values: Sequence[str]) -> Any:
    connection, cursor = line()
    try:
        row = cursor.execute(statement, (not connection.autocommit, *values), prepare=True).fetchone()
    except psycopg.errors.NumericValueOutOfRange:
        raise errors.BalanceTooLarge from None
    except psycopg.errors.InvalidTextRepresentation:  # numbers have been checked; the one reason comes last
        raise errors.UnknownReason(reason=values[-1]) from None
    except psycopg.Error as error:
        if refusal := errors.refusal_in(error):
            raise refusal from None
        with connection.wrap_database_errors:
            raise
    assert row is not None
    return row[0]


class _Stored(ModelState):
    db = DEFAULT_DB_ALIAS
    adding = False


def _entry(**known: Any) -> Entry:
    """The entry as far as the call said it; the rest is read if somebody asks for it, like any deferred field."""
    entry = Entry.__new__(Entry)
    known["_state"] = _Stored()
    entry.__dict__ = known
    return entry


# --- What can be refused before the database is asked


def _check(book: int, key: str, memo: str, transfers: Sequence[Transfer]) -> None:
    """Refuse what the database could not even be asked."""
    if not _is_whole(book):
        raise errors.UnknownBook(book=book)
    if not _storable(key) or not 0 < len(key) <= KEY_LENGTH:
        raise errors.BadKey
    if (memo and not _storable(memo)) or memo is None:
        raise errors.BadMemo
    for payer, payee, amount, reason in transfers:
        if not _is_whole(amount):
            raise errors.BadAmount(amount=amount)
        if payer == payee:
            raise errors.SameAccount
        if not _is_whole(payer):
            raise errors.UnknownAccount(account=payer)
        if not _is_whole(payee):
            raise errors.UnknownAccount(account=payee)
        if not _storable(reason):
            raise errors.UnknownReason(reason=reason)


def _is_whole(value: int) -> bool:
    """Is it an amount, or can it be an id? A boolean is not, though Python counts it among the whole numbers."""
    return type(value) is int and 0 < value <= LARGEST


def _check_no_key_twice(keys: list[str]) -> None:
    if len(set(keys)) != len(keys):
        raise errors.KeyReused(key=next(key for key in keys if keys.count(key) > 1))


def _storable(text: str) -> bool:
    """Can PostgreSQL keep this text? It knows no NUL, and nobody can encode half a surrogate pair."""
    if not isinstance(text, str) or "\0" in text:
        return False
    return text.isascii() or text.encode(errors="ignore").decode() == text


# --- PostgreSQL's notation for arrays: much faster to write here than through psycopg's adapters


def _array(numbers: Iterable[int | str]) -> str:
    return f"{{{','.join(map(str, numbers))}}}"


def _text_array(texts: Sequence[str]) -> str:
    quoted = (text.replace("\\", "\\\\").replace('"', '\\"') for text in texts)
    return '{"' + '","'.join(quoted) + '"}' if texts else "{}"
