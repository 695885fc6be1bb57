"""What can be opened on any race beside the game's own odds: a totalisator, a bookmaker.

A table has terms, `Beside`. A round has `Sides`: the same terms with the prices that the bookmaker has made for it, and
what was carried over into its pool.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Self

from games.kit.bookmaker import Bookmaker, Price
from games.kit.errors import RuleBroken
from games.kit.game import Game
from games.kit.markets import Market, Offer, Priced, Space, price
from games.kit.offices import BREAKAGE, CARRY_OVER, COMMISSION
from games.kit.payments import Party, Payment, Reason, Stake, refund
from games.kit.totalisator import Settled, Totalisator, Unbacked

TOTALISATOR = "totalisator"
BOOKMAKER = "bookmaker"
PLACED = "bookmaker-place"

THE_TOTALISATOR = Party(TOTALISATOR)
THE_BOOKMAKER = Party(BOOKMAKER)
CARRIED = Party(CARRY_OVER)

Prices = tuple[tuple[str, Price], ...]  # by runner, in their order
Wins = Mapping[str, tuple[str, ...]]  # by runner: the outcomes at which it wins, or is placed


@dataclass(frozen=True)
class Beside:
    """The terms of a table."""

    totalisator: Totalisator | None = None
    bookmaker: Bookmaker | None = None

    def check(self, game: Game[Any], state: Any) -> None:
        """Refuse what cannot be opened on this game."""
        if (self.totalisator or self.bookmaker) and not game.runners(state):
            raise RuleBroken("no_race", "A totalisator or a bookmaker is opened on races; this is none.")
        if (self.totalisator or self.bookmaker) and (why := game.unfit(state)):
            raise why
        unbacked = self.totalisator.unbacked if self.totalisator else None
        if unbacked is Unbacked.BOOKMAKER and not self.bookmaker and game.office != BOOKMAKER:
            raise RuleBroken("no_bookmaker", "There is no bookmaker here who could take what nobody wins.")
        place = self.bookmaker.place if self.bookmaker else None
        if place and place.places >= len(game.runners(state)):
            raise RuleBroken("bad_places", "Not all runners can be placed.")
        if place and len(game.places(game.outcomes(state)[0])) < place.places:
            raise RuleBroken("no_places", "This race has a winner and no further places.")


@dataclass(frozen=True)
class Pool(Offer):
    """The pool of a totalisator: what it pays depends on all that is staked in it."""

    runners: tuple[str, ...]
    terms: Totalisator

    @property
    def selections(self) -> tuple[str, ...]:
        return self.runners


@dataclass(frozen=True)
class Book:
    """What a bookmaker pays in one round: on a win, and on one of the first places where that can be backed."""

    win: Prices
    place: Prices = ()


@dataclass(frozen=True)
class Sides:
    """What stands beside a round. The book is made as soon as stakes are taken, and its prices stay."""

    totalisator: Totalisator | None = None
    bookmaker: Bookmaker | None = None
    book: Book | None = None
    carried: int = 0  # counters that wait for the pool, from races that nobody won

    @property
    def offices(self) -> tuple[str, ...]:
        """Those that pay fixed odds, and so have to cover them."""
        return (BOOKMAKER,) if self.bookmaker else ()

    @classmethod
    def opened(cls, beside: Beside, game: Game[Any], state: Any, carried: int = 0) -> Self:
        """By the terms of a table, if they fit this game and prices can be made."""
        beside.check(game, state)
        return cls(beside.totalisator, beside.bookmaker, carried=carried).booked(game, state)

    def booked(self, game: Game[Any], state: Any) -> Self:
        """With the prices, if the odds of the game are decided and there are none yet; refused if none can be made."""
        if self.book or not self.bookmaker or not game.takes_stakes(state):
            return self
        return replace(self, book=made_book(self.bookmaker, game, state))

    def pools(self, game: Game[Any], state: Any) -> tuple[Pool, ...]:
        """The totalisator's, if there is one."""
        terms = self.totalisator
        if terms is None:
            return ()
        runners = game.runners(state)
        return (Pool(TOTALISATOR, TOTALISATOR, runners, terms, least=terms.stake_least, most=terms.stake_most),)

    def markets(self, game: Game[Any], state: Any) -> tuple[Market, ...]:
        """The bookmaker's prices, as soon as there are any."""
        if self.book is None or self.bookmaker is None:
            return ()
        outcomes, terms = game.outcomes(state), self.bookmaker
        win = _market(BOOKMAKER, terms, self.book.win, _winning(game, outcomes))
        if terms.place is None:
            return (win,)
        return win, _market(PLACED, terms, self.book.place, _placing(game, outcomes, terms.place.places))

    def priced(self, game: Game[Any], state: Any) -> tuple[Priced, ...]:
        """The bookmaker's prices beside what they are worth from here. Where not every order has a known chance,
        places are left out: their prices stand, and nobody can say what they are worth.
        """
        if not (markets := self.markets(game, state)):
            return ()
        (win, *place), shares = markets, game.shares(state)
        found = [Priced(win, space, shares.each[space.selection], shares.error) for space in win.spaces]
        if place and (chances := game.outcome_chances(state)):
            found += [Priced(market, space, _chance_of(space, chances)) for market in place for space in market.spaces]
        return tuple(found)

    def settle(self, stakes: Sequence[Stake], game: Game[Any], outcome: str) -> tuple[Payment, ...]:
        """What the pool of a finished round pays. What is carried over stays where it is if nobody has staked."""
        if self.totalisator is None or not stakes:
            return ()
        pool = {(stake.seat, stake.selection): stake.counters for stake in stakes}
        settled = self.totalisator.settle(pool, game.winners(outcome), self.carried)
        if settled.refunded:
            return refund(stakes)
        pooled = [Payment(Party("stakes", s.seat), THE_TOTALISATOR, s.counters, Reason.POOLED) for s in stakes]
        carried = Payment(CARRIED, THE_TOTALISATOR, self.carried, Reason.CARRY_OVER)
        return tuple(payment for payment in (*pooled, carried, *_ways_out(settled)) if payment.amount)


def _ways_out(settled: Settled) -> list[Payment]:
    """All that leaves a pool; together it is all that came in."""
    dividends = [(Party("purse", seat), n, Reason.DIVIDEND) for (seat, _), n in settled.returned.items()]
    others = [
        (Party(COMMISSION), settled.commission, Reason.COMMISSION),
        (Party(BREAKAGE), settled.breakage, Reason.BREAKAGE),
        (CARRIED, settled.carry_over, Reason.CARRY_OVER),
        (THE_BOOKMAKER, settled.bookmaker, Reason.LOST),
    ]
    return [Payment(THE_TOTALISATOR, payee, counters, reason) for payee, counters, reason in (*dividends, *others)]


def made_book(terms: Bookmaker, game: Game[Any], state: Any) -> Book:
    """Prices from exact chances. An estimate is good enough to look at, and not to bet on."""
    shares = game.shares(state)
    if shares.error is not None:
        raise RuleBroken("no_exact_chances", "Exact chances are not known from here; no price can be made.")
    win = terms.prices(shares.each)
    return Book(win, tuple((runner, terms.place.price(asked)) for runner, asked in win) if terms.place else ())


def priced(game: Game[Any], state: Any, sides: Sides) -> tuple[Priced, ...]:
    """Every space with fixed odds, the game's own first, beside what it is worth from here."""
    return (*price(game.markets(state), game.chances(state)), *sides.priced(game, state))


def _market(name: str, terms: Bookmaker, prices: Prices, wins: Wins) -> Market:
    spaces = tuple(Space(runner, asked.odds, wins.get(runner, ())) for runner, asked in prices)
    return Market(name, BOOKMAKER, spaces, least=terms.stake_least, most=terms.stake_most, rounds_down=True)


def _chance_of(space: Space, chances: Mapping[str, Fraction]) -> Fraction:
    return sum((chances[outcome] for outcome in space.wins), Fraction())


@lru_cache(maxsize=256)  # with every stake it is asked for again
def _winning(game: Game[Any], outcomes: tuple[str, ...]) -> Wins:
    return _by_runner(outcomes, game.winners)


@lru_cache(maxsize=256)
def _placing(game: Game[Any], outcomes: tuple[str, ...], places: int) -> Wins:
    return _by_runner(outcomes, lambda outcome: game.places(outcome)[:places])


def _by_runner(outcomes: Sequence[str], named: Callable[[str], Sequence[str]]) -> Wins:
    found: dict[str, list[str]] = {}
    for outcome in outcomes:
        for runner in named(outcome):
            found.setdefault(runner, []).append(outcome)
    return {runner: tuple(wins) for runner, wins in found.items()}
