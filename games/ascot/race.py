"""The race: who starts it, whose turn it is, and which horse has a throw."""

from collections.abc import Iterator, Mapping

from games.ascot import post, prizes
from games.ascot.acting import Act, Part
from games.ascot.flow import Flow, require_turn
from games.ascot.moves import Assign, Object, Throw, ThrowStart
from games.ascot.pending import Assigning, Rolling, Task
from games.ascot.race_told import RaceStarted, RaceThrown, StartThrown, StartTied, ThrowAssigned
from games.ascot.riding import thrown_for
from games.ascot.runners import running
from games.ascot.state import Phase, State
from games.kit.errors import RuleBroken
from games.kit.game import Legal, Move


def begin(flow: Flow) -> Flow:
    """R-1: everybody who has a horse in the race throws for the start."""
    if not running(flow.state):
        return prizes.begin(flow)
    waiting = tuple(seat for seat in flow.state.names if flow.state.horses_of(seat))
    return flow.having(phase=Phase.START, waiting=waiting, starters=(), best=0, turn=None, to_move=())


def start_rolled(flow: Flow, dice: tuple[int, ...]) -> Flow:
    """The highest so far are remembered; when all have thrown, they throw again among themselves, or one begins."""
    state, (die,) = flow.state, dice
    seat = state.waiting[0]
    best = max(state.best, die)
    starters = () if die > state.best else state.starters
    starters = (*starters, seat) if die == best else starters
    flow = flow.having(waiting=state.waiting[1:], starters=starters, best=best).tell(StartThrown(seat, die))
    return flow if flow.state.waiting else _decided_start(flow)


def _decided_start(flow: Flow) -> Flow:
    starters = flow.state.starters
    if len(starters) > 1:
        told = StartTied(starters, flow.state.best)
        return flow.having(waiting=starters, starters=(), best=0).tell(told)
    (first,) = starters
    return _turn_of(flow.having(phase=Phase.RACE), first).tell(RaceStarted(first))


def _turn_of(flow: Flow, seat: str) -> Flow:
    return flow.having(turn=seat, to_move=tuple(horse.number for horse in flow.state.horses_of(seat)))


def rolled(flow: Flow, dice: tuple[int, ...]) -> Flow:
    """R-2, R-3: for the next horse by number, or the favourite if its owner likes that better."""
    state, (die,) = flow.state, dice
    assert state.turn is not None
    flow = flow.tell(RaceThrown(state.turn, die))
    able = candidates(state)
    return flow.push(Assigning(state.turn, die)) if len(able) > 1 else _given(flow, able[0], die)


def candidates(state: State) -> tuple[int, ...]:
    """Horses that a throw can be given to: the next by number, and the favourite if it has not moved."""
    assert state.turn is not None
    favourite = state.player(state.turn).favourite
    if favourite not in state.to_move:
        return state.to_move[:1]
    rest = tuple(number for number in state.to_move if number != favourite)
    return (*rest[:1], favourite)


def _given(flow: Flow, number: int, die: int) -> Flow:
    left = tuple(each for each in flow.state.to_move if each != number)
    return thrown_for(flow.having(to_move=left), number, die)


def _assigned(flow: Flow, move: Assign) -> Flow:
    task = flow.state.task
    assert isinstance(task, Assigning)
    require_turn(move.seat, task.seat)
    able = candidates(flow.state)
    if move.horse not in able:
        horses = " or ".join(map(str, able))
        raise RuleBroken("wrong_horse", "This throw is for horse %(horses)s.", horses=horses)
    told = ThrowAssigned(move.horse, task.die, flow.state.player(task.seat).favourite == move.horse)
    return _given(flow.popped().tell(told), move.horse, task.die)


def _threw_start(flow: Flow, move: ThrowStart) -> Flow:
    require_turn(move.seat, flow.state.waiting[0])
    return flow.push(Rolling(flow.state.waiting[0], 1))


def _threw(flow: Flow, move: Throw) -> Flow:
    assert flow.state.turn is not None
    require_turn(move.seat, flow.state.turn)
    return flow.push(Rolling(flow.state.turn, 1))


def _went_on(flow: Flow) -> Flow:
    """R-23: over at once, or the turn passes to the next who has a horse that runs."""
    state = flow.state
    if post.is_over(state):
        return post.over(flow)
    if state.to_move:
        return flow
    assert state.turn is not None
    following = (*state.clockwise_from(state.turn)[1:], state.turn)
    return _turn_of(flow, next(seat for seat in following if state.horses_of(seat)))


def _starter(state: State) -> tuple[str, ...]:
    return state.waiting[:1]


def _in_turn(state: State) -> tuple[str, ...]:
    return () if state.turn is None else (state.turn,)


def _assigner(state: State) -> tuple[str, ...]:
    task = state.task
    assert isinstance(task, Assigning)
    return (task.seat,)


def _legal_start(flow: Flow, seat: str) -> Iterator[Legal]:
    if seat == flow.state.waiting[0]:
        yield ThrowStart(seat=seat)


def _legal_turn(flow: Flow, seat: str) -> Iterator[Legal]:
    if seat == flow.state.turn:
        yield Throw(seat=seat)
    yield from post.objections(flow.state, seat)


def _legal_assign(flow: Flow, seat: str) -> Iterator[Legal]:
    if seat in _assigner(flow.state):
        yield from (Assign(number, seat=seat) for number in candidates(flow.state))


_TURN: dict[type[Move], Act] = {Throw: _threw, Object: post.objected}
PHASES: Mapping[Phase, Part] = {
    Phase.START: Part({ThrowStart: _threw_start}, _starter, _legal_start),
    Phase.RACE: Part(_TURN, _in_turn, _legal_turn, _went_on),
    **post.PHASES,
}
TASKS: Mapping[type[Task], Part] = {Assigning: Part({Assign: _assigned}, _assigner, _legal_assign)}
