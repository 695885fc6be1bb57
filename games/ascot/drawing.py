"""The board of Ascot as it is drawn: the part of the game that is on. In training it is the ground, in the race the
course, and otherwise what is under the hammer, called for bets or offered; with it the horses and the players.
"""

from dataclasses import dataclass, replace

from games.ascot import drawing_course, drawing_ground, drawing_plan
from games.ascot.drawing_course import Course
from games.ascot.drawing_focus import Focus, focus
from games.ascot.drawing_ground import Ground
from games.ascot.drawing_rows import (
    RACING,
    HandCard,
    HorseRow,
    PlayerRow,
    hand_cards,
    horse_rows,
    in_order,
    player_rows,
)
from games.ascot.drawing_words import Tongue
from games.ascot.pending import Lot
from games.ascot.rules import Ascot
from games.ascot.state import Phase, Standing
from games.ascot.view import View
from games.kit.drawing import UPRIGHT, WIDE, Boards, Drawing, across
from games.kit.fitting import in_lines, shortened

EDGE, SMALL, STEP = 6, 13, 17  # on a phone: the margin, letters, from line to line
INSIDE = UPRIGHT - 2 * EDGE
HAND_ROW, HAND_HIGH = 4, 76
HORSE_HIGH, HORSE_LOW, PLAYER_HIGH = 36, 23, 24
HEAD_WIDE, SPLIT, PANEL = 124, 984, 400  # on the big screen: the head, where the list on the right begins, its width


@dataclass(frozen=True)
class Lines:
    """Text in lines, the first at `y`."""

    said: tuple[str, ...]
    y: int
    step: int

    @property
    def bottom(self) -> int:
        return self.y + self.step * len(self.said)

    @property
    def placed(self) -> list[tuple[str, int]]:
        return [(text, self.y + at * self.step) for at, text in enumerate(self.said)]


@dataclass(frozen=True)
class Picture:
    """The part of the game that is on, and where it ends."""

    bottom: int
    focus: Focus | None = None
    course: Course | None = None
    ground: Ground | None = None
    legend: Lines | None = None


@dataclass(frozen=True, kw_only=True)
class Board(Drawing):
    phase: str
    head: Lines
    picture: Picture
    hand: tuple[HandCard, ...] = ()
    hand_label: str = ""
    hand_y: int = 0
    horses: tuple[HorseRow, ...] = ()
    players: tuple[PlayerRow, ...] = ()


def upright(game: Ascot, view: View, said: str) -> Board:
    tongue = Tongue.of(game, view, said)
    running = view.phase in RACING
    offices = () if running else _cut(tongue.offices(), SMALL, 2)
    head = Lines((*_cut(tongue.doing(), 14, 2), *offices), 40, STEP)
    picture = _picture(tongue, head.bottom)
    hand, y, hand_y = _hand(tongue, picture.bottom)
    horses = in_order(tongue) if view.players else []
    columns = [x for x, _ in across(2, INSIDE, 4)]
    each = HORSE_LOW if running else HORSE_HIGH
    places = [(EDGE + columns[at % 2], y + at // 2 * each) for at in range(len(horses))]
    rows = horse_rows(tongue, horses, places, 78 if running else 138, SMALL, 64 if running else 138)
    y += -(-len(horses) // 2) * each + 4
    players = player_rows(tongue, y, PLAYER_HIGH, INSIDE - 8, SMALL, lines=0 if running else 2, beside=86)
    return Board(
        height=y + sum(row.height for row in players) + EDGE,
        phase=tongue.phase(),
        head=head,
        picture=picture,
        hand=hand,
        hand_label=tongue.line("hand"),
        hand_y=hand_y,
        horses=rows,
        players=players,
    )


def wide(game: Ascot, view: View, said: str) -> Board:
    width, height = WIDE
    tongue = Tongue.of(game, view, said)
    running = view.phase in RACING
    offices = () if running else (shortened(tongue.offices(), width - 40, 40),)
    doing = shortened(tongue.doing() if running else f"{tongue.phase()} · {tongue.doing()}", width - 20, 37)
    head = Lines((doing, *offices), 50, 52)
    picture = _wide_picture(tongue)
    listed = picture.course is not None or picture.ground is not None
    return Board(
        width=width,
        height=height,
        phase=tongue.phase(),
        head=head,
        horses=_wide_horses(tongue, listed=listed, top=head.bottom - 40),
        players=() if listed else player_rows(tongue, HEAD_WIDE, 112, PANEL - 20, 40),
        picture=picture,
    )


def line(game: Ascot, view: View, said: str) -> str:
    """What is on, and in the race who is in front."""
    tongue = Tongue.of(game, view, said)
    told = [tongue.doing()]
    running = [horse for horse in view.horses if horse.length and horse.standing is Standing.IN_PLAY]
    if view.phase is Phase.RACE and running and not view.placed:
        front = max(horse.length for horse in running)
        names = ", ".join(tongue.horse_name(horse.number) for horse in running if horse.length == front)
        told.append(tongue.line("leads", horse=names))
    if view.placed:
        names = ", ".join(map(tongue.horse_name, view.placed))
        told.append(tongue.line("past_the_post", horses=names))
    return " ".join(told)


def _cut(text: str, letters: int, most: int) -> tuple[str, ...]:
    return in_lines(text, INSIDE - 4, letters, most) if text else ()


def _picture(tongue: Tongue, y: int) -> Picture:
    """For a phone, below the head."""
    view = tongue.view
    if view.phase in RACING:
        course = drawing_course.course(tongue, drawing_plan.PHONE, 0, y - 12)
        legend = Lines(_cut(tongue.line("legend_course") if tongue.edition else "", SMALL, 3), course.bottom + 14, 16)
        return _with_offers(tongue, Picture(legend.bottom, course=course, legend=legend))
    if _on_ground(tongue):
        ground = drawing_ground.ground(tongue, drawing_ground.PHONE, 4, y - 6)
        legend = Lines(_cut(tongue.line("legend_ground"), SMALL, 3), ground.bottom + 16, 16)
        return _with_offers(tongue, Picture(legend.bottom, ground=ground, legend=legend))
    found = focus(tongue, INSIDE - 12, 14, y - 8, 12)
    return Picture(found.bottom + 6 if found else y - 4, focus=found)


def _with_offers(tongue: Tongue, picture: Picture) -> Picture:
    """And below it offers and bets that stand."""
    found = focus(tongue, INSIDE - 12, 14, picture.bottom - 6, 12)
    return replace(picture, focus=found, bottom=found.bottom + 6) if found else picture


def _on_ground(tongue: Tongue) -> bool:
    """Whether horses walk. What one of the players has to sell meanwhile is shown instead."""
    view = tongue.view
    return view.phase is Phase.TRAINING and tongue.edition is not None and not isinstance(view.decision, Lot)


def _wide_picture(tongue: Tongue) -> Picture:
    height = WIDE[1]
    if tongue.view.phase in RACING:
        return Picture(height, course=drawing_course.course(tongue, drawing_plan.SCREEN, 8, 58, rows=3))
    if _on_ground(tongue):
        return Picture(height, ground=drawing_ground.ground(tongue, drawing_ground.SCREEN, 12, HEAD_WIDE, rows=5))
    return Picture(height, focus=focus(tongue, SPLIT - 40, 40, HEAD_WIDE, 5))


def _hand(tongue: Tongue, y: int) -> tuple[tuple[HandCard, ...], int, int]:
    """One's own cards, where what follows begins, and where they are named."""
    held = len(tongue.view.hand or ())
    if not held:
        return (), y, 0
    columns = across(HAND_ROW, INSIDE, 5)
    places = [(EDGE + columns[at % HAND_ROW][0], y + 20 + at // HAND_ROW * (HAND_HIGH + 5)) for at in range(held)]
    cards = hand_cards(tongue, places, (columns[0][1], HAND_HIGH))
    return cards, y + 24 + -(-held // HAND_ROW) * (HAND_HIGH + 5), y + 13


def _wide_horses(tongue: Tongue, *, listed: bool, top: int) -> tuple[HorseRow, ...]:
    """One below the other at the right of a picture; otherwise in two columns."""
    horses = in_order(tongue) if tongue.view.players else []
    if listed:
        return horse_rows(tongue, horses, [(SPLIT + 8, top + at * 56) for at in range(12)], 262, 36)
    columns = across(2, SPLIT - 24, 8)
    places = [(12 + columns[at % 2][0], 452 + at // 2 * 57) for at in range(12)]
    return horse_rows(tongue, horses, places, columns[0][1] - 132, 40)


BOARDS = Boards(upright, wide, line)
