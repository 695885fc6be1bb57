"""Prospects of a position from which there are too many ways to go on: many races from it, run at once with numpy.

The throws come from a digest of the race and the position. So whoever asks again, or elsewhere, is told the same.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import count
from math import ceil, sqrt
from typing import Any

from games.derby.course import SPACES
from games.derby.law import Moves, Race, throw_moves
from games.derby.prospect import Prospect

RACES = 200_000
TEAM = 2  # horses that are moved together: the table for them is small enough to stay at hand
BYTE = 256
PORTION = 1 << 19  # bytes of throws at a time
MICRO = 10**6


@lru_cache(maxsize=1024)
def estimate(race: Race, positions: tuple[int, ...], races: int = RACES) -> Prospect:
    winners: Counter[int] = Counter()
    throws = squares = 0
    for throw, found in _finishes(race, positions, races):
        winners += found
        throws += throw * found.total()
        squares += throw**2 * found.total()
    shares = tuple(_share(horse, winners) / races for horse in range(race.horses))
    # No share has a larger error than the largest one.
    error = 2 * sqrt(max(shares) * (1 - max(shares)) / races)
    return Prospect(
        shares,
        Fraction(throws, races),
        Fraction(squares, races),
        (Fraction(_heats(2, winners), races), Fraction(_heats(3, winners), races)),
        Fraction(ceil(error * MICRO), MICRO),
    )


def _share(horse: int, winners: Counter[int]) -> Fraction:
    return sum((Fraction(times, who.bit_count()) for who, times in winners.items() if who >> horse & 1), Fraction())


def _heats(horses: int, winners: Counter[int]) -> int:
    return sum(times for who, times in winners.items() if who.bit_count() == horses)


def _finishes(race: Race, positions: tuple[int, ...], races: int) -> Iterator[tuple[int, Counter[int]]]:
    """Throw by throw, how often which horses won with it; sets of horses are numbers, a bit for each."""
    import numpy as np  # a tenth of a second that only odds need

    moves = throw_moves(race.law, race.horses)
    throws = _Throws(f"{race.name} {positions}", len(moves))
    teams = [_Team(moves, first, positions) for first in range(0, race.horses, TEAM)]
    standing = [np.full(races, team.start, dtype=np.uint16) for team in teams]
    home = np.full(races, sum(int(team.home[team.start]) for team in teams), dtype=np.uint8)
    ends, winners = _ends(race)
    for throw in count(1):
        if not home.size:
            return
        thrown = throws.next(home.size)
        standing = [team.after.take(thrown * team.size + at) for team, at in zip(teams, standing, strict=True)]
        before, home = home, sum(team.home.take(at) for team, at in zip(teams, standing, strict=True))
        over = ends.take(home)
        won = np.bincount(winners.take(before[over] * np.intp(len(ends)) + home[over]), minlength=len(ends))
        yield throw, Counter(dict(enumerate(won.tolist())))
        standing, home = [at[~over] for at in standing], home[~over]


def _ends(race: Race) -> Any:
    """By the set of horses at home, whether the race is over; by the sets before and after a throw, who has won it."""
    import numpy as np

    sets = np.arange(1 << race.horses)
    size = np.array([who.bit_count() for who in sets.tolist()])
    if not race.donkey:
        return size > 0, np.tile(sets, len(sets))
    # The one who is not home; and if all are, those who were not home before.
    left = np.tile(sets[::-1], (len(sets), 1))
    left[:, -1] = sets[::-1]
    return size >= race.horses - 1, left.ravel()


class _Team:
    """Horses that are moved together: their spaces, counted from 0, are the digits of one number."""

    def __init__(self, moves: list[tuple[Moves, ...]], first: int, positions: tuple[int, ...]) -> None:
        import numpy as np

        horses = range(first, min(first + TEAM, len(positions)))
        self.size = np.intp(SPACES ** len(horses))
        self.start = sum((positions[horse] - 1) * SPACES**digit for digit, horse in enumerate(horses))
        table = np.array(moves, dtype=np.uint16)[:, :, 1:] - 1
        digits = [np.arange(self.size) // SPACES**digit % SPACES for digit in range(len(horses))]
        each = list(zip(horses, digits, strict=True))
        self.after = sum(table[:, horse][:, at] * SPACES ** (horse - first) for horse, at in each).ravel()
        self.home = sum((at == SPACES - 1).astype(np.uint8) << horse for horse, at in each)


class _Throws:
    """Throws by their numbers, all equally likely: bytes of a digest, but those that would make some likelier."""

    def __init__(self, seed: str, throws: int) -> None:
        import numpy as np

        self.seed, self.throws, self.portions = seed, throws, count()
        self.fair, self.ready = np.arange(BYTE) % throws, np.empty(0, dtype=np.intp)

    def next(self, number: int) -> Any:
        import numpy as np

        while self.ready.size < number:
            self.ready = np.concatenate([self.ready, self._more()])
        thrown, self.ready = self.ready[:number], self.ready[number:]
        return thrown

    def _more(self) -> Any:
        import numpy as np

        digest = hashlib.shake_256(f"{self.seed} {next(self.portions)}".encode()).digest(PORTION)
        drawn = np.frombuffer(digest, dtype=np.uint8)
        return self.fair.take(drawn[drawn < BYTE // self.throws * self.throws])
