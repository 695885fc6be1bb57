"""What a race is worth from where its horses stand."""

from dataclasses import dataclass
from fractions import Fraction

from games.derby.course import Course


@dataclass(frozen=True)
class Prospect:
    """From here on: what a win of each horse is worth, how many throws are still to come on average, and the chances
    of a dead heat of two and of three. `error` is how far off an estimate may be; nothing where all of it is exact.
    """

    shares: tuple[Fraction, ...]
    throws: Fraction
    dead_heats: tuple[Fraction, ...]
    error: Fraction | None = None


class Prospects:
    """As long as nothing is worked out, every horse is thought as good as another."""

    def of(self, course: Course, donkey: bool, positions: tuple[int, ...]) -> Prospect:  # noqa: ARG002, FBT001
        horses = len(positions)
        return Prospect((Fraction(1, horses),) * horses, Fraction(), (Fraction(), Fraction()))
