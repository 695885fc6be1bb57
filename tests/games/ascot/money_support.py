"""Playing from the paddock to the start, and what must hold on the way."""

from collections.abc import Iterable
from typing import Any

from games.ascot import paddock, playing
from games.ascot.flow import Flow
from games.ascot.state import Phase, State
from games.kit.game import Move
from games.kit.payments import Payment
from tests.games.ascot.positions import owning, position


def in_paddock(players: int = 4, owned: dict[str, tuple[Any, ...]] | None = None, **changes: Any) -> Flow:
    """The paddock has just been opened for players who own this; nobody owns the other horses. Ada has the bookmaker's
    card if it is not said who holds what.
    """
    flow = position(players, phase=Phase.TRAINING, **{"holders": {"bookmaker": "Ada"}, **changes})
    return playing.run(paddock.begin(owning(flow, **(owned or {}))))


def having_cash(flow: Flow, **cash: int) -> Flow:
    for seat, francs in cash.items():
        flow = flow.with_player(seat, cash=francs)
    return flow


def played(flow: Flow, *moves: Move) -> Flow:
    for move in moves:
        flow = playing.play(flow, move)
    return flow


def paid(flow: Flow) -> list[tuple[str, str, int, str]]:
    """Payer, payee, francs and reason of all that was paid."""
    return [_line(payment) for payment in flow.paid]


def _line(payment: Payment) -> tuple[str, str, int, str]:
    return (payment.payer.name, payment.payee.name, payment.amount, payment.reason.value)


def cash_of(state: State, seats: Iterable[str] | None = None) -> dict[str, int]:
    return {seat: state.player(seat).cash for seat in (seats or state.names)}
