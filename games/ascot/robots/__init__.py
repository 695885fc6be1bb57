"""The automatic player, phase by phase. It is given a flow in which cards that its seat cannot see are blank."""

from collections.abc import Iterator

from games.ascot.flow import Flow
from games.ascot.robots import money, race, sale, training
from games.kit.game import Move

PARTS = (sale, training, money, race)


def choose(flow: Flow, seat: str) -> Move:
    """What it does when the game waits for this seat."""
    choices: Iterator[Move | None] = (part.choose(flow, seat) for part in PARTS)
    for move in choices:
        if move is not None:
            return move
    raise AssertionError(f"{flow.state.phase} waits for {seat}, and no robot knows what to do")


def eager(flow: Flow, seat: str) -> Move | None:
    """What it does unasked: it answers offers, takes reports that are its due, and objects."""
    wishes = (part.eager(flow, seat) for part in (training, money, race))
    return next((move for move in wishes if move is not None), None)
