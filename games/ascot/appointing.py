"""A bookmaker where nobody has the card: the banker."""

from collections.abc import Mapping

from games.ascot import favourites
from games.ascot.acting import Part
from games.ascot.flow import Flow
from games.ascot.state import Phase


def begin(flow: Flow, phase: Phase) -> Flow:
    return flow.having(phase=phase)


def _appointed(flow: Flow) -> Flow:
    return favourites.begin(flow.having(bookmaker=flow.state.banker))


PHASES: Mapping[Phase, Part] = {Phase.BOOKMAKER: Part({}, proceed=_appointed)}
