"""What players sell and swap among themselves: an offer to one other, who accepts or declines it."""

from collections.abc import Iterator, Mapping

from games.ascot.acting import Act
from games.ascot.flow import Flow
from games.kit.game import Legal, Move

ACTS: Mapping[type[Move], Act] = {}


def legal(flow: Flow, seat: str) -> Iterator[Legal]:  # noqa: ARG001
    yield from ()
