"""Playing cards, written rank and suit: `AH`, `10D`, `QS`; the joker is `JK`."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Self

from games.kit.errors import RuleBroken


class Suit(StrEnum):
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    SPADES = "S"


class Rank(IntEnum):
    """Ace high."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    KNAVE = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    def __str__(self) -> str:
        return {11: "J", 12: "Q", 13: "K", 14: "A"}.get(self.value, str(self.value))


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the pack, or the joker, which has neither rank nor suit."""

    rank: Rank | None
    suit: Suit | None

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}" if self.rank and self.suit else "JK"

    @classmethod
    def parse(cls, text: str) -> Self:
        try:
            return _BY_NAME[text]  # type: ignore[return-value]
        except KeyError:
            raise RuleBroken("unknown_card", "%(card)s is no card: write AH, 10D, QS, or JK.", card=text) from None


JOKER = Card(None, None)
# The order a new pack comes in: what a shuffle starts from.
PACK = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
PACK_WITH_JOKER = (*PACK, JOKER)

_BY_NAME = {str(card): card for card in PACK_WITH_JOKER}
