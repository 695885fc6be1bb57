"""Who owes whom at the end of a step. Rules name seats and offices; whoever keeps accounts knows which are meant."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from games.kit.markets import Market, find


class Reason(StrEnum):
    LOST = "lost"
    RETURNED = "returned"
    WINNINGS = "winnings"


@dataclass(frozen=True)
class Party:
    """An office (`bank`), or what a seat holds: its `purse`, its `stakes`."""

    role: str
    seat: str | None = None

    @property
    def name(self) -> str:
        """Under which name its result is told."""
        return self.seat or self.role


@dataclass(frozen=True)
class Payment:
    payer: Party
    payee: Party
    amount: int
    reason: Reason


@dataclass(frozen=True)
class Stake:
    seat: str
    market: str
    selection: str
    counters: int


def settle(stakes: Iterable[Stake], markets: tuple[Market, ...], outcome: str, office: str) -> tuple[Payment, ...]:
    """What a finished round pays. The office collects what was lost before it pays what was won."""
    lost, returned, won = [], [], []
    for stake in stakes:
        _, space = find(markets, stake.market, stake.selection)
        laid, purse, bank = Party("stakes", stake.seat), Party("purse", stake.seat), Party(office)
        if outcome in space.wins:
            returned.append(Payment(laid, purse, stake.counters, Reason.RETURNED))
            won.append(Payment(bank, purse, space.odds.won_by(stake.counters), Reason.WINNINGS))
        else:
            lost.append(Payment(laid, bank, stake.counters, Reason.LOST))
    return (*lost, *returned, *won)


def refund(stakes: Iterable[Stake]) -> tuple[Payment, ...]:
    """What a void round pays: every stake back."""
    return tuple(
        Payment(Party("stakes", stake.seat), Party("purse", stake.seat), stake.counters, Reason.RETURNED)
        for stake in stakes
    )


def net(payments: Iterable[Payment], names: Iterable[str]) -> Mapping[str, int]:
    """What each seat and office gained. A seat's purse and stakes count together: a lost stake of 6 is −6."""
    result = dict.fromkeys(names, 0)
    for payment in payments:
        result[payment.payer.name] -= payment.amount
        result[payment.payee.name] += payment.amount
    return result
