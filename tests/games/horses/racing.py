"""Races for the tests, in few words."""

from functools import partial

from games.horses.rules import Horses, Race
from games.kit.cards import Rank
from tests.games.courses import own_course
from tests.games.rounds import Rounds, game_of, turn

HORSES = game_of(Horses)

C, D, H, S = "clubs", "diamonds", "hearts", "spades"
ORDER = (C, D, H, S)

course = partial(own_course, HORSES.courses["all-fair"])
_rounds: Rounds[Race, str] = Rounds(HORSES, lambda cards: map(turn, cards.split()))
race, after, table, run = _rounds.start, _rounds.after, _rounds.table, _rounds.run


def suit(letter: str, cards: int = 13) -> str:
    """The first so many cards of a suit, from the two up."""
    return " ".join(f"{rank}{letter}" for rank in list(Rank)[:cards])


def cards_for(order: str) -> str:
    """The cards of a race in which the horses come in so: all of one suit, all of the next, all of the third."""
    return " ".join(suit(letter) for letter in order[:3])
