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
from tests.ledger.cast import Cast


def sweep(cast: Cast) -> None:
    post(
        book=cast.book,
        key="sweep",
        transfers=[cast.wish(name, "issue", held, Reason.SWEEP) for name, held in cast.held().items() if held > 0],
    )


def test_a_closed_account_refuses_new_entries(cast: Cast) -> None:
    books.close_account(cast["cy"])
    before = cast.written()
    for wish in (cast.wish("ada", "cy", 1), cast.wish("cy", "ada", 1)):
        with pytest.raises(errors.AccountClosed) as refusal:
            post(book=cast.book, key="late", transfers=[wish])
        assert (refusal.value.code, refusal.value.facts) == ("account_closed", {"account": "cy"})
        with pytest.raises(errors.AccountClosed):
            post(book=cast.book, key="late", transfers=[cast.wish("ada", "bob", 1), wish])
    assert cast.written() == before


def test_a_repeated_key_is_answered_after_the_account_was_closed(cast: Cast) -> None:
    wishes = [cast.wish("bob", "ada", 50)]
    first = post(book=cast.book, key="before", transfers=wishes)
    books.close_account(cast["bob"])
    assert post(book=cast.book, key="before", transfers=wishes).pk == first.pk


def test_an_entry_of_a_closed_account_cannot_be_reversed(cast: Cast) -> None:
    entry = post(book=cast.book, key="before", transfers=[cast.wish("bob", "ada", 50)])
    books.close_account(cast["bob"])
    with pytest.raises(errors.AccountClosed):
        reverse(book=cast.book, key="put right", entry=entry.pk)


@pytest.mark.parametrize("role", sorted(IN_PLAY))
def test_what_is_in_play_must_leave_an_account_before_it_is_closed(cast: Cast, role: Role) -> None:
    account = cast.open(role, "full")
    post(book=cast.book, key="fill", transfers=[cast.wish("ada", "full", 5)])
    with pytest.raises(errors.NotEmpty) as refusal:
        books.close_account(account)
    assert (refusal.value.code, refusal.value.facts) == ("not_empty", {"account": "full", "held": 5})
    assert Account.objects.get(pk=account).closed_at is None
    post(book=cast.book, key="empty", transfers=[cast.wish("full", "ada", 5)])
    books.close_account(account)
    assert Account.objects.get(pk=account).closed_at is not None


def test_a_commission_may_be_kept(cast: Cast) -> None:
    post(book=cast.book, key="fill", transfers=[cast.wish("ada", "commission", 5, Reason.COMMISSION)])
    books.close_account(cast["commission"])
    assert cast.held()["commission"] == 5


def test_a_book_with_counters_in_play_cannot_be_closed(cast: Cast) -> None:
    with pytest.raises(errors.NotEmpty) as refusal:
        books.close_book(cast.book)
    assert refusal.value.facts["account"] in {"ada", "bob"}
    assert Book.objects.get(pk=cast.book).closed_at is None
    assert not Account.objects.exclude(closed_at=None).exists()


def test_a_closed_book_refuses_everything(cast: Cast) -> None:
    sweep(cast)
    books.close_book(cast.book)
    assert not Account.objects.filter(closed_at=None).exists()
    before = cast.written()
    with pytest.raises(errors.BookClosed) as refusal:
        post(book=cast.book, key="late", transfers=[cast.wish("issue", "ada", 1, Reason.BUY_IN)])
    assert (refusal.value.code, refusal.value.sentence) == ("book_closed", "The book evening is closed.")
    with pytest.raises(errors.BookClosed):
        books.open_account(book=cast.book, unit=cast.unit, role=Role.PURSE, code="dora")
    assert cast.written() == before


def test_closing_twice_closes_once(cast: Cast) -> None:
    sweep(cast)
    books.close_account(cast["ada"])
    books.close_book(cast.book)
    closed = dict(Account.objects.values_list("code", "closed_at"))
    books.close_account(cast["ada"])
    books.close_book(cast.book)
    assert dict(Account.objects.values_list("code", "closed_at")) == closed
    assert str(closed["ada"]) < str(closed["bob"])


def test_what_does_not_exist_cannot_be_closed_or_opened(cast: Cast) -> None:
    with pytest.raises(errors.UnknownAccount):
        books.close_account(999_999)
    with pytest.raises(errors.UnknownBook):
        books.close_book(999_999)
    with pytest.raises(errors.UnknownBook):
        books.open_account(book=999_999, unit=cast.unit, role=Role.PURSE, code="dora")
    with pytest.raises(errors.UnknownUnit):
        books.open_account(book=cast.book, unit=999_999, role=Role.PURSE, code="dora")
    with pytest.raises(errors.UnknownRole):
        books.open_account(book=cast.book, unit=cast.unit, role="hat", code="dora")
    with pytest.raises(errors.CodeTaken):
        books.open_account(book=cast.book, unit=cast.unit, role=Role.PURSE, code="ada")
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


def test_a_closing_waits_for_the_posting_under_way(cast: Cast) -> None:
    """And then it sees what that has brought."""
    with raw() as psql:
        psql.autocommit = False
        cast.by_hand(psql, "under way", cast.wish("ada", "cy", 1))
        assert refused_after_waiting(psql, lambda: books.close_account(cast["cy"])) == ["not_empty"]


def test_a_posting_waits_for_the_closing_under_way(cast: Cast) -> None:
    with raw() as psql:
        psql.autocommit = False
        psql.execute("UPDATE ledger_account SET closed_at = now() WHERE id = %s", [cast["cy"]])
        wishes = [cast.wish("ada", "cy", 1)]
        refused = refused_after_waiting(psql, lambda: post(book=cast.book, key="late", transfers=wishes))
    assert refused == ["account_closed"]


def test_the_closing_of_a_book_waits_for_the_account_being_opened(cast: Cast) -> None:
    """And then closes that too."""
    book = books.open_book(code="empty").pk
    with raw() as psql:
        psql.autocommit = False
        psql.execute(
            "INSERT INTO ledger_account (book_id, unit_id, role, code, opened_at) VALUES (%s, %s, %s, 'dora', now())",
            [book, cast.unit, Role.PURSE],
        )
        assert refused_after_waiting(psql, lambda: books.close_book(book)) == []
    assert Account.objects.get(book=book).closed_at is not None


def test_the_opening_of_an_account_waits_for_the_book_being_closed(cast: Cast) -> None:
    book = books.open_book(code="empty").pk
    with raw() as psql:
        psql.autocommit = False
        psql.execute("UPDATE ledger_book SET closed_at = now() WHERE id = %s", [book])
        refused = refused_after_waiting(
            psql, lambda: books.open_account(book=book, unit=cast.unit, role=Role.PURSE, code="dora")
        )
    assert refused == ["book_closed"]


def test_raw_sql_cannot_close_what_is_full(cast: Cast) -> None:
    with raw() as psql:
        for attempt in ("UPDATE ledger_account SET closed_at = now()", "UPDATE ledger_book SET closed_at = now()"):
            with pytest.raises(psycopg.Error) as refusal:
                psql.execute(attempt.encode())
            assert '"not_empty"' in (refusal.value.diag.message_detail or "")
