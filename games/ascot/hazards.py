"""What can happen to a horse on the course: a bridle breaks, a vessel bursts, it falls. A kept report saves it."""

from collections.abc import Iterator, Mapping

from games.ascot.acting import Part
from games.ascot.edition import Do, Edition, Immunity, Inscription
from games.ascot.flow import Flow, require_turn
from games.ascot.moves import Hazard
from games.ascot.pending import Hazarding, Task
from games.ascot.race_told import HorseFell, HorseLost, ReportUsed
from games.ascot.state import Player, Standing, State
from games.kit.errors import RuleBroken
from games.kit.game import Legal


def met(flow: Flow, number: int, seat: str, inscription: Inscription) -> Flow:
    """R-16: the owner decides if there is a report that could save the horse, be it in other hands."""
    immunity = inscription.immunity
    assert immunity is not None
    if any(saving(flow.edition, player, immunity) for player in flow.state.players):
        return flow.push(Hazarding(seat, number, immunity))
    return _suffered(flow, number, immunity)


def saving(edition: Edition, player: Player, immunity: Immunity) -> str | None:
    """The first report of a player that saves a horse from it."""
    cards = (card for card in player.reports if edition.reports_by_card[card].immunity is immunity)
    return next(cards, None)


def _suffered(flow: Flow, number: int, immunity: Immunity) -> Flow:
    horse = flow.state.horse(number)
    written = flow.edition.inscription(horse.length, horse.lane)
    if written is not None and written.do is Do.FALL:
        return flow.with_horse(number, down=True).tell(HorseFell(number))
    return flow.with_horse(number, standing=Standing.LOST).tell(HorseLost(number, immunity))


def _decided(flow: Flow, move: Hazard) -> Flow:
    task = flow.state.task
    assert isinstance(task, Hazarding)
    require_turn(move.seat, task.seat)
    if not move.use_report:
        return _suffered(flow.popped(), task.horse, task.immunity)
    return _saved(flow, task)


def _saved(flow: Flow, task: Hazarding) -> Flow:
    """A report is used once, and is out of the game."""
    player = flow.state.player(task.seat)
    card = saving(flow.edition, player, task.immunity)
    if card is None:
        raise RuleBroken("no_report", "%(seat)s has no report that saves this horse.", seat=task.seat)
    left = tuple(each for each in player.reports if each != card)
    told = ReportUsed(task.seat, task.horse, card, task.immunity)
    return flow.popped().with_player(task.seat, reports=left).tell(told)


def _asked(state: State) -> tuple[str, ...]:
    task = state.task
    assert isinstance(task, Hazarding)
    return (task.seat,)


def _legal(flow: Flow, seat: str) -> Iterator[Legal]:
    task = flow.state.task
    assert isinstance(task, Hazarding)
    if seat != task.seat:
        return
    if saving(flow.edition, flow.state.player(seat), task.immunity):
        yield Hazard(use_report=True, seat=seat)
    yield Hazard(use_report=False, seat=seat)


TASKS: Mapping[type[Task], Part] = {Hazarding: Part({Hazard: _decided}, _asked, _legal)}
