"""Law 2: a mistake is reversed once, by a new entry that names the old one."""

import pytest

from casino.desk.accounts import Reason
from ledger import errors
from ledger.models import Entry, Transfer
from ledger.posting import Posting, Reversal, post, post_many, reverse
from tests.ledger.cast import Cast


def test_a_reversal_is_its_original_the_other_way_round(cast: Cast) -> None:
    before = cast.held()
    wishes = [cast.wish("ada", "bob", 3), cast.wish("bob", "cy", 2, Reason.WINNINGS)]
    original = post(book=cast.book, key="wrong", transfers=wishes)
    reversal = reverse(book=cast.book, key="put right", entry=original.pk, memo="wrong horse")
    assert cast.held() == before
    stored = Entry.objects.get(pk=reversal.pk)
    assert (stored.reverses_id, stored.size, stored.memo) == (original.pk, 2, "wrong horse")
    assert reversal.size == 2
    mirrored = Transfer.objects.filter(entry=stored).order_by("position")
    assert [(t.payee_id, t.payer_id, t.amount, t.reason) for t in mirrored] == [tuple(wish) for wish in wishes]


def test_repeating_a_reversal_reverses_once(cast: Cast) -> None:
    original = post(book=cast.book, key="wrong", transfers=[cast.wish("ada", "bob", 3)])
    first = reverse(book=cast.book, key="put right", entry=original.pk)
    before = cast.written()
    assert reverse(book=cast.book, key="put right", entry=original.pk).pk == first.pk
    assert cast.written() == before


def test_a_second_reversal_is_refused(cast: Cast) -> None:
    original = post(book=cast.book, key="wrong", transfers=[cast.wish("ada", "bob", 3)])
    reverse(book=cast.book, key="put right", entry=original.pk)
    before = cast.written()
    with pytest.raises(errors.AlreadyReversed) as refusal:
        reverse(book=cast.book, key="put right again", entry=original.pk)
    assert refusal.value.code == "already_reversed"
    with pytest.raises(errors.AlreadyReversed):
        post_many(book=cast.book, postings=[Reversal("x", original.pk), Posting("y", [cast.wish("ada", "bob", 1)])])
    assert cast.written() == before


def test_a_reversal_can_be_reversed_and_so_on(cast: Cast) -> None:
    entry = post(book=cast.book, key="0", transfers=[cast.wish("ada", "bob", 3)])
    for number in range(1, 5):
        entry = reverse(book=cast.book, key=str(number), entry=entry.pk)
        assert cast.held()["ada"] == (100 if number % 2 else 97)


def test_the_key_of_a_reversal_is_not_free_for_another(cast: Cast) -> None:
    one = post(book=cast.book, key="one", transfers=[cast.wish("ada", "bob", 3)])
    two = post(book=cast.book, key="two", transfers=[cast.wish("ada", "bob", 3)])
    reverse(book=cast.book, key="put right", entry=one.pk)
    before = cast.written()
    for attempt in (
        Reversal("put right", two.pk),
        Reversal("put right", one.pk, "another memo"),
        Posting("put right", [cast.wish("bob", "ada", 3)]),
    ):
        with pytest.raises(errors.KeyReused):
            post_many(book=cast.book, postings=[attempt])
    with pytest.raises(errors.KeyReused):
        reverse(book=cast.book, key="two", entry=one.pk)
    assert cast.written() == before


def test_what_was_spent_cannot_be_taken_back(cast: Cast) -> None:
    won = post(book=cast.book, key="won", transfers=[cast.wish("ada", "cy", 30, Reason.WINNINGS)])
    post(book=cast.book, key="spent", transfers=[cast.wish("cy", "bob", 20)])
    before = cast.written()
    with pytest.raises(errors.InsufficientCounters) as refusal:
        reverse(book=cast.book, key="put right", entry=won.pk)
    assert refusal.value.facts == {"account": "cy", "missing": 20}
    assert cast.written() == before


def test_a_whole_round_is_reversed_netted_in_one_call(cast: Cast) -> None:
    """Cy's winnings came after his stake; taken back one by one in either order somebody would be short."""
    before = cast.held()
    entries = [
        post(book=cast.book, key="1", transfers=[cast.wish("ada", "cy", 30)]),
        post(book=cast.book, key="2", transfers=[cast.wish("cy", "bob", 30)]),
    ]
    post_many(book=cast.book, postings=[Reversal(f"void-{entry.key}", entry.pk, "false start") for entry in entries])
    assert cast.held() == before


def test_reversing_and_settling_anew_is_one_call(cast: Cast) -> None:
    settled = post(book=cast.book, key="settle", transfers=[cast.wish("ada", "bob", 10, Reason.WINNINGS)])
    reversal, settlement = post_many(
        book=cast.book,
        postings=[
            Reversal("correct", settled.pk),
            Posting("settle again", [cast.wish("ada", "cy", 10, Reason.WINNINGS), cast.wish("ada", "bob", 1)]),
        ],
    )
    assert (reversal.reverses_id, settlement.size) == (settled.pk, 2)
    assert cast.held() == {"issue": -150, "ada": 89, "bob": 51, "cy": 10}


@pytest.mark.parametrize("entry", [999_999, 0, -1, None, "1", True, 2**70])
def test_an_unknown_entry_cannot_be_reversed(cast: Cast, entry: int) -> None:
    before = cast.written()
    with pytest.raises(errors.UnknownEntry) as refusal:
        reverse(book=cast.book, key="put right", entry=entry)
    assert refusal.value.code == "unknown_entry"
    assert cast.written() == before


def test_an_entry_of_another_book_cannot_be_reversed(cast: Cast) -> None:
    other = Cast(code="another evening").buy_in()
    foreign = Entry.objects.filter(book=other.book).first()
    assert foreign
    with pytest.raises(errors.UnknownEntry):
        reverse(book=cast.book, key="put right", entry=foreign.pk)
    assert other.held()["ada"] == 100
