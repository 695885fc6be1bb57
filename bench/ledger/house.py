"""This ledger, through its own functions."""

from collections.abc import Sequence
from itertools import cycle

from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from bench.ledger.crew import Hall, fresh_keys
from casino.desk.accounts import Reason, Role
from ledger.books import make_unit, open_account, open_book
from ledger.models import Account
from ledger.posting import Posting, Transfer, post, post_many

PLENTY = 10**9


def migrate() -> None:
    call_command("migrate", verbosity=0)
    disconnect()


def open_hall(purses: int) -> Hall:
    """A book with purses and one pool, all of them full."""
    book, unit = open_book(code="benchmark").id, make_unit(code="counter").id
    issue = open_account(book=book, unit=unit, role=Role.ISSUE, code="issue").id
    pool = open_account(book=book, unit=unit, role=Role.TOTALISATOR, code="pool").id
    held = Account.objects.bulk_create(
        Account(book_id=book, unit_id=unit, role_id=Role.PURSE, code=f"purse-{number}", opened_at=timezone.now())
        for number in range(purses)
    )
    ids = [purse.id for purse in held]
    fill = [Transfer(issue, account, PLENTY, Reason.BUY_IN) for account in (pool, *ids)]
    post(book=book, key="fill", transfers=fill)
    disconnect()
    return Hall(ids[: purses // 2], ids[purses // 2 :], pool, book, unit)


def live_through(hall: Hall, entries: int) -> None:
    """Something to remember, and what PostgreSQL knows of it a minute later.

    In a house where nothing has happened, plans that read whole tables look cheap; a session keeps them long after.
    """
    vacuum()
    pairs = zip(cycle(hall.payers), cycle(hall.payees), range(entries), strict=False)
    Teller(hall).post_many([(payer, payee) for payer, payee, _ in pairs])
    vacuum()
    disconnect()


def vacuum() -> None:
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def disconnect() -> None:
    """Leave nothing open: a database is copied only when nobody is in it, and a process forks only without threads."""
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]


class Teller:
    def __init__(self, hall: Hall) -> None:
        self._book = hall.book
        self._keys = fresh_keys()

    def post(self, payer: int, payee: int) -> None:
        post(book=self._book, key=next(self._keys), transfers=[Transfer(payer, payee, 1, Reason.STAKE)])

    def post_many(self, pairs: Sequence[tuple[int, int]]) -> None:
        postings = [Posting(next(self._keys), [Transfer(payer, payee, 1, Reason.STAKE)]) for payer, payee in pairs]
        post_many(book=self._book, postings=postings)

    def settle(self, payer: int, payees: Sequence[int]) -> None:
        transfers = [Transfer(payer, payee, 1, Reason.DIVIDEND) for payee in payees]
        post(book=self._book, key=next(self._keys), transfers=transfers)
