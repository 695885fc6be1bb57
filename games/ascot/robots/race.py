"""How an automatic player rides: for its colour and away from harm, to the rail before the last turn, and rid of its
Disadvantages first.
"""

from games.ascot import moves
from games.ascot.colours import choices
from games.ascot.edition import Do, Edition, Inscription
from games.ascot.flow import Flow
from games.ascot.hazards import saving
from games.ascot.lanes import Spot
from games.ascot.pending import Assigning, Colouring, Hazarding, Riding
from games.ascot.post import objections
from games.ascot.race import candidates
from games.ascot.riding import needed
from games.ascot.runners import running
from games.ascot.state import Horse, Phase, Player, State
from games.kit.dice import FACES
from games.kit.game import Move

# In quarters of a length.
LENGTH = 4
RID_OF_ONE = 10  # what it is worth to drop a Disadvantage
OUT = -120
DOWN = -60
MISSED = -14  # a throw
TO_THE_RAIL = 1  # for each lane
BEFORE_THE_TURN = 14  # lengths in which the rail is sought
GOOD_THROW = 5
FAIR_THROW = 4  # with one other horse left
POOR_THROW = 2


def choose(flow: Flow, seat: str) -> Move | None:
    """What it does when it is waited for."""
    match flow.state.task:
        case None:
            return _in_phase(flow.state, seat)
        case Assigning(seat=asked, die=die) if asked == seat:
            return _assigned(flow, seat, die)
        case Riding(seat=asked) as task if asked == seat:
            return _lane(flow, task)
        case Colouring(seat=asked) as task if asked == seat:
            return _colour(flow, task)
        case Hazarding(seat=asked, immunity=immunity) if asked == seat:
            held = saving(flow.edition, flow.state.player(seat), immunity)
            return moves.Hazard(held is not None, seat=seat)
    return None


def eager(flow: Flow, seat: str) -> Move | None:
    """It objects where it has grounds; who has merely run out of time does not."""
    if flow.state.task is not None or flow.state.phase not in {Phase.RACE, Phase.OBJECTIONS}:
        return None
    return next((each for each in objections(flow.state, seat) if isinstance(each, Move)), None)


def _in_phase(state: State, seat: str) -> Move | None:
    if state.phase is Phase.START and seat == state.waiting[0]:
        return moves.ThrowStart(seat=seat)
    if state.phase is Phase.RACE and seat == state.turn:
        return moves.Throw(seat=seat)
    if state.phase is Phase.OBJECTIONS and seat in state.waiting:
        return moves.NoObjection(seat=seat)
    return None


def _assigned(flow: Flow, seat: str, die: int) -> Move:
    other, favourite = candidates(flow.state)
    good = _good_for(flow, flow.state.horse(favourite), die)
    return moves.Assign(favourite if good else other, seat=seat)


def _good_for(flow: Flow, horse: Horse, die: int) -> bool:
    """Whether the favourite should have a throw."""
    if horse.misses:
        return die <= POOR_THROW
    if horse.down:
        return die == FACES
    need = needed(flow.edition, horse)
    if need <= FACES:
        return die == need
    return die >= (FAIR_THROW if len(flow.state.to_move) == 2 else GOOD_THROW)


def _lane(flow: Flow, task: Riding) -> Move:
    by_throw = task.by == "throw"
    length = flow.state.horse(task.horse).length + task.lengths

    def worth(lane: int) -> int:
        return _worth(flow, task.horse, (length, lane), inscription=not by_throw, colour=task.colour)

    best = max(task.lanes, key=worth)  # the first is nearest to the rail
    return moves.Lane(best, seat=task.seat) if by_throw else moves.Inscription(best, seat=task.seat)


def _colour(flow: Flow, task: Colouring) -> Move:
    uses = choices(flow, task.horse)
    dropping = next((use for use in uses if use.use == "drop"), None)
    if dropping is not None:
        return dropping
    length = flow.state.horse(task.horse).length + flow.edition.bonus(task.horse)

    def worth(use: moves.Colour) -> int:
        if use.lane is None:
            return 0
        at = _worth(flow, task.horse, (length, use.lane), inscription=task.inscription, colour=True)
        return LENGTH * flow.edition.bonus(task.horse) + at

    return max(uses, key=worth)


def _worth(flow: Flow, number: int, spot: Spot, *, inscription: bool, colour: bool) -> int:
    """Of a cell to stop on, for a horse that has obeyed an inscription this turn, or used a colour."""
    edition, written = flow.edition, flow.edition.inscription(*spot)
    value = _near_rail(edition, spot)
    if written is not None and written.do is not Do.ANY_ADVANTAGE:
        return value if inscription else value + _written_worth(flow, number, spot, written)
    own = edition.colour(number)
    advantage = written is not None and own in _owner(flow, number).advantages
    if colour or not (advantage or edition.cell_colour(*spot) is own):
        return value
    rid = RID_OF_ONE if _owner(flow, number).disadvantages else 0
    return value + (rid or LENGTH * edition.bonus(number))


def _near_rail(edition: Edition, spot: Spot) -> int:
    length, lane = spot
    near = edition.course.last_turn_post - BEFORE_THE_TURN < length <= edition.course.last_turn_post
    return -TO_THE_RAIL * lane if near else 0


def _written_worth(flow: Flow, number: int, spot: Spot, written: Inscription) -> int:
    match written.do:
        case Do.ADVANCE:
            return LENGTH * written.amount
        case Do.BACK:
            return -LENGTH * written.amount
        case Do.WAIT:
            return MISSED
        case Do.OVERTAKE:
            ahead = [horse.length - spot[0] for horse in running(flow.state) if horse.number != number]
            return LENGTH * (min((far for far in ahead if 0 < far <= written.within), default=-1) + 1)
    assert written.immunity is not None
    if saving(flow.edition, _owner(flow, number), written.immunity):
        return 0
    return OUT if written.do is Do.ELIMINATE else DOWN


def _owner(flow: Flow, number: int) -> Player:
    owner = flow.state.horse(number).owner
    assert owner is not None
    return flow.state.player(owner)
