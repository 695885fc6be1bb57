"""`make derby-starts`: games/derby/starts.toml, prospects of races where totals jump hurdles, from the start.

From there the grid has up to 16.8 million points, and each is looked at with every throw: some minutes for all races,
and two gigabytes. The file names the law of motion of each race: figures of another law are never taken for its own.
"""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from games.derby.course import Course, Finish, Jump
from games.derby.grid import figures
from games.derby.law import LEAST, MOST, Race, law_of
from games.kit.courses import read_courses

GAME = Path(__file__).resolve().parent.parent / "games" / "derby"
FILE = GAME / "starts.toml"
DIGITS = 15
HEADER = """\
# Prospects from the start of races where a total of the dice jumps hurdles: shares of the horses, mean number of
# throws and of its square, chances of a dead heat of two and of three. `make derby-starts` worked them out, over every
# way in which the horses may stand, and wrote this file. The names hold the digest of the law of motion, the number of
# horses, and whether the last one wins.
"""


def races() -> Iterator[tuple[str, Race]]:
    """With what each is, in words."""
    for words, course in courses():
        for horses in range(LEAST, MOST + 1):
            yield f"{words}, {horses} horses", Race(law_of(course), donkey=False, horses=horses)
            yield f"{words}, {horses} horses, the last one wins", Race(law_of(course), donkey=True, horses=horses)


def courses() -> Iterator[tuple[str, Course]]:
    """Those of the house where totals jump hurdles, with each finish that a club may choose."""
    for course in read_courses(Course, (GAME / "courses.toml").read_text()).values():
        if course.jump is Jump.TOTAL:
            yield f"{course.name}, finish with a doublet", replace(course, finish=Finish.DOUBLET)
            yield f"{course.name}, finish by exact count", replace(course, finish=Finish.EXACT)
            yield f"{course.name}, finish with what is needed", replace(course, finish=Finish.EXACT, clips=True)


def section(words: str, race: Race) -> str:
    *shares, throws, squares, two, three = (
        f"{figure:.{DIGITS}g}" if figure else "0.0" for figure in figures(race, (1,) * race.horses)
    )
    return f"""
# {words}
[{race.name}]
shares = [{", ".join(shares)}]
throws = {throws}
squares = {squares}
dead_heats = [{two}, {three}]
"""


def main() -> None:
    sections = []
    for words, race in races():
        started = time.perf_counter()
        sections.append(section(words, race))
        print(f"{words}: {time.perf_counter() - started:.1f} s")
    FILE.write_text(HEADER + "".join(sections))


if __name__ == "__main__":
    main()
