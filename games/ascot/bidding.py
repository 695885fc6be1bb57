"""A lot under the hammer: cards of the dead hand, sold for the bank; what somebody has to sell to pay a debt; a surplus
horse in the paddock. Bids go round in one way, whoever sells.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from games.ascot.acting import Part
from games.ascot.assets import hand_over, second_stable
from games.ascot.flow import AUCTIONEER, BANK, Flow, holding
from games.ascot.moves import Asset, Bid, Pass
from games.ascot.pending import Lot, Task
from games.ascot.state import State
from games.kit.auction import NO_COMMISSION, Outcry, from_left_of, highest_bid
from games.kit.commission import Commission
from games.kit.errors import RuleBroken
from games.kit.game import Between, Happening, Legal
from games.kit.payments import Reason


@dataclass(frozen=True)
class LotShown(Happening):
    """Nobody sells what is sold for the bank."""

    asset: Asset
    seller: str | None

    def __str__(self) -> str:
        return f"{self.asset} is put up for sale" + (f" by {self.seller}" if self.seller else "")


@dataclass(frozen=True)
class BidMade(Happening):
    seat: str
    francs: int

    def __str__(self) -> str:
        return f"{self.seat} bids {self.francs}"


@dataclass(frozen=True)
class BidPassed(Happening):
    seat: str

    def __str__(self) -> str:
        return f"{self.seat} passes"


@dataclass(frozen=True)
class LotSold(Happening):
    """At the hammer price; the buyer has paid the commission on top."""

    asset: Asset
    seller: str | None
    buyer: str
    francs: int
    commission: int

    def __str__(self) -> str:
        return f"{self.asset} to {self.buyer} for {self.francs}"


@dataclass(frozen=True)
class LotUnsold(Happening):
    asset: Asset
    seller: str | None

    def __str__(self) -> str:
        return f"no bid for {self.asset}"


HAPPENINGS: tuple[type[Happening], ...] = (LotShown, BidMade, BidPassed, LotSold, LotUnsold)


@dataclass(frozen=True)
class Outcome:
    """What a price is paid as, and what follows when a lot was sold or nobody wanted it. By then the lot is no longer
    pending, and what was sold is paid for and handed over.
    """

    reason: Reason
    sold: Callable[[Flow, Lot], Flow]
    unsold: Callable[[Flow, Lot], Flow]


Outcomes = Mapping[type[Task] | None, Outcome]  # by the task that waits for a lot, if one does


def cry(flow: Flow, asset: Asset, seller: str | None, among: Sequence[str]) -> Flow:
    """Put an asset up for sale among these players: clockwise from the left of whoever sells it, the auctioneer for
    the bank, who speaks last (V3). Who may not buy it, or cannot pay one step, is not asked; but for the bank all are,
    since hands are hidden then, and whom nobody asks has shown something.
    """
    first = flow.state.auctioneer if seller is None else seller
    assert first is not None
    order = from_left_of(first, flow.state.names)
    step = flow.edition.money.bid_step
    able = tuple(seat for seat in order if seat in among and seat != seller and _able(flow, seat, asset, seller))
    return flow.tell(LotShown(asset, seller)).push(Lot(asset, seller, Outcry(able, step)))


def most(flow: Flow, seat: str, seller: str | None) -> int:
    """The highest bid that a player can make. V8: in the sale for the bank, what the kept cards will cost is set
    aside, if that was agreed, and the commission comes on top.
    """
    purse, step = flow.state.player(seat).cash, flow.edition.money.bid_step
    if seller is not None:
        return highest_bid(purse, step)
    reserve = kept(flow, seat) if flow.state.options.auction_reserve else 0
    return highest_bid(purse - reserve, step, _commission(flow, seat))


def kept(flow: Flow, seat: str) -> int:
    """K-1: what the cards in a hand will cost."""
    return sum(flow.edition.prices[card] for card in flow.state.player(seat).hand)


def part(outcomes: Outcomes) -> Part:
    """What a pending lot is, with what comes of it."""

    def proceed(flow: Flow) -> Flow:
        lot = _lot(flow.state)
        return _knocked_down(flow.popped(), lot, outcomes) if lot.outcry.over else flow

    return Part({Bid: _bid, Pass: _pass}, _deciders, _legal, proceed)


def _able(flow: Flow, seat: str, asset: Asset, seller: str | None) -> bool:
    return seller is None or (not second_stable(flow.state, seat, asset) and most(flow, seat, seller) > 0)


def _commission(flow: Flow, buyer: str) -> Commission:
    """V-5: nobody pays himself."""
    return NO_COMMISSION if buyer == flow.state.auctioneer else flow.edition.money.auction_commission


def _lot(state: State) -> Lot:
    assert isinstance(state.task, Lot)
    return state.task


def _deciders(state: State) -> tuple[str, ...]:
    speaker = _lot(state).outcry.to_speak
    return () if speaker is None else (speaker,)


def _legal(flow: Flow, seat: str) -> Iterator[Legal]:
    lot = _lot(flow.state)
    if seat != lot.outcry.to_speak:
        return
    yield Pass(seat=seat)
    if second_stable(flow.state, seat, lot.asset):
        return
    if (limit := most(flow, seat, lot.seller)) >= lot.outcry.least:
        yield Between(Bid, lot.outcry.least, limit, lot.outcry.step)


def _bid(flow: Flow, move: Bid) -> Flow:
    lot, seat = _lot(flow.state), _player(flow.state, move.seat)
    if second_stable(flow.state, seat, lot.asset):
        raise RuleBroken("both_stables", "Nobody may have both stables.")
    outcry = lot.outcry.raised(seat, move.francs, most(flow, seat, lot.seller))
    return flow.popped().push(replace(lot, outcry=outcry)).tell(BidMade(seat, move.francs))


def _pass(flow: Flow, move: Pass) -> Flow:
    lot, seat = _lot(flow.state), _player(flow.state, move.seat)
    return flow.popped().push(replace(lot, outcry=lot.outcry.passed(seat))).tell(BidPassed(seat))


def _player(state: State, seat: str | None) -> str:
    if seat is None or seat not in state.names:
        raise RuleBroken("not_bidding", "%(seat)s is out of this sale.", seat=seat)
    return seat


def _knocked_down(flow: Flow, lot: Lot, outcomes: Outcomes) -> Flow:
    task = flow.state.task
    outcome = outcomes[None if task is None else type(task)]
    buyer = lot.outcry.bidder
    if buyer is None:
        return outcome.unsold(flow.tell(LotUnsold(lot.asset, lot.seller)), lot)
    return outcome.sold(_paid(flow, lot, buyer, outcome.reason), lot)


def _paid(flow: Flow, lot: Lot, buyer: str, reason: Reason) -> Flow:
    """V-4: for the bank, the full price goes to it and the commission on top to the auctioneer. S-4: what a player
    sells is paid to that player, and nothing more.
    """
    price, commission = lot.outcry.bid, 0
    if lot.seller is None:
        commission, auctioneer = _commission(flow, buyer).on(price), flow.state.auctioneer
        assert auctioneer is not None
        flow = flow.pay(holding(buyer), BANK, price, reason)
        flow = flow.earn(holding(buyer), AUCTIONEER, auctioneer, commission, Reason.AUCTION_COMMISSION)
    else:
        flow = flow.pay(holding(buyer), holding(lot.seller), price, reason)
    return hand_over(flow, lot.asset, buyer).tell(LotSold(lot.asset, lot.seller, buyer, price, commission))
