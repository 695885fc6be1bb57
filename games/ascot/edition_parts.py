"""What an edition is made of: its cards, its francs, the cells of its two boards."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from games.kit.catalogue import Words
from games.kit.commission import Commission
from games.kit.courses import Provenance

CARDS = 20
HORSES = 12
LANES = 6
PLAYERS = range(2, 7)
INSCRIBED = "."  # in a row of the course: a white cell
MOST = 1_000_000_000  # francs, of any amount
LONGEST = 200  # lengths of a course, cells of a training ground, cards of a pack


class Colour(StrEnum):
    BLACK = "black"
    RED = "red"
    YELLOW = "yellow"
    BLUE = "blue"


class Business(StrEnum):
    AUCTIONEER = "auctioneer"
    CLUB = "club"  # the commissioner of the owners' club
    FARRIER = "farrier"
    VET = "vet"
    STEVENS = "stevens"
    WALROY = "walroy"
    BOOKMAKER = "bookmaker"
    FORAGE = "forage"


STABLES = (Business.STEVENS, Business.WALROY)
Pack = Literal["stevens", "walroy", "vet"]


class Immunity(StrEnum):
    """What a report that is kept saves a horse from."""

    BRIDLE = "bridle"
    VESSEL = "vessel"
    FALL = "fall"


class CellKind(StrEnum):
    """What a cell of the training ground asks for."""

    NOTHING = "nothing"
    PAY = "pay"
    REPORT = "report"
    JOIN = "join"
    DINNER = "dinner"
    CHARITY = "charity"
    FROST = "frost"
    ADVANTAGE = "advantage"
    DISADVANTAGE = "disadvantage"
    MOVE = "move"


class Effect(StrEnum):
    """What a report asks for."""

    NOTHING = "nothing"
    PAY = "pay"
    KEEP = "keep"
    MOVE = "move"
    ADVANTAGE = "advantage"
    DISADVANTAGE = "disadvantage"
    REST = "rest"  # this horse misses its next move
    STRANGLES = "strangles"
    ELIMINATE = "eliminate"


class Do(StrEnum):
    """What an inscription of the course asks for."""

    ADVANCE = "advance"
    BACK = "back"
    WAIT = "wait"  # this horse misses its next throw
    OVERTAKE = "overtake"
    ANY_ADVANTAGE = "any-advantage"
    ELIMINATE = "eliminate"  # unless a report is dropped
    FALL = "fall"  # until a six is thrown, unless a report is dropped


@dataclass(frozen=True)
class Notes:
    count: int
    francs: int


@dataclass(frozen=True)
class Money:
    """`cash_unit` is what commissions and prizes are rounded to, and every price a multiple of."""

    starting_cash: int
    cash_unit: int
    bid_step: int
    bet_step: int
    entry_fee: int
    membership_fee: int
    notes_printed: tuple[Notes, ...]
    notes_shown: tuple[Notes, ...]
    auction_commission: Commission
    banker_commission: Commission
    tote_commission: Commission


@dataclass(frozen=True)
class Dealing:
    """With so many players, so many cards for each and so many in the dead hand."""

    players: int
    each: int
    dead: int


@dataclass(frozen=True)
class ColourTerms:
    """The letter of a colour in the rows of the course, the lengths it gives, the stable of its horses."""

    colour: Colour
    letter: str
    bonus: int
    stable: Business
    name: Words


@dataclass(frozen=True)
class HorseCard:
    number: int
    name: Words
    colour: Colour
    price: int
    source: Provenance


@dataclass(frozen=True)
class BusinessCard:
    business: Business
    name: Words
    price: int
    source: Provenance


@dataclass(frozen=True)
class Stock:
    """How many of the small cards there are: Advantages of each colour, Disadvantages, member cards."""

    advantages: int
    disadvantages: int
    members: int


@dataclass(frozen=True)
class Cell:
    """A cell of the training ground. `head` is who is paid or consulted, `own-stable` that of the horse itself."""

    kind: CellKind
    text: Words
    source: Provenance
    head: Business | Literal["own-stable"] | None = None
    amount: int = 0


@dataclass(frozen=True)
class Training:
    """`gates` are the cells after which horses of each stable leave; `hops` how many cells that move a horse on, or
    reports that do, it obeys with one throw.
    """

    stevens_gate: int
    walroy_gate: int
    hops: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class ReportCard:
    card: str
    effect: Effect
    text: Words
    source: Provenance
    amount: int = 0
    to: Business | None = None
    immunity: Immunity | None = None


@dataclass(frozen=True)
class Reports:
    stevens: tuple[ReportCard, ...]
    walroy: tuple[ReportCard, ...]
    vet: tuple[ReportCard, ...]

    def pack(self, pack: Pack) -> tuple[ReportCard, ...]:
        packs: dict[Pack, tuple[ReportCard, ...]] = {"stevens": self.stevens, "walroy": self.walroy, "vet": self.vet}
        return packs[pack]


@dataclass(frozen=True)
class Inscription:
    """What is written on white cells. `lanes` are those in which an advance has to end, all if none is named; `within`
    is how far ahead the horse to overtake may be.
    """

    code: str
    do: Do
    text: Words
    source: Provenance
    amount: int = 0
    lanes: tuple[int, ...] = ()
    within: int = 0
    immunity: Immunity | None = None


@dataclass(frozen=True)
class Inscribed:
    length: int
    lanes: tuple[int, ...]
    code: str


@dataclass(frozen=True)
class Course:
    """Six lanes, of which the first is at the rail. `rows` has a text for each length with a letter for each lane, or
    a dot for a white cell. From the post of the last turn, which stands after `last_turn_post`, lanes are not changed
    up to `whip_band`.
    """

    first_free_length: int
    cut_in_distance: int
    white_band: int
    last_turn_post: int
    whip_band: int
    corners: tuple[tuple[int, int], ...]
    inscriptions: tuple[Inscription, ...]
    rows: tuple[str, ...]
    inscribed: tuple[Inscribed, ...]

    @property
    def lengths(self) -> int:
        return len(self.rows)
