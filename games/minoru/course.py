"""The cloth as data: five tracks with lengths and odds, the colours, the limits. And what makes one unfit for play."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from games.kit.courses import Provenance, limit_problems, term_problems
from games.kit.errors import RuleBroken
from games.kit.odds import Odds

LONGEST = 24  # spaces; such a race takes some ninety deals
LONGEST_WITH_JOKER = 12  # the longer the tracks, the more races it wins for Gou-Gou; and live odds take their time


class Horse(StrEnum):
    MINORU = "minoru"
    GAME_CHICK = "game_chick"
    GOU_GOU = "gou_gou"
    MISS_MCGIGGLE = "miss_mcgiggle"
    ST_AMANT = "st_amant"


class Colour(StrEnum):
    BLUE = "blue"
    RED = "red"


@dataclass(frozen=True)
class Provenances:
    """Where each kind of figure comes from."""

    lengths: Provenance
    odds: Provenance
    colours: Provenance


@dataclass(frozen=True)
class Track:
    horse: Horse
    name: str
    length: int
    odds: Odds
    odds_joker: Odds | None = None

    def pays(self, *, joker: bool) -> Odds:
        return self.odds_joker or self.odds if joker else self.odds


@dataclass(frozen=True)
class EvenChance:
    """A colour, and the horses under it."""

    colour: Colour
    horses: tuple[Horse, ...]


@dataclass(frozen=True)
class Course:
    name: str
    about: str
    joker: bool
    horses: tuple[Track, ...]
    colours: tuple[EvenChance, ...]
    provenance: Provenances
    stake_least: int = 1
    stake_most: int = 6
    races_per_bank: int = 4

    def __post_init__(self) -> None:
        for problem in problems(self):
            raise problem

    @property
    def lengths(self) -> tuple[int, ...]:
        return tuple(track.length for track in self.horses)

    @property
    def order(self) -> tuple[Horse, ...]:
        return tuple(track.horse for track in self.horses)


def problems(course: Course) -> Iterator[RuleBroken]:
    """Everything that is wrong with a course, most important first."""
    if sorted(course.order) != sorted(Horse):
        yield RuleBroken(
            "wrong_horses",
            "A course has these five horses, each once: %(horses)s.",
            horses=", ".join(Horse),
        )
    most = LONGEST_WITH_JOKER if course.joker else LONGEST
    for track in course.horses:
        if not 1 <= track.length <= most:
            yield RuleBroken(
                "bad_length",
                "The track of %(horse)s needs 1 to %(most)s spaces on this course.",
                horse=track.horse,
                most=most,
            )
    yield from _colour_problems(course)
    priced = [(track.horse, odds) for track in course.horses for odds in {track.odds, track.pays(joker=course.joker)}]
    yield from limit_problems(course.stake_least, course.stake_most, priced)
    yield from term_problems(course.races_per_bank)
    if not course.joker and any(track.odds_joker for track in course.horses):
        yield RuleBroken("joker_forbidden", "This course has no joker, and yet odds for it.")


def _colour_problems(course: Course) -> Iterator[RuleBroken]:
    if sorted(chance.colour for chance in course.colours) != sorted(Colour):
        yield RuleBroken("wrong_colours", "The colours of a course are %(colours)s.", colours=", ".join(Colour))
    for chance in course.colours:
        if not chance.horses:
            yield RuleBroken("empty_colour", "No horse is under %(colour)s.", colour=chance.colour)
    coloured = [horse for chance in course.colours for horse in chance.horses]
    for horse in course.order:
        if horse not in coloured:
            yield RuleBroken("no_colour", "%(horse)s is under no colour.", horse=horse)
        elif coloured.count(horse) > 1:
            yield RuleBroken("two_colours", "%(horse)s is under more than one colour.", horse=horse)
