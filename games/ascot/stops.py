"""A horse stops on a cell of the course: it obeys what is written there, or its owner makes use of the colour."""

from collections.abc import Iterator, Mapping

from games.ascot import hazards, moves
from games.ascot.acting import Act, Part
from games.ascot.colours import choices
from games.ascot.edition import Do, Inscription
from games.ascot.flow import Flow, require_turn
from games.ascot.lanes import Spot, back, ends, others
from games.ascot.pending import Colouring, Riding, Task
from games.ascot.race_told import AdvantageUsed, BonusTaken, By, DisadvantageDropped, HorseRode, InscriptionRead
from games.ascot.runners import running
from games.ascot.state import Player, State
from games.kit.errors import RuleBroken
from games.kit.game import Legal, Move


def rode(flow: Flow, number: int, spot: Spot, by: By) -> Flow:
    """With a horse on another cell."""
    length, lane = spot
    went = length - flow.state.horse(number).length
    return flow.with_horse(number, length=length, lane=lane).tell(HorseRode(number, length, lane, went, by))


def stopped(flow: Flow, number: int, *, inscription: bool = False, colour: bool = False) -> Flow:
    """R-10, R-11, R-13: each once a turn; `inscription` and `colour` are whether the horse had it already."""
    horse = flow.state.horse(number)
    assert horse.owner is not None
    written = flow.edition.inscription(horse.length, horse.lane)
    if written is not None and written.do is not Do.ANY_ADVANTAGE:
        return flow if inscription else _obeyed(flow, number, written, colour=colour)
    if colour or not choices(flow, number):
        return flow
    return flow.push(Colouring(horse.owner, number, inscription))


def _obeyed(flow: Flow, number: int, written: Inscription, *, colour: bool) -> Flow:
    match written.do:
        case Do.ADVANCE:
            return _sent_on(flow, number, written, written.amount, colour=colour)
        case Do.OVERTAKE:
            return _sent_on(flow, number, written, _past_the_next(flow.state, number, written.within), colour=colour)
        case Do.BACK:
            return _sent_back(flow, number, written, colour=colour)
        case Do.WAIT:
            missed = flow.state.horse(number).misses + 1
            return _read(flow, number, written, done=True).with_horse(number, misses=missed)
    owner = flow.state.horse(number).owner
    assert owner is not None
    return hazards.met(_read(flow, number, written, done=True), number, owner, written)


def _read(flow: Flow, number: int, written: Inscription, *, done: bool) -> Flow:
    horse = flow.state.horse(number)
    return flow.tell(InscriptionRead(number, horse.length, horse.lane, written.do, done))


def _past_the_next(state: State, number: int, within: int) -> int:
    """R-18: how far it is to one length before the nearest horses in front; 0 if none is near."""
    length = state.horse(number).length
    ahead = (horse.length - length for horse in running(state) if 0 < horse.length - length <= within)
    return min(ahead, default=-1) + 1


def _sent_on(flow: Flow, number: int, written: Inscription, lengths: int, *, colour: bool) -> Flow:
    """R-8, R-19: to a lane that is written there, if one is open by the rules for riding."""
    lanes = _lanes_on(flow, number, written, lengths)
    flow = _read(flow, number, written, done=lanes != ())
    horse = flow.state.horse(number)
    assert horse.owner is not None
    if len(lanes) > 1:
        return flow.push(Riding(horse.owner, number, lengths, lanes, "inscription", colour))
    if not lanes:
        return flow
    return sent(flow, number, (horse.length + lengths, lanes[0]), colour=colour)


def _lanes_on(flow: Flow, number: int, written: Inscription, lengths: int) -> tuple[int, ...]:
    horse = flow.state.horse(number)
    taken = others(flow.state, number)
    if lengths == 0:
        return ()
    # Who is overtaken is one length behind the end of it.
    passed = {lane for at, lane in taken if at == horse.length + lengths - 1} if written.do is Do.OVERTAKE else set()
    open_lanes = ends(flow.edition.course, taken, (horse.length, horse.lane), lengths)
    return tuple(lane for lane in open_lanes if lane not in passed and (not written.lanes or lane in written.lanes))


def sent(flow: Flow, number: int, spot: Spot, *, colour: bool) -> Flow:
    """Where an inscription sends a horse; it obeys no other in this turn."""
    return stopped(rode(flow, number, spot, "inscription"), number, inscription=True, colour=colour)


def _sent_back(flow: Flow, number: int, written: Inscription, *, colour: bool) -> Flow:
    horse = flow.state.horse(number)
    spot = back(others(flow.state, number), (horse.length, horse.lane), written.amount)
    flow = _read(flow, number, written, done=spot is not None)
    return flow if spot is None else sent(flow, number, spot, colour=colour)


def _coloured(flow: Flow, move: moves.Colour) -> Flow:
    """R-11, R-12, R-14: one use of the colour, and an Advantage with it where the cell is of another."""
    task = flow.state.task
    assert isinstance(task, Colouring)
    require_turn(move.seat, task.seat)
    _check_use(flow, task, move)
    flow = flow.popped()
    if move.use == "decline":
        return flow
    if move.advantage:
        flow = _with_advantage(flow, task)
    return _dropped(flow, task) if move.use == "drop" else _bonus(flow, task, move)


def _check_use(flow: Flow, task: Colouring, move: moves.Colour) -> None:
    able = choices(flow, task.horse)
    if move in able:
        return
    if move.use != "decline" and any(use.use != "decline" and use.advantage != move.advantage for use in able):
        if move.advantage:
            raise RuleBroken("no_advantage_here", "No Advantage is used on the horse's own colour.")
        raise RuleBroken("advantage_needed", "This cell is of another colour: it takes an Advantage.")
    if move.use == "drop" and not flow.state.player(task.seat).disadvantages:
        raise RuleBroken("no_disadvantage", "%(seat)s has no Disadvantage to drop.", seat=task.seat)
    if move.use == "bonus":
        lanes = [use.lane for use in able if use.use == "bonus"]
        raise bad_lane(lanes)
    raise RuleBroken("bad_colour_use", "Only more lengths end in a lane, and only what is used takes an Advantage.")


def bad_lane(lanes: list[int | None]) -> RuleBroken:
    if not lanes:
        return RuleBroken("no_way", "No lane is open so far ahead.")
    return RuleBroken("bad_lane", "The horse can end in lane %(lanes)s.", lanes=", ".join(map(str, lanes)))


def _with_advantage(flow: Flow, task: Colouring) -> Flow:
    colour = flow.edition.colour(task.horse)
    left = list(_owner(flow, task).advantages)
    left.remove(colour)
    told = AdvantageUsed(task.seat, task.horse, colour)
    return flow.with_player(task.seat, advantages=tuple(left)).tell(told)


def _dropped(flow: Flow, task: Colouring) -> Flow:
    left = _owner(flow, task).disadvantages - 1
    return flow.with_player(task.seat, disadvantages=left).tell(DisadvantageDropped(task.seat, task.horse, left))


def _bonus(flow: Flow, task: Colouring, move: moves.Colour) -> Flow:
    assert move.lane is not None
    bonus = flow.edition.bonus(task.horse)
    flow = flow.tell(BonusTaken(task.horse, flow.edition.colour(task.horse), bonus))
    flow = rode(flow, task.horse, (flow.state.horse(task.horse).length + bonus, move.lane), "colour")
    return stopped(flow, task.horse, inscription=task.inscription, colour=True)


def _owner(flow: Flow, task: Colouring) -> Player:
    return flow.state.player(task.seat)


def _asked(state: State) -> tuple[str, ...]:
    task = state.task
    assert isinstance(task, Colouring)
    return (task.seat,)


def _legal(flow: Flow, seat: str) -> Iterator[Legal]:
    task = flow.state.task
    assert isinstance(task, Colouring)
    if seat == task.seat:
        yield from choices(flow, task.horse)


_ACTS: dict[type[Move], Act] = {moves.Colour: _coloured}
TASKS: Mapping[type[Task], Part] = {Colouring: Part(_ACTS, _asked, _legal), **hazards.TASKS}
