"""A race as it is drawn: lanes with their spaces and posts, runners on them, cards that were turned, spots in rows.

Horses start level at the left. A lane is as long as its horse has spaces to go, and its post stands at its end.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.kit.cards import Card
from games.kit.catalogue import Catalogue
from games.kit.drawing import SPOT, UPRIGHT, Drawing, DrawnCard, Runner, Spot, across, drawn_card

EDGE = 6  # between the cloth's edge and what lies on it
GAP = 4  # between spots
ROOM = 50  # the height of a spot
PILE = 2  # so many cards before the last one are still seen
LETTER = 10  # the width of one in a label, nearly
CHIP = 25  # how wide counters on a spot are; a label leaves them room


@dataclass(frozen=True)
class Entry:
    """Who runs on a lane, and how far it has come. The mark is what its rider wears, a number or the sign of a suit;
    `place` is where it came in, once it is home.
    """

    key: str
    mark: str
    name: str
    silks: int
    length: int
    position: int
    place: int = 0
    tint: str = ""

    @property
    def to_go(self) -> int:
        return self.length - self.position


@dataclass(frozen=True)
class Ground:
    """Where lanes lie: the first from `top` down, each `lane` high, with `named` of it for a name above the spaces.
    These run from `begin` to `end` at most. A runner is `size` from its middle to its rim.
    """

    top: int
    lane: int
    begin: int
    end: int
    size: int
    named: int = 0

    def bottom(self, lanes: int) -> int:
        return self.top + lanes * self.lane


@dataclass(frozen=True)
class Lane:
    """The way of one horse. `cells` are where its spaces begin, `start` where it stands before the first."""

    key: str
    name: str
    y: int
    height: int
    start: int
    cells: tuple[int, ...]
    cell: int
    place: str
    badge: int

    @property
    def middle(self) -> int:
        return self.y + self.height // 2

    @property
    def post(self) -> int:
        return self.cells[-1] + self.cell

    def at(self, position: int) -> int:
        """Where a horse stands that has come so far."""
        return self.cells[position - 1] + self.cell // 2 if position else self.start


@dataclass(frozen=True)
class Slot:
    """Where a card will lie."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True)
class RowTitle:
    """What stands in front of a row of spots: the mark of a horse and its name."""

    mark: str
    name: str
    tint: str
    x: int
    upper: int
    lower: int


@dataclass(frozen=True)
class Heading:
    """What stands above a column of spots."""

    text: str
    x: int
    y: int


@dataclass(frozen=True, kw_only=True)
class RaceBoard(Drawing):
    """`title` is what is raced on, `note` what else holds for this race."""

    title: str
    note: str = ""
    lanes: tuple[Lane, ...]
    runners: tuple[Runner, ...]
    cards: tuple[DrawnCard, ...]
    slots: tuple[Slot, ...] = ()
    titles: tuple[RowTitle, ...] = ()
    headings: tuple[Heading, ...] = ()


@dataclass(frozen=True)
class Backed:
    """What a spot is for, before it has its place in a row."""

    market: str
    selection: str
    tint: str = "plain"
    label: str = ""


def drawn_lanes(entries: Sequence[Entry], ground: Ground) -> tuple[Lane, ...]:
    cell = (ground.end - ground.begin) // max(entry.length for entry in entries)
    return tuple(
        Lane(
            key=entry.key,
            name=entry.name,
            y=ground.top + row * ground.lane + ground.named,
            height=ground.lane - ground.named - EDGE,
            start=ground.begin - ground.size - EDGE,
            cells=tuple(ground.begin + at * cell for at in range(entry.length)),
            cell=cell,
            place=str(entry.place or ""),
            badge=_badge(ground, entry.length * cell, cell),
        )
        for row, entry in enumerate(entries)
    )


def _badge(ground: Ground, length: int, cell: int) -> int:
    """Behind the post, and clear of the horse that stands in front of it."""
    return ground.begin + length + max(ground.size, 2 * ground.size - cell // 2) + EDGE


def drawn_runners(entries: Sequence[Entry], lanes: Sequence[Lane]) -> tuple[Runner, ...]:
    return tuple(
        Runner(
            key=entry.key,
            number=entry.mark,
            name=entry.name,
            silks=entry.silks,
            x=lane.at(entry.position),
            y=lane.middle,
            won=entry.place == 1,
            tint=entry.tint,
        )
        for entry, lane in zip(entries, lanes, strict=True)
    )


def slot(x: int, y: int, width: int) -> Slot:
    return Slot(x, y, width, width * 7 // 5)


def pile(
    cards: Sequence[Card], said: str, *, x: int, top: int, widths: tuple[int, int], pack: int = 1, lit: bool = False
) -> tuple[DrawnCard, ...]:
    """The last card that was turned, large, and below it the ones before."""
    big, small = widths
    found = []
    for back, card in enumerate(cards[: -PILE - 2 : -1]):
        key, width = f"card-{pack}-{len(cards) - back}", small if back else big
        found.append(drawn_card(card, said, key=key, x=x, y=top, width=width, lit=lit and not back))
        top += found[-1].height + EDGE
    return tuple(found)


def rows_of_spots(rows: Iterable[Sequence[Backed]], *, top: int, begin: int = EDGE) -> tuple[Spot, ...]:
    """Rows one below the other, each as wide as the cloth."""
    assert ROOM >= SPOT
    found = []
    for row, backed in enumerate(rows):
        for one, (x, width) in zip(backed, across(len(backed), UPRIGHT - EDGE - begin, GAP), strict=True):
            tint = f"{one.tint} {_size(one.label, width)}".rstrip()
            y = top + row * (ROOM + GAP)
            found.append(Spot(one.market, one.selection, begin + x, y, width, ROOM, tint, one.label))
    return tuple(found)


def _size(label: str, width: int) -> str:
    """The class of a label that is set larger than others, being a sign, or smaller, being long."""
    if len(label) == 1:
        return "sign"
    return "tight" if len(label) * LETTER > width - 2 * CHIP else ""


def row_titles(entries: Iterable[Entry], spots: Sequence[Spot]) -> tuple[RowTitle, ...]:
    """In front of the rows of these spots, one for each horse."""
    rows = sorted({spot.y for spot in spots})
    return tuple(
        RowTitle(entry.mark, entry.name, entry.tint, EDGE, y + ROOM * 2 // 5, y + ROOM * 9 // 10)
        for entry, y in zip(entries, rows, strict=False)
    )


def headings(texts: Iterable[str], spots: Sequence[Spot]) -> tuple[Heading, ...]:
    """Above the columns of these spots."""
    first = [spot for spot in spots if spot.y == spots[0].y]
    return tuple(
        Heading(text, spot.x + spot.width // 2, spot.y - EDGE) for text, spot in zip(texts, first, strict=True)
    )


def below(spots: Sequence[Spot | Slot]) -> int:
    """Where the cloth ends under these."""
    return max(spot.y + spot.height for spot in spots) + EDGE


def in_front(entries: Iterable[Entry]) -> list[str]:
    """Who has come farthest of those still on their way; nobody before the first step."""
    running = [entry for entry in entries if entry.to_go]
    best = max((entry.position for entry in running), default=0)
    return [entry.name for entry in running if best and entry.position == best]


def one_short(entries: Iterable[Entry]) -> list[str]:
    """Who needs one more space."""
    return [entry.name for entry in entries if entry.to_go == 1]


def course_words(catalogue: Catalogue, name: str, said: str) -> str:
    """A state has its course by its name; one that is not in the catalogue keeps it."""
    found = [named.name.said_in(said) for named in catalogue.courses.values() if named.name.en == name]
    return found[0] if found else name
