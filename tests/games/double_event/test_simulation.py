"""The simulation turns real packs. It checks the exact figures, so it must itself be right about the cards."""

from typing import Any

import numpy as np
import pytest

from games.double_event import simulation
from games.double_event.rules import Race
from games.kit.cards import PACK, Card
from games.kit.simulation import Compared, Simulated, compared_chance, compared_mean
from tests.games.double_event.racing import FOURTEEN, GAME, after, course, race, told
from tests.games.stacked import Stacked

every_course = pytest.mark.parametrize(
    "options",
    [*GAME.variants(), {"course": course(tie="court_first")}],
    ids=[*GAME.courses, "court first"],
)


def play(state: Race, pack: list[Card]) -> tuple[Race, list[int], int]:
    """Through the rules; the cards of this pack on which somebody was placed, and how many brought two horses home."""
    on, doubles = [], 0
    for number, card in enumerate(pack, 1):
        if not state.over:
            doubles += len(told(state, str(card)).finished) == 2
            later = after(state, [card])
            on += [number] * (len(later.finish) - len(state.finish))
            state = later
    return state, on, doubles


@pytest.mark.parametrize("tie", ["suit_first", "court_first"])
@pytest.mark.parametrize("lengths", [(10, 9, 9, 10, 4, 4, 2), FOURTEEN, (13, 14, 14, 14, 4, 5, 3)])
def test_races_end_as_the_rules_say(lengths: tuple[int, ...], tie: str) -> None:
    """The same packs, turned through the rules one by one and through the simulation all at once."""
    rng = np.random.default_rng(5)
    packs = [[PACK[n] for n in rng.permutation(52)] for _ in range(60)]
    state = race(course=course(*lengths, tie=tie))
    outcomes = dict.fromkeys(GAME.outcomes(state), 0)
    figures = []
    for first, second in zip(packs[:30], packs[30:], strict=True):
        ran, on, doubles = play(state, first)
        if not ran.over:
            ran, later, more = play(ran, second)
            on, doubles = [*on, *(52 + number for number in later)], doubles + more
        result = GAME.result(ran)
        assert result is not None
        outcomes[result.outcome] += 1
        figures.append([*on, doubles])
    found = GAME.simulate(state, 30, Stacked(packs, order=PACK, dealt=len(PACK)))
    assert found.outcomes == outcomes
    assert found.sums == {
        name: (sum(column), sum(n**2 for n in column))
        for name, column in zip(simulation.FIGURES, zip(*figures, strict=True), strict=True)
    }
    assert found.sums["double_finishes"][0] > 0


def apart(state: Race, found: Simulated) -> dict[Any, Compared]:
    """What does not agree with the exact figures."""
    exact = GAME.chances(state)
    judged: dict[Any, Compared] = {
        (market.name, space.selection): compared_chance(
            exact[market.name, space.selection], sum(found.outcomes[order] for order in space.wins), found.rounds
        )
        for market in GAME.markets(state)
        for space in market.spaces
    }
    for figure in GAME.figures(state):
        judged[figure.name] = compared_mean(figure.value, found.sums[figure.name], found.rounds)
    return {what: compared for what, compared in judged.items() if not compared.agrees}


@every_course
def test_a_simulation_agrees_with_every_exact_figure(options: Any) -> None:
    state = race(**options)
    assert apart(state, GAME.simulate(state, 20_000, np.random.default_rng(1909))) == {}


@pytest.mark.slow
@every_course
def test_a_large_simulation_agrees_with_every_exact_figure(options: Any) -> None:
    state, chance = race(**options), np.random.default_rng(73)
    parts = [GAME.simulate(state, 250_000, chance) for _ in range(8)]
    assert apart(state, sum(parts[1:], parts[0])) == {}


def test_a_wrong_figure_does_not_agree() -> None:
    found = GAME.simulate(race(course=course(tie="court_first")), 20_000, np.random.default_rng(1909))
    assert {("placed", "spades"), ("placed", "king")} <= set(apart(race(), found))


def test_every_race_is_run_to_its_end() -> None:
    found = GAME.simulate(race(course="two-packs"), 3000, np.random.default_rng(1))
    assert sum(found.outcomes.values()) == found.rounds == 3000
    assert set(found.outcomes) == set(GAME.outcomes(race()))
