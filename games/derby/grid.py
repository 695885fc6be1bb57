"""Exact prospects under any law, from every way in which the horses may still stand: a grid with one side for each.

As horses never go back, the grid begins where they are now. A throw that moves anything makes the sum of the spaces
larger: points are taken by falling sums, and each finds the prospects of its successors known.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import prod
from typing import Any

from games.derby.course import SPACES
from games.derby.law import Race, throw_classes
from games.derby.prospect import FIGURES, Prospect, from_floats

AT_ONCE = 1 << 19  # figures of successors: as many as a processor keeps at hand


def points(race: Race, positions: tuple[int, ...]) -> int:
    """How large the grid is."""
    return prod(map(race.spaces, positions))


@lru_cache(maxsize=1024)
def exact(race: Race, positions: tuple[int, ...]) -> Prospect:
    return from_floats(figures(race, positions))


def figures(race: Race, positions: tuple[int, ...]) -> list[float]:
    """The shares of the horses and the other figures, as floats."""
    return _Grid(race, positions).first()


class _Grid:
    """Points are numbered, the last horse's spaces running fastest. `last` has all horses at home."""

    def __init__(self, race: Race, positions: tuple[int, ...]) -> None:
        import numpy as np  # a tenth of a second that only odds need

        sides = [SPACES + 1 - at for at in positions]
        self.race, self.last = race, prod(sides) - 1
        self.strides = [prod(sides[horse + 1 :]) for horse in range(race.horses)]
        self.spaces = np.empty((race.horses, *sides), dtype=np.uint8)
        for horse, at in enumerate(positions):
            side = [1] * horse + [-1] + [1] * (race.horses - horse - 1)
            self.spaces[horse] = np.arange(at, SPACES + 1, dtype=np.uint8).reshape(side)
        self.spaces = self.spaces.reshape(race.horses, -1)
        self.home = (self.spaces == SPACES).sum(axis=0, dtype=np.uint8)
        self.found = np.zeros((self.last + 1, race.horses + FIGURES))
        classes = throw_classes(race.law, race.horses)
        self.weights = np.array(list(classes.values()), dtype=np.float64)
        self.steps = self._steps(np.array(list(classes), dtype=np.int32))

    def _steps(self, moves: Any) -> list[Any]:
        """By horse, by its space, by throw: how far the number of the point changes."""
        import numpy as np

        spaces = np.arange(SPACES + 1, dtype=np.int32)
        return [
            np.ascontiguousarray((moves[:, horse] - spaces).T * np.int32(stride))
            for horse, stride in enumerate(self.strides)
        ]

    def first(self) -> list[float]:
        self._end()
        for chosen in self._portions():
            self._settle(chosen)
        figures: list[float] = self.found[0].tolist()
        return figures

    def _end(self) -> None:
        """What is known of races that are over. Where a Donkey race ends with all at home, the last throw decides."""
        import numpy as np

        if self.race.donkey:
            over = np.flatnonzero(self.home == self.race.horses - 1)
            self.found[over, : self.race.horses] = (self.spaces[:, over] < SPACES).T
            return
        over = np.flatnonzero(self.home)
        heat = self.home[over]
        self.found[over, : self.race.horses] = ((self.spaces[:, over] == SPACES) / heat).T
        self.found[over, -2], self.found[over, -1] = heat == 2, heat == 3

    def _portions(self) -> Iterator[Any]:
        """Points where the race goes on, those of one sum before those of a smaller one."""
        import numpy as np

        on = np.flatnonzero(self.home < (self.race.horses - 1 if self.race.donkey else 1))
        sums = self.spaces.sum(axis=0, dtype=np.uint8)[on]
        order = on[np.argsort(~sums, kind="stable")]
        portion = AT_ONCE // (len(self.weights) * self.found.shape[1])
        start = 0
        for size in np.bincount(sums)[::-1].tolist():
            for at in range(start, start + size, portion):
                yield order[at : min(at + portion, start + size)]
            start += size

    def _settle(self, chosen: Any) -> None:
        """A point that a throw leaves alone is still unknown, and adds nothing to its own sums: these are scaled."""
        import numpy as np

        after = np.repeat(chosen.astype(np.int32)[:, None], len(self.weights), axis=1)
        for steps, spaces in zip(self.steps, self.spaces, strict=True):
            after += steps[spaces[chosen]]
        everything = self.weights.sum()
        moved = everything - (after == chosen[:, None]) @ self.weights
        sums = (self.weights @ self.found[after]) / moved[:, None]
        throws, squares = sums[:, -FIGURES], sums[:, 1 - FIGURES]
        throws += everything / moved
        squares += (2 * throws - 1) * everything / moved
        if self.race.donkey:
            self._add_dead_heats(sums, chosen, (after == self.last) @ self.weights / moved)
        self.found[chosen] = sums

    def _add_dead_heats(self, sums: Any, chosen: Any, together: Any) -> None:
        """`together` is the chance that all who are out come home with one throw."""
        out = self.race.horses - self.home[chosen]
        sums[:, : self.race.horses] += ((self.spaces[:, chosen] < SPACES) * (together / out)).T
        sums[:, -2] += together * (out == 2)
        sums[:, -1] += together * (out == 3)
