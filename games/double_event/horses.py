"""The seven horses, and which of them a card moves."""

from collections import Counter
from enum import StrEnum

from games.kit.cards import PACK, Card, Rank, Suit
from games.kit.orders import Orders

PLACES = 3  # D-R5: the race runs until so many are home


class Horse(StrEnum):
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    SPADES = "spades"
    KING = "king"
    QUEEN = "queen"
    KNAVE = "knave"


SUITED = {Suit(horse[0].upper()): horse for horse in (Horse.HEARTS, Horse.DIAMONDS, Horse.CLUBS, Horse.SPADES)}
COURT = {Rank.KING: Horse.KING, Rank.QUEEN: Horse.QUEEN, Rank.KNAVE: Horse.KNAVE}
ONE_EYED = frozenset({Suit.HEARTS, Suit.SPADES})  # D-R4: the other two knaves show both eyes

# An outcome is the order of the first three, `JDC` for knave, diamonds, clubs: as cards are written.
ORDERS = Orders(
    {**{horse: suit.value for suit, horse in SUITED.items()}, **{horse: str(rank) for rank, horse in COURT.items()}},
    PLACES,
)


def suit_horse(card: Card) -> Horse:
    """D-R2: every card moves the horse of its suit."""
    assert card.suit is not None, "the joker is in no pack of this game"
    return SUITED[card.suit]


def court_horse(card: Card) -> Horse | None:
    """D-R3, D-R4: the second horse that a card moves, if it moves one."""
    if card.rank is None or (card.rank is Rank.KNAVE and card.suit not in ONE_EYED):
        return None
    return COURT.get(card.rank)


# How far each horse comes in a whole pack: 13 spaces by its suit, 4 as king or queen, 2 as knave.
IN_A_PACK = Counter(horse for card in PACK for horse in (suit_horse(card), court_horse(card)) if horse)
