"""Races for the tests, in few words. Dice are written `136`, positions `2 1 2 1 1 2`."""

from typing import Any

from games.derby.moves import Call, Throw
from games.derby.race import Race
from games.derby.rules import Derby
from games.kit.offices import HOUSE
from games.kit.round import Round
from games.registry import GAMES

_derby = GAMES["derby"]
assert isinstance(_derby, Derby)
DERBY: Derby = _derby

RACES = ("derby-day", "kentucky", "grand-national", "myopia")
SIX = "ABCDEF"  # players, each with a name of one letter


def spaces(written: str) -> tuple[int, ...]:
    return tuple(map(int, written.split()))


def dice(shown: str) -> tuple[int, ...]:
    return tuple(map(int, shown))


def throw(shown: str) -> Throw:
    return Throw(dice(shown))


def race(seats: str = "", variant: str = "derby-day", start: str = "", **options: Any) -> Race:
    """A race of this kind; its horses stand on these spaces."""
    more = {"start": list(spaces(start))} if start else {}
    return DERBY.start(DERBY.read_options({"variant": variant, **more, **options}), tuple(seats))


def after(state: Race, throws: str) -> Race:
    for shown in throws.split():
        state = DERBY.play(state, throw(shown)).state
    return state


def act(state: Race, seat: str, name: str, fact: Any = True) -> Race:
    """The race after a move of a seat."""
    return DERBY.play(state, DERBY.read_move({"seat": seat, name: fact})).state


def entered(state: Race, seats: str) -> Race:
    for seat in seats:
        state = act(state, seat, "enter")
    return state


def call(state: Race, seat: str, horse: int, total: int) -> Race:
    return DERBY.play(state, Call(horse, total, seat=seat)).state


def where(state: Race) -> str:
    return " ".join(map(str, state.positions))


def table(seats: str, options: dict[str, Any], holder: str = HOUSE, **money: Any) -> Round:
    return Round.open(DERBY, DERBY.read_options(options), tuple(seats), holder=holder, **money)


def run(round_: Round, throws: str) -> Round:
    for shown in throws.split():
        round_ = round_.play(throw(shown))
    return round_
