"""A pack that is turned up one card at a time."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from games.kit.cards import PACK, Card
from games.kit.errors import RuleBroken
from games.kit.game import Cards, Happening, Move


@dataclass(frozen=True)
class Turn(Move):
    """The next card of the pack."""

    card: Card


@dataclass(frozen=True)
class PackShuffled(Happening):
    number: int
    size: int

    def __str__(self) -> str:
        return f"pack {self.number}"


def next_card(label: str, turned: int) -> Cards:
    """What chance is asked for when so many cards of this pack have been turned."""
    return Cards(label, PACK, turned, 1, becomes=_turn)


def check_turn(move: Turn, aside: Collection[Card]) -> Card:
    """The card, if it can come from a pack of which these have been turned."""
    require_house(move)
    if move.card not in PACK:
        raise RuleBroken("joker_not_in_pack", "The joker is not in the pack in this race.")
    if move.card in aside:
        raise RuleBroken("duplicate_card", "%(card)s has been dealt from this pack already.", card=move.card)
    return move.card


def require_house(move: Move) -> None:
    """Chance is nobody's move."""
    if move.seat is not None:
        raise RuleBroken("not_dealer", "Cards are dealt by the house, not by a seat.")


def only_one(cards: tuple[Any, ...]) -> Any:
    """Of cards that somebody typed: it should be one."""
    if len(cards) != 1:
        raise RuleBroken("one_card", "One card is turned at a time.")
    return cards[0]


def _turn(cards: tuple[Any, ...]) -> Turn:
    return Turn(only_one(cards))
