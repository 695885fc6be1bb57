"""A bookmaker on a race: decimal prices, from exact shares and a margin."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Self

from games.kit.courses import limit_problems
from games.kit.errors import RuleBroken
from games.kit.odds import Odds

LOWEST, HIGHEST = 101, 1_000_000  # hundredths: 1.01 to 10000.00
WRITTEN = re.compile(r"(0|[1-9][0-9]{0,6})\.([0-9]{2})")
PLACES = (2, 3)
MOST_MARGIN = 100


@dataclass(frozen=True, slots=True)
class Price:
    """What one counter returns, the stake included, in hundredths. Written `5.87`."""

    hundredths: int

    def __post_init__(self) -> None:
        if self.hundredths < LOWEST:
            raise RuleBroken("price_too_low", "%(price)s is too low: no price is below 1.01.", price=str(self))
        if self.hundredths > HIGHEST:
            raise RuleBroken("price_too_high", "%(price)s is too high: no price is above 10000.00.", price=str(self))

    def __str__(self) -> str:
        return f"{self.hundredths // 100}.{self.hundredths % 100:02d}"

    @classmethod
    def parse(cls, text: str) -> Self:
        if not (found := WRITTEN.fullmatch(text)):
            raise RuleBroken(
                "bad_price", "%(price)s is no price: it has two figures after the point, as in 5.87.", price=text[:20]
            )
        return cls(100 * int(found[1]) + int(found[2]))

    @property
    def odds(self) -> Odds:
        """The same as odds, in their lowest terms."""
        common = gcd(self.hundredths - 100, 100)
        return Odds((self.hundredths - 100) // common, 100 // common)


@dataclass(frozen=True)
class PlaceTerms:
    """A bet to be among the first `places`, at this part of the odds to win."""

    places: int
    fraction: Odds

    def __post_init__(self) -> None:
        if self.places not in PLACES or self.fraction.winnings > self.fraction.per:
            raise RuleBroken(
                "bad_place_terms", "A place is among the first 2 or 3, at the odds to win or a part of them, as 1/4."
            )

    def price(self, win: Price) -> Price:
        """The price of a place, floored to the hundredth. A favourite so short that it would be below 1.01 has none,
        and is refused.
        """
        return Price(100 + (win.hundredths - 100) * self.fraction.winnings // self.fraction.per)


@dataclass(frozen=True)
class Bookmaker:
    """The terms of a book: the margin in whole percents, the limits of a player on one runner, and places if any."""

    margin: int = 15
    stake_least: int = 1
    stake_most: int | None = None
    place: PlaceTerms | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.margin <= MOST_MARGIN:
            raise RuleBroken("bad_margin", "A margin is 0 to %(most)s percent.", most=MOST_MARGIN)
        for problem in limit_problems(self.stake_least, self.stake_most, ()):
            raise problem

    def price(self, share: Fraction) -> Price:
        """The fair price less the margin, floored to the hundredth; below 1.01 it is refused."""
        assert 0 <= share <= 1, share
        if not share:
            return Price(HIGHEST)
        return Price(min(HIGHEST, 10_000 // (share * (100 + self.margin))))

    def prices(self, shares: Mapping[str, Fraction]) -> tuple[tuple[str, Price], ...]:
        return tuple((runner, self.price(share)) for runner, share in shares.items())
