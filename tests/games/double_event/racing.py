"""Races for the tests, in few words."""

from collections.abc import Iterable
from fractions import Fraction
from functools import partial

from games.double_event.rules import DoubleEvent, Race, Turned
from games.kit.cards import Card
from games.kit.turning import Turn
from tests.games.courses import own_course
from tests.games.rounds import Rounds, cards, game_of, turn

GAME = game_of(DoubleEvent)

H, D, C, S, K, Q, J = "hearts", "diamonds", "clubs", "spades", "king", "queen", "knave"
ORDER = (H, D, C, S, K, Q, J)
LENGTHS = (10, 9, 9, 10, 4, 4, 2)  # of the Double Event course
FOURTEEN = (14, 14, 14, 14, 5, 5, 3)  # one more than a pack brings each horse

# Three horses home by a short way: knave, diamonds, clubs; spades and king on one card, knave; diamonds, king, knave.
JDC = "JD JC JH JS 2D 3D 4D 5D 6D 7D 8D 9D 2C 3C 4C 5C 6C 7C 8C 9C"
SKJ = "KH KD KC 2S 3S 4S 5S 6S 7S 8S 9S 10S KS JH JS"
DKJ = "2D 3D 4D 5D 6D 7D 8D 9D 10D KD QD AD KH KC KS JH JS"


def turns(turned: str | Iterable[Card]) -> Iterable[Turn]:
    return map(Turn, cards(turned) if isinstance(turned, str) else turned)


course = partial(own_course, GAME.courses["double-event"])
_rounds = Rounds(GAME, turns)
race, after, table, run = _rounds.start, _rounds.after, _rounds.table, _rounds.run


def told(state: Race, name: str) -> Turned:
    """What the room is told of this card."""
    (found,) = (happening for happening in GAME.play(state, turn(name)).happenings if isinstance(happening, Turned))
    return found


def moved(state: Race, name: str) -> dict[str, int]:
    """How far this card moves which horses."""
    later = GAME.play(state, turn(name)).state
    return {horse: b - a for horse, a, b in zip(ORDER, state.positions, later.positions, strict=True) if a != b}


def chances(state: Race, market: str) -> dict[str, Fraction]:
    return {horse: GAME.chances(state)[market, horse] for horse in ORDER}
