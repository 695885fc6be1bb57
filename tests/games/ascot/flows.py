"""A game of Ascot goes on: what moves lead to, what they tell, what is refused, and all francs there are."""

from typing import Any

from games.ascot import playing
from games.ascot.flow import Flow
from games.ascot.state import State
from games.kit.game import Happening, Move
from tests.games.driving import refusal


def fresh(flow: Flow) -> Flow:
    """With nothing told or paid yet."""
    return Flow(flow.edition, flow.state)


def after(flow: Flow, *moves: Move) -> Flow:
    """After these moves; told and paid are those of the last one."""
    for move in moves:
        flow = playing.play(fresh(flow), move)
    return flow


def told(flow: Flow, kind: type[Happening]) -> list[Any]:
    return [each for each in flow.told if isinstance(each, kind)]


def refused(flow: Flow, move: Move) -> str:
    """The code of a move that is refused."""
    return refusal(playing.play, flow, move)


def francs_in(state: State) -> int:
    """All that are out of the box, whoever has them. Before the deal it is what an earlier game has left."""
    if not state.players:
        return state.options.carried
    held = [player.cash for player in state.players]
    assert min(held) >= 0
    return sum(held) + state.bank + state.tote + state.escrow + state.carried
