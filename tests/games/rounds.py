"""Rounds of any game for the tests, in few words."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from games.kit.cards import Card
from games.kit.game import Game, Move
from games.kit.offices import HOUSE
from games.kit.round import Round
from games.kit.turning import Turn
from games.registry import GAMES

AnyGame = TypeVar("AnyGame", bound=Game[Any])
State = TypeVar("State")
Written = TypeVar("Written")


def game_of(kind: type[AnyGame]) -> AnyGame:
    """The game of this kind that the house has."""
    found = GAMES[kind.slug]
    assert isinstance(found, kind)
    return found


def starts(game: Game[Any]) -> list[Any]:
    """Every variant before its first move."""
    return [game.start(game.read_options(variant), ()) for variant in game.variants()]


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def turn(card: str) -> Turn:
    return Turn(Card.parse(card))


@dataclass(frozen=True)
class Rounds(Generic[State, Written]):
    """Rounds of a game, and how the moves of chance are written that they are played on with."""

    game: Game[State]
    read: Callable[[Written], Iterable[Move]]

    def start(self, *seats: str, **options: Any) -> State:
        return self.game.start(self.game.read_options(options), seats)

    def after(self, state: State, *written: Written) -> State:
        for move in self._moves(written):
            state = self.game.play(state, move).state
        return state

    def table(self, *seats: str, holder: str = HOUSE, options: Any = None, **money: Any) -> Round:
        return Round.open(self.game, self.game.read_options(options or {}), seats, holder=holder, **money)

    def run(self, round_: Round, *written: Written) -> Round:
        for move in self._moves(written):
            round_ = round_.play(move)
        return round_

    def _moves(self, written: Iterable[Written]) -> list[Move]:
        return [move for text in written for move in self.read(text)]
