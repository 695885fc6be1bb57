"""Boards as they are drawn: where everything is, in whole units, and what stands there. Templates turn it into SVG.

Every game draws two. The *upright* board is for a phone: 344 units wide, one unit a pixel on a phone of 360, so that a
spot is 48 units or more each way. The *wide* one is for the big screen: 1400 by 800, one unit a pixel on a screen of
1920 by 1080, so that a number the room should read is 66 units high or more.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from games.kit.cards import Card, Rank, Suit
from games.kit.catalogue import Words

UPRIGHT = 344  # wide; as high as it needs
WIDE = (1400, 800)
SPOT = 48  # each way, at least: a finger
READ_FAR = 66  # the height of numbers on the big screen, at least


@dataclass(frozen=True)
class Spot:
    """A space of the cloth: what is backed there, and where it is. Its tint is never the only sign of what it is.

    `label` is what is printed on it, where that is not the name of the selection; its odds stand below, if `priced`.
    Spots of a `group` stand together, below a heading, where a cloth has too many to be seen at once.
    """

    market: str
    selection: str
    x: int
    y: int
    width: int
    height: int
    tint: str = "plain"
    label: str = ""
    priced: bool = True
    group: str = ""


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """A board. Each game adds what its own has: tracks, cards, dice. Below `fold`, if there is one, stands what not
    everybody needs.
    """

    width: int = UPRIGHT
    height: int
    fold: int = 0
    spots: tuple[Spot, ...] = ()


@dataclass(frozen=True)
class Boards:
    """How a game is drawn, from what one may see of it, in a language. `line` is what a speaker would say of it now, in
    a sentence or two; nothing if there is nothing to say.
    """

    upright: Callable[[Any, Any, str], Drawing]  # the game, the view, the language
    wide: Callable[[Any, Any, str], Drawing]
    line: Callable[[Any, Any, str], str]


@dataclass(frozen=True)
class Runner:
    """A horse on its way. `key` is the same from move to move, so that it can be seen moving.

    Its silks are a number from 1, which stands for a colour and a pattern. What stands on it may be the sign of a suit;
    that is red where its tint says so.
    """

    key: str
    number: str
    name: str
    silks: int
    x: int
    y: int
    won: bool = False
    tint: str = ""


@dataclass(frozen=True)
class DrawnCard:
    """A playing card that lies face up; `lit` is the one that decided."""

    key: str
    rank: str
    suit: str
    tint: str
    spoken: str
    x: int
    y: int
    width: int
    lit: bool = False

    @property
    def height(self) -> int:
        return self.width * 7 // 5


@dataclass(frozen=True)
class DrawnDie:
    """A die that has fallen. `pips` are where its spots are, in thirds of its side."""

    key: str
    value: int
    x: int
    y: int
    side: int

    @property
    def pips(self) -> tuple[tuple[int, int], ...]:
        quarter = self.side // 4
        return tuple((self.x + column * quarter, self.y + row * quarter) for column, row in PIPS.get(self.value, ()))


_CORNERS = ((1, 1), (3, 3)), ((3, 1), (1, 3)), ((1, 2), (3, 2))
PIPS = {
    1: ((2, 2),),
    2: _CORNERS[0],
    3: (*_CORNERS[0], (2, 2)),
    4: (*_CORNERS[0], *_CORNERS[1]),
    5: (*_CORNERS[0], *_CORNERS[1], (2, 2)),
    6: (*_CORNERS[0], *_CORNERS[1], *_CORNERS[2]),
}

SIGNS = {Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣", Suit.SPADES: "♠"}
RED = {Suit.HEARTS, Suit.DIAMONDS}
SUITS = {
    Suit.HEARTS: Words("hearts", "cœur", "corazones"),
    Suit.DIAMONDS: Words("diamonds", "carreau", "diamantes"),
    Suit.CLUBS: Words("clubs", "trèfle", "tréboles"),
    Suit.SPADES: Words("spades", "pique", "picas"),
}
RANKS = {
    Rank.KNAVE: Words("knave", "valet", "sota"),
    Rank.QUEEN: Words("queen", "dame", "reina"),
    Rank.KING: Words("king", "roi", "rey"),
    Rank.ACE: Words("ace", "as", "as"),
}
LETTERS = {
    Rank.KNAVE: Words("J", "V", "J"),
    Rank.QUEEN: Words("Q", "D", "Q"),
    Rank.KING: Words("K", "R", "K"),
    Rank.ACE: Words("A", "A", "A"),
}
JOKER = Words("joker", "joker", "comodín")
OF = Words("{rank} of {suit}", "{rank} de {suit}", "{rank} de {suit}")


def card_words(card: Card, said: str) -> str:
    """`queen of spades`."""
    if card.rank is None or card.suit is None:
        return JOKER.said_in(said)
    rank = RANKS[card.rank].said_in(said) if card.rank in RANKS else str(card.rank)
    return OF.said_in(said).format(rank=rank, suit=SUITS[card.suit].said_in(said))


def drawn_card(card: Card, said: str, *, key: str, x: int, y: int, width: int, lit: bool = False) -> DrawnCard:
    spoken = card_words(card, said)
    if card.rank is None or card.suit is None:
        return DrawnCard(key, "★", "", "joker", spoken, x, y, width, lit)
    rank = LETTERS[card.rank].said_in(said) if card.rank in LETTERS else str(card.rank)
    tint = "red" if card.suit in RED else "black"
    return DrawnCard(key, rank, SIGNS[card.suit], tint, spoken, x, y, width, lit)


def across(count: int, width: int, gap: int = 8) -> list[tuple[int, int]]:
    """Where each of so many things in a row begins, and how wide it is."""
    each = (width - gap * (count - 1)) // count
    return [(at * (each + gap), each) for at in range(count)]


def leaders(positions: Iterable[int]) -> list[int]:
    """The places in the list of those who are in front; nobody before the first step."""
    found = list(positions)
    best = max(found, default=0)
    return [at for at, position in enumerate(found) if position == best] if best else []
