"""A sale by open outcry: in turn each bids more than the last or passes, and is out of it; the last one left buys."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from games.kit.commission import PERCENT, Commission
from games.kit.errors import RuleBroken

NO_COMMISSION = Commission(0)


@dataclass(frozen=True)
class Outcry:
    """One lot under the hammer. `speakers` are those who are still in it; the first of them speaks next."""

    speakers: tuple[str, ...]
    step: int
    bid: int = 0
    bidder: str | None = None

    @property
    def over(self) -> bool:
        """When nobody is left to bid against whoever has bid, or everybody has passed."""
        return self.speakers == () or self.speakers == (self.bidder,)

    @property
    def to_speak(self) -> str | None:
        return None if self.over else self.speakers[0]

    @property
    def least(self) -> int:
        """The lowest bid that would be taken now."""
        return self.bid + self.step

    def raised(self, seat: str, amount: int, most: int) -> Self:
        """After a bid of somebody who may go up to `most`."""
        self._check_speaks(seat)
        if type(amount) is not int or amount <= 0 or amount % self.step:
            raise RuleBroken("bad_bid", "A bid is a multiple of %(step)s.", step=self.step)
        if amount < self.least:
            raise RuleBroken("bid_too_low", "The next bid is %(least)s or more.", least=self.least)
        if amount > most:
            raise RuleBroken("bid_too_high", "%(seat)s can bid up to %(most)s here.", seat=seat, most=most)
        return replace(self, speakers=(*self.speakers[1:], seat), bid=amount, bidder=seat)

    def passed(self, seat: str) -> Self:
        """After somebody passed, which is final for this lot."""
        self._check_speaks(seat)
        return replace(self, speakers=self.speakers[1:])

    def _check_speaks(self, seat: str) -> None:
        if self.over:
            raise RuleBroken("sale_over", "This sale is over.")
        if seat not in self.speakers:
            raise RuleBroken("not_bidding", "%(seat)s is out of this sale.", seat=seat)
        if seat != self.to_speak:
            raise RuleBroken("not_your_turn", "It is the turn of %(seat)s.", seat=self.to_speak)


def from_left_of(last: str, seats: Sequence[str]) -> tuple[str, ...]:
    """All seats in the order in which they are asked: clockwise from the left of whoever speaks last."""
    at = seats.index(last) + 1
    return (*seats[at:], *seats[:at])


def highest_bid(purse: int, step: int, commission: Commission = NO_COMMISSION) -> int:
    """The most that can be bid out of a purse which has to pay the commission on top; 0 if not even one step."""
    if purse < step:
        return 0
    # No commission is less than its percents by more than what it is rounded to.
    bid = ((purse + commission.rounding) * PERCENT // (PERCENT + commission.percent)) // step * step
    while bid and bid + commission.on(bid) > purse:
        bid -= step
    return bid
