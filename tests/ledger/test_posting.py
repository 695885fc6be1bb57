"""Posting: what is written, what is answered, what is refused."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction

from casino.desk.accounts import Reason, Role
from ledger import errors
from ledger.models import Entry, Transfer
from ledger.posting import LARGEST, Posting, post, post_many, reverse
from ledger.posting import Transfer as Wish
from tests.ledger.book import SmallBook


def test_a_transfer_moves_counters(book: SmallBook) -> None:
    entry = post(book=book.pk, key="stake", transfers=[book.wish("ada", "ada-stakes", 30)], memo="on Gou Gou")
    assert book.held() == {"issue": -150, "ada": 70, "ada-stakes": 30, "bob": 50}
    stored = Entry.objects.get(key="stake")
    assert (entry.pk, entry.book_id, entry.key, entry.size, entry.memo, entry.reverses_id, entry.posted_at) == (
        stored.pk,
        book.pk,
        "stake",
        1,
        "on Gou Gou",
        None,
        stored.posted_at,
    )
    transfer = Transfer.objects.get(entry=stored)
    assert (transfer.payer_id, transfer.payee_id, transfer.amount, transfer.reason, transfer.position) == (
        book["ada"],
        book["ada-stakes"],
        30,
        Reason.STAKE,
        1,
    )


def test_the_transfers_of_an_entry_keep_their_order(book: SmallBook) -> None:
    wishes = [book.wish("ada", "bob", 3), book.wish("bob", "cy", 2, Reason.WINNINGS), book.wish("ada", "cy", 1)]
    entry = post(book=book.pk, key="three", transfers=wishes)
    stored = Transfer.objects.filter(entry=entry.pk).order_by("position")
    assert [Wish(t.payer_id, t.payee_id, t.amount, t.reason) for t in stored] == wishes
    assert entry.size == 3
    assert [t.position for t in stored] == [1, 2, 3]
    assert [t.pk for t in stored] == sorted(t.pk for t in stored)


def test_floors_hold_for_an_entry_as_a_whole(book: SmallBook) -> None:
    """Cy has nothing, and pays out in the same entry what he gets in it."""
    post(book=book.pk, key="through", transfers=[book.wish("cy", "bob", 40), book.wish("ada", "cy", 40)])
    assert book.held() == {"issue": -150, "ada": 60, "bob": 90}


def test_several_entries_are_posted_together(book: SmallBook) -> None:
    entries = post_many(
        book=book.pk,
        postings=[
            Posting("z", [book.wish("ada", "bob", 1)]),
            Posting("a", [book.wish("ada", "bob", 2), book.wish("bob", "cy", 3)]),
        ],
    )
    assert [(entry.key, entry.size) for entry in entries] == [("z", 1), ("a", 2)]
    assert [entry.pk for entry in entries] == sorted(entry.pk for entry in entries)
    assert list(Transfer.objects.order_by("id").values_list("entry__key", flat=True))[-3:] == ["z", "a", "a"]


def test_one_entry_can_hold_several_units(book: SmallBook) -> None:
    book.open_till()
    post(
        book=book.pk,
        key="buy-in-cy",
        transfers=[book.wish("sales", "till", 1000, Reason.SALE), book.wish("issue", "cy", 20, Reason.BUY_IN)],
    )
    assert book.held() == {"issue": -170, "ada": 100, "bob": 50, "cy": 20, "till": 1000, "sales": -1000}


# --- Law 4: one key, one entry


def test_the_same_key_and_content_answers_with_the_first_entry(book: SmallBook) -> None:
    wishes = [book.wish("ada", "ada-stakes", 30)]
    first = post(book=book.pk, key="stake", transfers=wishes)
    before = book.written()
    again = post(book=book.pk, key="stake", transfers=wishes)
    assert (again.pk, again.posted_at) == (first.pk, first.posted_at)
    assert book.written() == before


def test_a_retry_is_answered_even_when_the_counters_are_gone(book: SmallBook) -> None:
    wishes = [book.wish("bob", "cy", 50)]
    first = post(book=book.pk, key="all", transfers=wishes)
    assert post(book=book.pk, key="all", transfers=wishes).pk == first.pk
    assert book.held()["cy"] == 50


def test_a_batch_may_repeat_what_was_posted(book: SmallBook) -> None:
    old = Posting("old", [book.wish("ada", "bob", 1), book.wish("ada", "cy", 1)])
    (first,) = post_many(book=book.pk, postings=[old])
    new = Posting("new", [book.wish("ada", "bob", 5), book.wish("bob", "cy", 2)])
    assert [entry.pk for entry in post_many(book=book.pk, postings=[new, old])][1] == first.pk
    assert book.held() == {"issue": -150, "ada": 93, "bob": 54, "cy": 3}
    assert Transfer.objects.filter(entry__key="new").count() == 2


def test_the_same_key_in_another_book_is_another_entry(book: SmallBook) -> None:
    other = SmallBook(code="another evening").buy_in()
    entry = post(book=other.pk, key="stake", transfers=[other.wish("ada", "bob", 7)])
    assert post(book=book.pk, key="stake", transfers=[book.wish("ada", "bob", 8)]).pk != entry.pk


@pytest.mark.parametrize(
    "change", ["amount", "payer", "payee", "reason", "more", "memo", "order"], ids=lambda change: f"other {change}"
)
@pytest.mark.parametrize("size", [1, 2])
def test_the_same_key_with_other_content_is_refused(book: SmallBook, change: str, size: int) -> None:
    wishes = [book.wish("ada", "bob", 3), book.wish("bob", "cy", 2)][:size]
    post(book=book.pk, key="used", transfers=wishes, memo="first")
    before = book.written()
    others: dict[str, tuple[list[Wish], str]] = {
        "amount": ([wishes[0]._replace(amount=4), *wishes[1:]], "first"),
        "payer": ([wishes[0]._replace(payer=book["ada-stakes"]), *wishes[1:]], "first"),
        "payee": ([wishes[0]._replace(payee=book["commission"]), *wishes[1:]], "first"),
        "reason": ([wishes[0]._replace(reason=Reason.LOST), *wishes[1:]], "first"),
        "more": ([*wishes, book.wish("ada", "cy", 1)], "first"),
        "memo": (wishes, "second"),
        "order": ([book.wish("bob", "cy", 2), book.wish("ada", "bob", 3)], "first"),
    }
    other, memo = others[change]
    with pytest.raises(errors.KeyReused) as refusal:
        post(book=book.pk, key="used", transfers=other, memo=memo)
    assert (refusal.value.code, refusal.value.facts) == ("key_reused", {"key": "used"})
    assert book.written() == before


# --- Refusals: each leaves everything as it was


@pytest.mark.parametrize("amount", [0, -1, 1.5, 2.0, True, "5", None, LARGEST + 1, 10**40])
@pytest.mark.parametrize("batch", [False, True])
def test_what_is_not_a_positive_whole_number_is_refused(book: SmallBook, amount: Any, batch: bool) -> None:
    before = book.written()
    wishes = [book.wish("ada", "bob", amount), *([book.wish("ada", "bob", 1)] if batch else [])]
    with pytest.raises(errors.BadAmount) as refusal:
        post(book=book.pk, key="bad", transfers=wishes)
    assert refusal.value.code == "bad_amount"
    assert book.written() == before


def refused(book: SmallBook, code: str, *wishes: Wish, key: str = "bad", memo: str = "") -> errors.LedgerError:
    """Refused alone and in a batch, with the same code and facts, and nothing written."""
    before = book.written()
    with pytest.raises(errors.LedgerError) as alone:
        post(book=book.pk, key=key, transfers=wishes, memo=memo)
    fine = Posting("fine", [book.wish("issue", "cy", 1, Reason.BUY_IN)])
    with pytest.raises(errors.LedgerError) as together:
        post_many(book=book.pk, postings=[fine, Posting(key, wishes, memo)])
    assert (alone.value.code, alone.value.facts) == (together.value.code, together.value.facts)
    assert alone.value.code == code
    assert alone.value.sentence
    assert book.written() == before
    return alone.value


def test_too_little_is_refused_with_the_account_and_what_is_missing(book: SmallBook) -> None:
    refusal = refused(book, "insufficient_counters", book.wish("bob", "ada", 57))
    assert refusal.facts == {"account": "bob", "missing": 7}
    assert refusal.sentence == "bob is short of 7."


def test_too_little_is_found_in_either_order_of_ids(book: SmallBook) -> None:
    assert book["ada"] < book["bob"]
    refused(book, "insufficient_counters", book.wish("ada", "bob", 101))
    refused(book, "insufficient_counters", book.wish("bob", "ada", 51))
    refused(book, "insufficient_counters", book.wish("bob", "commission", 51))


def test_the_largest_amount_is_only_too_large_for_the_purse(book: SmallBook) -> None:
    refusal = refused(book, "insufficient_counters", book.wish("ada", "commission", LARGEST))
    assert refusal.facts["missing"] == LARGEST - 100


def test_a_balance_that_cannot_be_stored_is_refused(book: SmallBook) -> None:
    refused(book, "bad_amount", book.wish("issue", "ada", LARGEST, Reason.BUY_IN))


def test_an_account_cannot_pay_itself(book: SmallBook) -> None:
    refused(book, "same_account", book.wish("ada", "ada", 1))


@pytest.mark.parametrize("account", [999_999, 0, -1, None, "1", True, 2**63, 2**80])
def test_an_unknown_account_is_refused(book: SmallBook, account: Any) -> None:
    refused(book, "unknown_account", Wish(book["ada"], account, 1, Reason.STAKE))
    refused(book, "unknown_account", Wish(account, book["ada"], 1, Reason.STAKE))


def test_an_account_of_another_book_is_unknown_in_this_one(book: SmallBook) -> None:
    other = SmallBook(code="another evening").buy_in()
    refused(book, "unknown_account", Wish(book["ada"], other["bob"], 1, Reason.STAKE))
    refused(book, "unknown_account", Wish(other["ada"], book["bob"], 1, Reason.STAKE))
    refused(book, "unknown_account", Wish(other["ada"], other["bob"], 1, Reason.STAKE))
    assert other.held()["ada"] == 100


def test_accounts_of_different_units_are_refused(book: SmallBook) -> None:
    from ledger.books import make_unit

    book.open(Role.BOX, "box", unit=make_unit(code="franc").pk)
    refusal = refused(book, "wrong_unit", book.wish("box", "ada", 1, Reason.BOX))
    assert refusal.facts == {"payer": "box", "payee": "ada"}
    refused(book, "wrong_unit", book.wish("ada", "box", 1, Reason.BOX))


@pytest.mark.parametrize("reason", ["luck", "", "STAKE", "stake\0", "x" * 300, None])
def test_an_unknown_reason_is_refused(book: SmallBook, reason: Any) -> None:
    refused(book, "unknown_reason", book.wish("ada", "bob", 1, reason))


def test_an_entry_without_transfers_is_refused(book: SmallBook) -> None:
    refused(book, "no_transfers")
    with pytest.raises(errors.NoTransfers):
        post_many(book=book.pk, postings=[])


@pytest.mark.parametrize("key", ["", "k" * 201, "nul\0", "half \ud800", None, 7])
def test_a_bad_key_is_refused(book: SmallBook, key: Any) -> None:
    refused(book, "bad_key", book.wish("ada", "bob", 1), key=key)


@pytest.mark.parametrize("memo", ["nul\0", "half \ud800", None])
def test_a_memo_that_cannot_be_stored_is_refused(book: SmallBook, memo: Any) -> None:
    refused(book, "bad_memo", book.wish("ada", "bob", 1), memo=memo)


def test_any_other_text_may_be_a_key_or_a_memo(book: SmallBook) -> None:
    for number, text in enumerate(['{"a",b}', "back\\slash", "NULL", "éß 🏇", "%s {} $1", " ", "k" * 200]):
        alone = post(book=book.pk, key=text, transfers=[book.wish("ada", "bob", 1)], memo=text)
        stored = Entry.objects.get(pk=alone.pk)
        assert (stored.key, stored.memo) == (text, text)
        batch = [
            Posting(f"{number}{text[:190]}", [book.wish("ada", "bob", 1)], text),
            Posting(f"n{number}", [book.wish("ada", "bob", 1)]),
        ]
        many, _ = post_many(book=book.pk, postings=batch)
        assert Entry.objects.get(pk=many.pk).memo == text


def test_a_key_twice_in_one_call_is_refused(book: SmallBook) -> None:
    before = book.written()
    posting = Posting("twice", [book.wish("ada", "bob", 1)])
    with pytest.raises(errors.KeyReused):
        post_many(book=book.pk, postings=[posting, posting])
    assert book.written() == before


@pytest.mark.parametrize("unknown", [999_999, 0, -5, None, "1", True, 2**70])
def test_an_unknown_book_is_refused(book: SmallBook, unknown: Any) -> None:
    before = book.written()
    for size in (1, 2):
        with pytest.raises(errors.UnknownBook) as refusal:
            post(book=unknown, key="nowhere", transfers=[book.wish("ada", "bob", 1)] * size)
        assert refusal.value.code == "unknown_book"
    assert book.written() == before


# --- One call, one round trip, one database transaction


def test_a_second_call_in_one_database_transaction_raises(book: SmallBook) -> None:
    before = book.written()
    wishes = [book.wish("ada", "bob", 1)]
    seconds: list[Callable[[], object]] = [
        lambda: post(book=book.pk, key="two", transfers=wishes),
        lambda: post(book=book.pk, key="two", transfers=wishes * 2),
        lambda: reverse(book=book.pk, key="two", entry=Entry.objects.get(key="buy-in-ada").pk),
    ]
    for second in seconds:
        with transaction.atomic():
            post(book=book.pk, key="one", transfers=wishes)
            with pytest.raises(errors.SecondPosting) as refusal:
                second()
            transaction.set_rollback(True)
        assert refusal.value.code == "second_posting"
        assert book.written() == before


def test_after_a_refusal_in_a_savepoint_the_call_may_be_made(book: SmallBook) -> None:
    with transaction.atomic():
        with pytest.raises(errors.InsufficientCounters), transaction.atomic():
            post(book=book.pk, key="one", transfers=[book.wish("ada", "bob", 101)])
        post(book=book.pk, key="one", transfers=[book.wish("ada", "bob", 100)])
    assert book.held() == {"issue": -150, "bob": 150}


def test_a_posting_goes_with_its_database_transaction(book: SmallBook) -> None:
    before = book.written()
    with transaction.atomic():
        post(book=book.pk, key="one", transfers=[book.wish("ada", "bob", 1)])
        transaction.set_rollback(True)
    assert book.written() == before


class Trace:
    """What goes over the wire, as libpq itself tells it."""

    def __init__(self, path: Any) -> None:
        self.path = path

    def __enter__(self) -> "Trace":
        connection.ensure_connection()
        self.file = self.path.open("wb")
        connection.connection.pgconn.trace(self.file.fileno())
        return self

    def __exit__(self, *_: object) -> None:
        connection.connection.pgconn.untrace()
        self.file.close()

    def round_trips(self) -> int:
        return str(self.path.read_text()).count("ReadyForQuery")


@pytest.mark.parametrize("size", [1, 3])
def test_a_posting_is_one_round_trip(book: SmallBook, tmp_path: Any, size: int) -> None:
    wishes = [book.wish("ada", "bob", 1)] * size
    post(book=book.pk, key="prepare the statement", transfers=wishes)
    trace = Trace(tmp_path / "trace")
    with trace:
        post(book=book.pk, key="one", transfers=wishes)
    assert trace.round_trips() == 1


def test_control_a_round_trip_more_is_seen(book: SmallBook, tmp_path: Any) -> None:
    trace = Trace(tmp_path / "trace")
    with trace, connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.execute("SELECT 2")
    assert trace.round_trips() == 2


def test_roles_and_reasons_are_the_house_s(book: SmallBook) -> None:
    from casino.desk.accounts import IN_PLAY
    from ledger import models

    assert set(models.Role.objects.values_list("name", flat=True)) == set(Role)
    with connection.cursor() as cursor:
        cursor.execute("SELECT unnest(enum_range(NULL::ledger_reason))")
        assert [name for (name,) in cursor] == list(Reason)
    floored = models.Role.objects.filter(floor=0, must_end_empty=True)
    assert set(floored.values_list("name", flat=True)) == IN_PLAY
    assert models.Role.objects.exclude(floor=0).filter(floor=None, must_end_empty=False).count() == len(Role) - len(
        IN_PLAY
    )


def test_a_refusal_survives_pickling() -> None:
    """Celery carries exceptions so."""
    import pickle

    refusal = pickle.loads(pickle.dumps(errors.InsufficientCounters(account="bob", missing=7)))  # noqa: S301
    assert (refusal.code, str(refusal)) == ("insufficient_counters", "bob is short of 7.")


def test_every_code_is_one_refusal_s() -> None:
    codes = [kind.code for kind in errors.LedgerError.__subclasses__() if kind is not errors.BalanceTooLarge]
    assert len(codes) == len(set(codes))
