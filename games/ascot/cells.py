"""What the cells of the training ground ask for."""

from games.ascot import club, ground
from games.ascot.edition import Business, Cell, CellKind, Pack
from games.ascot.flow import Flow
from games.ascot.pending import Drawing, Walking
from games.kit.payments import Reason

PACKS: dict[Business, Pack] = {Business.STEVENS: "stevens", Business.WALROY: "walroy", Business.VET: "vet"}
LEVIES = {CellKind.DINNER: Reason.CLUB_DINNER, CellKind.CHARITY: Reason.CLUB_CHARITY}


def obey(flow: Flow, walk: Walking) -> Flow:
    """T-3: what is written where the horse has stopped."""
    number, seat = walk.horse, walk.seat
    cell = flow.edition.training_cell(number, flow.state.horse(number).steps)
    match cell.kind:
        case CellKind.PAY:
            return ground.charge(flow, seat, _head(flow, cell, number), cell.amount, Reason.TRAINING_FEE)
        case CellKind.REPORT:
            return flow.push(Drawing(seat, PACKS[_head(flow, cell, number)], number, walk.hops))
        case CellKind.JOIN:
            return club.invite(flow, seat)
        case CellKind.DINNER | CellKind.CHARITY:
            return _levy(flow, seat, cell, number)
        case CellKind.FROST:
            return flow if flow.state.is_member(seat) else ground.rest(flow, number)
        case CellKind.ADVANTAGE:
            return ground.give_advantages(flow, number, cell.amount)
        case CellKind.DISADVANTAGE:
            return ground.give_disadvantages(flow, number, cell.amount)
        case CellKind.MOVE:
            return move_on(flow, seat, number, cell.amount, walk.hops)
    return flow


def move_on(flow: Flow, seat: str, number: int, cells: int, hops: int) -> Flow:
    """T15: a horse is moved on, or back, so often with one throw; further words of that kind are ignored. A horse that
    is home, or has not left its box yet, is not moved.
    """
    horse = flow.state.horse(number)
    if hops >= flow.edition.training.hops or horse.steps == 0 or not ground.is_out(flow.edition, horse):
        return flow
    return flow.push(Walking(seat, number, cells, hops + 1))


def _head(flow: Flow, cell: Cell, number: int) -> Business:
    """T-4: who is paid or consulted."""
    assert cell.head is not None
    return flow.edition.stable(number) if cell.head == "own-stable" else cell.head


def _levy(flow: Flow, seat: str, cell: Cell, number: int) -> Flow:
    """T-12: the club's dinner and its charity are paid by members only."""
    if not flow.state.is_member(seat):
        return flow
    return ground.charge(flow, seat, _head(flow, cell, number), cell.amount, LEVIES[cell.kind])
