"""The 39 cards, against the layout of a table written out in full."""

from collections import Counter
from typing import Any

import pytest

from games.roulette.wheel import WHEEL, WheelCard
from tests.games.driving import refusal
from tests.games.roulette.playing import ROULETTE

BLACK = {2, 4, 6, 8, 10, 11, 13, 15, 17, 20, 22, 24, 26, 28, 29, 31, 33, 35}


@pytest.mark.rule("roulette:L-R1")
def test_there_are_39_cards_half_of_the_numbers_red_and_half_black() -> None:
    assert [str(card) for card in WHEEL] == [*(str(n) for n in range(1, 37)), "0", "00", "eagle"]
    assert Counter(card.colour for card in WHEEL) == {"red": 18, "black": 18, "green": 3}
    assert [card.name for card in WHEEL if card.colour == "green"] == ["0", "00", "eagle"]


@pytest.mark.rule("roulette:E3")
def test_the_colours_are_those_of_an_ordinary_wheel() -> None:
    assert {card.number for card in WHEEL if card.colour == "black"} == BLACK
    reds = "1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36"
    assert " ".join(card.name for card in WHEEL if card.colour == "red") == reds


@pytest.mark.rule("roulette:E4")
def test_columns_and_dozens() -> None:
    columns = {"1": range(1, 35, 3), "2": range(2, 36, 3), "3": range(3, 37, 3)}
    dozens = {"1": range(1, 13), "2": range(13, 25), "3": range(25, 37)}
    for card in WHEEL[:36]:
        assert card.number in columns[str(card.column)]
        assert card.number in dozens[str(card.dozen)]


@pytest.mark.rule("roulette:E5")
@pytest.mark.parametrize("name", ["0", "00", "eagle"])
def test_a_green_card_is_nothing_but_itself(name: str) -> None:
    card = WheelCard.parse(name)
    assert (card.number, card.parity, card.half, card.column, card.dozen) == (None,) * 5


@pytest.mark.parametrize("text", ["37", "-1", "000", "01", "", "Eagle", "AH", "1.5", " 1"])
def test_what_is_no_wheel_card(text: str) -> None:
    assert refusal(WheelCard.parse, text) == "unknown_card"


@pytest.mark.parametrize("data", [17, 0, None, ["17"], {"card": "17"}])
def test_a_card_is_written_as_text(data: Any) -> None:
    assert refusal(ROULETTE.read_move, {"turn": data}) == "bad_move"


def test_a_card_is_read_as_it_is_written() -> None:
    assert [WheelCard.parse(str(card)) for card in WHEEL] == list(WHEEL)
