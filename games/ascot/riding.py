"""What a throw does with the horse that has it: it waits, rises, is jostled, passes the post, or rides to a lane."""

from collections.abc import Iterator, Mapping

from games.ascot import post
from games.ascot.acting import Act, Part
from games.ascot.edition import Edition
from games.ascot.flow import Flow, require_turn
from games.ascot.lanes import back, ends, others, reaches_post
from games.ascot.moves import Inscription, Lane
from games.ascot.pending import Riding, Task
from games.ascot.race_told import HorseJostled, HorseRose, HorseWaited
from games.ascot.state import Horse, State
from games.ascot.stops import bad_lane, rode, sent, stopped
from games.kit.dice import FACES
from games.kit.errors import RuleBroken
from games.kit.game import Legal, Move, tag


def thrown_for(flow: Flow, number: int, die: int) -> Flow:
    """R-2: every horse has its throw, and loses it if it has to miss one."""
    horse = flow.state.horse(number)
    if horse.misses:
        return flow.with_horse(number, misses=horse.misses - 1).tell(HorseWaited(number, die, "misses"))
    if horse.down:
        return _tried_to_rise(flow, number, die)
    if waits_at_post(flow, horse, die):
        return flow.tell(HorseWaited(number, die, "post"))
    return _passing(flow, horse) if die == needed(flow.edition, horse) else _riding(flow, horse, die)


def needed(edition: Edition, horse: Horse) -> int:
    """How many points a horse is from the post."""
    return edition.course.lengths + 1 - horse.length


def waits_at_post(flow: Flow, horse: Horse, die: int) -> bool:
    """R-21: who could pass with one throw needs exactly that; unless it is agreed that one may come nearer."""
    need = needed(flow.edition, horse)
    if flow.state.options.finish_rule == "advance_if_short":
        return die > need
    return need <= FACES and die != need


def _tried_to_rise(flow: Flow, number: int, die: int) -> Flow:
    """R-17: a six lets it rise, and go with the next throw."""
    if die == FACES:
        return flow.with_horse(number, down=False).tell(HorseRose(number))
    return flow.tell(HorseWaited(number, die, "down"))


def _passing(flow: Flow, horse: Horse) -> Flow:
    """R-22: jostled if no way is free."""
    if reaches_post(flow.edition.course, others(flow.state, horse.number), (horse.length, horse.lane)):
        return post.passed(flow, horse.number)
    return _jostled(flow, horse)


def _riding(flow: Flow, horse: Horse, die: int) -> Flow:
    lanes = ends(flow.edition.course, others(flow.state, horse.number), (horse.length, horse.lane), die)
    assert horse.owner is not None
    if not lanes:
        return _jostled(flow, horse)
    if len(lanes) > 1:
        return flow.push(Riding(horse.owner, horse.number, die, lanes, "throw"))
    return stopped(rode(flow, horse.number, (horse.length + die, lanes[0]), "throw"), horse.number)


def _jostled(flow: Flow, horse: Horse) -> Flow:
    """R-9: back one length, where nothing applies, if there is room."""
    spot = back(others(flow.state, horse.number), (horse.length, horse.lane), 1)
    length = horse.length if spot is None else spot[0]
    told = HorseJostled(horse.number, length, horse.lane, spot is not None)
    return flow.with_horse(horse.number, length=length).tell(told)


def _chosen(flow: Flow, move: Lane | Inscription) -> Flow:
    """Which lane is taken, of those that are open."""
    task = flow.state.task
    assert isinstance(task, Riding)
    require_turn(move.seat, task.seat)
    if isinstance(move, Lane) != (task.by == "throw"):
        raise RuleBroken("not_now", "%(act)s cannot be done now.", act=tag(type(move)))
    if move.lane not in task.lanes:
        raise bad_lane([*task.lanes])
    spot = (flow.state.horse(task.horse).length + task.lengths, move.lane)
    if task.by == "inscription":
        return sent(flow.popped(), task.horse, spot, colour=task.colour)
    return stopped(rode(flow.popped(), task.horse, spot, "throw"), task.horse)


def _asked(state: State) -> tuple[str, ...]:
    task = state.task
    assert isinstance(task, Riding)
    return (task.seat,)


def _legal(flow: Flow, seat: str) -> Iterator[Legal]:
    task = flow.state.task
    assert isinstance(task, Riding)
    if seat == task.seat:
        act = Lane if task.by == "throw" else Inscription
        yield from (act(lane, seat=seat) for lane in task.lanes)


_ACTS: dict[type[Move], Act] = {Lane: _chosen, Inscription: _chosen}
TASKS: Mapping[type[Task], Part] = {Riding: Part(_ACTS, _asked, _legal)}
