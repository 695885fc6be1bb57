"""The board as data: four tracks, the odds of each kind of bet, the limits. And what makes one unfit for play."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from games.kit.cards import Suit
from games.kit.courses import Provenance, limit_problems, term_problems
from games.kit.errors import RuleBroken
from games.kit.odds import Odds

SQUARES = 13  # as many as a suit has cards: its last card brings a horse home, and no sooner


class Horse(StrEnum):
    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"

    @property
    def suit(self) -> Suit:
        return Suit[self.name]


class Colour(StrEnum):
    RED = "red"
    BLACK = "black"

    @property
    def horses(self) -> tuple[Horse, ...]:
        return (Horse.DIAMONDS, Horse.HEARTS) if self is Colour.RED else (Horse.CLUBS, Horse.SPADES)


@dataclass(frozen=True)
class Provenances:
    """Where each kind of figure comes from."""

    lengths: Provenance
    odds: Provenance


@dataclass(frozen=True)
class Track:
    horse: Horse
    name: str
    length: int


@dataclass(frozen=True)
class BoardOdds:
    """What each kind of bet pays, whichever horse or colour it is on."""

    win: Odds
    place: Odds
    show: Odds
    colour: Odds


@dataclass(frozen=True)
class Course:
    name: str
    about: str
    horses: tuple[Track, ...]
    odds: BoardOdds
    provenance: Provenances
    stake_least: int = 1
    stake_most: int | None = None  # the directions name no limit
    races_per_bookie: int = 1

    def __post_init__(self) -> None:
        for problem in problems(self):
            raise problem


def problems(course: Course) -> Iterator[RuleBroken]:
    """Everything that is wrong with a course, most important first."""
    if tuple(track.horse for track in course.horses) != tuple(Horse):
        yield RuleBroken(
            "wrong_horses",
            "A course has these four horses, in this order: %(horses)s.",
            horses=", ".join(Horse),
        )
    for track in course.horses:
        if track.length != SQUARES:
            yield RuleBroken(
                "bad_length",
                "The track of %(horse)s has %(squares)s squares: a suit has as many cards.",
                horse=track.horse,
                squares=SQUARES,
            )
    priced = [(name, odds) for name, odds in vars(course.odds).items()]
    yield from limit_problems(course.stake_least, course.stake_most, priced)
    yield from term_problems(course.races_per_bookie)
