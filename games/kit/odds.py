"""Odds as printed, "10 to 1", and what they are worth: exact fractions throughout."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Self

from games.kit.errors import RuleBroken

LARGEST = 1_000_000
WRITTEN = re.compile("([1-9][0-9]{0,6})/([1-9][0-9]{0,6})")


@dataclass(frozen=True, slots=True)
class Odds:
    """What a stake wins, `winnings` for each `per`, while the stake itself also comes back. Written `5/3`."""

    winnings: int
    per: int = 1

    def __post_init__(self) -> None:
        if not 1 <= min(self.winnings, self.per) <= max(self.winnings, self.per) <= LARGEST:
            raise _no_odds(str(self))

    def __str__(self) -> str:
        return f"{self.winnings}/{self.per}"

    @classmethod
    def parse(cls, text: str) -> Self:
        if not (found := WRITTEN.fullmatch(text)):
            raise _no_odds(text)
        return cls(int(found[1]), int(found[2]))

    @property
    def spoken(self) -> str:
        return "evens" if self.winnings == self.per else f"{self.winnings} to {self.per}"

    @property
    def step(self) -> int:
        """Stakes are multiples of it, so that every winning is whole."""
        return self.per // gcd(self.winnings, self.per)

    def won_by(self, counters: int) -> int:
        """The winnings of a stake that is a multiple of `step`."""
        winnings, over = divmod(counters * self.winnings, self.per)
        assert not over, f"{counters} is no multiple of {self.step}"
        return winnings

    def edge(self, chance: Fraction) -> Fraction:
        """What the office keeps of a counter staked, on average. Below zero the players gain."""
        return 1 - chance * (Fraction(self.winnings, self.per) + 1)


def _no_odds(text: str) -> RuleBroken:
    return RuleBroken(
        "bad_odds",
        "%(odds)s are no odds: two whole numbers from 1 to %(most)s are, as in 5/3.",
        odds=text[:20],
        most=LARGEST,
    )


EVENS = Odds(1)


@dataclass(frozen=True)
class Shares:
    """What a win of each runner is worth: its chance, and of a dead heat its part. `error` is how far off an estimate
    may be, two standard errors; nothing where the figures are exact.
    """

    each: Mapping[str, Fraction]
    error: Fraction | None = None


def decimal(value: Fraction, places: int) -> str:
    """The fraction rounded half up, as text: an exact figure should not pass through a float to be shown."""
    scaled = abs(value) * 10**places
    whole, part = divmod((2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator), 10**places)
    sign = "-" if value < 0 and (whole or part) else ""
    return f"{sign}{whole}.{part:0{places}d}" if places else f"{sign}{whole}"


def percent(value: Fraction, places: int = 2) -> str:
    return decimal(100 * value, places)
