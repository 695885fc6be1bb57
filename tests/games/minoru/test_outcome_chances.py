"""The chance of every outcome, from the spaces that win at one alone."""

from fractions import Fraction
from typing import Any

import pytest

from games.kit.game import Game
from tests.games.minoru.racing import MINORU, after, race


@pytest.mark.parametrize("options", MINORU.variants(), ids=str)
def test_outcomes_share_one_and_make_up_the_chance_of_every_space(options: dict[str, Any]) -> None:
    state = race(**options)
    outcomes = MINORU.outcome_chances(state)
    assert set(outcomes) == set(MINORU.outcomes(state))
    assert sum(outcomes.values()) == 1
    spaces = {(market.name, space.selection): space for market in MINORU.markets(state) for space in market.spaces}
    for where, chance in MINORU.chances(state).items():
        assert sum(outcomes[horse] for horse in spaces[where].wins) == chance


def test_in_mid_race_they_are_those_of_now() -> None:
    state = race(course="jaques")
    before = MINORU.outcome_chances(state)["minoru"]
    state = after(state, "KS 2H 3H 4H 5H")
    outcomes = MINORU.outcome_chances(state)
    assert sum(outcomes.values()) == 1
    assert outcomes["minoru"] > before


def test_a_game_whose_spaces_do_not_tell_outcomes_apart_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    state = race(course="jaques")
    colours = MINORU.markets(state)[1:]
    monkeypatch.setattr(type(MINORU), "markets", lambda _self, _state: colours)
    monkeypatch.setattr(type(MINORU), "chances", lambda _self, _state: {("colour", "red"): Fraction(1, 2)})
    assert Game.outcome_chances(MINORU, state) == {}
