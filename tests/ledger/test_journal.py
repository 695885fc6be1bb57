"""A book from the first entry to the last, in one view."""

import pytest
from django.db import connection

from casino.desk.accounts import Reason
from ledger import balances, journal, rows
from ledger.posting import Posting, Transfer, post, post_many, reverse
from ledger.rows import one_view
from tests.databases import raw
from tests.ledger.book import SmallBook

COUNTERS, MONEY = ["counter"], ["EUR"]


@pytest.fixture
def busy(book: SmallBook) -> SmallBook:
    """Counters and money in one entry, a reversal, and another book with the same people beside it."""
    book.open_till()
    sale = [book.wish("issue", "cy", 30, Reason.BUY_IN), book.wish("sales", "till", 150, Reason.SALE)]
    post(book=book.pk, key="sale", transfers=sale, memo="at the door")
    other = SmallBook("another").buy_in()
    post(book=other.pk, key="elsewhere", transfers=[other.wish("ada", "bob", 7)])
    won = post(book=book.pk, key="won", transfers=[book.wish("bob", "ada", 20, Reason.WINNINGS)])
    reverse(book=book.pk, key="undo", entry=won.pk, memo="dead heat")
    post(book=book.pk, key="stake", transfers=[book.wish("ada", "ada-stakes", 5)])
    return book


def test_entries_come_in_order_with_what_they_moved_in_these_units(busy: SmallBook) -> None:
    with one_view():
        found = list(journal.entries(busy.pk, COUNTERS))
    told = [(entry.key, entry.memo, entry.moved) for entry in found]
    assert told == [
        ("buy-in-ada", "", ((busy["issue"], busy["ada"], 100, "buy-in"),)),
        ("buy-in-bob", "", ((busy["issue"], busy["bob"], 50, "buy-in"),)),
        ("sale", "at the door", ((busy["issue"], busy["cy"], 30, "buy-in"),)),
        ("won", "", ((busy["bob"], busy["ada"], 20, "winnings"),)),
        ("undo", "dead heat", ((busy["ada"], busy["bob"], 20, "winnings"),)),
        ("stake", "", ((busy["ada"], busy["ada-stakes"], 5, "stake"),)),
    ]
    assert [entry.reverses for entry in found] == [None, None, None, None, found[3].id, None]
    with one_view():
        (sale,) = journal.entries(busy.pk, MONEY)
        assert (sale.key, sale.moved) == ("sale", ((busy["sales"], busy["till"], 150, "sale"),))
        assert list(journal.entries(busy.pk, [])) == []
        assert len(list(journal.entries(busy.pk, [*COUNTERS, *MONEY]))) == 6


def test_the_extent_is_what_is_read(busy: SmallBook) -> None:
    for units in (COUNTERS, MONEY, [], [*COUNTERS, *MONEY]):
        with one_view():
            found, entries = journal.extent(busy.pk, units), list(journal.entries(busy.pk, units))
        moved = [moved for entry in entries for moved in entry.moved]
        assert (found.entries, found.transfers) == (len(entries), len(moved))
        assert sum(found.moved.values()) == sum(each.amount for each in moved)
        assert found.last_posted_at == max((entry.posted_at for entry in entries), default=None)


def test_statements_come_account_by_account_in_the_order_asked_for(busy: SmallBook) -> None:
    with one_view():
        lines = list(journal.statements(busy.pk, [busy["cy"], busy["ada"], busy["commission"]]))
    assert [(line.account, line.other, line.amount, line.key) for line in lines] == [
        (busy["cy"], busy["issue"], 30, "sale"),
        (busy["ada"], busy["issue"], 100, "buy-in-ada"),
        (busy["ada"], busy["bob"], 20, "won"),
        (busy["ada"], busy["bob"], -20, "undo"),
        (busy["ada"], busy["ada-stakes"], -5, "stake"),
    ]
    with one_view():
        everybody = list(journal.statements(busy.pk, list(busy.accounts.values())))
    for account in busy.accounts.values():
        assert sum(line.amount for line in everybody if line.account == account) == balances.balance(account)


def test_what_came_back_is_not_in_the_net(busy: SmallBook) -> None:
    with one_view():
        assert journal.net(busy.pk, COUNTERS) == [
            (busy["issue"], busy["ada"], 100, "buy-in", "counter"),
            (busy["issue"], busy["bob"], 50, "buy-in", "counter"),
            (busy["issue"], busy["cy"], 30, "buy-in", "counter"),
            (busy["ada"], busy["ada-stakes"], 5, "stake", "counter"),
        ]


def test_the_net_names_who_paid_in_the_end(busy: SmallBook) -> None:
    post(book=busy.pk, key="back", transfers=[busy.wish("ada-stakes", "ada", 3), busy.wish("bob", "ada", 9, "lost")])
    post(book=busy.pk, key="more", transfers=[busy.wish("ada", "bob", 11, "lost")])
    with one_view():
        net = journal.net(busy.pk, COUNTERS)
    assert (busy["ada"], busy["ada-stakes"], 2, "stake", "counter") in net
    assert (busy["ada"], busy["bob"], 2, "lost", "counter") in net


def test_all_of_it_is_of_one_moment(busy: SmallBook) -> None:
    """Somebody stakes between two questions: the answers are of the moment before."""
    with one_view():
        before = journal.extent(busy.pk, COUNTERS)
        with raw() as psql:
            busy.by_hand(psql, "late", busy.wish("ada", "ada-stakes", 1))
        assert sum(len(entry.moved) for entry in journal.entries(busy.pk, COUNTERS)) == before.transfers
        assert balances.turnovers(busy.pk)[busy["ada-stakes"]] == (5, 0)
    with one_view():
        assert journal.extent(busy.pk, COUNTERS).transfers == before.transfers + 1


def test_control_without_one_view_the_parts_do_not_agree(busy: SmallBook) -> None:
    before = journal.extent(busy.pk, COUNTERS)
    with raw() as psql:
        busy.by_hand(psql, "late", busy.wish("ada", "ada-stakes", 1))
    assert sum(len(entry.moved) for entry in journal.entries(busy.pk, COUNTERS)) == before.transfers + 1


def test_a_view_writes_nothing(busy: SmallBook) -> None:
    with pytest.raises(Exception, match="read-only"), one_view():
        post(book=busy.pk, key="no", transfers=[busy.wish("ada", "bob", 1)])


def test_no_more_is_held_than_some_rows(busy: SmallBook, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever stops reading has read no more than was asked for at a time."""
    monkeypatch.setattr(rows, "AT_A_TIME", 2)
    postings = [Posting(f"stake-{n}", [Transfer(busy["ada"], busy["ada-stakes"], 1, "stake")]) for n in range(20)]
    post_many(book=busy.pk, postings=postings)
    with one_view():
        found = journal.entries(busy.pk, COUNTERS)
        assert [next(found).key for _ in range(3)] == ["buy-in-ada", "buy-in-bob", "sale"]
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_cursors WHERE NOT is_holdable AND statement LIKE '%%ledger_transfer%%'"
            )
            assert cursor.fetchone() == (1,)
        assert len(list(found)) == 23
