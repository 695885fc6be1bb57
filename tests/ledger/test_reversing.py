"""Law 2: a mistake is reversed once, by a new entry that names the old one."""

import pytest

from casino.desk.accounts import Reason
from ledger import errors
from ledger.models import Entry, Transfer
from ledger.posting import Posting, Reversal, post, post_many, reverse
from tests.ledger.book import SmallBook


def test_a_reversal_is_its_original_the_other_way_round(book: SmallBook) -> None:
    before = book.held()
    wishes = [book.wish("ada", "bob", 3), book.wish("bob", "cy", 2, Reason.WINNINGS)]
    original = post(book=book.pk, key="wrong", transfers=wishes)
    reversal = reverse(book=book.pk, key="put right", entry=original.pk, memo="wrong horse")
    assert book.held() == before
    stored = Entry.objects.get(pk=reversal.pk)
    assert (stored.reverses_id, stored.size, stored.memo) == (original.pk, 2, "wrong horse")
    assert reversal.size == 2
    mirrored = Transfer.objects.filter(entry=stored).order_by("position")
    assert [(t.payee_id, t.payer_id, t.amount, t.reason) for t in mirrored] == [tuple(wish) for wish in wishes]


def test_repeating_a_reversal_reverses_once(book: SmallBook) -> None:
    original = post(book=book.pk, key="wrong", transfers=[book.wish("ada", "bob", 3)])
    first = reverse(book=book.pk, key="put right", entry=original.pk)
    before = book.written()
    assert reverse(book=book.pk, key="put right", entry=original.pk).pk == first.pk
    assert book.written() == before


def test_a_second_reversal_is_refused(book: SmallBook) -> None:
    original = post(book=book.pk, key="wrong", transfers=[book.wish("ada", "bob", 3)])
    reverse(book=book.pk, key="put right", entry=original.pk)
    before = book.written()
    with pytest.raises(errors.AlreadyReversed) as refusal:
        reverse(book=book.pk, key="put right again", entry=original.pk)
    assert refusal.value.code == "already_reversed"
    with pytest.raises(errors.AlreadyReversed):
        post_many(book=book.pk, postings=[Reversal("x", original.pk), Posting("y", [book.wish("ada", "bob", 1)])])
    assert book.written() == before


def test_a_reversal_can_be_reversed_and_so_on(book: SmallBook) -> None:
    entry = post(book=book.pk, key="0", transfers=[book.wish("ada", "bob", 3)])
    for number in range(1, 5):
        entry = reverse(book=book.pk, key=str(number), entry=entry.pk)
        assert book.held()["ada"] == (100 if number % 2 else 97)


def test_the_key_of_a_reversal_is_not_free_for_another(book: SmallBook) -> None:
    one = post(book=book.pk, key="one", transfers=[book.wish("ada", "bob", 3)])
    two = post(book=book.pk, key="two", transfers=[book.wish("ada", "bob", 3)])
    reverse(book=book.pk, key="put right", entry=one.pk)
    before = book.written()
    for attempt in (
        Reversal("put right", two.pk),
        Reversal("put right", one.pk, "another memo"),
        Posting("put right", [book.wish("bob", "ada", 3)]),
    ):
        with pytest.raises(errors.KeyReused):
            post_many(book=book.pk, postings=[attempt])
    with pytest.raises(errors.KeyReused):
        reverse(book=book.pk, key="two", entry=one.pk)
    assert book.written() == before


def test_what_was_spent_cannot_be_taken_back(book: SmallBook) -> None:
    won = post(book=book.pk, key="won", transfers=[book.wish("ada", "cy", 30, Reason.WINNINGS)])
    post(book=book.pk, key="spent", transfers=[book.wish("cy", "bob", 20)])
    before = book.written()
    with pytest.raises(errors.InsufficientCounters) as refusal:
        reverse(book=book.pk, key="put right", entry=won.pk)
    assert refusal.value.facts == {"account": "cy", "missing": 20}
    assert book.written() == before


def test_a_whole_round_is_reversed_netted_in_one_call(book: SmallBook) -> None:
    """Cy's winnings came after his stake; taken back one by one in either order somebody would be short."""
    before = book.held()
    entries = [
        post(book=book.pk, key="1", transfers=[book.wish("ada", "cy", 30)]),
        post(book=book.pk, key="2", transfers=[book.wish("cy", "bob", 30)]),
    ]
    post_many(book=book.pk, postings=[Reversal(f"void-{entry.key}", entry.pk, "false start") for entry in entries])
    assert book.held() == before


def test_reversing_and_settling_anew_is_one_call(book: SmallBook) -> None:
    settled = post(book=book.pk, key="settle", transfers=[book.wish("ada", "bob", 10, Reason.WINNINGS)])
    reversal, settlement = post_many(
        book=book.pk,
        postings=[
            Reversal("correct", settled.pk),
            Posting("settle again", [book.wish("ada", "cy", 10, Reason.WINNINGS), book.wish("ada", "bob", 1)]),
        ],
    )
    assert (reversal.reverses_id, settlement.size) == (settled.pk, 2)
    assert book.held() == {"issue": -150, "ada": 89, "bob": 51, "cy": 10}


@pytest.mark.parametrize("entry", [999_999, 0, -1, None, "1", True, 2**70])
def test_an_unknown_entry_cannot_be_reversed(book: SmallBook, entry: int) -> None:
    before = book.written()
    with pytest.raises(errors.UnknownEntry) as refusal:
        reverse(book=book.pk, key="put right", entry=entry)
    assert refusal.value.code == "unknown_entry"
    assert book.written() == before


def test_an_entry_of_another_book_cannot_be_reversed(book: SmallBook) -> None:
    other = SmallBook(code="another evening").buy_in()
    foreign = Entry.objects.filter(book=other.pk).first()
    assert foreign
    with pytest.raises(errors.UnknownEntry):
        reverse(book=book.pk, key="put right", entry=foreign.pk)
    assert other.held()["ada"] == 100
