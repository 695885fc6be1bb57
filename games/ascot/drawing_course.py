"""The course of Ascot as it is drawn: six lanes in rows that are read like lines of a book, the rail above lane 1, the
cells in their colours, what is written on white ones as a sign, and the horses.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.ascot.drawing_plan import Plan, Size, times
from games.ascot.drawing_words import Tongue
from games.ascot.edition import LANES, Colour, Do, Edition
from games.ascot.state import Phase, Standing
from games.ascot.view import HorseView

PLAIN = 66  # lengths of a course whose edition is not known, if no horse is further
WHITE = "white"
SIGNS = {
    Do.ADVANCE: "+",
    Do.BACK: "−",
    Do.WAIT: "=",
    Do.OVERTAKE: "›",
    Do.ANY_ADVANTAGE: "★",
    Do.ELIMINATE: "✕",
    Do.FALL: "▼",
}


@dataclass(frozen=True)
class Horse:
    """A horse on the board. `key` stays with it, so that it can be seen moving."""

    key: str
    number: int
    name: str
    colour: str
    x: int
    y: int
    down: bool = False
    won: bool = False


@dataclass(frozen=True)
class Mark:
    said: str
    told: str
    x: int
    y: int


@dataclass(frozen=True)
class Line:
    kind: str
    path: str


@dataclass(frozen=True)
class Course:
    """`fields` are the cells of each colour as one path; `lines` are rails, corners, posts and the start."""

    fields: tuple[Line, ...]
    lines: tuple[Line, ...]
    signs: tuple[Mark, ...]
    lanes: tuple[Mark, ...]
    horses: tuple[Horse, ...]
    disc: int
    letters: int
    bottom: int


def course(tongue: Tongue, size: Size, left: int, top: int, rows: int = 0) -> Course:
    """Smaller than the size says, if it is too long for so many rows."""
    lengths = _lengths(tongue)
    size = size.smaller(times(lengths, rows * size.row)) if rows else size
    plan = Plan(size, left, top, lengths)
    return Course(
        fields=tuple(Line(kind, path) for kind, path in _fields(tongue.edition, plan).items()),
        lines=tuple(_lines(tongue.edition, plan)),
        signs=tuple(_signs(tongue, plan)) if tongue.edition else (),
        lanes=tuple(_lanes(plan)),
        horses=tuple(_horses(tongue, plan)),
        disc=size.disc,
        letters=size.letters,
        bottom=plan.bottom,
    )


def _lengths(tongue: Tongue) -> int:
    if tongue.edition:
        return tongue.edition.course.lengths
    return max(PLAIN, *(horse.length for horse in tongue.view.horses))


def _fields(edition: Edition | None, plan: Plan) -> dict[str, str]:
    """For each colour the cells that have it."""
    paths: dict[str, list[str]] = {}
    for length in range(1, plan.lengths + 1):
        for lane in range(1, LANES + 1):
            colour = edition.cell_colour(length, lane) if edition else None
            x, y = plan.corner(length, lane)
            cell = f"M{x} {y}h{plan.size.length}v{plan.size.lane}h-{plan.size.length}z"
            paths.setdefault(_kind(edition, colour), []).append(cell)
    return {kind: "".join(cells) for kind, cells in paths.items()}


def _kind(edition: Edition | None, colour: Colour | None) -> str:
    if colour:
        return colour.value
    return WHITE if edition else "plain"


def _lines(edition: Edition | None, plan: Plan) -> Iterator[Line]:
    yield from (Line("rail", f"M{x} {y - 2}h{wide}") for x, y, wide in plan.spans(1, plan.lengths))
    x, y = plan.corner(1)
    yield Line("start-line", f"M{x} {y}v{plan.high}")
    if edition is None:
        return
    for first, last in edition.course.corners:
        yield from (Line("bend", f"M{x} {y - 2}h{wide}") for x, y, wide in plan.spans(first, last))
    yield Line("turn-post", _after(plan, edition.course.last_turn_post))
    for kind in ("post", "post-stripe"):
        yield Line(kind, _after(plan, plan.lengths))


def _after(plan: Plan, length: int) -> str:
    x, y = plan.corner(length)
    return f"M{x + plan.size.length} {y}v{plan.high}"


def _signs(tongue: Tongue, plan: Plan) -> Iterator[Mark]:
    assert tongue.edition is not None
    for place in tongue.edition.course.inscribed:
        for lane in place.lanes:
            inscription = tongue.edition.inscription(place.length, lane)
            assert inscription is not None
            yield Mark(SIGNS[inscription.do], inscription.text.said_in(tongue.said), *plan.middle(place.length, lane))


def _lanes(plan: Plan) -> Iterator[Mark]:
    """Their numbers, before every row but the first, where horses wait for the start."""
    for row in range(1, plan.rows):
        for lane in range(1, LANES + 1):
            x, y = plan.middle(row * plan.size.row + 1, lane)
            yield Mark(str(lane), "", x - plan.size.length // 2 - plan.size.disc, y)


def _horses(tongue: Tongue, plan: Plan) -> Iterator[Horse]:
    """Those that run, on the course or before the start line, and those past the post, behind it."""
    for horse in tongue.view.horses:
        if horse.owner is None or horse.standing is not Standing.IN_PLAY:
            continue
        x, y = plan.middle(horse.length, horse.lane) if horse.length else _before(plan, horse, tongue.view.horses)
        yield drawn(tongue, horse, x, y)
    for at, number in enumerate(tongue.view.placed):
        x, y = plan.middle(plan.lengths, 1)
        room = plan.size.disc * 2 + 3
        end = plan.left + plan.size.gutter + plan.size.row * plan.size.length + plan.size.behind
        behind = min(x + plan.size.length // 2 + plan.size.disc + 6, end - plan.size.disc)
        yield drawn(tongue, tongue.horse(number), behind, y + at * room)


def drawn(tongue: Tongue, horse: HorseView, x: int, y: int) -> Horse:
    won = tongue.view.phase is Phase.FINISHED and tongue.view.placed[:1] == (horse.number,)
    name = horse.called.said_in(tongue.said)
    return Horse(f"horse-{horse.number}", horse.number, name, horse.colour.value, x, y, horse.down, won)


def _before(plan: Plan, horse: HorseView, horses: Iterable[HorseView]) -> tuple[int, int]:
    """In front of the start line: the one with the lower number nearer to it, where two have one start cell."""
    lane = horse.lane or (horse.number - 1) % LANES + 1
    sharing = [
        other
        for other in horses
        if other.owner is not None
        and other.standing is Standing.IN_PLAY
        and other.length == 0
        and (other.lane or (other.number - 1) % LANES + 1) == lane
        and other.number < horse.number
    ]
    x, y = plan.middle(1, lane)
    back = plan.size.length // 2 + plan.size.disc + 1
    return x - back - len(sharing) * plan.size.disc * 2, y
