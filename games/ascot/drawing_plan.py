"""Where the cells of the course are on the board: six lanes in rows, lane 1 at the top of each."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.ascot.edition import LANES


def times(count: int, room: int) -> int:
    """How many times smaller each way things have to be, so that all have room."""
    return next(by for by in range(1, count + 1) if by * by * room >= count)


@dataclass(frozen=True)
class Size:
    """Of the course in units: a cell, the room before the first and behind the last, how many lengths are in a row, the
    room between rows.
    """

    length: int
    lane: int
    gutter: int
    behind: int
    row: int
    gap: int
    disc: int
    letters: int

    def smaller(self, by: int) -> "Size":
        """So many times smaller each way."""
        kept = {"behind": self.behind, "gutter": self.gutter, "row": self.row * by}
        return Size(**{name: kept.get(name, value // by) for name, value in vars(self).items()})


PHONE = Size(length=18, lane=16, gutter=37, behind=0, row=17, gap=9, disc=8, letters=13)
SCREEN = Size(length=38, lane=37, gutter=84, behind=52, row=22, gap=17, disc=20, letters=32)


@dataclass(frozen=True)
class Plan:
    """Where each cell is."""

    size: Size
    left: int
    top: int
    lengths: int

    @property
    def rows(self) -> int:
        return -(-self.lengths // self.size.row)

    @property
    def high(self) -> int:
        return self.size.lane * LANES

    @property
    def bottom(self) -> int:
        return self.top + self.rows * (self.high + self.size.gap)

    def corner(self, length: int, lane: int = 1) -> tuple[int, int]:
        """Of a cell, from 1."""
        row, place = divmod(length - 1, self.size.row)
        y = self.top + row * (self.high + self.size.gap) + self.size.gap + (lane - 1) * self.size.lane
        return self.left + self.size.gutter + place * self.size.length, y

    def middle(self, length: int, lane: int) -> tuple[int, int]:
        x, y = self.corner(length, lane)
        return x + self.size.length // 2, y + self.size.lane // 2

    def spans(self, first: int, last: int) -> Iterator[tuple[int, int, int]]:
        """From one length to another: where each part begins that is in a row, and how wide it is."""
        while first <= last:
            end = min(last, ((first - 1) // self.size.row + 1) * self.size.row)
            yield (*self.corner(first), (end - first + 1) * self.size.length)
            first = end + 1
