"""What is told of the training ground."""

from dataclasses import dataclass

from games.kit.game import Happening


@dataclass(frozen=True)
class TrainingBegan(Happening):
    first: str

    def __str__(self) -> str:
        return f"training: {self.first} throws first"


@dataclass(frozen=True)
class TrainingThrown(Happening):
    seat: str
    dice: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.seat} throws {' and '.join(map(str, self.dice))}"


@dataclass(frozen=True)
class ThrowMissed(Happening):
    seat: str

    def __str__(self) -> str:
        return f"{self.seat} misses a throw"


@dataclass(frozen=True)
class HorseWalked(Happening):
    """So many cells, back if negative, to a cell by its number on the board; `steps` are counted from its gate."""

    horse: int
    cells: int
    steps: int
    cell: int

    def __str__(self) -> str:
        return f"horse {self.horse} goes {self.cells} to cell {self.cell}"


@dataclass(frozen=True)
class HorseHome(Happening):
    horse: int

    def __str__(self) -> str:
        return f"horse {self.horse} is home"


@dataclass(frozen=True)
class MoveMissed(Happening):
    horse: int

    def __str__(self) -> str:
        return f"horse {self.horse} misses this move"


@dataclass(frozen=True)
class HorseRests(Happening):
    """It will miss its next move, because of the frost or a report."""

    horse: int

    def __str__(self) -> str:
        return f"horse {self.horse} will miss its next move"


@dataclass(frozen=True)
class FeeDue(Happening):
    """To the holder of a business; to nobody where there is none."""

    seat: str
    business: str
    francs: int
    to: str | None

    def __str__(self) -> str:
        return f"{self.seat} owes the {self.business} {self.francs}" + (f" ({self.to})" if self.to else "")


@dataclass(frozen=True)
class AdvantageGiven(Happening):
    """So many cards; none where the stock is used up."""

    horse: int
    cards: int

    def __str__(self) -> str:
        return f"Advantages for horse {self.horse}: {self.cards}"


@dataclass(frozen=True)
class DisadvantageGiven(Happening):
    """So many cards; none where the stock is used up."""

    horse: int
    cards: int

    def __str__(self) -> str:
        return f"Disadvantages for horse {self.horse}: {self.cards}"


@dataclass(frozen=True)
class ReportAsked(Happening):
    """By a member of the club."""

    seat: str
    pack: str

    def __str__(self) -> str:
        return f"{self.seat} takes a report of the {self.pack}"


@dataclass(frozen=True)
class ReportRead(Happening):
    """`horse` is which one it was drawn for, none if a member asked for it."""

    seat: str
    card: str
    horse: int | None

    def __str__(self) -> str:
        return f"{self.seat} reads report {self.card}" + ("" if self.horse is None else f" for horse {self.horse}")


@dataclass(frozen=True)
class ReportApplied(Happening):
    """To a horse, by a member who asked for it."""

    seat: str
    card: str
    horse: int

    def __str__(self) -> str:
        return f"report {self.card} is about horse {self.horse}"


@dataclass(frozen=True)
class ReportKept(Happening):
    seat: str
    card: str

    def __str__(self) -> str:
        return f"{self.seat} keeps report {self.card}"


@dataclass(frozen=True)
class PackEmpty(Happening):
    """All its reports are kept by players."""

    pack: str

    def __str__(self) -> str:
        return f"no report is left of the {self.pack}"


@dataclass(frozen=True)
class StranglesBrokeOut(Happening):
    """`throws` is how many the player loses."""

    seat: str
    throws: int

    def __str__(self) -> str:
        return f"strangles: {self.seat} stops and loses throws: {self.throws}"


@dataclass(frozen=True)
class HorseRetired(Happening):
    """From training, and from the game."""

    horse: int
    owner: str

    def __str__(self) -> str:
        return f"horse {self.horse} of {self.owner} is eliminated in training"


@dataclass(frozen=True)
class MemberJoined(Happening):
    seat: str
    francs: int

    def __str__(self) -> str:
        return f"{self.seat} becomes a member of the club for {self.francs}"


@dataclass(frozen=True)
class MembershipDeclined(Happening):
    seat: str

    def __str__(self) -> str:
        return f"{self.seat} does not join the club"


@dataclass(frozen=True)
class TrainingEnded(Happening):
    def __str__(self) -> str:
        return "training is over"


HAPPENINGS: tuple[type[Happening], ...] = (
    TrainingBegan,
    TrainingThrown,
    ThrowMissed,
    HorseWalked,
    HorseHome,
    MoveMissed,
    HorseRests,
    FeeDue,
    AdvantageGiven,
    DisadvantageGiven,
    ReportAsked,
    ReportRead,
    ReportApplied,
    ReportKept,
    PackEmpty,
    StranglesBrokeOut,
    HorseRetired,
    MemberJoined,
    MembershipDeclined,
    TrainingEnded,
)
