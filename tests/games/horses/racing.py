"""Races for the tests, in few words."""

from typing import Any

from games.horses.rules import Horses, Race
from games.kit.cards import Card, Rank
from games.kit.offices import HOUSE
from games.kit.round import Round
from games.kit.turning import Turn
from games.kit.values import to_json
from games.registry import GAMES

_horses = GAMES["horses"]
assert isinstance(_horses, Horses)
HORSES: Horses = _horses

C, D, H, S = "clubs", "diamonds", "hearts", "spades"
ORDER = (C, D, H, S)


def turn(card: str) -> Turn:
    return Turn(Card.parse(card))


def suit(letter: str, cards: int = 13) -> str:
    """The first so many cards of a suit, from the two up."""
    return " ".join(f"{rank}{letter}" for rank in list(Rank)[:cards])


def cards_for(order: str) -> str:
    """The cards of a race in which the horses come in so: all of one suit, all of the next, all of the third."""
    return " ".join(suit(letter) for letter in order[:3])


def course(**changes: Any) -> dict[str, Any]:
    """The printed board with other anything, as JSON."""
    return {**to_json(HORSES.courses["all-fair"]), "name": "Own", **changes}


def race(**options: Any) -> Race:
    return HORSES.start(HORSES.read_options(options), ())


def after(state: Race, cards: str) -> Race:
    for card in cards.split():
        state = HORSES.play(state, turn(card)).state
    return state


def table(*seats: str, holder: str = HOUSE, options: Any = None, **money: Any) -> Round:
    return Round.open(HORSES, HORSES.read_options(options or {}), seats, holder=holder, **money)


def run(round_: Round, cards: str) -> Round:
    for card in cards.split():
        round_ = round_.play(turn(card))
    return round_
