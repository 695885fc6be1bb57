"""The simulation throws real dice. It checks the exact figures, so it must itself be right about the races.

The figures here were worked out apart from this code, by two methods that agree in twelve decimals.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from games.derby import simulation
from games.derby.race import Race
from games.kit.simulation import Simulated, compared_chance, compared_mean
from tests.games.derby.racing import DERBY, after, race

# By race, donkeys or not, and horses: throws on average, and the chances of a dead heat of two and of three.
KNOWN: dict[tuple[str, bool, int], tuple[str, str, str]] = {
    ("derby-day", False, 4): ("23.139906511770", "0.056862246914", "0.001378189319"),
    ("derby-day", False, 5): ("22.262370920028", "0.065170291932", "0.002120909960"),
    ("derby-day", False, 6): ("21.595198171844", "0.071785180326", "0.002835280295"),
    ("kentucky", False, 4): ("28.499480919233", "0", "0"),
    ("kentucky", False, 5): ("27.211630153125", "0", "0"),
    ("kentucky", False, 6): ("26.255107064026", "0", "0"),
    ("grand-national", False, 4): ("67.068173430290", "0.009347892419", "0"),
    ("grand-national", False, 5): ("62.965516698457", "0.011355224715", "0"),
    ("grand-national", False, 6): ("59.985779864816", "0.013100080185", "0"),
    ("myopia", False, 4): ("32.633547496047", "0", "0"),
    ("myopia", False, 5): ("31.378774414458", "0", "0"),
    ("myopia", False, 6): ("30.499477450376", "0", "0"),
    ("derby-day", True, 4): ("32.744065592625", "0.047411424285", "0.001168010613"),
    ("derby-day", True, 5): ("34.358956548782", "0.051774251890", "0.001595463196"),
    ("derby-day", True, 6): ("35.593544321942", "0.054978187912", "0.001948339342"),
    ("kentucky", True, 4): ("44.274390826274", "0", "0"),
    ("kentucky", True, 5): ("47.324680887253", "0", "0"),
    ("kentucky", True, 6): ("49.770145972956", "0", "0"),
    ("grand-national", True, 4): ("120.371628271506", "0.005587322911", "0"),
    ("grand-national", True, 5): ("131.077840978540", "0.005880961379", "0"),
    ("grand-national", True, 6): ("139.658451926625", "0.006078713947", "0"),
    ("myopia", True, 4): ("48.748433430179", "0", "0"),
    ("myopia", True, 5): ("51.810452394845", "0", "0"),
    ("myopia", True, 6): ("54.219733301924", "0", "0"),
}
# What tables may vary, with six horses: throws on average, and the chance of any dead heat.
VARIED: list[tuple[dict[str, str], str, str]] = [
    ({"variant": "derby-day", "overshoot": "clip"}, "21.268817055702", "0.063702382349"),
    ({"variant": "grand-national", "overshoot": "clip"}, "59.720014760096", "0.010803821521"),
    ({"variant": "myopia", "myopia_finish": "english"}, "25.832595490893", "0.081430181900"),
]
# In Myopia horses are not alike: the chance of each.
MYOPIA: dict[tuple[bool, int], str] = {
    (False, 4): ".251072061276 .250338210621 .249245892096 .249343836007",
    (False, 5): ".202049042306 .201147007213 .199773091830 .199264996474 .197765862176",
    (False, 6): ".170247486970 .169204874144 .167595829550 .166630400041 .164574485292 .161746924004",
    (True, 4): ".251300897254 .250845022137 .250144756067 .247709324543",
    (True, 5): ".202186243843 .201703611037 .200936783582 .198713042100 .196460319438",
    (True, 6): ".169820333713 .169333040905 .168557521614 .166581428735 .164473520997 .161234154035",
}


def simulated(state: Race, races: int, batches: int = 1) -> Simulated:
    rng = np.random.default_rng(1930)
    found = simulation.simulate(state.course, state.positions, races, rng, last_wins=state.donkey)
    for _ in range(batches - 1):
        found += simulation.simulate(state.course, state.positions, races, rng, last_wins=state.donkey)
    return found


def chances_of_single(variant: str, donkey: bool, horses: int) -> list[Fraction]:
    """The chance of each horse to win alone."""
    if variant == "myopia":
        return [Fraction(each) for each in MYOPIA[donkey, horses].split()]
    _, two, three = KNOWN[variant, donkey, horses]
    return [(1 - Fraction(two) - Fraction(three)) / horses] * horses


def compare(found: Simulated, variant: str, donkey: bool, horses: int) -> None:
    throws, *dead_heats = KNOWN[variant, donkey, horses]
    assert compared_mean(Fraction(throws), found.sums["throws"], found.rounds).agrees
    for horse, chance in enumerate(chances_of_single(variant, donkey, horses), 1):
        assert compared_chance(chance, found.outcomes[str(horse)], found.rounds).agrees, horse
    for size, chance in enumerate(map(Fraction, dead_heats), 2):
        together = sum(times for outcome, times in found.outcomes.items() if len(outcome.split("=")) == size)
        assert compared_chance(chance, together, found.rounds).agrees, size
    assert sum(found.outcomes.values()) == found.rounds


@pytest.mark.parametrize(("variant", "donkey", "horses"), KNOWN)
def test_a_simulation_agrees_with_what_is_known(variant: str, donkey: bool, horses: int) -> None:
    state = race(variant=variant, donkey=donkey, start=" ".join("1" * horses))
    compare(simulated(state, 5000), variant, donkey, horses)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "donkey", "horses"), KNOWN)
def test_a_large_simulation_agrees_with_what_is_known(variant: str, donkey: bool, horses: int) -> None:
    state = race(variant=variant, donkey=donkey, start=" ".join("1" * horses))
    compare(simulated(state, 20_000, batches=50), variant, donkey, horses)


@pytest.mark.rule("derby:D-3", "derby:M-6")
@pytest.mark.parametrize(("options", "throws", "dead_heat"), VARIED)
def test_a_simulation_agrees_where_tables_vary(options: dict[str, str], throws: str, dead_heat: str) -> None:
    found = simulated(race(**options), 10_000)
    assert compared_mean(Fraction(throws), found.sums["throws"], found.rounds).agrees
    assert compared_chance(Fraction(dead_heat), found.sums["dead_heat"][0], found.rounds).agrees


def test_a_wrong_figure_does_not_agree() -> None:
    found = simulated(race(), 20_000)
    assert not compared_mean(Fraction("21.4"), found.sums["throws"], found.rounds).agrees
    assert not compared_chance(Fraction("0.09"), found.sums["dead_heat"][0], found.rounds).agrees


@dataclass
class Shown:
    """Dice that are given, as if they were random; which they are is written down."""

    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(7))
    thrown: list[str] = field(default_factory=list)

    def integers(self, low: int, high: int, size: int, dtype: Any) -> NDArray[Any]:
        dice: NDArray[Any] = self.rng.integers(low, high, size, dtype)
        self.thrown.append("".join(map(str, dice)))
        return dice


@pytest.mark.parametrize("horses", [4, 5, 6])
@pytest.mark.parametrize(
    "options",
    [*DERBY.variants(), *({**varied, "donkey": donkey} for varied, _, _ in VARIED for donkey in (False, True))],
    ids=lambda options: "-".join(map(str, options.values())),
)
def test_races_end_as_the_rules_say(options: dict[str, Any], horses: int) -> None:
    """The same dice through the rules, and through the simulation one race at a time."""
    start = race(start=" ".join("1" * horses), **options)
    for seed in range(8):
        shown = Shown(np.random.default_rng(seed))
        found = simulation.simulate(start.course, start.positions, 1, shown, last_wins=start.donkey)
        result = DERBY.result(after(start, " ".join(shown.thrown)))
        assert result is not None
        assert {outcome for outcome, times in found.outcomes.items() if times} == {result.outcome}
        throws = len(shown.thrown)
        assert found.sums["throws"] == (throws, throws**2)
        assert found.sums["dead_heat"] == (("=" in result.outcome),) * 2


def test_a_race_is_run_from_where_its_horses_stand() -> None:
    """Derby Day with all horses on 15: three win unless two dice are alike, 4/7 of the time, in 36/35 throws."""
    found = simulated(race(start="15 15 15 15 15 15"), 20_000)
    threes = sum(times for outcome, times in found.outcomes.items() if outcome.count("=") == 2)
    assert compared_chance(Fraction(4, 7), threes, found.rounds).agrees
    assert compared_mean(Fraction(36, 35), found.sums["throws"], found.rounds).agrees


@pytest.mark.parametrize("options", DERBY.variants(), ids=str)
def test_the_game_tells_of_its_own_outcomes_and_figures(options: dict[str, Any]) -> None:
    state = race(**options)
    found = DERBY.simulate(state, 200, np.random.default_rng(1))
    assert tuple(found.outcomes) == DERBY.outcomes(state)
    assert sum(found.outcomes.values()) == found.rounds == 200
    assert set(found.sums) == {figure.name for figure in DERBY.figures(state)}
