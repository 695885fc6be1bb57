"""Fixed odds: the spaces of a cloth, what may be laid on them, and what they can cost the office that holds them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import Self

from games.kit.errors import RuleBroken
from games.kit.odds import Odds
from games.kit.values import canonical

PRICE_LENGTH = 12
MOST_LINES = 12  # of a market that is listed space by space

Spot = tuple[str, str]  # market, selection


@dataclass(frozen=True)
class Space:
    """A place on the cloth: what is backed, at which odds, and the outcomes of the round at which it wins."""

    selection: str
    odds: Odds
    wins: tuple[str, ...]


@dataclass(frozen=True)
class Market:
    """Spaces of one kind, the office that pays them, and the least and the most that a player may have on each."""

    name: str
    office: str
    spaces: tuple[Space, ...]
    least: int = 1
    most: int | None = None

    @property
    def price(self) -> str:
        """The version of its odds and limits: a guest who names it has seen these and no others."""
        return _price(self)

    def limit(self, space: Space) -> int | None:
        """The most that may lie on this space: its odds want whole steps."""
        return None if self.most is None else self.most - self.most % space.odds.step

    def check(self, space: Space, counters: object, *, laid: int = 0) -> int:
        """These counters, if they may be added to the `laid` ones of the same player on this space."""
        whole = whole_counters(counters)
        if whole % space.odds.step:
            raise RuleBroken(
                "stake_step",
                "At %(odds)s only multiples of %(step)s can be staked.",
                odds=str(space.odds),
                step=space.odds.step,
            )
        if laid + whole < self.least:
            raise RuleBroken("under_limit", "The least stake here is %(least)s.", least=self.least)
        limit = self.limit(space)
        if limit is not None and laid + whole > limit:
            raise RuleBroken(
                "over_limit",
                "A player may have at most %(most)s on one space, and that is %(room)s more than now.",
                most=limit,
                room=limit - laid,
            )
        return whole


@lru_cache(maxsize=1024)  # with every stake it is asked for again
def _price(market: Market) -> str:
    return sha256(canonical(market)).hexdigest()[:PRICE_LENGTH]


def whole_counters(counters: object) -> int:
    if type(counters) is not int or counters < 1:
        raise RuleBroken("bad_counters", "Counters come in whole numbers, 1 or more.")
    return counters


def find(markets: Iterable[Market], market: str, selection: str) -> tuple[Market, Space]:
    for candidate in markets:
        if candidate.name == market:
            for space in candidate.spaces:
                if space.selection == selection:
                    return candidate, space
            raise RuleBroken(
                "unknown_selection",
                "%(selection)s cannot be backed here. What can: %(known)s.",
                selection=selection,
                known=", ".join(space.selection for space in candidate.spaces),
            )
    raise RuleBroken("unknown_market", "There is no market %(market)s here.", market=market)


def without_hope(markets: Iterable[Market], outcomes: Iterable[str]) -> frozenset[Spot]:
    """The spaces that win at none of the outcomes that can still come."""
    possible = frozenset(outcomes)
    return frozenset(
        (market.name, space.selection)
        for market in markets
        for space in market.spaces
        if possible.isdisjoint(space.wins)
    )


@dataclass(frozen=True)
class Exposure:
    """What each outcome would cost the office: winnings to be paid, less stakes that would be lost to it."""

    liabilities: Mapping[str, int]

    @classmethod
    def none(cls, outcomes: Sequence[str]) -> Self:
        return cls(dict.fromkeys(outcomes, 0))

    @property
    def worst(self) -> int:
        return max(self.liabilities.values(), default=0)

    def plus(self, space: Space, counters: int) -> Self:
        """With these counters laid on the space, or taken back if there are fewer than none."""
        won, wins = space.odds.won_by(counters), frozenset(space.wins)
        return type(self)(
            {
                outcome: liability + (won if outcome in wins else -counters)
                for outcome, liability in self.liabilities.items()
            }
        )

    def room(self, space: Space, funds: int) -> int:
        """How many counters the office can still take on this space and pay whatever happens."""
        left = funds - max(self.liabilities[outcome] for outcome in space.wins)
        most = max(0, left) * space.odds.per // space.odds.winnings
        return most - most % space.odds.step

    def cover(self, space: Space, counters: int, funds: int | None) -> Self:
        """The exposure with a stake that the office can pay at the worst outcome; any other is refused."""
        after = self.plus(space, counters)
        if funds is not None and after.worst > funds:
            raise RuleBroken(
                "not_covered",
                "The office could not pay this if it won; it could pay for %(room)s more.",
                room=self.room(space, funds),
            )
        return after

    def uncover(self, space: Space, counters: int, funds: int | None) -> Self:
        """The exposure after a withdrawal. Stakes of others may rest on this one: then it has to stay."""
        after = self.plus(space, -counters)
        if funds is not None and after.worst > funds:
            raise RuleBroken(
                "stake_needed", "Stakes accepted since then rest on this one; it can no longer be withdrawn."
            )
        return after


@dataclass(frozen=True)
class Priced:
    """A space of a market beside its exact chance."""

    market: Market
    space: Space
    chance: Fraction

    @property
    def edge(self) -> Fraction:
        return self.space.odds.edge(self.chance)


def price(markets: Iterable[Market], chances: Mapping[tuple[str, str], Fraction]) -> tuple[Priced, ...]:
    """Every space with its chance, which is known by market and selection."""
    return tuple(
        Priced(market, space, chances[market.name, space.selection]) for market in markets for space in market.spaces
    )


def alike(priced: Iterable[Priced]) -> list[list[Priced]]:
    """The same for people to read: of a market with many spaces, those that are worth the same stand together."""
    kinds: dict[tuple[object, ...], list[Priced]] = {}
    for each in priced:
        alone = each.space.selection if len(each.market.spaces) <= MOST_LINES else None
        kinds.setdefault((each.market.name, each.space.odds, each.chance, alone), []).append(each)
    return list(kinds.values())


def names_of(names: Sequence[str]) -> str:
    """The names of spaces that stand together: all of a few, or the first and the last of many."""
    return ", ".join(names) if len(names) <= MOST_LINES else f"{names[0]} … {names[-1]} ({len(names)})"
