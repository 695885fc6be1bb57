"""Cards as a croupier types them, in any game."""

from typing import Any

import pytest

from casino.tables.typed_cards import typed_move
from games.kit.errors import RuleBroken
from games.kit.game import Cards, Dice
from games.registry import find_game
from tests.casino.room import refusal


def wanted(game: str) -> Cards | Dice | None:
    rules = find_game(game)
    return rules.chance(rules.start(rules.read_options({}), ()))


@pytest.mark.parametrize(
    ("game", "text", "move"),
    [
        ("minoru", "qs 10h, 2D 3c jh", {"deal": ["QS", "10H", "2D", "3C", "JH"]}),
        ("double-event", "ks", {"turn": "KS"}),
        ("horses", " 10C ", {"turn": "10C"}),
        ("roulette", "17", {"turn": "17"}),
        ("roulette", "00", {"turn": "00"}),
        ("roulette", "Eagle", {"turn": "eagle"}),
    ],
)
def test_letters_may_be_large_or_small(game: str, text: str, move: dict[str, Any]) -> None:
    assert typed_move(wanted(game), text) == move
    assert find_game(game).read_move(move)


@pytest.mark.parametrize("game", ["double-event", "horses", "roulette"])
@pytest.mark.parametrize("text", ["", "2 3", "AH KS"])
def test_where_one_card_is_turned_one_is_typed(game: str, text: str) -> None:
    assert refusal(typed_move, wanted(game), text) == "one_card"


@pytest.mark.parametrize(("game", "card"), [("horses", "17"), ("roulette", "37"), ("roulette", "AH")])
def test_what_is_no_card_of_the_game_is_refused_by_its_rules(game: str, card: str) -> None:
    move = typed_move(wanted(game), card)
    with pytest.raises(RuleBroken) as refused:
        find_game(game).read_move(move)
    assert refused.value.code == "unknown_card"
