"""What is told of a race."""

from dataclasses import dataclass
from typing import Literal

from games.ascot.edition import Colour, Do, Immunity
from games.kit.game import Happening

By = Literal["throw", "inscription", "colour"]


@dataclass(frozen=True)
class StartThrown(Happening):
    """For who starts."""

    player: str
    die: int

    def __str__(self) -> str:
        return f"{self.player} throws {self.die} for the start"


@dataclass(frozen=True)
class StartTied(Happening):
    """These throw again."""

    players: tuple[str, ...]
    die: int

    def __str__(self) -> str:
        return f"{', '.join(self.players)} throw again"


@dataclass(frozen=True)
class RaceStarted(Happening):
    player: str

    def __str__(self) -> str:
        return f"the race is on: {self.player} begins"


@dataclass(frozen=True)
class RaceThrown(Happening):
    player: str
    die: int

    def __str__(self) -> str:
        return f"{self.player} throws {self.die}"


@dataclass(frozen=True)
class ThrowAssigned(Happening):
    """To the favourite, or to another horse though the favourite could have had it."""

    horse: int
    die: int
    favourite: bool

    def __str__(self) -> str:
        return f"{self.die} for {'the favourite, ' if self.favourite else ''}horse {self.horse}"


@dataclass(frozen=True)
class HorseRode(Happening):
    """`length` and `lane` are where it is now, `lengths` how far it went, negative if back."""

    horse: int
    length: int
    lane: int
    lengths: int
    by: By

    def __str__(self) -> str:
        return f"horse {self.horse} to length {self.length}, lane {self.lane}"


@dataclass(frozen=True)
class HorseJostled(Happening):
    """Barred by others: back one length, or not even that."""

    horse: int
    length: int
    lane: int
    back: bool

    def __str__(self) -> str:
        return f"horse {self.horse} is jostled" + (f" back to length {self.length}" if self.back else " and stays")


@dataclass(frozen=True)
class HorseWaited(Happening):
    """A throw that did not move it: it misses one, is down, or needs another number for the post."""

    horse: int
    die: int
    why: Literal["misses", "down", "post"]

    def __str__(self) -> str:
        return f"horse {self.horse} waits"


@dataclass(frozen=True)
class InscriptionRead(Happening):
    """What it asked for, and whether it could be done."""

    horse: int
    length: int
    lane: int
    do: Do
    done: bool

    def __str__(self) -> str:
        return f"horse {self.horse}: {self.do.value}" + ("" if self.done else ", in vain")


@dataclass(frozen=True)
class HorseFell(Happening):
    horse: int

    def __str__(self) -> str:
        return f"horse {self.horse} falls"


@dataclass(frozen=True)
class HorseRose(Happening):
    horse: int

    def __str__(self) -> str:
        return f"horse {self.horse} rises"


@dataclass(frozen=True)
class HorseLost(Happening):
    """It is out of the race."""

    horse: int
    for_want_of: Immunity

    def __str__(self) -> str:
        return f"horse {self.horse} is out"


@dataclass(frozen=True)
class BonusTaken(Happening):
    horse: int
    colour: Colour
    lengths: int

    def __str__(self) -> str:
        return f"horse {self.horse} takes {self.lengths} more for its colour"


@dataclass(frozen=True)
class AdvantageUsed(Happening):
    player: str
    horse: int
    colour: Colour

    def __str__(self) -> str:
        return f"{self.player} uses a {self.colour.value} Advantage"


@dataclass(frozen=True)
class DisadvantageDropped(Happening):
    player: str
    horse: int
    left: int

    def __str__(self) -> str:
        return f"{self.player} drops a Disadvantage, {self.left} left"


@dataclass(frozen=True)
class ReportUsed(Happening):
    player: str
    horse: int
    card: str
    immunity: Immunity

    def __str__(self) -> str:
        return f"{self.player} drops a report for horse {self.horse}"


@dataclass(frozen=True)
class PostPassed(Happening):
    """`place` counts those that were not disqualified."""

    horse: int
    place: int

    def __str__(self) -> str:
        return f"horse {self.horse} passes the post, number {self.place}"


@dataclass(frozen=True)
class HorseDisqualified(Happening):
    """For the Disadvantages that its owner still had; `by` is who objected."""

    horse: int
    by: str | None = None

    def __str__(self) -> str:
        return f"horse {self.horse} is disqualified"


@dataclass(frozen=True)
class ObjectionsInvited(Happening):
    horses: tuple[int, ...]

    def __str__(self) -> str:
        return "are there objections?"


@dataclass(frozen=True)
class RaceOver(Happening):
    placed: tuple[int, ...]

    def __str__(self) -> str:
        return f"the race is over: {', '.join(map(str, self.placed)) or 'no horse has passed'}"


HAPPENINGS: tuple[type[Happening], ...] = (
    StartThrown,
    StartTied,
    RaceStarted,
    RaceThrown,
    ThrowAssigned,
    HorseRode,
    HorseJostled,
    HorseWaited,
    InscriptionRead,
    HorseFell,
    HorseRose,
    HorseLost,
    BonusTaken,
    AdvantageUsed,
    DisadvantageDropped,
    ReportUsed,
    PostPassed,
    HorseDisqualified,
    ObjectionsInvited,
    RaceOver,
)
