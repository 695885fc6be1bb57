"""Closing accounts and books: what must have left them, and that nothing is posted afterwards."""

import threading
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from django.db import connections

from casino.desk.accounts import IN_PLAY, Reason, Role
from ledger import books, errors
from ledger.models import Account, Book
from ledger.posting import post, reverse
from tests.databases import raw
from tests.ledger.book import SmallBook


def sweep(book: SmallBook) -> None:
    post(
        book=book.pk,
        key="sweep",
        transfers=[book.wish(name, "issue", held, Reason.SWEEP) for name, held in book.held().items() if held > 0],
    )


def test_a_closed_account_refuses_new_entries(book: SmallBook) -> None:
    books.close_account(book["cy"])
    before = book.written()
    for wish in (book.wish("ada", "cy", 1), book.wish("cy", "ada", 1)):
        with pytest.raises(errors.AccountClosed) as refusal:
            post(book=book.pk, key="late", transfers=[wish])
        assert (refusal.value.code, refusal.value.facts) == ("account_closed", {"account": "cy"})
        with pytest.raises(errors.AccountClosed):
            post(book=book.pk, key="late", transfers=[book.wish("ada", "bob", 1), wish])
    assert book.written() == before


def test_a_repeated_key_is_answered_after_the_account_was_closed(book: SmallBook) -> None:
    wishes = [book.wish("bob", "ada", 50)]
    first = post(book=book.pk, key="before", transfers=wishes)
    books.close_account(book["bob"])
    assert post(book=book.pk, key="before", transfers=wishes).pk == first.pk


def test_an_entry_of_a_closed_account_cannot_be_reversed(book: SmallBook) -> None:
    entry = post(book=book.pk, key="before", transfers=[book.wish("bob", "ada", 50)])
    books.close_account(book["bob"])
    with pytest.raises(errors.AccountClosed):
        reverse(book=book.pk, key="put right", entry=entry.pk)


@pytest.mark.parametrize("role", sorted(IN_PLAY))
def test_what_is_in_play_must_leave_an_account_before_it_is_closed(book: SmallBook, role: Role) -> None:
    account = book.open(role, "full")
    post(book=book.pk, key="fill", transfers=[book.wish("ada", "full", 5)])
    with pytest.raises(errors.NotEmpty) as refusal:
        books.close_account(account)
    assert (refusal.value.code, refusal.value.facts) == ("not_empty", {"account": "full", "held": 5})
    assert Account.objects.get(pk=account).closed_at is None
    post(book=book.pk, key="empty", transfers=[book.wish("full", "ada", 5)])
    books.close_account(account)
    assert Account.objects.get(pk=account).closed_at is not None


def test_a_commission_may_be_kept(book: SmallBook) -> None:
    post(book=book.pk, key="fill", transfers=[book.wish("ada", "commission", 5, Reason.COMMISSION)])
    books.close_account(book["commission"])
    assert book.held()["commission"] == 5


def test_a_book_with_counters_in_play_cannot_be_closed(book: SmallBook) -> None:
    with pytest.raises(errors.NotEmpty) as refusal:
        books.close_book(book.pk)
    assert refusal.value.facts["account"] in {"ada", "bob"}
    assert Book.objects.get(pk=book.pk).closed_at is None
    assert not Account.objects.exclude(closed_at=None).exists()


def test_a_closed_book_refuses_everything(book: SmallBook) -> None:
    sweep(book)
    books.close_book(book.pk)
    assert not Account.objects.filter(closed_at=None).exists()
    before = book.written()
    with pytest.raises(errors.BookClosed) as refusal:
        post(book=book.pk, key="late", transfers=[book.wish("issue", "ada", 1, Reason.BUY_IN)])
    assert (refusal.value.code, refusal.value.sentence) == ("book_closed", "The book evening is closed.")
    with pytest.raises(errors.BookClosed):
        books.open_account(book=book.pk, unit=book.unit, role=Role.PURSE, code="dora")
    assert book.written() == before


def test_closing_twice_closes_once(book: SmallBook) -> None:
    sweep(book)
    books.close_account(book["ada"])
    books.close_book(book.pk)
    closed = dict(Account.objects.values_list("code", "closed_at"))
    books.close_account(book["ada"])
    books.close_book(book.pk)
    assert dict(Account.objects.values_list("code", "closed_at")) == closed
    assert str(closed["ada"]) < str(closed["bob"])


def test_what_does_not_exist_cannot_be_closed_or_opened(book: SmallBook) -> None:
    with pytest.raises(errors.UnknownAccount):
        books.close_account(999_999)
    with pytest.raises(errors.UnknownBook):
        books.close_book(999_999)
    with pytest.raises(errors.UnknownBook):
        books.open_account(book=999_999, unit=book.unit, role=Role.PURSE, code="dora")
    with pytest.raises(errors.UnknownUnit):
        books.open_account(book=book.pk, unit=999_999, role=Role.PURSE, code="dora")
    with pytest.raises(errors.UnknownRole):
        books.open_account(book=book.pk, unit=book.unit, role="hat", code="dora")
    with pytest.raises(errors.CodeTaken):
        books.open_account(book=book.pk, unit=book.unit, role=Role.PURSE, code="ada")
    with pytest.raises(errors.CodeTaken):
        books.open_book(code="evening")


def refused_after_waiting(psql: psycopg.Connection[Any], act: Callable[[], object]) -> list[str]:
    """The act, in a thread of its own, has to wait until psql commits. How it is refused then."""
    codes: list[str] = []

    def run() -> None:
        try:
            act()
        except errors.LedgerError as refusal:
            codes.append(refusal.code)
        connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(0.5)
    assert thread.is_alive()
    psql.commit()
    thread.join(10)
    return codes


def test_a_closing_waits_for_the_posting_under_way(book: SmallBook) -> None:
    """And then it sees what that has brought."""
    with raw() as psql:
        psql.autocommit = False
        book.by_hand(psql, "under way", book.wish("ada", "cy", 1))
        assert refused_after_waiting(psql, lambda: books.close_account(book["cy"])) == ["not_empty"]


def test_a_posting_waits_for_the_closing_under_way(book: SmallBook) -> None:
    with raw() as psql:
        psql.autocommit = False
        psql.execute("UPDATE ledger_account SET closed_at = now() WHERE id = %s", [book["cy"]])
        wishes = [book.wish("ada", "cy", 1)]
        refused = refused_after_waiting(psql, lambda: post(book=book.pk, key="late", transfers=wishes))
    assert refused == ["account_closed"]


def test_the_closing_of_a_book_waits_for_the_account_being_opened(book: SmallBook) -> None:
    """And then closes that too."""
    empty = books.open_book(code="empty").pk
    with raw() as psql:
        psql.autocommit = False
        psql.execute(
            "INSERT INTO ledger_account (book_id, unit_id, role, code, opened_at) VALUES (%s, %s, %s, 'dora', now())",
            [empty, book.unit, Role.PURSE],
        )
        assert refused_after_waiting(psql, lambda: books.close_book(empty)) == []
    assert Account.objects.get(book=empty).closed_at is not None


def test_the_opening_of_an_account_waits_for_the_book_being_closed(book: SmallBook) -> None:
    empty = books.open_book(code="empty").pk
    with raw() as psql:
        psql.autocommit = False
        psql.execute("UPDATE ledger_book SET closed_at = now() WHERE id = %s", [empty])
        refused = refused_after_waiting(
            psql, lambda: books.open_account(book=empty, unit=book.unit, role=Role.PURSE, code="dora")
        )
    assert refused == ["book_closed"]


def test_raw_sql_cannot_close_what_is_full(book: SmallBook) -> None:
    with raw() as psql:
        for attempt in ("UPDATE ledger_account SET closed_at = now()", "UPDATE ledger_book SET closed_at = now()"):
            with pytest.raises(psycopg.Error) as refusal:
                psql.execute(attempt.encode())
            assert '"not_empty"' in (refusal.value.diag.message_detail or "")
