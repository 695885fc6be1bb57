"""Races to begin a test from, and how they are played on."""

from collections.abc import Iterable
from typing import Any

from games.ascot import playing
from games.ascot.flow import Flow
from games.ascot.moves import Colour, Roll, Throw
from games.ascot.options import Options
from games.ascot.pending import Colouring, Riding
from games.ascot.race_told import HorseRode
from games.ascot.state import Phase
from games.kit.game import Composed, Move
from tests.games.ascot.flows import fresh
from tests.games.ascot.positions import SEATS, on_course, owning, position

Place = tuple[int, int]


def racing(places: dict[int, Place], *, players: int = 2, options: Options | None = None, **owners: Any) -> Flow:
    """A race in which it is Ada's turn, with these horses on the course and the others of these owners on the start
    line. Nobody named owns nothing.
    """
    flow = owning(position(players, Phase.RACE, options=options or Options(), bookmaker="Ada"), **owners)
    flow = on_course(flow, **{f"h{number}": place for number, place in places.items()})
    return flow.having(turn="Ada", to_move=tuple(horse.number for horse in flow.state.horses_of("Ada")))


def alone(number: int, place: Place, **holding: Any) -> Flow:
    """A horse of Ada's on an otherwise empty course; far behind, on the start line, one of Bob's."""
    bobs = next(each for each in (4, 8) if each != number)
    return racing({number: place}, Ada=(number,), Bob=(bobs,)).with_player("Ada", **holding)


def played(flow: Flow, *moves: Move) -> Flow:
    """After these, with what was told and paid since."""
    flow = fresh(flow)
    for move in moves:
        flow = playing.play(flow, move)
    return flow


def thrown(flow: Flow, *dice: int) -> Flow:
    """After whoever is in turn threw these."""
    flow = fresh(flow)
    for die in dice:
        assert flow.state.turn is not None
        flow = playing.play(playing.play(flow, Throw(seat=flow.state.turn)), Roll((die,)))
    return flow


def open_lanes(flow: Flow, die: int) -> tuple[int, ...]:
    """The lanes in which Ada's throw can end; none if the horse is jostled."""
    after = thrown(flow, die)
    if isinstance(after.state.task, Riding) and after.state.task.by == "throw":
        return after.state.task.lanes
    return tuple(each.lane for each in after.told if isinstance(each, HorseRode) and each.by == "throw")


def where(flow: Flow, number: int) -> Place:
    horse = flow.state.horse(number)
    return horse.length, horse.lane


def able(flow: Flow, seat: str = "Ada") -> list[Any]:
    """What a seat may do in the race itself: trades are other tests' business."""
    return [may for may in playing.legal(flow, seat) if not isinstance(may, Composed)]


def uses(flow: Flow) -> set[tuple[str, bool, int | None]]:
    """What Ada is asked to choose from on a colour."""
    assert isinstance(flow.state.task, Colouring)
    return {(move.use, move.advantage, move.lane) for move in able(flow) if isinstance(move, Colour)}


def seats_of(numbers: Iterable[int], players: int) -> dict[str, tuple[int, ...]]:
    """Horses dealt out to players, as evenly as can be."""
    numbers = list(numbers)
    each = len(numbers) // players
    return {seat: tuple(sorted(numbers[at * each : (at + 1) * each])) for at, seat in enumerate(SEATS[:players])}
