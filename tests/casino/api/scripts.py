"""What an evening of each game has of its own, for who plays it with a client made from the document."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

RANKS, COURT = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"], ["J", "Q", "K"]


@dataclass(frozen=True, kw_only=True)
class Script:
    """What an evening of one game has of its own."""

    options: Any  # of its tables
    decide: Callable[[Any], Any]  # one of the legal moves that a seat is offered
    wishes: dict[str, Any] = field(default_factory=dict)  # what else is wished for its tables


@dataclass(frozen=True, kw_only=True)
class Backed(Script):
    """The same of a game on which counters are staked, and that can be dealt by hand."""

    space: tuple[str, str]  # a market and a selection
    dealt: Sequence[Any]  # by hand: with these the space wins
    misdealt: Sequence[Any]  # and with these it does not


def minoru(models: Any) -> Backed:
    def deal(*cards: str) -> Any:
        return models.MinoruPlayed(game=models.MinoruPlayedGame.MINORU, deal=list(cards))

    return Backed(
        options=models.MinoruOptions(game=models.MinoruOptionsGame.MINORU, course="jaques", joker="banker"),
        space=("win", "minoru"),
        decide=lambda legal: next(move for move in legal.moves if move.joker is True),
        dealt=[
            deal("AH", "2S", "3S", "4S", "5S"),
            deal("AD", "2C", "3C", "4C", "5C"),
            deal("AC", "2D", "3D", "4D", "5D"),
        ],
        misdealt=[
            deal("2S", "3S", "4S", "5S", "AH"),
            deal("2C", "3C", "4C", "5C", "AD"),
            deal("2D", "3D", "4D", "5D", "AC"),
        ],
    )


def double_event(models: Any) -> Backed:
    def turn(*cards: str) -> list[Any]:
        game = models.DoubleEventPlayedGame.DOUBLE_EVENT
        return [models.DoubleEventPlayed(game=game, turn=card) for card in cards]

    hearts, diamonds, clubs = ([f"{rank}{suit}" for rank in RANKS] for suit in "HDC")
    return Backed(
        options=models.DoubleEventOptions(game=models.DoubleEventOptionsGame.DOUBLE_EVENT, course="double-event"),
        space=("win", "hearts"),
        decide=nothing_to_decide,
        dealt=turn(*hearts[:10], *diamonds[:9], *clubs[:9]),
        misdealt=turn(*diamonds[:9], *hearts[:10], *clubs[:9]),
    )


def horses(models: Any) -> Backed:
    def turn(*suits: str) -> list[Any]:
        game = models.HorsesPlayedGame.HORSES
        return [models.HorsesPlayed(game=game, turn=f"{rank}{suit}") for suit in suits for rank in (*RANKS, *COURT)]

    return Backed(
        options=models.HorsesOptions(game=models.HorsesOptionsGame.HORSES),
        space=("win", "clubs"),
        decide=nothing_to_decide,
        dealt=turn("C", "D", "S"),
        misdealt=turn("D", "C", "S"),
    )


def roulette(models: Any) -> Backed:
    def turn(card: str) -> list[Any]:
        return [models.RoulettePlayed(game=models.RoulettePlayedGame.ROULETTE, turn=card)]

    return Backed(
        options=models.RouletteOptions(game=models.RouletteOptionsGame.ROULETTE),
        space=("colour", "red"),
        decide=nothing_to_decide,
        dealt=turn("19"),
        misdealt=turn("eagle"),
    )


def derby(models: Any) -> Backed:
    """With a bookmaker, as the game has no odds of its own; three of a kind five times lead to the post."""

    return Backed(
        options=models.DerbyOptions(game=models.DerbyOptionsGame.DERBY),
        space=("bookmaker", "1"),
        decide=nothing_to_decide,
        dealt=throws(models, *[(1, 1, 1)] * 5),
        misdealt=throws(models, *[(2, 2, 2)] * 5),
        wishes={"beside": models.Beside(bookmaker=models.BookmakerTerms(margin=10))},
    )


def musical_casino(models: Any) -> Script:
    """Three play for a pot, and each does the first thing that is offered. A deal has at least seven points, so that
    one of three has three of them after the first.
    """
    game = models.MusicalCasinoOptionsGame.MUSICAL_CASINO
    return Script(
        options=models.MusicalCasinoOptions(game=game, players=3, ante=10, target=3),
        decide=lambda legal: legal.moves[0],
    )


def ascot(models: Any) -> Script:
    """Two play for a pot, with a horse each in the race."""
    return Script(
        options=models.AscotOptions(game=models.AscotOptionsGame.ASCOT, players=2, ante=10, horses_each=1),
        decide=nothing_to_decide,  # there is more to it than one of the plain moves: auction.py
    )


def throws(models: Any, *dice: tuple[int, ...]) -> list[Any]:
    game = models.DerbyPlayedGame.DERBY
    return [models.DerbyPlayed(game=game, throw=list(each)) for each in dice]


def nothing_to_decide(legal: Any) -> Any:
    raise AssertionError(f"the round waits for {legal.seat}")


BACKED: dict[str, Callable[[Any], Backed]] = {
    "minoru": minoru,
    "double-event": double_event,
    "horses": horses,
    "roulette": roulette,
    "derby": derby,
}
IN_TURNS: dict[str, Callable[[Any], Script]] = {"musical-casino": musical_casino}
AT_AUCTION: dict[str, Callable[[Any], Script]] = {"ascot": ascot}
PLAYED: dict[str, Callable[[Any], Script]] = {**BACKED, **IN_TURNS, **AT_AUCTION}
