"""The simulation deals real packs. It checks the exact figures, so it must itself be right about the cards."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from games.kit.cards import JOKER, PACK, PACK_WITH_JOKER
from games.kit.odds import EVENS, Odds
from games.kit.simulation import Simulated, compared_chance, compared_edge, compared_mean, shuffled
from games.minoru import simulation
from games.minoru.rules import strength
from tests.games.minoru.racing import GG, MINORU, ORDER, M, course, deal, race
from tests.games.stacked import Stacked


@pytest.mark.parametrize("joker", [False, True])
def test_races_end_as_the_rules_say(joker: bool) -> None:
    """The same packs, dealt through the rules one by one and through the simulation all at once."""
    rng = np.random.default_rng(5)
    cards = list(PACK_WITH_JOKER if joker else PACK)
    races = 20
    first = [list(rng.permutation(np.array(cards, object))) for _ in range(races)]
    second = [list(rng.permutation(np.array(cards, object))) for _ in range(races)]
    wins: dict[str, int] = dict.fromkeys(ORDER, 0)
    deals: list[int] = []
    unfinished = []
    for at, pack in enumerate(first):
        state = race(joker=joker)
        for start in range(0, 50, 5):
            if not state.winner:
                state = MINORU.play(state, deal(" ".join(map(str, pack[start : start + 5])))).state
        if not state.winner:
            unfinished.append(at)
            follow = second[len(unfinished) - 1]
            for start in range(0, 50, 5):
                if not state.winner:
                    state = MINORU.play(state, deal(" ".join(map(str, follow[start : start + 5])))).state
        assert state.winner
        wins[state.winner] += 1
        deals.append(state.deals)
    assert unfinished, "some races should need their second pack"
    by_strength = [*sorted(PACK, key=strength), JOKER]  # a card is a number, by its strength, and the joker is last
    stacked = Stacked([*first, *second], order=by_strength, dealt=50)
    found = simulation.simulate(ORDER, (3, 4, 6, 5, 3), races, stacked, joker=joker)
    assert found.outcomes == wins
    assert found.sums["deals"] == (sum(deals), sum(n**2 for n in deals))


def test_a_simulation_agrees_with_the_exact_chances() -> None:
    state = race(joker=True, course=course(1, 2, 3, 2, 2))
    found = MINORU.simulate(state, 20_000, np.random.default_rng(1909))
    chances = MINORU.chances(state)
    for horse, times in found.outcomes.items():
        assert compared_chance(chances["win", horse], times, found.rounds).agrees


def test_a_wrong_figure_does_not_agree() -> None:
    state = race()
    found = MINORU.simulate(state, 20_000, np.random.default_rng(1909))
    wrong = MINORU.chances(race(joker=True))
    assert not compared_chance(wrong["win", GG], found.outcomes[GG], found.rounds).agrees


def test_figures_are_compared_in_standard_errors() -> None:
    chance = compared_chance(Fraction(1, 2), 520, 1000)
    assert chance.error == pytest.approx(0.0158113883)
    assert chance.apart == pytest.approx(0.02 / 0.0158113883)
    edge = compared_edge(EVENS, chance)
    assert edge.exact == 0
    assert edge.simulated == pytest.approx(-0.04)
    assert edge.apart == pytest.approx(-chance.apart)
    assert compared_edge(Odds(5, 3), chance).exact == Fraction(-1, 3)
    mean = compared_mean(Fraction(3), (30, 100), 10)
    assert mean.simulated == 3
    assert mean.error == pytest.approx((1 / 10) ** 0.5)


def test_parts_of_a_simulation_add_up() -> None:
    part = Simulated(10, {M: 4, GG: 6}, {"deals": (90, 900)})
    assert part + part == Simulated(20, {M: 8, GG: 12}, {"deals": (180, 1800)})


@pytest.mark.parametrize("dealt", [2, 3])
def test_every_order_of_a_small_pack_is_equally_likely(dealt: int) -> None:
    packs = shuffled(3, dealt, 6000, np.random.default_rng(3))
    orders = Counter(map(tuple, packs.T.tolist()))
    assert len(orders) == 6
    assert sum((times - 1000) ** 2 / 1000 for times in orders.values()) < 20.515  # chi-square, 5 degrees, 1 in 1,000


def test_what_is_too_rare_is_not_judged() -> None:
    assert compared_chance(Fraction(1, 78125), 1, 1000).agrees
    assert not compared_chance(Fraction(1, 78125), 1000, 1_000_000).agrees


def test_what_cannot_happen_and_did_does_not_agree() -> None:
    assert compared_chance(Fraction(0), 0, 1000).agrees
    assert not compared_chance(Fraction(0), 1, 1000).agrees


def test_every_race_is_run_to_its_end() -> None:
    found = simulation.simulate(ORDER, (1, 1, 1, 1, 1), 3000, np.random.default_rng(1), joker=False)
    assert sum(found.outcomes.values()) == found.rounds == 3000
    assert found.sums == {"deals": (3000, 3000)}
