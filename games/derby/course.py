"""The board as data, and how a horse moves on it: a race of the family is a few values that differ."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from games.kit.courses import Provenance
from games.kit.dice import FACES
from games.kit.errors import RuleBroken

SPACES = 16  # a horse starts on the first, and wins on the last
TOTAL = 13  # of three dice, which jumps a hurdle where totals do
COLOURS = ("Blue", "Yellow", "Black", "White", "Green", "Red")  # by the numbers of the horses, from 1


class Finish(StrEnum):
    """How the last space is reached: by exact count, or from the one before it with a doublet or three of a kind."""

    EXACT = "exact"
    DOUBLET = "doublet"


class Jump(StrEnum):
    """What takes a horse over a hurdle: a doublet of its own number, or a total of the dice."""

    DOUBLET = "doublet"
    TOTAL = "total"


@dataclass(frozen=True)
class Provenances:
    """Where each kind of figure comes from."""

    tracks: Provenance
    rules: Provenance


@dataclass(frozen=True)
class Course:
    """`hurdles` are the spaces in front of them. Where a throw would carry a horse past the post, it stays where it is;
    if the course `clips`, it takes what it needs.
    """

    name: str
    about: str
    dice: int
    finish: Finish
    provenance: Provenances
    hurdles: tuple[int, ...] = ()
    jump: Jump | None = None
    clips: bool = False

    def __post_init__(self) -> None:
        for problem in problems(self):
            raise problem

    def after(self, at: int, own: int, total: int) -> int:
        """Where a horse comes from this space with a throw that shows its number on `own` dice, and `total` in all."""
        if at == SPACES:
            return at
        if at in self.hurdles:
            return at + 1 if self.jumps(own, total) else at
        to = at + own
        if stop := next((hurdle for hurdle in self.hurdles if at < hurdle < to), None):
            return stop
        if self.finish is Finish.DOUBLET:
            return min(to, SPACES - 1) if at < SPACES - 1 else at + (own >= 2)
        if to > SPACES:
            return SPACES if self.clips else at
        return to

    def jumps(self, own: int, total: int) -> bool:
        return total >= TOTAL if self.jump is Jump.TOTAL else own >= 2

    @property
    def dead_heat(self) -> int:
        """How many horses can reach the post with one throw."""
        return self.dice if self.finish is Finish.EXACT else 1


def problems(course: Course) -> Iterator[RuleBroken]:
    """Everything that is wrong with a course."""
    if course.dice not in {2, 3}:
        yield RuleBroken("wrong_dice", "Races are run with two or three dice.")
    never_jumped = course.jump is Jump.TOTAL and course.dice * FACES < TOTAL
    stand = all(1 < hurdle < SPACES - 1 for hurdle in course.hurdles)
    if not stand or bool(course.hurdles) != bool(course.jump) or never_jumped:
        yield RuleBroken("bad_hurdles", "Hurdles stand between spaces of the course, and something jumps them.")
    if course.clips and course.finish is Finish.DOUBLET:
        yield RuleBroken("no_overshoot", "With the American finish no throw carries a horse past the post.")
