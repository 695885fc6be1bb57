"""The peer of the tables of the Derby family: what anybody would write first, a loop over all positions in order."""

from collections import Counter
from itertools import combinations_with_replacement, product

from games.derby.course import SPACES, Course

Shares = tuple[float, ...]


def prospects(course: Course, horses: int) -> dict[tuple[int, ...], tuple[Shares, float]]:
    """For each position, horses in order: their shares, and the mean number of throws."""
    throws: Counter[tuple[int, ...]] = Counter(
        tuple(dice.count(number) for number in range(1, horses + 1))
        for dice in product(range(1, 7), repeat=course.dice)
    )
    found: dict[tuple[int, ...], tuple[Shares, float]] = {}
    positions = combinations_with_replacement(range(1, SPACES), horses)
    for position in sorted(positions, key=sum, reverse=True):
        found[position] = _prospect(course, position, throws, found)
    return found


def _prospect(
    course: Course,
    position: tuple[int, ...],
    throws: Counter[tuple[int, ...]],
    found: dict[tuple[int, ...], tuple[Shares, float]],
) -> tuple[Shares, float]:
    moved, mean, shares = throws.total(), float(throws.total()), [0.0] * len(position)
    for own, times in throws.items():
        after = tuple(course.after(at, dice, 0) for at, dice in zip(position, own, strict=True))
        if after == position:
            moved -= times
        elif SPACES in after:
            for horse, at in enumerate(after):
                shares[horse] += times * (at == SPACES) / after.count(SPACES)
        else:
            ordered = sorted(range(len(after)), key=lambda horse: after[horse])
            following, later = found[tuple(after[horse] for horse in ordered)]
            mean += times * later
            for horse, share in zip(ordered, following, strict=True):
                shares[horse] += times * share
    return tuple(share / moved for share in shares), mean / moved
