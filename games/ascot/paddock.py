"""The paddock, before the race."""

from games.ascot.flow import Flow
from games.ascot.pending import Lot
from games.ascot.state import Phase


def begin(flow: Flow) -> Flow:
    return flow.having(phase=Phase.PADDOCK)


def sold(flow: Flow, lot: Lot) -> Flow:  # noqa: ARG001
    return flow


def unsold(flow: Flow, lot: Lot) -> Flow:  # noqa: ARG001
    return flow
