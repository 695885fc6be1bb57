"""What a race still promises: the share of each horse in the win, and how long it will take."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from games.derby.course import SPACES
from games.derby.law import Race

SCALE = 10**12  # what floats are rounded to: some digits before their own errors begin
FIGURES = 4  # that follow the shares where a prospect is a row of floats: throws, squares, dead heats of two and three


@dataclass(frozen=True)
class Prospect:
    shares: tuple[Fraction, ...]  # by horse: the chance to win, of a dead heat its part
    throws: Fraction  # mean number still to come
    squares: Fraction  # mean square of the same
    dead_heats: tuple[Fraction, Fraction]  # chance of a dead heat of two, of three
    error: Fraction | None = None  # of an estimate: two standard errors of a share

    @property
    def deviation(self) -> float:
        """The standard deviation of the number of throws."""
        return sqrt(self.squares - self.throws**2)


def from_floats(row: Sequence[float]) -> Prospect:
    """Shares are made to sum to 1 exactly, so that those of equal horses are plain fractions."""
    *shares, throws, squares, two, three = (round(value * SCALE) for value in row)
    return Prospect(
        tuple(Fraction(share, sum(shares)) for share in shares),
        Fraction(throws, SCALE),
        Fraction(squares, SCALE),
        (Fraction(two, SCALE), Fraction(three, SCALE)),
    )


def decided(race: Race, positions: tuple[int, ...]) -> Prospect | None:
    """The prospect of a race that is over; nothing if it goes on."""
    home = [at == SPACES for at in positions]
    if race.donkey:
        # Which of them came home last cannot be told from where they stand, and the rules never ask.
        assert not all(home)
        won = [not at_home for at_home in home]
        over = sum(won) == 1
    else:
        won, over = home, any(home)
    return _won_by(won) if over else None


def _won_by(won: list[bool]) -> Prospect:
    heat = sum(won)
    shares = tuple(Fraction(winner, heat) for winner in won)
    return Prospect(shares, Fraction(), Fraction(), (Fraction(heat == 2), Fraction(heat == 3)))


def read_starts(text: str) -> dict[str, Prospect]:
    """Prospects from the start, by the names of races, as `make derby-starts` writes them."""
    return {
        name: from_floats([*data["shares"], data["throws"], data["squares"], *data["dead_heats"]])
        for name, data in tomllib.loads(text).items()
    }
