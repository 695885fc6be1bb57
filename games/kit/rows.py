"""Spots in rows, one below the other, with what stands in front of the rows and above the columns."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.kit.drawing import SPOT, UPRIGHT, Spot, across
from games.kit.lanes import EDGE, Entry

GAP = 4  # between spots
ROOM = 50  # the height of a spot
LETTER = 10  # the width of one in a label, nearly
CHIP = 25  # how wide counters on a spot are; a label leaves them room


@dataclass(frozen=True)
class Backed:
    """What a spot is for, before it has its place in a row."""

    market: str
    selection: str
    tint: str = "plain"
    label: str = ""


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


def below(spots: Sequence[Spot]) -> int:
    """Where the cloth ends under these."""
    return max(spot.y + spot.height for spot in spots) + EDGE
