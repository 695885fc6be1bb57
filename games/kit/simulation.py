"""Many rounds at once, with numpy: a check on the exact figures, never their source."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, sqrt
from typing import TYPE_CHECKING, Any, Protocol

from games.kit.odds import Odds

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


ENOUGH = 10  # times that something should happen before its frequency is judged
TOLERANCE = 4  # standard errors: one honest figure in some sixteen thousand lies further off


class Randomness(Protocol):
    """A numpy generator has this method."""

    def integers(self, low: int, high: int, size: int, dtype: Any) -> "NDArray[Any]": ...


def shuffled(size: int, dealt: int, rounds: int, randomness: Randomness) -> "NDArray[np.uint8]":
    """The first `dealt` cards of a pack for each round, one row for each card of the pack, one column for each round.

    The cards are numbers from 0. All packs are shuffled together, place by place; numpy's own `permuted` takes them one
    by one, and twice the time.
    """
    import numpy as np  # a tenth of a second that only a simulation needs

    packs = np.repeat(np.arange(size, dtype=np.uint8)[:, None], rounds, axis=1)
    cards, columns = packs.reshape(-1), np.arange(rounds)
    for place in range(dealt):
        other = randomness.integers(place, size, rounds, np.uint8).astype(np.intp) * rounds + columns
        chosen = cards[other]
        cards[other] = packs[place]
        packs[place] = chosen
    return packs[:dealt]


@dataclass(frozen=True)
class Simulated:
    """How often each outcome came, and for each further figure the sum over all rounds and the sum of its squares."""

    rounds: int
    outcomes: Mapping[str, int]
    sums: Mapping[str, tuple[int, int]]

    def __add__(self, other: "Simulated") -> "Simulated":
        return Simulated(
            rounds=self.rounds + other.rounds,
            outcomes={name: n + other.outcomes[name] for name, n in self.outcomes.items()},
            sums={name: (a + other.sums[name][0], b + other.sums[name][1]) for name, (a, b) in self.sums.items()},
        )


@dataclass(frozen=True)
class Compared:
    """An exact figure beside the simulated one."""

    exact: Fraction
    simulated: float
    error: float
    judged: bool = True  # something too rare is not: its errors are not normal

    @property
    def apart(self) -> float:
        """In standard errors."""
        difference = self.simulated - float(self.exact)
        return difference / self.error if self.error else inf if difference else 0.0

    @property
    def agrees(self) -> bool:
        return not self.judged or abs(self.apart) <= TOLERANCE


def compared_chance(chance: Fraction, times: int, rounds: int) -> Compared:
    error = sqrt(chance * (1 - chance) / rounds)
    return Compared(chance, times / rounds, error, judged=not _rare(chance, rounds))


def compared_edge(odds: Odds, chance: Compared) -> Compared:
    """What the office keeps of one counter staked every round."""
    returned = odds.winnings / odds.per + 1
    return Compared(odds.edge(chance.exact), 1 - chance.simulated * returned, chance.error * returned, chance.judged)


def compared_mean(mean: Fraction, sums: tuple[int | Fraction, int | Fraction], rounds: int) -> Compared:
    total, squares = sums
    variance = Fraction(squares, rounds) - Fraction(total, rounds) ** 2
    return Compared(mean, float(Fraction(total, rounds)), sqrt(variance / rounds))


def compared_share(share: Fraction, times: Mapping[int, int], rounds: int) -> Compared:
    """What a win of a runner is worth, from how often it won alone, with another, with two others."""
    total = sum((Fraction(n, together) for together, n in times.items()), Fraction())
    squares = sum((Fraction(n, together**2) for together, n in times.items()), Fraction())
    return replace(compared_mean(share, (total, squares), rounds), judged=not _rare(share, rounds))


def _rare(chance: Fraction, rounds: int) -> bool:
    """Whether something, or that it does not happen, is expected too seldom to be judged."""
    return 0 < min(chance, 1 - chance) * rounds < ENOUGH
