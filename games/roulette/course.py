"""The cards and their layout as data: what every kind of guess pays, the limits. And what makes them unfit for play."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Literal

from games.kit.courses import Provenance, limit_problems, term_problems
from games.kit.errors import RuleBroken
from games.kit.markets import Market, Space
from games.kit.odds import Odds
from games.roulette.bets import Kind, RunMode, bets

PayoutMode = Literal["to", "for"]

MOST_PAID = 1000


@dataclass(frozen=True)
class Provenances:
    """Where each kind of figure comes from."""

    odds: Provenance
    colours: Provenance
    layout: Provenance


@dataclass(frozen=True)
class Payments:
    """The figures of the leaflet, by kind: `35` of "35 for 1", and 1 where it says "Even"."""

    even: int
    twelve: int
    single: int
    two: int
    three: int
    four: int
    five: int
    six: int

    def of(self, kind: Kind) -> int:
        paid: int = getattr(self, kind)
        return paid


@dataclass(frozen=True)
class Course:
    name: str
    about: str
    payments: Payments
    provenance: Provenances
    stake_least: int = 1
    stake_most: int | None = None  # nothing but the purse and the bank limits a stake
    turns_per_bank: int = 10

    def __post_init__(self) -> None:
        for problem in problems(self):
            raise problem

    def odds(self, kind: Kind, payout_mode: PayoutMode) -> Odds:
        """E1: read as "for one", a payment holds the stake; "Even" has no other reading."""
        paid = self.payments.of(kind)
        return Odds(paid if payout_mode == "to" or kind is Kind.EVEN else paid - 1)


def problems(course: Course) -> Iterator[RuleBroken]:
    """Everything that is wrong with a course, most important first."""
    for kind in Kind:
        least = 1 if kind is Kind.EVEN else 2  # paid "for one", 1 would win nothing
        if not least <= course.payments.of(kind) <= MOST_PAID:
            yield RuleBroken(
                "bad_payment",
                "What %(kind)s pays is a whole number from %(least)s to %(most)s.",
                kind=kind,
                least=least,
                most=MOST_PAID,
            )
    yield from limit_problems(course.stake_least, course.stake_most, ())
    yield from term_problems(course.turns_per_bank)


@lru_cache(maxsize=64)  # a course has some two hundred spaces, and with every stake they are asked for again
def markets(course: Course, payout_mode: PayoutMode, run_mode: RunMode, office: str) -> tuple[Market, ...]:
    found = []
    for name, group in groupby(bets(run_mode), key=lambda bet: bet.market):
        spaces = tuple(Space(bet.selection, course.odds(bet.kind, payout_mode), bet.wins) for bet in group)
        found.append(Market(name, office, spaces, least=course.stake_least, most=course.stake_most))
    return tuple(found)
