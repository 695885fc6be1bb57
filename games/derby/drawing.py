"""The board of the Derby family as it is drawn: a track of sixteen spaces in the colour of each horse, with hurdles and
the winning post, whose horse it is, and the dice that were thrown.
"""

import re
from dataclasses import dataclass
from textwrap import wrap

from games.derby import saying
from games.derby.course import SPACES
from games.derby.race import Horse
from games.derby.rules import Derby, View
from games.kit.catalogue import Catalogue
from games.kit.drawing import WIDE, Boards, Drawing, DrawnDie, Runner

TITLE, LANE, LANE_WIDE = 26, 54, 106
MOST_HORSES = 6
OWN_SILKS = 100  # the horses have the colours of their tracks, which stand behind those of the kit


@dataclass(frozen=True)
class Lane:
    """A track: its horse, its owner, its spaces, its hurdles, and what is noted of the horse now."""

    number: int
    name: str
    owner: str
    note: str
    note_x: int
    anchor: str
    y: int
    cells: tuple[int, ...]
    hurdles: tuple[int, ...]
    post: int


@dataclass(frozen=True, kw_only=True)
class Track(Drawing):
    title: tuple[str, ...]
    lanes: tuple[Lane, ...]
    runners: tuple[Runner, ...]
    dice: tuple[DrawnDie, ...]
    total: str
    total_x: int
    status: tuple[str, ...]
    hints: tuple[str, ...]
    cell: int
    bottom: int


@dataclass(frozen=True)
class Size:
    """How large everything is. `letters` are those of an owner that fit, and `line` those of a whole line; `sink` is
    how far below the top of its lane a horse runs.
    """

    letters: int
    line: int
    top: int
    lane: int
    cell: int
    begin: int
    sink: int
    die: int
    die_x: int


PHONE = Size(16, 38, TITLE, LANE, cell=20, begin=8, sink=36, die=36, die_x=8)
SCREEN = Size(11, 34, 0, LANE_WIDE, cell=65, begin=340, sink=LANE_WIDE // 2, die=104, die_x=20)


def upright(game: Derby, view: View, said: str) -> Track:
    bottom = TITLE + LANE * len(view.horses)
    return _track(game.catalogue, view, said, PHONE, width=Drawing.width, height=bottom + 100, bottom=bottom, dice_y=54)


def wide(game: Derby, view: View, said: str) -> Track:
    width, height = WIDE
    bottom = LANE_WIDE * MOST_HORSES
    return _track(game.catalogue, view, said, SCREEN, width=width, height=height, bottom=bottom, dice_y=30)


def line(game: Derby, view: View, said: str) -> str:
    return saying.line(game.catalogue, view, said)


def _track(
    catalogue: Catalogue, view: View, said: str, size: Size, *, width: int, height: int, bottom: int, dice_y: int
) -> Track:
    dice = _dice(view, size, bottom + dice_y)
    return Track(
        width=width,
        height=height,
        title=tuple(saying.race_name(catalogue, view, said)),
        lanes=tuple(_lane(catalogue, view, horse, said, size) for horse in view.horses),
        runners=tuple(_runner(catalogue, view, horse, said, size) for horse in view.horses),
        dice=dice,
        total=f"= {sum(view.dice)}" if view.dice else "",
        total_x=dice[-1].x + size.die + size.die // 8 if dice else 0,
        status=tuple(wrap(_kept(saying.status(catalogue, view, said)), size.line)),
        hints=tuple(saying.hints(catalogue, view, said)),
        cell=size.cell,
        bottom=bottom,
    )


def _lane(catalogue: Catalogue, view: View, horse: Horse, said: str, size: Size) -> Lane:
    position = view.positions[horse.number - 1]
    behind = position > SPACES // 2  # where there is more room on its left
    return Lane(
        number=horse.number,
        name=saying.horse_name(catalogue, horse.number, said),
        owner=_short(horse.owner or "", size.letters),
        note=_note(catalogue, view, horse, said),
        note_x=_x(position, size) + (-1 if behind else 1) * size.cell,
        anchor="end" if behind else "start",
        y=size.top + (horse.number - 1) * size.lane,
        cells=tuple(size.begin + at * size.cell for at in range(horse.length)),
        hurdles=tuple(size.begin + at * size.cell for at in view.course.hurdles),
        post=size.begin + horse.length * size.cell,
    )


def _runner(catalogue: Catalogue, view: View, horse: Horse, said: str, size: Size) -> Runner:
    return Runner(
        key=f"horse-{horse.number}",
        number=str(horse.number),
        name=saying.horse_name(catalogue, horse.number, said),
        silks=OWN_SILKS + horse.number,
        x=_x(view.positions[horse.number - 1], size),
        y=size.top + (horse.number - 1) * size.lane + size.sink,
        won=str(horse.number) in view.winners,
    )


def _note(catalogue: Catalogue, view: View, horse: Horse, said: str) -> str:
    """That it has won, that its owner may call, that a donkey is home and out of it."""
    if str(horse.number) in view.winners:
        return catalogue.line("winner", said)
    if horse.number in view.rights:
        return catalogue.line("call_now", said, total=sum(view.dice))
    home = view.donkey and view.positions[horse.number - 1] == SPACES
    return catalogue.line("home", said) if home else ""


def _dice(view: View, size: Size, y: int) -> tuple[DrawnDie, ...]:
    step = size.die + size.die // 8
    return tuple(
        DrawnDie(f"die-{view.throws}-{at}", value, size.die_x + at * step, y, size.die)
        for at, value in enumerate(view.dice)
    )


def _x(position: int, size: Size) -> int:
    """The middle of a space."""
    return size.begin + (position - 1) * size.cell + size.cell // 2


def _kept(words: str) -> str:
    """A number and the name after it stay on one line."""
    return re.sub(r"(?<=\d) (?=\w)", "\N{NO-BREAK SPACE}", words)


def _short(name: str, letters: int) -> str:
    return name if len(name) <= letters else f"{name[: letters - 1]}…"


BOARDS = Boards(upright, wide, line)
