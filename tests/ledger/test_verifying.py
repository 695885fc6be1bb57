"""`verify_ledger` as whoever calls it sees it. What it finds is in test_laws.py."""

import pytest
from django.core.management import CommandError

from tests.databases import raw
from tests.ledger.book import SmallBook
from tests.ledger.verified import verify


def told(book: str | None = None) -> tuple[int, list[str]]:
    code, output = verify(book=book)
    return code, output.splitlines()


def take_from(book: SmallBook, name: str) -> None:
    with raw() as psql:
        psql.execute("ALTER TABLE ledger_balance DISABLE TRIGGER ledger_balance_through_the_gate")
        psql.execute("UPDATE ledger_balance SET amount = amount - 1 WHERE account_id = %s", [book[name]])
        psql.execute("ALTER TABLE ledger_balance ENABLE ALWAYS TRIGGER ledger_balance_through_the_gate")


def test_clean_books_are_said_to_be_in_order(book: SmallBook) -> None:
    assert told() == (0, ["The books are in order."])
    assert told("evening") == (0, ["The books of evening are in order."])


def test_each_finding_is_printed_with_its_row(book: SmallBook) -> None:
    take_from(book, "ada")
    ada = f"balance: ledger_balance of account {book['ada']}: ada is kept at 99; its transfers say 100."
    assert told() == (1, [ada, "1 finding. The books are not in order."])
    take_from(book, "bob")
    bob = f"balance: ledger_balance of account {book['bob']}: bob is kept at 49; its transfers say 50."
    code, (*findings, last) = told()
    assert (code, set(findings), last) == (1, {ada, bob}, "2 findings. The books are not in order.")


def test_one_book_is_verified_alone(book: SmallBook) -> None:
    other = SmallBook(code="another evening").buy_in()
    take_from(other, "ada")
    assert told("evening") == (0, ["The books of evening are in order."])
    code, lines = told("another evening")
    assert (code, lines[-1]) == (1, "1 finding. The books of another evening are not in order.")


def test_a_book_that_is_not_there_is_refused(book: SmallBook) -> None:
    with pytest.raises(CommandError, match=r"There is no book noon\.") as refusal:
        told("noon")
    assert refusal.value.returncode == 2
