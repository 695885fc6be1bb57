"""The training ground of Ascot as it is drawn: its cells in rows, numbered, each with a sign of what it asks for, and
the horses on them.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from games.ascot.drawing_course import Horse, drawn
from games.ascot.drawing_plan import times
from games.ascot.drawing_words import Tongue
from games.ascot.edition import Cell, CellKind
from games.ascot.ground import cell_number, home
from games.ascot.state import Standing

SIGNS = {
    CellKind.NOTHING: "",
    CellKind.PAY: "−F",
    CellKind.REPORT: "i",
    CellKind.JOIN: "♣",
    CellKind.DINNER: "♣F",
    CellKind.CHARITY: "♣F",
    CellKind.FROST: "=",
    CellKind.ADVANTAGE: "+",
    CellKind.DISADVANTAGE: "−",
}


@dataclass(frozen=True)
class Size:
    """Of a cell in units, how many are in a row, how many horses stand beside each other, how big horses and
    letters are.
    """

    width: int
    height: int
    row: int
    beside: int
    disc: int
    digits: int
    letters: int

    def smaller(self, by: int) -> "Size":
        """So many times smaller each way."""
        kept = {"row": self.row * by, "beside": self.beside}
        return Size(**{name: kept.get(name, value // by) for name, value in vars(self).items()})


PHONE = Size(width=42, height=48, row=8, beside=2, disc=8, digits=13, letters=13)
SCREEN = Size(width=120, height=134, row=8, beside=3, disc=19, digits=30, letters=40)


@dataclass(frozen=True)
class Square:
    number: int
    sign: str
    told: str
    x: int
    y: int
    gate: bool


@dataclass(frozen=True)
class Ground:
    squares: tuple[Square, ...]
    horses: tuple[Horse, ...]
    width: int
    height: int
    disc: int
    digits: int
    letters: int
    bottom: int


def ground(tongue: Tongue, size: Size, left: int, top: int, rows: int = 0) -> Ground:
    """The edition has to be known. Smaller than the size says, if there are too many cells for so many rows."""
    assert tongue.edition is not None
    cells = tongue.edition.training.cells
    size = size.smaller(times(len(cells), rows * size.row)) if rows else size
    return Ground(
        squares=tuple(_square(tongue, size, at, cell, left, top) for at, cell in enumerate(cells)),
        horses=tuple(_horses(tongue, size, left, top)),
        width=size.width,
        height=size.height,
        disc=size.disc,
        digits=size.digits,
        letters=size.letters,
        bottom=top + -(-len(cells) // size.row) * size.height,
    )


def _square(tongue: Tongue, size: Size, at: int, cell: Cell, left: int, top: int) -> Square:
    assert tongue.edition is not None
    training = tongue.edition.training
    x, y = _corner(size, at, left, top)
    gate = at in (training.stevens_gate, training.walroy_gate)
    return Square(at + 1, sign_of(cell), cell.text.said_in(tongue.said), x, y, gate)


def sign_of(cell: Cell) -> str:
    if cell.kind is CellKind.MOVE:
        return f"›{cell.amount}" if cell.amount > 0 else f"‹{-cell.amount}"
    return SIGNS[cell.kind]


def where(tongue: Tongue, number: int) -> int | None:
    """The cell that a horse stands on, from 1; none in its box, before or after."""
    horse, edition = tongue.horse(number), tongue.edition
    if edition is None or not 0 < horse.steps < home(edition):
        return None
    return cell_number(edition, number, horse.steps)


def _corner(size: Size, at: int, left: int, top: int) -> tuple[int, int]:
    return left + at % size.row * size.width, top + at // size.row * size.height


def _horses(tongue: Tongue, size: Size, left: int, top: int) -> Iterator[Horse]:
    """Each on its cell, beside those that came before it."""
    standing: Counter[int] = Counter()
    for horse in tongue.view.horses:
        cell = where(tongue, horse.number)
        if cell is None or horse.standing is not Standing.IN_PLAY or horse.owner is None:
            continue
        x, y = _corner(size, cell - 1, left, top)
        across, down = standing[cell] % size.beside, standing[cell] // size.beside
        standing[cell] += 1
        step = size.disc * 2
        yield drawn(tongue, horse, x + 2 + size.disc + across * step, y + size.letters + 3 + size.disc + down * step)
