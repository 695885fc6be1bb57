"""A race as it is drawn: lanes with their spaces and posts, and runners on them.

Horses start level at the left. A lane is as long as its horse has spaces to go, and its post stands at its end.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.kit.drawing import Runner

EDGE = 6  # between the cloth's edge and what lies on it


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


def in_front(entries: Iterable[Entry]) -> list[str]:
    """Who has come farthest of those still on their way; nobody before the first step."""
    running = [entry for entry in entries if entry.to_go]
    best = max((entry.position for entry in running), default=0)
    return [entry.name for entry in running if best and entry.position == best]


def one_short(entries: Iterable[Entry]) -> list[str]:
    """Who needs one more space."""
    return [entry.name for entry in entries if entry.to_go == 1]
