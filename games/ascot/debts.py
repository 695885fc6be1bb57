"""What somebody owes. Whoever owes here has it."""

from games.ascot.flow import Flow, holding
from games.kit.payments import Party, Reason


def owe(flow: Flow, seat: str, creditor: Party, francs: int, reason: Reason) -> Flow:
    return flow.pay(holding(seat), creditor, francs, reason)
