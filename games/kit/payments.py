"""Who owes whom at the end of a step. Rules name seats and offices; whoever keeps accounts knows which are meant."""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from games.kit.markets import Market, Space, Spot, find


class Reason(StrEnum):
    LOST = "lost"
    RETURNED = "returned"
    WINNINGS = "winnings"
    # Lost stakes that an office takes as soon as a horse is home, and not at the end of the race.
    COLLECTED_FIRST = "collected-first"
    COLLECTED_SECOND = "collected-second"
    COLLECTED_THIRD = "collected-third"
    BOX = "box"  # out of the box that a game's own unit is kept in, and back
    # What is paid inside Ascot, beside what a pool pays.
    HAMMER_PRICE = "hammer-price"
    AUCTION_COMMISSION = "auction-commission"
    CARD_PRICE = "card-price"
    TRAINING_FEE = "training-fee"
    REPORT_FEE = "report-fee"
    CLUB_ENTRY = "club-entry"
    CLUB_DINNER = "club-dinner"
    CLUB_CHARITY = "club-charity"
    FORCED_SALE = "forced-sale"
    TRADE = "trade"
    EQUALISED = "equalised"
    RACE_ENTRY = "race-entry"
    PLACE_STAKE = "place-stake"
    PLACE_ESCROW = "place-escrow"
    PLACE_PAYOUT = "place-payout"
    PLACE_RELEASE = "place-release"
    BANKER_COMMISSION = "banker-commission"
    PRIZE_FIRST = "prize-first"
    PRIZE_SECOND = "prize-second"
    PRIZE_THIRD = "prize-third"
    PRIZE_SHARED = "prize-shared"  # where no horse was classified
    UNCLAIMED_POOL = "unclaimed-pool"  # nobody backed the winner
    OFFICE = "office"  # what an office has earned, to whoever holds it
    # Into the pot that a round is played for, and out of it.
    ANTE = "ante"
    POT = "pot"
    # Into a totalisator's pool, and all the ways out of it.
    POOLED = "pooled"
    DIVIDEND = "dividend"
    COMMISSION = "commission"
    BREAKAGE = "breakage"
    CARRY_OVER = "carry-over"


@dataclass(frozen=True, slots=True)
class Party:
    """An office (`bank`), the `box`, the `pot`, or what a seat holds: its `purse`, `stakes`, `holding` of its unit."""

    role: str
    seat: str | None = None

    @property
    def name(self) -> str:
        """Under which name its result is told."""
        return self.seat or self.role


@dataclass(frozen=True, slots=True)
class Payment:
    payer: Party
    payee: Party
    amount: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Stake:
    seat: str
    market: str
    selection: str
    counters: int


def settle(stakes: Iterable[Stake], markets: tuple[Market, ...], outcome: str) -> tuple[Payment, ...]:
    """What a finished round pays on fixed odds. An office collects what was lost before it pays what was won. In a dead
    heat less than the stake may come back.
    """

    @cache  # stakes may be many, spaces are few
    def looked_up(market: str, selection: str) -> tuple[Party, Space]:
        offer, space = find(markets, market, selection)
        return Party(offer.office), space

    lost, returned, won = [], [], []
    for stake in stakes:
        office, space = looked_up(stake.market, stake.selection)
        laid, purse = Party("stakes", stake.seat), Party("purse", stake.seat)
        worth = space.returned(stake.counters, outcome)
        back = min(worth, stake.counters)
        if back < stake.counters:
            lost.append(Payment(laid, office, stake.counters - back, Reason.LOST))
        if back:
            returned.append(Payment(laid, purse, back, Reason.RETURNED))
        if worth > back:
            won.append(Payment(office, purse, worth - back, Reason.WINNINGS))
    return (*lost, *returned, *won)


def collect(
    stakes: Iterable[Stake], markets: tuple[Market, ...], gone: Container[Spot], reason: Reason
) -> tuple[Payment, ...]:
    """What an office takes of stakes on spaces that are gone."""
    offices = {market.name: Party(market.office) for market in markets}
    return tuple(
        Payment(Party("stakes", stake.seat), offices[stake.market], stake.counters, reason)
        for stake in stakes
        if (stake.market, stake.selection) in gone
    )


def refund(stakes: Iterable[Stake]) -> tuple[Payment, ...]:
    """What a void round pays: every stake back."""
    return tuple(
        Payment(Party("stakes", stake.seat), Party("purse", stake.seat), stake.counters, Reason.RETURNED)
        for stake in stakes
    )


def net(payments: Iterable[Payment], names: Iterable[str]) -> dict[str, int]:
    """What each of these, and whoever else took part, gained. A seat's purse and stakes count together."""
    result = dict.fromkeys(names, 0)
    for payment in payments:
        for party, gain in ((payment.payer, -payment.amount), (payment.payee, payment.amount)):
            result[party.name] = result.get(party.name, 0) + gain
    return result
