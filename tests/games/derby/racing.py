"""Races for the tests, in few words. Dice are written `136`, positions `2 1 2 1 1 2`."""

from typing import Any

from games.derby.moves import Call, Throw
from games.derby.race import Race
from games.derby.rules import Derby
from tests.games.rounds import Rounds, game_of

DERBY = game_of(Derby)

RACES = ("derby-day", "kentucky", "grand-national", "myopia")
SIX = "ABCDEF"  # players, each with a name of one letter


def spaces(written: str) -> tuple[int, ...]:
    return tuple(map(int, written.split()))


def dice(shown: str) -> tuple[int, ...]:
    return tuple(map(int, shown))


def throw(shown: str) -> Throw:
    return Throw(dice(shown))


_rounds: Rounds[Race, str] = Rounds(DERBY, lambda throws: map(throw, throws.split()))
after, table, run = _rounds.after, _rounds.table, _rounds.run


def race(seats: str = "", variant: str = "derby-day", start: str = "", **options: Any) -> Race:
    """A race of this kind; its horses stand on these spaces."""
    more = {"start": list(spaces(start))} if start else {}
    return _rounds.start(*seats, variant=variant, **more, **options)


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
