"""The helper that looks for acts without words sees what is missing, on a game that is made up for it."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from games.kit.catalogue import Words
from games.kit.game import Between, Game, Move
from games.registry import GAMES
from tests.games.acts_named import facts_that_differ, strange_facts, titles_with_facts, unknown, unnamed


@dataclass(frozen=True)
class Fall(Move):
    card: str


@dataclass(frozen=True)
class Bid(Move):
    francs: int


@dataclass(frozen=True)
class Veil(Move):
    drawn: bool


def game(**acts: str) -> Game[Any]:
    """Minoru with other moves, and these words for acts in all three languages."""
    minoru = GAMES["minoru"]
    catalogue = replace(
        minoru.catalogue, acts={name.replace("__", "="): Words(text, text, text) for name, text in acts.items()}
    )
    kind = type("Made", (type(minoru),), {"move_types": (Fall, Bid, Veil)})
    made: Game[Any] = kind(getattr(minoru, "courses"), catalogue)  # noqa: B009 - a game need not have courses
    return made


def test_an_act_of_a_seat_needs_words_and_one_of_chance_does_not() -> None:
    assert unnamed(game(veil="Veil"), of_chance=(Fall,)) == ["bid"]
    assert unnamed(game(veil="Veil", bid="Bid"), of_chance=(Fall,)) == []


def test_an_act_named_by_value_needs_words_for_every_value() -> None:
    assert unnamed(game(bid="Bid", veil__true="Draw it"), of_chance=(Fall,)) == ["veil=false"]
    assert unnamed(game(bid="Bid", veil__true="Draw it", veil__false="Leave it"), of_chance=(Fall,)) == []


def test_words_for_what_no_seat_does_are_found() -> None:
    assert unknown(game(bid="Bid", fall="Fall", leap="Leap"), of_chance=(Fall,)) == ["fall", "leap"]


@pytest.mark.parametrize(("text", "strange"), [("Bid {francs} F", []), ("Bid {coins}", ["bid: coins"] * 3)])
def test_only_fields_stand_in_braces(text: str, strange: list[str]) -> None:
    assert strange_facts(game(bid=text)) == strange


def test_facts_are_the_same_in_every_language() -> None:
    made = game()
    made.catalogue = replace(made.catalogue, acts={"bid": Words("Bid {francs}", "Enchérir", "Pujar {francs}")})
    assert facts_that_differ(made) == ["bid"]


def test_the_title_of_a_form_has_no_facts() -> None:
    form = Between(Bid, 1, 6)
    assert titles_with_facts(game(bid="Bid {francs}"), [form]) == ["bid"]
    assert titles_with_facts(game(bid="Bid"), [form, Veil(True)]) == []
