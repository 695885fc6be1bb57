from fractions import Fraction
from math import sqrt

import pytest

from games.kit.simulation import compared_chance, compared_share


def test_a_share_counts_a_dead_heat_by_its_part() -> None:
    # 40 wins alone and 20 with another in 100 rounds: 40 + 10 = 50. The squares are 40 + 20/4 = 45, so the variance is
    # 0.45 - 0.25 = 0.2.
    found = compared_share(Fraction(1, 2), {1: 40, 2: 20}, 100)
    assert found.simulated == 0.5
    assert found.error == pytest.approx(sqrt(0.2 / 100))
    assert (found.apart, found.agrees) == (0, True)


def test_a_share_without_dead_heats_is_a_chance() -> None:
    share, chance = compared_share(Fraction(1, 4), {1: 250}, 1000), compared_chance(Fraction(1, 4), 250, 1000)
    assert share.simulated == chance.simulated
    assert share.error == pytest.approx(chance.error)


def test_what_hardly_happens_is_not_judged() -> None:
    # Expected once in 1,000 rounds, seen never: it has no spread, and proves nothing.
    assert compared_share(Fraction(1, 1000), {1: 0}, 1000).agrees
    assert not compared_share(Fraction(1, 4), {1: 0}, 1000).agrees
    assert compared_share(Fraction(0), {1: 0}, 1000).agrees
