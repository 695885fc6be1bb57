"""What somebody owes and cannot pay at once."""

from games.ascot.flow import Flow, holding
from games.ascot.pending import Debt, Lot
from games.kit.payments import Party, Reason


def owe(flow: Flow, seat: str, creditor: Party, francs: int, reason: Reason) -> Flow:
    if flow.state.player(seat).cash >= francs:
        return flow.pay(holding(seat), creditor, francs, reason)
    return flow.push(Debt(seat, creditor, francs, reason))


def sold(flow: Flow, lot: Lot) -> Flow:  # noqa: ARG001
    return flow


def unsold(flow: Flow, lot: Lot) -> Flow:  # noqa: ARG001
    return flow
