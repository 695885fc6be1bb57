"""The simulation turns cards. It checks the exact figures, so it must itself be right about the rules."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from games.kit.game import Figure
from games.kit.markets import price
from games.kit.simulation import Simulated, compared_chance, compared_edge, compared_mean
from games.roulette.bets import one_of_each
from games.roulette.wheel import WHEEL
from tests.games.roulette.playing import ROULETTE, after, mark, play, points, turn

BANKS = [{}, {"payout_mode": "for"}, {"run_mode": "layout"}, {"payout_mode": "for", "run_mode": "layout"}]
GAMES = [{"mode": "points"}, {"mode": "points", "target": 100, "markers": 3}]


class Stacked:
    """Chance that gives the cards of these games, one row for each turn."""

    def __init__(self, cards: NDArray[np.uint8]) -> None:
        self.rows = iter(cards)

    def integers(self, low: int, high: int, size: int, dtype: Any) -> NDArray[np.uint8]:
        row: NDArray[np.uint8] = next(self.rows)
        assert (low, high, size, dtype) == (0, 39, row.size, np.uint8)
        return row


def test_turns_are_counted_by_their_cards() -> None:
    found = ROULETTE.simulate(play(), 6, Stacked(np.array([[0, 38, 16, 36, 37, 16]], np.uint8)))
    assert {card: n for card, n in found.outcomes.items() if n} == {"1": 1, "17": 2, "0": 1, "00": 1, "eagle": 1}
    assert list(found.outcomes) == [card.name for card in WHEEL]


def turns_alone(kind: Any, cards: list[str], target: int) -> int:
    """How many turns a game takes a player who lays three markers on the same guess every time."""
    bet, round_ = one_of_each()[kind], points("P1", target=target, markers=4)
    for number, card in enumerate(cards, 1):
        round_ = after(round_, mark("P1", bet.market, bet.selection, 3), mark("P1", bet.market, bet.selection, 1))
        round_ = round_.play(turn(card))
        if round_.state.over:
            return number
    raise AssertionError("these cards are too few")


def test_games_take_as_many_turns_as_the_rules_say() -> None:
    """The same cards, turned through the rules for one player after another and through the simulation all at once."""
    cards = np.random.default_rng(5).integers(0, 39, (600, 4), np.uint8)
    found = ROULETTE.simulate(play(mode="points", target=200, markers=4), 4, Stacked(cards))
    for kind, bet in one_of_each().items():
        turned = [[WHEEL[card].name for card in game] for game in cards.T]
        taken = [turns_alone(kind, game, 200) for game in turned]
        assert found.sums[f"turns_{kind}"] == (sum(taken), sum(n**2 for n in taken))
        paid = ROULETTE.courses["russell"].payments.of(kind)
        first = [paid * (game[0] in bet.wins) for game in turned]
        assert found.sums[f"points_{kind}"] == (sum(first), sum(n**2 for n in first))


def check_bank(options: dict[str, Any], found: Simulated) -> None:
    state = play(**options)
    for each in price(ROULETTE.markets(state), ROULETTE.chances(state)):
        times = sum(found.outcomes[card] for card in each.space.wins)
        chance = compared_chance(each.chance, times, found.rounds)
        assert chance.judged
        assert chance.agrees, each
        assert compared_edge(each.space.odds, chance).agrees, each


def check_points(figures: tuple[Figure, ...], found: Simulated) -> None:
    assert set(found.sums) == {figure.name for figure in figures}
    for figure in figures:
        assert compared_mean(figure.value, found.sums[figure.name], found.rounds).agrees, figure


@pytest.mark.parametrize("options", BANKS, ids=str)
def test_a_simulation_agrees_with_the_exact_chance_of_every_space(options: dict[str, Any]) -> None:
    check_bank(options, ROULETTE.simulate(play(**options), 40_000, np.random.default_rng(1909)))


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_a_simulation_agrees_with_the_turns_that_points_take(options: dict[str, Any]) -> None:
    state = play(**options)
    check_points(ROULETTE.figures(state), ROULETTE.simulate(state, 4_000, np.random.default_rng(1909)))


@pytest.mark.slow
@pytest.mark.parametrize("options", BANKS, ids=str)
def test_ten_million_turns_agree_with_the_exact_chance_of_every_space(options: dict[str, Any]) -> None:
    check_bank(options, ROULETTE.simulate(play(**options), 10_000_000, np.random.default_rng(7)))


@pytest.mark.slow
@pytest.mark.parametrize("options", GAMES, ids=str)
def test_half_a_million_games_agree_with_the_turns_that_points_take(options: dict[str, Any]) -> None:
    state, randomness = play(**options), np.random.default_rng(7)
    found = ROULETTE.simulate(state, 20_000, randomness)
    for _ in range(24):
        found = found + ROULETTE.simulate(state, 20_000, randomness)
    assert found.rounds == 500_000
    check_points(ROULETTE.figures(state), found)


def test_a_wrong_figure_does_not_agree() -> None:
    found = ROULETTE.simulate(play(), 40_000, np.random.default_rng(1909))
    reds = sum(found.outcomes[card.name] for card in WHEEL if card.colour == "red")
    assert not compared_chance(ROULETTE.chances(play())["half", "low"] / 18 * 19, reds, found.rounds).agrees
    other = ROULETTE.figures(play(mode="points", markers=9))
    games = ROULETTE.simulate(play(mode="points"), 4_000, np.random.default_rng(1909))
    wrong = [figure for figure in other if figure.name == "turns_even"]
    assert not compared_mean(wrong[0].value, games.sums["turns_even"], 4_000).agrees
