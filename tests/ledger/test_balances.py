"""Reading: balances now and then, statements page by page, the trial balance."""

from datetime import timedelta

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from casino.desk.accounts import Reason
from ledger import balances, errors
from ledger.balances import Line
from ledger.models import Entry
from ledger.posting import Posting, post, post_many, reverse
from tests.databases import raw
from tests.ledger.book import SmallBook


def test_balances_of_accounts_with_and_without_a_floor(book: SmallBook) -> None:
    assert balances.balance(book["ada"]) == 100
    assert balances.balance(book["issue"]) == -150
    assert balances.balance(book["commission"]) == 0
    assert balances.balances([book["ada"], book["issue"]]) == {book["ada"]: 100, book["issue"]: -150}
    assert balances.balances([]) == {}


def test_an_unknown_account_has_no_balance(book: SmallBook) -> None:
    for read in (balances.balance, balances.statement, lambda account: balances.balances([book["ada"], account])):
        with pytest.raises(errors.UnknownAccount):
            read(999_999)
    with pytest.raises(errors.UnknownAccount):
        balances.balance_at(999_999, timezone.now())


def test_the_balance_of_then(book: SmallBook) -> None:
    times = []
    for number in range(3):
        post(book=book.pk, key=str(number), transfers=[book.wish("ada", "bob", 10)])
        times.append(Entry.objects.get(key=str(number)).posted_at)
    assert [balances.balance_at(book["ada"], moment) for moment in times] == [90, 80, 70]
    assert balances.balance_at(book["ada"], times[0] - timedelta(microseconds=1)) == 100
    assert balances.balance_at(book["ada"], times[0] - timedelta(days=1)) == 0
    assert balances.balance_at(book["issue"], times[-1]) == -150
    assert balances.balance_at(book["commission"], times[-1]) == 0


def pages(account: int, size: int) -> list[tuple[Line, ...]]:
    found, older = [], None
    while True:
        page = balances.statement(account, older=older, size=size)
        found.append(page.lines)
        older = page.older
        if older is None:
            return found


def test_a_statement_says_what_happened(book: SmallBook) -> None:
    won = post(book=book.pk, key="won", transfers=[book.wish("bob", "ada", 20, Reason.WINNINGS)], memo="Gou Gou")
    undo = reverse(book=book.pk, key="undo", entry=won.pk, memo="dead heat")
    (lines,) = pages(book["ada"], 50)
    told = [
        (line.entry, line.key, line.other, line.amount, line.balance, line.reason, line.memo, line.reverses)
        for line in lines
    ]
    assert told == [
        (undo.pk, "undo", "bob", -20, 100, "winnings", "dead heat", won.pk),
        (won.pk, "won", "bob", 20, 120, "winnings", "Gou Gou", None),
        (Entry.objects.get(key="buy-in-ada").pk, "buy-in-ada", "issue", 100, 100, "buy-in", "", None),
    ]
    assert lines[0].posted_at >= lines[1].posted_at >= lines[2].posted_at


@pytest.mark.parametrize("account", ["ada", "issue", "commission"])
@pytest.mark.parametrize("size", [1, 2, 3, 7, 50])
def test_pages_join_without_a_gap_and_end_at_nothing(book: SmallBook, account: str, size: int) -> None:
    wishes = [
        book.wish("ada", "bob", 3),
        book.wish("issue", "ada", 5, Reason.BUY_IN),
        book.wish("ada", "commission", 1, Reason.COMMISSION),
        book.wish("bob", "ada", 2),
    ]
    post_many(book=book.pk, postings=[Posting(f"p{number}", wishes) for number in range(4)])
    found = pages(book[account], size)
    lines = [line for page in found for line in page]
    (whole,) = pages(book[account], 1000)
    assert tuple(lines) == whole
    assert [len(page) for page in found[:-1]] == [size] * (len(found) - 1)
    held = balances.balance(book[account])
    for line in lines:
        assert line.balance == held
        held -= line.amount
    assert held == 0


def test_an_account_nothing_has_happened_to_has_an_empty_statement(book: SmallBook) -> None:
    assert pages(book["cy"], 10) == [()]


def test_what_happens_meanwhile_does_not_disturb_the_pages(book: SmallBook) -> None:
    post_many(book=book.pk, postings=[Posting(f"p{n}", [book.wish("ada", "bob", 1)]) for n in range(5)])
    before = [line for page in pages(book["ada"], 2) for line in page]
    first = balances.statement(book["ada"], size=2)
    post(book=book.pk, key="meanwhile", transfers=[book.wish("ada", "bob", 10)])
    second = balances.statement(book["ada"], older=first.older, size=2)
    assert [*first.lines, *second.lines] == before[:4]


def test_a_late_transfer_of_an_account_without_a_floor_does_not_shift_its_balances(book: SmallBook) -> None:
    """Its ids are drawn without a lock, so a lower one may become visible between two pages."""
    with raw() as psql:
        psql.autocommit = False
        book.by_hand(psql, "late", book.wish("issue", "cy", 7, Reason.BUY_IN))
        post(book=book.pk, key="later id, first seen", transfers=[book.wish("issue", "bob", 5, Reason.BUY_IN)])
        first = balances.statement(book["issue"], size=1)
        psql.commit()
    rest = balances.statement(book["issue"], older=first.older, size=10).lines
    assert [line.amount for line in rest] == [-7, -50, -100]
    assert rest[-1].balance == -100
    assert rest[0].balance == -157


@pytest.mark.parametrize("cursor", ["x", "tampered", "WzEsMSwxXQ:1xSot7:c8Bs68RDlunlLSpzQH7p3NytKpeLb0RbP8IyAXAxWm8"])
def test_a_cursor_that_is_not_ours_is_refused(book: SmallBook, cursor: str) -> None:
    with pytest.raises(errors.BadCursor):
        balances.statement(book["ada"], older=cursor)


def test_a_cursor_of_another_account_is_refused(book: SmallBook) -> None:
    post(book=book.pk, key="one", transfers=[book.wish("ada", "bob", 1)])
    older = balances.statement(book["ada"], size=1).older
    assert older
    with pytest.raises(errors.BadCursor) as refusal:
        balances.statement(book["bob"], older=older)
    assert refusal.value.code == "bad_cursor"


def test_a_trial_balance_comes_to_zero_in_every_unit(book: SmallBook) -> None:
    book.open_till()
    post(
        book=book.pk,
        key="sale",
        transfers=[book.wish("sales", "till", 1500, Reason.SALE), book.wish("ada", "commission", 9)],
    )
    lines = balances.trial_balance(book.pk)
    assert [(line.unit, line.code, line.role, line.balance) for line in lines] == [
        ("EUR", "sales", "sales", -1500),
        ("EUR", "till", "till", 1500),
        ("counter", "ada", "purse", 91),
        ("counter", "ada-stakes", "stakes", 0),
        ("counter", "bob", "purse", 50),
        ("counter", "commission", "commission", 9),
        ("counter", "cy", "purse", 0),
        ("counter", "issue", "issue", -150),
    ]
    with pytest.raises(errors.UnknownBook):
        balances.trial_balance(999_999)


@given(st.lists(st.text("\\\"{},' \nNULL", max_size=6), min_size=1, max_size=4))
def test_text_arrays_are_written_as_postgresql_reads_them(migrated_database: str, texts: list[str]) -> None:
    from ledger.posting import _text_array

    with raw() as psql:
        row = psql.execute("SELECT %s::text[]", [_text_array(texts)]).fetchone()
    assert row == (texts,)


def test_a_book_in_short_is_summed_by_role_and_unit(book: SmallBook) -> None:
    book.open_till()
    post(book=book.pk, key="sale", transfers=[book.wish("sales", "till", 1250, Reason.SALE)])
    assert [(line.role, line.unit, line.accounts, line.balance) for line in balances.by_role(book.pk)] == [
        ("sales", "EUR", 1, -1250),
        ("till", "EUR", 1, 1250),
        ("commission", "counter", 1, 0),
        ("issue", "counter", 1, -150),
        ("purse", "counter", 3, 150),
        ("stakes", "counter", 1, 0),
    ]


def test_movements_by_reason_leave_out_what_was_reversed(book: SmallBook) -> None:
    won = post(book=book.pk, key="won", transfers=[book.wish("bob", "ada", 20, Reason.WINNINGS)])
    post(book=book.pk, key="lost", transfers=[book.wish("ada", "bob", 7, Reason.LOST)])
    post(book=book.pk, key="again", transfers=[book.wish("bob", "ada", 3, Reason.WINNINGS)])
    reverse(book=book.pk, key="undo", entry=won.pk)
    found = {(each.code, each.reason): (each.came, each.went) for each in balances.movements(book.pk, ["purse"])}
    assert found == {
        ("ada", "buy-in"): (100, 0),
        ("ada", "lost"): (0, 7),
        ("ada", "winnings"): (3, 0),
        ("bob", "buy-in"): (50, 0),
        ("bob", "lost"): (7, 0),
        ("bob", "winnings"): (0, 3),
    }
