"""The simulation turns real packs. It checks the exact figures, so it must itself be right about the cards."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from games.horses import simulation
from games.horses.course import Horse
from games.horses.rules import ORDERS
from games.kit.cards import PACK, Card
from games.kit.simulation import Simulated, compared_chance, compared_mean, shuffled
from games.kit.turning import Turn
from tests.games.horses.racing import HORSES, course, race

BY_SUIT = {horse.suit: number for number, horse in enumerate(Horse)}


def packs(number: int) -> list[list[Card]]:
    rng = np.random.default_rng(5)
    return [[PACK[at] for at in rng.permutation(52)] for _ in range(number)]


def as_numbers(cards: list[list[Card]]) -> NDArray[np.uint8]:
    """One column for each pack; a card is a number, suit by suit."""
    return np.array([[13 * BY_SUIT[c.suit] + c.rank - 2 for c in pack if c.suit and c.rank] for pack in cards], "u1").T


def turned(pack: list[Card]) -> tuple[str, list[int]]:
    """The outcome by the rules, and with how many cards each place was taken."""
    state, cards = race(), []
    for number, card in enumerate(pack, 1):
        later = HORSES.play(state, Turn(card)).state
        cards += [number] * (len(later.finish) - len(state.finish))
        state = later
        if state.over:
            return ORDERS.written(state.finish), cards
    raise AssertionError("the race does not end")


def test_races_end_as_the_rules_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same packs, turned through the rules one by one and through the simulation all at once."""
    shuffles = packs(60)
    expected = [turned(pack) for pack in shuffles]
    monkeypatch.setattr(simulation, "shuffled", lambda *_: as_numbers(shuffles))
    found = HORSES.simulate(race(), len(shuffles), np.random.default_rng(1))
    outcomes = [outcome for outcome, _ in expected]
    assert found.outcomes == {order: outcomes.count(order) for order in ORDERS.all}
    for place, name in enumerate(("first_home", "second_home", "third_home")):
        cards = [cards[place] for _, cards in expected]
        assert found.sums[name] == (sum(cards), sum(n**2 for n in cards))
    all_cards = sum(cards[2] == 51 for _, cards in expected)
    assert found.sums["all_cards"] == (all_cards, all_cards)


@pytest.mark.rule("horses:C2")
def test_the_suit_of_the_bottom_card_is_always_last() -> None:
    shuffles = shuffled(52, 52, 5000, np.random.default_rng(13))
    horses, cards = simulation.finishes(shuffles)
    assert (horses[3] == shuffles[51] // 13).all()
    assert (cards[3] == 52).all()
    for pack in packs(20):
        outcome, _ = turned(pack)
        assert outcome[-1] == pack[-1].suit


def compare(found: Simulated, options: dict[str, Any]) -> None:
    """Every space of every market, every order and every figure."""
    state = race(**options)
    chances = HORSES.chances(state)
    spaces = [(market.name, space) for market in HORSES.markets(state) for space in market.spaces]
    assert len(spaces) == 14
    for name, space in spaces:
        times = sum(found.outcomes[order] for order in space.wins)
        assert compared_chance(chances[name, space.selection], times, found.rounds).agrees, (name, space.selection)
    for order, chance in HORSES.outcome_chances(state).items():
        assert compared_chance(chance, found.outcomes[order], found.rounds).agrees, order
    figures = {figure.name: figure.value for figure in HORSES.figures(state)}
    assert set(found.sums) == set(figures)
    for figure, value in figures.items():
        assert compared_mean(value, found.sums[figure], found.rounds).agrees, figure


@pytest.mark.parametrize("options", HORSES.variants(), ids=str)
def test_a_simulation_agrees_with_the_exact_chances(options: dict[str, Any]) -> None:
    compare(HORSES.simulate(race(**options), 20_000, np.random.default_rng(1936)), options)


@pytest.mark.slow
@pytest.mark.parametrize("options", HORSES.variants(), ids=str)
def test_a_large_simulation_agrees_with_the_exact_chances(options: dict[str, Any]) -> None:
    rng, state = np.random.default_rng(1936), race(**options)
    found = HORSES.simulate(state, 100_000, rng)
    for _ in range(39):
        found += HORSES.simulate(state, 100_000, rng)
    assert found.rounds == 4_000_000
    compare(found, options)


def test_a_wrong_figure_does_not_agree() -> None:
    found = HORSES.simulate(race(), 20_000, np.random.default_rng(1936))
    clubs_first = sum(times for order, times in found.outcomes.items() if order[0] == "C")
    assert not compared_chance(Fraction(4, 15), clubs_first, found.rounds).agrees
    assert not compared_mean(Fraction(457, 10), found.sums["first_home"], found.rounds).agrees


def test_every_race_is_run_to_its_end_whatever_the_odds() -> None:
    found = HORSES.simulate(race(course=course(stake_most=9)), 3000, np.random.default_rng(1))
    assert sum(found.outcomes.values()) == found.rounds == 3000
