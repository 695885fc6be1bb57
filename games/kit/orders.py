"""Finishing orders as outcomes: each is written with the letters of its runners, first one first, as in `JDC`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations


@dataclass(frozen=True)
class Orders:
    """Every way in which so many `places` can be filled by runners, who are known by a letter each."""

    letters: Mapping[str, str]  # by the runner's name
    places: int

    @cached_property
    def all(self) -> tuple[str, ...]:
        return tuple("".join(order) for order in permutations(self.letters.values(), self.places))

    def beginning(self, finish: Sequence[str]) -> tuple[str, ...]:
        """Those that can still come when these runners are home, in this order."""
        first = self.written(finish[: self.places])
        return tuple(order for order in self.all if order.startswith(first))

    def placing(self, runner: str, places: int) -> tuple[str, ...]:
        """Those in which this runner is among the first so many."""
        return tuple(order for order in self.all if self.letters[runner] in order[:places])

    def written(self, finish: Sequence[str]) -> str:
        return "".join(self.letters[runner] for runner in finish)

    def read(self, outcome: str) -> tuple[str, ...]:
        runners = {letter: runner for runner, letter in self.letters.items()}
        return tuple(runners[letter] for letter in outcome)
