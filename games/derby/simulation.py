"""Many races of the Derby family at once, with dice that are thrown."""

from itertools import combinations
from typing import TYPE_CHECKING

from games.derby.course import SPACES, TOTAL, Course
from games.kit.dice import FACES
from games.kit.simulation import Randomness, Simulated

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Whole = NDArray[np.intp]


def simulate(
    course: Course, start: tuple[int, ...], races: int, randomness: Randomness, *, last_wins: bool
) -> Simulated:
    """How often each horse won alone, and each dead heat came; the throws they took; how many dead heats there were."""
    import numpy as np  # a tenth of a second that only a simulation needs

    won, throws = run(course, start, races, randomness, last_wins=last_wins)
    horses = range(len(start))
    times = np.bincount(won, minlength=1 << len(start))
    outcomes = {
        "=".join(str(horse + 1) for horse in together): int(times[sum(1 << horse for horse in together)])
        for size in range(1, course.dice + 1)
        for together in combinations(horses, size)
    }
    dead_heats = races - sum(outcomes[str(horse + 1)] for horse in horses)
    taken = int(throws.sum()), int((throws * throws).sum())
    return Simulated(races, outcomes, {"throws": taken, "dead_heat": (dead_heats, dead_heats)})


def run(
    course: Course, start: tuple[int, ...], races: int, randomness: Randomness, *, last_wins: bool
) -> "tuple[Whole, Whole]":
    """For each race its winners, one bit for each horse, and how many throws it took.

    All races that are not over are thrown for together, and those that are leave the field.
    """
    import numpy as np

    won, throws = np.zeros(races, np.intp), np.zeros(races, np.intp)
    table, bits = _table(course), 1 << np.arange(len(start))[:, None]
    racing = np.arange(races)
    positions = np.repeat(np.array(start, np.uint8)[:, None], races, axis=1)
    while racing.size:
        throws[racing] += 1
        running = positions < SPACES
        dice = randomness.integers(1, FACES + 1, course.dice * racing.size, np.uint8).reshape(course.dice, racing.size)
        positions = _moved(table, positions, dice)
        home = positions == SPACES
        winning = _last(running, home) if last_wins else home
        over = winning.any(axis=0)
        won[racing[over]] = (winning * bits).sum(axis=0)[over]
        racing, positions = racing[~over], positions[:, ~over]
    return won, throws


def _moved(table: "Bytes", positions: "Bytes", dice: "Bytes") -> "Bytes":
    import numpy as np

    high = (dice.sum(axis=0) >= TOTAL).astype(np.intp)
    numbers = np.arange(1, len(positions) + 1)[:, None]
    own = sum((die == numbers).astype(np.intp) for die in dice)
    moved: Bytes = table[positions, own, high]
    return moved


def _last(running: "NDArray[np.bool_]", home: "NDArray[np.bool_]") -> "NDArray[np.bool_]":
    """Of donkeys the one that is left, or those that came home together with nobody left."""
    left = (~home).sum(axis=0)
    last: NDArray[np.bool_] = (~home & (left == 1)) | (running & (left == 0))
    return last


def _table(course: Course) -> "Bytes":
    """Where a horse comes, by its space, how many dice show its number, and whether the total is high."""
    import numpy as np

    return np.array(
        [
            [[course.after(at, own, total) for total in (0, TOTAL)] for own in range(course.dice + 1)]
            for at in range(SPACES + 1)
        ],
        np.uint8,
    )
