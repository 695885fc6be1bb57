"""How the parts of a game are put together: what each phase, and each task that is pending, is to the rest."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.ascot.flow import Flow
from games.ascot.state import State
from games.kit.game import Legal, Move

Act = Callable[[Flow, Any], Flow]  # the flow after a move, or `RuleBroken`


def _nobody(state: State) -> tuple[str, ...]:  # noqa: ARG001 - whatever it is
    return ()


def _nothing(flow: Flow, seat: str) -> Iterable[Legal]:  # noqa: ARG001
    return ()


def _stays(flow: Flow) -> Flow:
    return flow


@dataclass(frozen=True)
class Part:
    """A phase while nothing is pending, or a pending task while it is the last. `deciders` are those the game waits
    for, `legal` what a seat may do, `acts` how it is done. `proceed` does what follows by itself; where somebody has to
    decide, or chance, it gives back the very flow that it got.
    """

    acts: Mapping[type[Move], Act]
    deciders: Callable[[State], tuple[str, ...]] = _nobody
    legal: Callable[[Flow, str], Iterable[Legal]] = _nothing
    proceed: Callable[[Flow], Flow] = _stays
