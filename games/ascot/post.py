"""The winning post: who has passed, who is disqualified, when the race is over, and objections to those placed."""

from collections.abc import Iterator, Mapping

from games.ascot import prizes
from games.ascot.acting import Act, Part
from games.ascot.flow import Flow
from games.ascot.moves import NoObjection, Object
from games.ascot.race_told import HorseDisqualified, ObjectionsInvited, PostPassed, RaceOver
from games.ascot.runners import check_plays, running
from games.ascot.state import Phase, Standing, State
from games.kit.errors import RuleBroken
from games.kit.game import Legal, Move

PLACES = 3


def passed(flow: Flow, number: int) -> Flow:
    """R-15: disqualified if its owner has a Disadvantage; where players have to object, it is placed till they do."""
    owner = flow.state.horse(number).owner
    assert owner is not None
    burdened = flow.state.player(owner).disadvantages > 0
    flow = flow.with_horse(number, length=flow.edition.course.lengths + 1)
    if burdened and flow.state.options.objection == "automatic":
        return flow.with_horse(number, standing=Standing.DISQUALIFIED).tell(HorseDisqualified(number))
    placed = (*flow.state.placed, number)
    tainted = (*flow.state.tainted, number) if burdened else flow.state.tainted
    flow = flow.with_horse(number, standing=Standing.PASSED).having(placed=placed, tainted=tainted)
    return flow.tell(PostPassed(number, len(placed)))


def is_over(state: State) -> bool:
    """R-23: three are placed, or no horse can run."""
    return len(state.placed) >= PLACES or not running(state)


def over(flow: Flow) -> Flow:
    """To the prizes; but everybody is asked first if there are grounds to object."""
    if not flow.state.tainted:
        return prizes.begin(flow.having(turn=None, to_move=(), waiting=()).tell(RaceOver(flow.state.placed)))
    told = ObjectionsInvited(flow.state.placed)
    return flow.having(phase=Phase.OBJECTIONS, waiting=flow.state.names).tell(told)


def objections(state: State, seat: str) -> Iterator[Legal]:
    """Those that would be upheld: nobody objects to a horse of his own."""
    if seat in state.names:
        yield from (Object(number, seat=seat) for number in state.tainted if state.horse(number).owner != seat)


def objected(flow: Flow, move: Object) -> Flow:
    """Z-10: the horse loses its place, and the race goes on from where it was until three stand."""
    _check_grounds(flow.state, move)
    placed = tuple(number for number in flow.state.placed if number != move.horse)
    tainted = tuple(number for number in flow.state.tainted if number != move.horse)
    flow = flow.with_horse(move.horse, standing=Standing.DISQUALIFIED)
    flow = flow.having(phase=Phase.RACE, placed=placed, tainted=tainted, waiting=())
    return flow.tell(HorseDisqualified(move.horse, move.seat))


def _check_grounds(state: State, move: Object) -> None:
    check_plays(state, move.seat)
    if move.horse not in state.tainted:
        raise RuleBroken("no_grounds", "There are no grounds to object to horse %(horse)s.", horse=move.horse)
    if state.horse(move.horse).owner == move.seat:
        raise RuleBroken("own_horse", "Nobody objects to a horse of his own.")


def _contented(flow: Flow, move: NoObjection) -> Flow:
    waiting = flow.state.waiting
    if move.seat not in waiting:
        raise RuleBroken("not_waited_for", "%(seat)s is not asked for objections.", seat=move.seat)
    left = tuple(seat for seat in waiting if seat != move.seat)
    return flow.having(waiting=left) if left else over(flow.having(waiting=(), tainted=()))


def _waiting(state: State) -> tuple[str, ...]:
    return state.waiting


def _legal(flow: Flow, seat: str) -> Iterator[Legal]:
    yield from objections(flow.state, seat)
    if seat in flow.state.waiting:
        yield NoObjection(seat=seat)


_ACTS: dict[type[Move], Act] = {Object: objected, NoObjection: _contented}
PHASES: Mapping[Phase, Part] = {Phase.OBJECTIONS: Part(_ACTS, _waiting, _legal)}
