"""The exact figures of the game, to the last printed digit: §4.4 of the worked rules, and a second way to get them."""

from fractions import Fraction
from typing import Any

import pytest

from games.kit.markets import price
from games.kit.odds import decimal, percent
from games.kit.simulation import compared_chance
from games.roulette.bets import bets
from tests.games.roulette.playing import ROULETTE, play, spaces, turn

KINDS = {"even": 18, "twelve": 12, "single": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
TO = {**dict.fromkeys(KINDS, (3, "7.692308")), "five": (4, "10.256410")}
FOR = {
    "even": (3, "7.692308"),
    "single": (4, "10.256410"),
    "two": (5, "12.820513"),
    "three": (6, "15.384615"),
    "four": (7, "17.948718"),
    "five": (9, "23.076923"),
    "six": (9, "23.076923"),
    "twelve": (15, "38.461538"),
}


@pytest.mark.rule("roulette:L-R4", "roulette:E1", "roulette:E2")
@pytest.mark.parametrize("run_mode", ["consecutive", "layout"])
@pytest.mark.parametrize(("payout_mode", "kept"), [("to", TO), ("for", FOR)])
def test_chances_and_edges_of_every_space(run_mode: Any, payout_mode: str, kept: dict[str, tuple[int, str]]) -> None:
    state = play(run_mode=run_mode, payout_mode=payout_mode)
    kinds = {(bet.market, bet.selection): bet.kind.value for bet in bets(run_mode)}
    priced = price(ROULETTE.markets(state), ROULETTE.chances(state))
    assert len(priced) == len(kinds)
    for each in priced:
        kind = kinds[each.market.name, each.space.selection]
        assert each.chance == Fraction(KINDS[kind], 39)
        assert each.edge == Fraction(kept[kind][0], 39)
        assert percent(each.edge, 6) == kept[kind][1]


@pytest.mark.rule("roulette:E1")
def test_the_printed_figures_are_net_odds_on_36_numbers() -> None:
    found = spaces(play())
    by_size = {len(space.wins): space.odds.winnings for space in found.values()}
    assert by_size == {k: 36 // k - 1 for k in (1, 2, 3, 4, 5, 6, 12, 18)}


@pytest.mark.rule("roulette:E1")
def test_for_one_holds_the_stake_and_even_stays_even() -> None:
    found = spaces(play(payout_mode="for"))
    by_size = {len(space.wins): space.odds.winnings for space in found.values()}
    assert by_size == {1: 34, 2: 16, 3: 10, 4: 7, 5: 5, 6: 4, 12: 1, 18: 1}


def test_chances_by_turning_every_card() -> None:
    """A second way: of the 39 turns that can come, how many does each space win?"""
    state = play(run_mode="layout")
    chances = ROULETTE.chances(state)
    hits = dict.fromkeys(chances, 0)
    for card in ROULETTE.outcomes(state):
        for where, chance in ROULETTE.chances(ROULETTE.play(state, turn(card)).state).items():
            assert chance in {0, 1}, "after the card nothing is left to chance"
            hits[where] += int(chance)
    assert chances == {where: Fraction(n, 39) for where, n in hits.items()}


# A million turns of another program.
REPORTED = {("colour", "red"): 461308, ("column", "1"): 307518, ("number", "17"): 25550, ("run", "31-36"): 153963}


@pytest.mark.parametrize("where", REPORTED)
def test_figures_agree_with_a_million_turns_of_another_program(where: tuple[str, str]) -> None:
    assert compared_chance(ROULETTE.chances(play())[where], REPORTED[where], 1_000_000).agrees


def test_the_exact_chances_in_six_digits() -> None:
    chances = ROULETTE.chances(play())
    digits = [decimal(chances[where], 6) for where in REPORTED]
    assert digits == ["0.461538", "0.307692", "0.025641", "0.153846"]


def test_every_card_is_equally_likely_until_one_is_turned() -> None:
    state = play()
    outcomes = ROULETTE.outcome_chances(state)
    assert outcomes == dict.fromkeys(ROULETTE.outcomes(state), Fraction(1, 39))
    assert sum(outcomes.values()) == 1
    assert ROULETTE.outcome_chances(ROULETTE.play(state, turn("00")).state) == {"00": 1}


POINTS = {"single": 35, "two": 34, "three": 33, "four": 32, "five": 30, "six": 30, "twelve": 24, "even": 18}
TURNS = {
    "single": "78.000",
    "two": "58.500",
    "three": "65.000",
    "four": "68.250",
    "five": "70.200",
    "six": "65.000",
    "twelve": "81.250",
    "even": "108.333",
}


@pytest.mark.rule("roulette:E7")
def test_what_a_marker_is_worth_and_how_long_500_points_take() -> None:
    figures = {figure.name: figure.value for figure in ROULETTE.figures(play(mode="points"))}
    assert len(figures) == len(POINTS) + len(TURNS)
    assert {kind: figures[f"points_{kind}"] for kind in POINTS} == {k: Fraction(n, 39) for k, n in POINTS.items()}
    assert {kind: decimal(figures[f"turns_{kind}"], 3) for kind in TURNS} == TURNS
    assert figures["turns_even"] == Fraction(325, 3)
    assert ROULETTE.figures(play()) == ()


@pytest.mark.parametrize(
    ("target", "markers", "single", "even"),
    [(35, 1, 39, Fraction(35 * 39, 18)), (36, 1, 78, 78), (350, 10, 39, Fraction(35 * 39, 18)), (1, 100, 39, "13/6")],
)
def test_turns_depend_on_the_target_and_the_markers(target: int, markers: int, single: int, even: Any) -> None:
    state = play(mode="points", target=target, markers=markers)
    figures = {figure.name: figure.value for figure in ROULETTE.figures(state)}
    assert figures["turns_single"] == single
    assert figures["turns_even"] == Fraction(even)
