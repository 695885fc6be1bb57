"""Fixed odds: the spaces of a cloth, what may be laid on them, and what they can cost the office that holds them."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import Self, TypeVar

from games.kit.errors import RuleBroken
from games.kit.odds import Odds
from games.kit.values import canonical

PRICE_LENGTH = 12
MOST_LINES = 12  # of a market that is listed space by space
LARGEST = 2**53 - 1  # counters, where nothing limits them: every language reads it the same

DEAD_HEAT = "="  # between those who win an outcome together: `1=3`

Spot = tuple[str, str]  # market, selection


def among(outcome: str) -> int:
    """How many share the win at this outcome."""
    return outcome.count(DEAD_HEAT) + 1


@dataclass(frozen=True)
class Space:
    """A place on the cloth: what is backed, at which odds, and the outcomes of the round at which it wins."""

    selection: str
    odds: Odds
    wins: tuple[str, ...]

    def returned(self, counters: int, outcome: str) -> int:
        """What these counters come to, with themselves. In a dead heat a part of them is paid in full and the rest is
        lost; what is not a whole counter is dropped once.
        """
        if outcome not in self.wins:
            return 0
        return counters * (self.odds.winnings + self.odds.per) // (self.odds.per * among(outcome))


@dataclass(frozen=True)
class Offer(ABC):
    """What can be backed under one name, with whom, and the least and the most that a player may have on each
    selection.
    """

    name: str
    office: str
    least: int = field(default=1, kw_only=True)
    most: int | None = field(default=None, kw_only=True)

    @property
    @abstractmethod
    def selections(self) -> tuple[str, ...]: ...

    @property
    def price(self) -> str:
        """The version of its odds and limits: a guest who names it has seen these and no others."""
        return _price(self)

    def step(self, selection: str) -> int:  # noqa: ARG002 - a cloth with odds knows better
        """Stakes on this selection are multiples of it."""
        return 1

    def limit(self, selection: str) -> int | None:
        """The most that may lie there, in whole steps."""
        return None if self.most is None else self.most - self.most % self.step(selection)

    def check(self, selection: str, counters: object, *, laid: int = 0) -> int:
        """These counters, if they may be added to the `laid` ones of the same player."""
        whole = whole_counters(counters)
        if laid + whole < self.least:
            raise RuleBroken("under_limit", "The least stake here is %(least)s.", least=self.least)
        limit = self.limit(selection)
        if limit is not None and laid + whole > limit:
            raise RuleBroken(
                "over_limit",
                "A player may have at most %(most)s on one space, and that is %(room)s more than now.",
                most=limit,
                room=limit - laid,
            )
        return whole

    def require(self, selection: str) -> None:
        """Refuse what cannot be backed here."""
        if selection not in self.selections:
            raise RuleBroken(
                "unknown_selection",
                "%(selection)s cannot be backed here. What can: %(known)s.",
                selection=selection,
                known=", ".join(self.selections),
            )


@dataclass(frozen=True)
class Market(Offer):
    """Spaces with fixed odds. Where winnings are not rounded down, stakes come in steps that make them whole."""

    spaces: tuple[Space, ...]
    rounds_down: bool = field(default=False, kw_only=True)

    @property
    def selections(self) -> tuple[str, ...]:
        return tuple(space.selection for space in self.spaces)

    def space(self, selection: str) -> Space:
        self.require(selection)
        return next(space for space in self.spaces if space.selection == selection)

    def step(self, selection: str) -> int:
        return 1 if self.rounds_down else self.space(selection).odds.step

    def check(self, selection: str, counters: object, *, laid: int = 0) -> int:
        whole, step = whole_counters(counters), self.step(selection)
        if whole % step:
            raise RuleBroken(
                "stake_step",
                "At %(odds)s only multiples of %(step)s can be staked.",
                odds=str(self.space(selection).odds),
                step=step,
            )
        return super().check(selection, whole, laid=laid)


AnyOffer = TypeVar("AnyOffer", bound=Offer)


@lru_cache(maxsize=1024)  # with every stake it is asked for again
def _price(offer: Offer) -> str:
    return sha256(canonical(offer)).hexdigest()[:PRICE_LENGTH]


def whole_counters(counters: object) -> int:
    if type(counters) is not int or counters < 1:
        raise RuleBroken("bad_counters", "Counters come in whole numbers, 1 or more.")
    return counters


def find_offer(offers: Iterable[AnyOffer], market: str, selection: str) -> AnyOffer:
    """The one of this name, if the selection can be backed in it."""
    for offer in offers:
        if offer.name == market:
            offer.require(selection)
            return offer
    raise RuleBroken("unknown_market", "There is no market %(market)s here.", market=market)


def find(markets: Iterable[Market], market: str, selection: str) -> tuple[Market, Space]:
    found = find_offer(markets, market, selection)
    return found, found.space(selection)


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
    """What each outcome would cost the office: what it returns, less all stakes that were laid with it."""

    liabilities: Mapping[str, int]

    @classmethod
    def none(cls, outcomes: Sequence[str]) -> Self:
        return cls(dict.fromkeys(outcomes, 0))

    @property
    def worst(self) -> int:
        return max(self.liabilities.values(), default=0)

    def moved(self, space: Space, before: int, after: int) -> Self:
        """With so many counters of a player on the space, where there were so many before."""
        wins, laid = frozenset(space.wins), after - before
        return type(self)(
            {
                outcome: liability - laid + (_owed(space, before, after, outcome) if outcome in wins else 0)
                for outcome, liability in self.liabilities.items()
            }
        )

    def room(self, space: Space, funds: int, *, laid: int = 0, step: int = 1) -> int:
        """How many more counters of a player the office can take here and pay whatever happens. So many `cover`
        accepts, and not one step more.
        """
        most = min((_most(space, one, funds - self.liabilities[one], laid) for one in space.wins), default=LARGEST)
        most -= most % step
        # Every other outcome costs less, the more is laid here: what the most does not cover, nothing does.
        return most if most > 0 and self.moved(space, laid, laid + most).worst <= funds else 0

    def cover(self, space: Space, before: int, after: int, funds: int | None, *, step: int = 1) -> Self:
        """The exposure with a stake that the office can pay at the worst outcome; any other is refused."""
        covered = self.moved(space, before, after)
        if funds is not None and covered.worst > funds:
            raise RuleBroken(
                "not_covered",
                "The office could not pay this if it won; it could pay for %(room)s more.",
                room=self.room(space, funds, laid=before, step=step),
            )
        return covered

    def uncover(self, space: Space, before: int, after: int, funds: int | None) -> Self:
        """The exposure after a withdrawal. Stakes of others may rest on this one: then it has to stay."""
        left = self.moved(space, before, after)
        if funds is not None and left.worst > funds:
            raise RuleBroken(
                "stake_needed", "Stakes accepted since then rest on this one; it can no longer be withdrawn."
            )
        return left


def _owed(space: Space, before: int, after: int, outcome: str) -> int:
    return space.returned(after, outcome) - space.returned(before, outcome)


def _most(space: Space, outcome: str, funds: int, laid: int) -> int:
    """How many counters more can win at this outcome before what the office adds to them is more than its funds.

    A player's counters are paid together: the part of a counter that was dropped of those `laid` counts again.
    """
    shared = space.odds.per * among(outcome)
    total = space.odds.winnings + space.odds.per  # what so many counters come to at this outcome
    if total <= shared:  # the office adds nothing
        return LARGEST
    dropped = laid * total % shared
    return ((funds + 1) * shared - dropped - 1) // (total - shared)


@dataclass(frozen=True)
class Priced:
    """A space of a market beside its exact chance."""

    market: Market
    space: Space
    chance: Fraction
    error: Fraction | None = None  # of an estimate; nothing where the chance is exact

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
