"""Exact prospects where only its own number moves a horse: then horses on the same spaces have the same prospects.

So a position is its spaces in order, and there are few enough of them to know all. A throw that moves anything makes
the sum of the spaces larger: positions are taken by falling sums, all of one sum at once, and each finds the prospects
of its successors known.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, Any

from games.derby.course import SPACES
from games.derby.law import MOST, Race, throw_classes
from games.derby.prospect import FIGURES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# By place in the order of spaces, by space. The sum over the places numbers all positions without a gap, and those with
# a horse on the last space come after all others.
STEPS = tuple((0, *(comb(place + space, place + 1) for space in range(SPACES))) for place in range(MOST))


def number(ordered: Sequence[int]) -> int:
    """The row of a position in a table."""
    return sum(STEPS[place][space] for place, space in enumerate(ordered))


def rows(race: Race) -> int:
    """A race that is over needs no table, but a Donkey race goes on with horses at home."""
    return comb(SPACES - 2 + race.donkey + race.horses, race.horses)


def build(race: Race) -> "NDArray[np.float64]":
    """A row for each position: the shares by place in the order of spaces, and the other figures."""
    return _Building(race).table()


class _Building:
    def __init__(self, race: Race) -> None:
        import numpy as np  # a tenth of a second that only odds need

        classes = throw_classes(race.law, race.horses)
        self.race = race
        self.moves = np.array(list(classes), dtype=np.uint8)
        self.weights = np.array(list(classes.values()), dtype=np.float64)
        found = np.array(list(combinations_with_replacement(range(1, SPACES + 1), race.horses)), dtype=np.uint8)
        self.positions = np.empty_like(found)
        self.positions[_numbers(list(found.T))] = found
        self.home = (self.positions == SPACES).sum(axis=1)
        self.shares = np.zeros((len(found), SPACES + 1))  # by space: more room, and no order to restore
        self.figures = np.zeros((FIGURES, len(found)))

    def table(self) -> "NDArray[np.float64]":
        import numpy as np

        self._end()
        for positions, successors, spaces in self._layers():
            self._settle(positions, successors, spaces)
        by_place = np.take_along_axis(self.shares, self.positions.astype(np.intp), axis=1)
        return np.hstack([by_place, self.figures.T])[: rows(self.race)]

    def _end(self) -> None:
        """What is known of races that are over. Where a Donkey race ends with all at home, the last throw decides."""
        if self.race.donkey:
            last = self.home == self.race.horses - 1
            self.shares[last, self.positions[last, 0]] = 1
            return
        over = self.home > 0
        self.shares[over, SPACES] = 1 / self.home[over]
        self.figures[2], self.figures[3] = self.home == 2, self.home == 3

    def _layers(self) -> Iterator[tuple[Any, Any, list[Any]]]:
        """By falling sums: the positions of the sum, for each throw their successors, and the space of each horse."""
        import numpy as np

        on = np.flatnonzero(self.home < (self.race.horses - 1 if self.race.donkey else 1))
        sums = self.positions[on].sum(axis=1, dtype=np.intp)
        order = on[np.argsort(-sums, kind="stable")]
        spaces = [self.moves[:, horse][:, self.positions[order, horse]] for horse in range(self.race.horses)]
        successors = _numbers(_in_order(spaces))
        ends = np.cumsum(np.bincount(sums)[::-1])
        for start, end in zip([0, *ends[:-1]], ends, strict=True):
            if start < end:
                yield order[start:end], successors[:, start:end], [space[:, start:end] for space in spaces]

    def _settle(self, positions: Any, successors: Any, spaces: list[Any]) -> None:
        """A position that a throw leaves alone is still unknown, and adds nothing to its own sums: these are scaled."""
        moved = self.weights.sum() - self.weights @ (successors == positions)
        throws, squares, two, three = (self.weights @ figure[successors] / moved for figure in self.figures)
        throws += self.weights.sum() / moved
        squares += (2 * throws - 1) * self.weights.sum() / moved
        flat = self.shares.ravel()
        at = successors * (SPACES + 1)
        shares = [self.weights @ flat[at + space] / moved for space in spaces]
        if self.race.donkey:
            out = self.race.horses - self.home[positions]
            together = self.weights @ (successors == len(self.positions) - 1) / moved
            two, three = two + together * (out == 2), three + together * (out == 3)
            shares = [
                share + together / out * (self.positions[positions, horse] < SPACES)
                for horse, share in enumerate(shares)
            ]
        for horse, share in enumerate(shares):
            self.shares[positions, self.positions[positions, horse]] = share
        self.figures[:, positions] = throws, squares, two, three


def _numbers(ordered: list[Any]) -> Any:
    import numpy as np

    steps = np.array(STEPS, dtype=np.int32)
    return sum(steps[place][spaces] for place, spaces in enumerate(ordered))


def _in_order(spaces: list[Any]) -> list[Any]:
    """Horse by horse in order, for all positions and throws at once: a sort of each on its own takes far longer."""
    import numpy as np

    ordered = list(spaces)
    for turn in range(len(ordered)):
        for at in range(turn % 2, len(ordered) - 1, 2):
            one, other = ordered[at], ordered[at + 1]
            ordered[at], ordered[at + 1] = np.minimum(one, other), np.maximum(one, other)
    return ordered
