"""A totalisator: stakes on runners are pooled, and the pool, less a commission, is paid to whoever backed the winner.

Every pooled counter ends as something returned, as commission, as breakage, with the bookmaker, or in the next pool.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Literal, Self

from games.kit.commission import Commission
from games.kit.courses import MOST_COUNTERS, limit_problems
from games.kit.errors import RuleBroken
from games.kit.markets import whole_counters

# At a half or less, a commission rounded to the nearest multiple is never more than the pool it is taken from.
MOST_COMMISSION = 50

Ticket = tuple[str, str]  # seat, runner


class Dividends(StrEnum):
    PARI_MUTUEL = "pari-mutuel"  # the stake, and a part of what the others lost
    WHOLE_MULTIPLE = "whole-multiple"  # so many times the stake, as Ascot prints it


class Unbacked(StrEnum):
    """Where a pool goes when nobody backed a winner. No commission is taken of it."""

    REFUND = "refund"
    BOOKMAKER = "bookmaker"
    CARRY_OVER = "carry-over"


@dataclass(frozen=True)
class Declared:
    """The dividends of a race: what one counter on a runner returns, the stake included. Others return nothing."""

    dividends: Mapping[str, Fraction]
    commission: int = 0
    carry_over: int = 0
    bookmaker: int = 0
    refunded: bool = False

    def returned(self, runner: str, counters: int) -> int:
        """What a ticket of so many counters returns. It is here, once for each ticket, that fractions are dropped."""
        return int(counters * self.dividends.get(runner, Fraction(0)))


@dataclass(frozen=True)
class Settled:
    """Where a pool went. `returned` has the tickets to which something comes back, with their stakes in it."""

    returned: Mapping[Ticket, int]
    commission: int
    breakage: int
    carry_over: int
    bookmaker: int
    refunded: bool


@dataclass(frozen=True)
class Totalisator:
    """The terms of a pool.

    The commission is whole percents of it, brought to a multiple of `rounding`. With a `least_dividend` of 1 a winning
    ticket never returns less than its stake: the commission shrinks. The limits are for a player on one runner.
    """

    commission: int = 10
    rounding: int = 1
    rounds: Literal["down", "nearest"] = "down"  # at nearest, a tie goes up
    dividends: Dividends = Dividends.PARI_MUTUEL
    unbacked: Unbacked = Unbacked.REFUND
    least_dividend: Literal[0, 1] = 1
    stake_least: int = 1
    stake_most: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.commission <= MOST_COMMISSION:
            raise RuleBroken(
                "bad_commission", "A commission is 0 to %(most)s percent of the pool.", most=MOST_COMMISSION
            )
        if not 1 <= self.rounding <= MOST_COUNTERS:
            raise RuleBroken(
                "bad_rounding", "A commission is rounded to a multiple of 1 to %(most)s counters.", most=MOST_COUNTERS
            )
        for problem in limit_problems(self.stake_least, self.stake_most, ()):
            raise problem

    def commission_on(self, pool: int) -> int:
        """The commission, before a least dividend makes it smaller."""
        return Commission(self.commission, self.rounding, self.rounds).on(pool)

    def declare(self, totals: Mapping[str, int], winners: Sequence[str], carried: int = 0) -> Declared:
        """The dividends, from what lies on each runner. More than one winner is a dead heat; there may be none.

        A pool with nothing in it has no dividends and is refused: after a race that nobody backed, do not ask.
        """
        assert carried >= 0, carried
        assert all(counters >= 0 for counters in totals.values()), totals
        pool = sum(totals.values()) + carried
        if not pool:
            raise RuleBroken("empty_pool", "There is nothing in this pool to settle.")
        won = {runner: totals[runner] for runner in winners if totals.get(runner)}
        if not won:
            return self._unbacked(totals, pool, carried)
        commission, staked = self.commission_on(pool), sum(won.values())
        if self.least_dividend:
            commission = min(commission, pool - staked)
        return Declared(self._dividends(won, pool - commission), commission)

    def settle(self, pool: Mapping[Ticket, int], winners: Sequence[str], carried: int = 0) -> Settled:
        """Where every counter of a pool goes, with what was carried into it. An empty pool is refused, as above."""
        declared = self.declare(totals_of(pool), winners, carried)
        paid = {ticket: declared.returned(ticket[1], counters) for ticket, counters in pool.items()}
        gone = sum(paid.values()) + declared.commission + declared.carry_over + declared.bookmaker
        breakage = sum(pool.values()) + carried - gone
        assert breakage >= 0, "more would be paid than there is"
        return Settled(
            returned={ticket: counters for ticket, counters in paid.items() if counters},
            commission=declared.commission,
            breakage=breakage,
            carry_over=declared.carry_over,
            bookmaker=declared.bookmaker,
            refunded=declared.refunded,
        )

    def approximate(self, totals: Mapping[str, int], carried: int = 0) -> dict[str, Fraction | None]:
        """What one counter on each runner would return if it won alone and no more were staked."""
        return {
            runner: self.declare(totals, (runner,), carried).dividends[runner] if counters else None
            for runner, counters in totals.items()
        }

    def _unbacked(self, totals: Mapping[str, int], pool: int, carried: int) -> Declared:
        match self.unbacked:
            case Unbacked.REFUND:
                # What was carried belongs to no ticket here, so it waits for the next pool.
                return Declared(dict.fromkeys(totals, Fraction(1)), carry_over=carried, refunded=True)
            case Unbacked.BOOKMAKER:
                return Declared({}, bookmaker=pool)
            case Unbacked.CARRY_OVER:
                return Declared({}, carry_over=pool)

    def _dividends(self, won: Mapping[str, int], net: int) -> dict[str, Fraction]:
        staked = sum(won.values())
        if self.dividends is Dividends.WHOLE_MULTIPLE:
            return dict.fromkeys(won, Fraction(net // staked))  # one multiple for all, in a dead heat too
        if net < staked:
            return dict.fromkeys(won, Fraction(net, staked))
        # A dead heat: each winner that was backed has the same part of the profit, however much lies on it.
        profit = Fraction(net - staked, len(won))
        return {runner: 1 + profit / counters for runner, counters in won.items()}


def totals_of(pool: Mapping[Ticket, int]) -> dict[str, int]:
    """What lies on each runner."""
    laid: Counter[str] = Counter()
    for (_, runner), counters in pool.items():
        laid[runner] += counters
    return dict(laid)


@dataclass(frozen=True, slots=True)
class SoldTicket:
    number: int
    seat: str
    runner: str
    counters: int


@dataclass(frozen=True)
class TicketBook:
    """Numbered tickets, for each runner from 1 to the limit, if there is one. A player has one on a runner at most."""

    limit: int | None = None
    sold: tuple[SoldTicket, ...] = ()

    def __post_init__(self) -> None:
        if self.limit is not None and self.limit < 1:
            raise RuleBroken("bad_ticket_limit", "There is at least 1 ticket for each runner.")

    @property
    def pool(self) -> dict[Ticket, int]:
        return {(ticket.seat, ticket.runner): ticket.counters for ticket in self.sold}

    def on(self, runner: str) -> tuple[SoldTicket, ...]:
        """The tickets on a runner, by their numbers."""
        return tuple(sorted((t for t in self.sold if t.runner == runner), key=lambda ticket: ticket.number))

    def find(self, seat: str, runner: str) -> SoldTicket | None:
        return next((ticket for ticket in self.sold if (ticket.seat, ticket.runner) == (seat, runner)), None)

    def sell(self, seat: str, runner: str, counters: int) -> tuple[Self, SoldTicket]:
        """The book with one more ticket, of the lowest number that is free, and the ticket."""
        if self.find(seat, runner):
            raise RuleBroken("already_backed", "%(seat)s has a ticket on %(runner)s already.", seat=seat, runner=runner)
        taken = self.on(runner)
        if self.limit is not None and len(taken) >= self.limit:
            raise RuleBroken(
                "runner_sold_out", "All %(limit)s tickets on %(runner)s are sold.", limit=self.limit, runner=runner
            )
        numbers = {ticket.number for ticket in taken}
        number = next(free for free in range(1, len(taken) + 2) if free not in numbers)
        ticket = SoldTicket(number, seat, runner, whole_counters(counters))
        return replace(self, sold=(*self.sold, ticket)), ticket

    def withdraw(self, seat: str, runner: str) -> tuple[Self, SoldTicket]:
        """The book without this ticket, and the ticket. Its number is for sale again: if it stayed used, somebody who
        buys and withdraws could leave the others no ticket.
        """
        ticket = self.find(seat, runner)
        if ticket is None:
            raise RuleBroken("no_ticket", "%(seat)s has no ticket on %(runner)s.", seat=seat, runner=runner)
        return replace(self, sold=tuple(other for other in self.sold if other != ticket)), ticket
