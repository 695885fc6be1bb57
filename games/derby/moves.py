"""What can be done in a race, and what is told of it."""

from dataclasses import dataclass

from games.derby.course import COLOURS
from games.kit.game import Happening, Move


@dataclass(frozen=True)
class Shake(Move):
    """The thrower wants the dice to fall now."""


@dataclass(frozen=True)
class Throw(Move):
    """All dice at once, for all horses."""

    dice: tuple[int, ...]


@dataclass(frozen=True)
class Call(Move):
    """An owner calls out the total of the last throw, to jump a hurdle with this horse."""

    horse: int
    total: int


@dataclass(frozen=True)
class Shaken(Happening):
    seat: str

    def __str__(self) -> str:
        return f"{self.seat} shakes the dice"


@dataclass(frozen=True)
class Thrown(Happening):
    dice: tuple[int, ...]
    total: int
    throw: int

    def __str__(self) -> str:
        return f"{'-'.join(map(str, self.dice))} is thrown"


@dataclass(frozen=True)
class Moved(Happening):
    horse: int
    position: int

    def __str__(self) -> str:
        return f"{named(self.horse)} on space {self.position}"


@dataclass(frozen=True)
class Jumped(Happening):
    horse: int
    position: int

    def __str__(self) -> str:
        return f"{named(self.horse)} over the hurdle, on space {self.position}"


@dataclass(frozen=True)
class Called(Happening):
    seat: str
    horse: int
    total: int

    def __str__(self) -> str:
        return f"{self.seat} calls {self.total} for {named(self.horse)}"


@dataclass(frozen=True)
class Home(Happening):
    """A donkey has finished, and is out of it: the last one wins."""

    horse: int

    def __str__(self) -> str:
        return f"{named(self.horse)} home"


@dataclass(frozen=True)
class Won(Happening):
    horses: tuple[int, ...]

    def __str__(self) -> str:
        if len(self.horses) == 1:
            return f"{named(self.horses[0])} wins"
        return f"dead heat between {' and '.join(map(named, self.horses))}"


def named(horse: int) -> str:
    return f"{horse} {COLOURS[horse - 1]}"
