"""A move in a game of Ascot: whose it is, what it does, and what follows by itself."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.ascot import deal, trades
from games.ascot.acting import Act, Part
from games.ascot.flow import Flow
from games.ascot.moves import Deal, Report, Roll
from games.ascot.parts import PHASES, TASKS
from games.ascot.pending import Drawing, Rolling
from games.ascot.state import Phase, State
from games.kit.errors import RuleBroken
from games.kit.game import Cards, Dice, Legal, Move, not_seated, tag
from games.kit.turning import only_one, require_house

CHANCE = (Deal, Roll, Report)


def part_of(state: State) -> Part:
    """What is on: the last task that is pending, or else the phase."""
    task = state.task
    return PHASES[state.phase] if task is None else TASKS[type(task)]


def deciders(state: State) -> tuple[str, ...]:
    """Whom the game waits for."""
    return part_of(state).deciders(state)


def legal(flow: Flow, seat: str) -> Iterator[Legal]:
    """What a seat may do now: decide what it is asked, and trade."""
    yield from part_of(flow.state).legal(flow, seat)
    if seat in flow.state.names:
        yield from trades.legal(flow, seat)


def play(flow: Flow, move: Move) -> Flow:
    """The game after a move and all that follows by itself."""
    if isinstance(move, CHANCE):
        require_house(move)
    elif move.seat not in flow.state.seats:
        raise not_seated(move.seat)
    return run(_act(flow.state, move)(flow, move))


def run(flow: Flow) -> Flow:
    """On until a seat has to decide, or chance."""
    while True:
        after = part_of(flow.state).proceed(flow)
        if after is flow:
            return flow
        flow = after


def chance(flow: Flow) -> Cards | Dice | None:
    """What must be dealt, thrown or drawn now."""
    if flow.state.phase is Phase.ENTERING:
        return None if deal.unready(flow.state) else deal.wanted(flow, flow.state.entries.names)
    match flow.state.task:
        case Rolling(dice=dice):
            return Dice(f"throw {flow.state.throws + 1}", dice, becomes=Roll)
        case Drawing(pack=pack) if flow.state.packet(pack).turned < len(flow.edition.reports.pack(pack)):
            cards = tuple(report.card for report in flow.edition.reports.pack(pack))
            return Cards(pack, cards, flow.state.packet(pack).turned, 1, becomes=_report)
    return None


def _report(cards: tuple[Any, ...]) -> Report:
    return Report(only_one(cards))


def _act(state: State, move: Move) -> Act:
    acts: Mapping[type[Move], Act] = part_of(state).acts
    if type(move) in acts:
        return acts[type(move)]
    if type(move) in trades.ACTS:
        return trades.ACTS[type(move)]
    if state.phase is Phase.FINISHED:
        raise RuleBroken("game_over", "The game is over.")
    if isinstance(move, Deal):
        raise RuleBroken("already_begun", "The cards have been dealt; a game begins only once.")
    if state.task is not None and (waited := deciders(state)) and move.seat not in waited:
        raise RuleBroken("not_your_turn", "It is the turn of %(seat)s.", seat=waited[0])
    raise RuleBroken("not_now", "%(act)s cannot be done now.", act=tag(type(move)))
