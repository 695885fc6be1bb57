"""Who cannot pay sells: horses, businesses, reports, each to the highest bidder, until the debt can be paid. Nobody
lends; what cannot be had by selling everything lapses.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from games.ascot import assets, bidding, trades
from games.ascot.acting import Part
from games.ascot.edition import Business
from games.ascot.flow import Flow, holding, require_turn
from games.ascot.moves import Asset, ForcedOffer
from games.ascot.pending import Debt, Lot, Task
from games.ascot.state import Phase, State
from games.kit.errors import RuleBroken
from games.kit.game import Happening, Legal
from games.kit.payments import Party, Reason


@dataclass(frozen=True)
class DebtDue(Happening):
    """Somebody has to sell before it can be paid."""

    seat: str
    to: str
    francs: int

    def __str__(self) -> str:
        return f"{self.seat} owes {self.to} {self.francs} and has to sell"


@dataclass(frozen=True)
class DebtPaid(Happening):
    seat: str
    to: str
    francs: int

    def __str__(self) -> str:
        return f"{self.seat} pays the debt of {self.francs} to {self.to}"


@dataclass(frozen=True)
class DebtWrittenOff(Happening):
    """`paid` is all there was, `francs` what lapses."""

    seat: str
    to: str
    paid: int
    francs: int

    def __str__(self) -> str:
        return f"{self.seat} pays {self.to} {self.paid}; {self.francs} lapse"


HAPPENINGS: tuple[type[Happening], ...] = (DebtDue, DebtPaid, DebtWrittenOff)


def owe(flow: Flow, seat: str, creditor: Party, francs: int, reason: Reason) -> Flow:
    """M-7: paid at once where the cash is there. Nobody owes himself anything."""
    if creditor == holding(seat):
        return flow
    if flow.state.player(seat).cash >= francs:
        return flow.pay(holding(seat), creditor, francs, reason)
    return flow.push(Debt(seat, creditor, francs, reason)).tell(DebtDue(seat, creditor.name, francs))


def for_sale(state: State, debt: Debt) -> tuple[Asset, ...]:
    """S-4: what the debtor may still put up: what nobody wanted for this debt is not cried twice. The auctioneer's card
    is worth nothing after the sale; after training the bookmaker's is the only business that is worth something.
    """
    worthless = {Business.AUCTIONEER.value}
    if state.phase is not Phase.TRAINING:
        worthless = {business.value for business in Business if business is not Business.BOOKMAKER}
    return tuple(asset for asset in assets.owned(state, debt.seat) if asset not in {*worthless, *debt.offered})


def sold(flow: Flow, lot: Lot) -> Flow:  # noqa: ARG001 - it is paid for and handed over
    """S-4: offers of what was sold no longer hold. The debt goes on by itself."""
    return trades.pruned(flow)


def unsold(flow: Flow, lot: Lot) -> Flow:
    """Nobody bid for the lot, which is no longer pending."""
    debt = _debt(flow.state)
    return flow.popped().push(replace(debt, offered=(*debt.offered, lot.asset)))


def _debt(state: State) -> Debt:
    assert isinstance(state.task, Debt)
    return state.task


def _offer(flow: Flow, move: ForcedOffer) -> Flow:
    debt = _debt(flow.state)
    require_turn(move.seat, debt.seat)
    if move.asset in debt.offered:
        raise RuleBroken("already_offered", "Nobody wanted %(asset)s.", asset=move.asset)
    if move.asset not in for_sale(flow.state, debt):
        raise RuleBroken("unknown_asset", "%(seat)s has no %(asset)s to sell.", seat=debt.seat, asset=move.asset)
    return bidding.cry(flow, move.asset, debt.seat, flow.state.names)


def _legal(flow: Flow, seat: str) -> Iterator[Legal]:
    debt = _debt(flow.state)
    if seat == debt.seat:
        for asset in for_sale(flow.state, debt):
            yield ForcedOffer(asset, seat=seat)


def _deciders(state: State) -> tuple[str, ...]:
    return (_debt(state).seat,)


def _proceed(flow: Flow) -> Flow:
    """S5: where nothing is left to sell, the creditor gets what there is."""
    debt, to = _debt(flow.state), _debt(flow.state).creditor.name
    cash = flow.state.player(debt.seat).cash
    if cash >= debt.francs:
        paid = flow.popped().pay(holding(debt.seat), debt.creditor, debt.francs, debt.reason)
        return paid.tell(DebtPaid(debt.seat, to, debt.francs))
    if for_sale(flow.state, debt):
        return flow
    paid = flow.popped().pay(holding(debt.seat), debt.creditor, cash, debt.reason)
    return paid.tell(DebtWrittenOff(debt.seat, to, cash, debt.francs - cash))


TASKS: Mapping[type[Task], Part] = {Debt: Part({ForcedOffer: _offer}, _deciders, _legal, _proceed)}
