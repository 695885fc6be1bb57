import pytest

from games.kit.cards import JOKER, PACK, PACK_WITH_JOKER, Card, Rank, Suit
from games.kit.dice import checked
from games.kit.errors import RuleBroken


def test_a_new_pack_is_52_different_cards_in_a_known_order() -> None:
    assert len(set(PACK)) == 52
    assert [str(card) for card in PACK[:13]] == [
        "2H",
        "3H",
        "4H",
        "5H",
        "6H",
        "7H",
        "8H",
        "9H",
        "10H",
        "JH",
        "QH",
        "KH",
        "AH",
    ]
    assert [card.suit for card in PACK[::13]] == [Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES]
    assert (*PACK, JOKER) == PACK_WITH_JOKER


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("AH", Card(Rank.ACE, Suit.HEARTS)),
        ("10D", Card(Rank.TEN, Suit.DIAMONDS)),
        ("JC", Card(Rank.KNAVE, Suit.CLUBS)),
        ("JK", JOKER),
    ],
)
def test_cards_are_written_rank_and_suit(text: str, card: Card) -> None:
    assert Card.parse(text) == card
    assert str(card) == text


@pytest.mark.parametrize("text", ["1H", "11S", "AX", "ah", "HA", "", "AH ", "JOKER"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        Card.parse(text)
    assert refused.value.code == "unknown_card"


def test_dice_are_taken_as_they_fell() -> None:
    assert checked([1, 6, 3], count=3) == (1, 6, 3)


@pytest.mark.parametrize("dice", [[1, 2], [1, 2, 3, 4], [0, 1, 2], [7, 1, 2], [2.0, 1, 1], [True, 1, 1], ["3", 1, 1]])
def test_what_no_three_dice_show_is_refused(dice: list[object]) -> None:
    with pytest.raises(RuleBroken) as refused:
        checked(dice, count=3)
    assert refused.value.code == "wrong_dice"
