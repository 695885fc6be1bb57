"""The paddock, before the race."""

from games.ascot.flow import Flow
from games.ascot.state import Phase


def begin(flow: Flow) -> Flow:
    return flow.having(phase=Phase.PADDOCK)
