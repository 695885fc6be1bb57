"""Opening and closing books and accounts. What may be closed when is a law of the database (`sql/closing.sql`)."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from django.db import DatabaseError, transaction
from django.utils import timezone

from ledger import errors
from ledger.models import Account, Book, Unit


@contextmanager
def _refusals() -> Iterator[None]:
    """All or nothing, and what the database refuses is the ledger's refusal."""
    try:
        with transaction.atomic():
            yield
    except DatabaseError as error:
        if isinstance(error.__cause__, psycopg.Error) and (refusal := errors.refusal_in(error.__cause__)):
            raise refusal from None
        raise


def open_book(*, code: str) -> Book:
    with _refusals():
        return Book.objects.create(code=code, opened_at=timezone.now())


def make_unit(*, code: str, places: int = 0) -> Unit:
    """A unit of the house, made when first asked for: counters have no decimal places, money at the till has two."""
    with _refusals():
        return Unit.objects.get_or_create(code=code, defaults={"places": places})[0]


def open_account(*, book: int, unit: int, role: str, code: str) -> Account:
    with _refusals():
        return Account.objects.create(book_id=book, unit_id=unit, role_id=role, code=code, opened_at=timezone.now())


def close_account(account: int) -> None:
    """Refuse whatever would still be posted to the account. It must hold nothing that its role may not keep."""
    with _refusals():
        if not Account.objects.filter(id=account).exists():
            raise errors.UnknownAccount(account=account)
        Account.objects.filter(id=account, closed_at=None).update(closed_at=timezone.now())


def close_book(book: int) -> None:
    """Close the book and all its accounts. Nothing may be left in play: sweep purses, stakes, pools and pots first."""
    with _refusals():
        if not Book.objects.filter(id=book).exists():
            raise errors.UnknownBook(book=book)
        Book.objects.filter(id=book, closed_at=None).update(closed_at=timezone.now())
