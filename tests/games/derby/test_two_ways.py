"""The odds another way: rolled die by die with fractions, tables against the grid, estimates against exact figures."""

from fractions import Fraction
from math import sqrt

import pytest

from games.derby.estimate import estimate
from games.derby.grid import exact, figures
from games.derby.prospect import Prospect, from_floats
from games.kit.simulation import TOLERANCE
from tests.games.derby import die_by_die
from tests.games.derby.boards import COURSES, EXCHANGEABLE, of, race

TINY = Fraction(1, 10**11)
FEW = 40_000  # races of an estimate: its errors are known for any number

LATE = [
    (False, (15, 15, 14, 13)),
    (False, (14, 13, 15, 12)),
    (False, (13, 15, 13, 14, 15)),
    (False, (15, 14, 15, 15, 13, 14)),
    (True, (15, 14, 13, 15)),
    (True, (13, 16, 14, 12)),
    (True, (15, 16, 14, 16, 13)),
    (True, (16, 15, 15, 16, 15, 14)),
]
AT_A_HURDLE = [(False, (11, 14, 11, 13)), (False, (14, 10, 11, 15)), (True, (16, 11, 9, 15)), (True, (11, 14, 16, 13))]


def numbers(found: Prospect) -> tuple[Fraction, ...]:
    return (*found.shares, found.throws, found.squares, *found.dead_heats)


def apart(one: Prospect, other: Prospect) -> Fraction:
    return max(abs(a - b) for a, b in zip(numbers(one), numbers(other), strict=True))


@pytest.mark.parametrize("name", COURSES)
@pytest.mark.parametrize(("donkey", "positions"), LATE)
def test_late_positions_die_by_die(name: str, donkey: bool, positions: tuple[int, ...]) -> None:
    expected = die_by_die.figures(name, donkey, positions)
    for figure, other in zip(numbers(of(name, positions, donkey=donkey)), expected, strict=True):
        assert abs(figure - other) < TINY


@pytest.mark.parametrize("name", [name for name, course in COURSES.items() if course.hurdles])
@pytest.mark.parametrize(("donkey", "positions"), AT_A_HURDLE)
def test_positions_at_a_hurdle_die_by_die(name: str, donkey: bool, positions: tuple[int, ...]) -> None:
    expected = die_by_die.figures(name, donkey, positions)
    found = numbers(of(name, positions, donkey=donkey))
    assert len(found) == len(expected)
    # A mean square may be some thousands, and a float has so many digits.
    assert all(abs(figure - other) < TINY * (1 + other / 100) for figure, other in zip(found, expected, strict=True))


@pytest.mark.parametrize("name", EXCHANGEABLE)
@pytest.mark.parametrize("donkey", [False, True])
def test_the_grid_gives_what_the_table_gives(name: str, donkey: bool) -> None:
    """From the start with four horses, and from the middle with more."""
    for positions in ((1, 1, 1, 1), (4, 9, 2, 5), (9, 12, 5, 11, 10), (10, 11, 12, 9, 13, 12)):
        found = from_floats(figures(race(name, len(positions), donkey=donkey), positions))
        assert apart(found, of(name, positions, donkey=donkey)) < 2 * TINY


@pytest.mark.parametrize(
    ("name", "donkey", "positions"),
    [
        ("myopia", False, (1, 1, 1, 1)),
        ("myopia", False, (10, 11, 5, 10, 9, 11)),
        ("myopia", True, (2, 5, 11, 3)),
        ("myopia", True, (16, 9, 5, 11, 8, 10)),
        ("myopia, English", False, (8, 5, 11, 7, 6)),
        ("myopia, English", True, (10, 11, 5, 12, 9, 11)),
        ("myopia, English, clipped", True, (12, 11, 13, 12)),
        ("derby-day", True, (1, 2, 1, 3)),
        ("grand-national", False, (10, 11, 4, 5)),
    ],
)
def test_an_estimate_is_as_near_as_it_says(name: str, donkey: bool, positions: tuple[int, ...]) -> None:
    this = race(name, len(positions), donkey=donkey)
    found, true = estimate(this, positions, FEW), exact(this, positions)
    for value, chance in zip((*found.shares, *found.dead_heats), (*true.shares, *true.dead_heats), strict=True):
        assert abs(value - chance) <= TOLERANCE * sqrt(chance * (1 - chance) / FEW)
    assert abs(found.throws - true.throws) <= TOLERANCE * true.deviation / sqrt(FEW)
    assert found.error is not None
    largest = max(true.shares)
    assert abs(float(found.error) - 2 * sqrt(largest * (1 - largest) / FEW)) < 1e-4


def test_an_estimate_in_mid_race_is_the_same_whenever_somebody_asks() -> None:
    positions = (3, 5, 4, 2, 6, 1)
    first = of("myopia", positions)
    assert first.error is not None
    assert 0 < first.error < Fraction(3, 1000)
    assert sum(first.shares) == 1
    estimate.cache_clear()
    assert of("myopia", positions) == first


def test_estimates_of_neighbouring_positions_do_not_share_their_throws() -> None:
    one, other = (estimate(race("myopia", 6), (3, 5, 4, 2, 6, at), FEW) for at in (1, 2))
    assert one.throws != other.throws


def test_throws_of_an_estimate_are_equally_likely() -> None:
    """216 of them, a million times: the sum of squares over what is expected has mean 215 and deviation 20.7."""
    import numpy as np

    from games.derby.estimate import _Throws

    throws = _Throws("some race", 216)
    found = np.bincount(np.concatenate([throws.next(250_000) for _ in range(4)]), minlength=216)
    expected = 1_000_000 / 216
    assert len(found) == 216
    assert 215 - 4 * 20.7 < ((found - expected) ** 2 / expected).sum() < 215 + 4 * 20.7


def test_throws_follow_each_other_without_a_gap() -> None:
    from games.derby.estimate import PORTION, _Throws

    one, other = _Throws("some race", 36), _Throws("some race", 36)
    sizes = (1, 200_000, 7, 199_999, 300_000, 0, 123_456)
    assert sum(sizes) > PORTION
    together = one.next(sum(sizes)).tolist()
    assert together == [throw for size in sizes for throw in other.next(size).tolist()]
