"""The cloth as data: seven tracks with lengths and odds, the limits. What makes one unfit, and how long a race is."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from games.double_event.horses import IN_A_PACK, PLACES, Horse
from games.kit.courses import Provenance, limit_problems, term_problems
from games.kit.errors import RuleBroken
from games.kit.odds import Odds

MOST_PACKS = 3  # no track is longer than its horse comes in so many


class Tie(StrEnum):
    """Who is ahead when one card brings two horses home."""

    SUIT_FIRST = "suit_first"
    COURT_FIRST = "court_first"


@dataclass(frozen=True)
class Provenances:
    """Where each kind of figure comes from."""

    lengths: Provenance
    odds: Provenance


@dataclass(frozen=True)
class Track:
    """A horse's way, and what it pays as the winner and as one of the first three."""

    horse: Horse
    name: str
    length: int
    win: Odds
    placed: Odds

    @property
    def packs(self) -> int:
        """In which pack its horse comes home if the race lasts so long: a whole pack takes it a certain way."""
        return -(-self.length // IN_A_PACK[self.horse])


@dataclass(frozen=True)
class Course:
    name: str
    about: str
    horses: tuple[Track, ...]
    provenance: Provenances
    tie: Tie = Tie.SUIT_FIRST
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

    @property
    def packs(self) -> int:
        """How many packs every race takes. It is certain, since a whole pack leaves each horse in a certain place."""
        return sorted(track.packs for track in self.horses)[PLACES - 1]

    @property
    def idle_packs(self) -> int:
        """How many packs at the start bring nobody home, and so decide nothing."""
        return min(track.packs for track in self.horses) - 1

    @property
    def packs_in_words(self) -> str:
        if self.packs == 1:
            return "Three horses are always home within one pack."
        fewer = "One pack never brings" if self.packs == 2 else f"{self.packs - 1} packs never bring"
        said = f"{fewer} three horses home: every race takes {self.packs} packs."
        match self.idle_packs:
            case 0:
                return said
            case 1:
                return f"{said} The first pack brings no horse home and decides nothing."
            case idle:
                return f"{said} The first {idle} packs bring no horse home and decide nothing."


def problems(course: Course) -> Iterator[RuleBroken]:
    """Everything that is wrong with a course, most important first."""
    if sorted(course.order) != sorted(Horse):
        yield RuleBroken(
            "wrong_horses",
            "A course has these seven horses, each once: %(horses)s.",
            horses=", ".join(Horse),
        )
    for track in course.horses:
        most = MOST_PACKS * IN_A_PACK[track.horse]
        if not 1 <= track.length <= most:
            yield RuleBroken(
                "bad_length",
                "The track of %(horse)s needs 1 to %(most)s spaces on this course.",
                horse=track.horse,
                most=most,
            )
    priced = [(track.horse, odds) for track in course.horses for odds in (track.win, track.placed)]
    yield from limit_problems(course.stake_least, course.stake_most, priced)
    yield from term_problems(course.races_per_bank)
