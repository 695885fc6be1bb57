"""A second way to the odds: the rules as they are printed, every throw rolled die by die, and fractions throughout.

Only for positions late in a race: it takes a hundred thousand times as long as a table.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

Figures = tuple[Fraction, ...]  # shares, mean throws, mean square, dead heats of two and of three
Spaces = tuple[int, ...]

DICE = {"derby-day": 3, "kentucky": 3, "grand-national": 2, "myopia": 3}
HURDLES = {5, 11}


def moved(race: str, at: int, number: int, dice: Spaces) -> int:
    """Where horse `number` comes from space `at` with these dice."""
    own = dice.count(number)
    kind, *options = race.split(", ")
    if at == 16:
        return 16
    if at in HURDLES and kind == "grand-national":
        return at + 1 if own == 2 else at
    if at in HURDLES and kind == "myopia":
        return at + 1 if sum(dice) >= 13 else at
    if kind in {"grand-national", "myopia"}:
        for hurdle in HURDLES:
            if at < hurdle < at + own:
                return hurdle
    if kind == "kentucky" or race == "myopia":
        if at == 15:
            return 16 if own >= 2 else 15
        return min(15, at + own)
    if at + own > 16:
        return 16 if "clipped" in options else at
    return at + own


@cache
def figures(race: str, donkey: bool, spaces: Spaces) -> Figures:
    """Of a race that goes on."""
    horses = range(len(spaces))
    all_throws = list(product(range(1, 7), repeat=DICE[race.split(",")[0]]))
    after = Counter(tuple(moved(race, spaces[h], h + 1, dice) for h in horses) for dice in all_throws)
    stays = Fraction(after.pop(spaces, 0), len(all_throws))
    sums = [Fraction()] * (len(spaces) + 4)
    for successor, times in after.items():
        for at, figure in enumerate(_reached(race, donkey, spaces, successor)):
            sums[at] += figure * Fraction(times, len(all_throws))
    # T = 1 + T', where T' is 0, or T of the successor, or T again.
    *shares, throws, squares, two, three = (figure / (1 - stays) for figure in sums)
    throws += 1 / (1 - stays)
    squares += (1 + 2 * (throws - 1)) / (1 - stays)
    return (*shares, throws, squares, two, three)


def _reached(race: str, donkey: bool, before: Spaces, spaces: Spaces) -> Figures:
    if donkey:
        out = [at < 16 for at in spaces]
        if sum(out) == 1:
            return _won(out)
        if not any(out):
            return _won([at < 16 for at in before])
    elif 16 in spaces:
        return _won([at == 16 for at in spaces])
    return figures(race, donkey, spaces)


def _won(winners: list[bool]) -> Figures:
    heat = sum(winners)
    return (*(Fraction(won, heat) for won in winners), *map(Fraction, (0, 0, heat == 2, heat == 3)))
