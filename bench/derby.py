"""Odds of the Derby family: tables beside a plain loop, a look-up, and what is worked out while somebody waits."""

import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import resources
from itertools import product
from typing import Any

from bench.sorted_positions import prospects
from bench.table import Ratio, Row, duration
from games.derby.course import Course
from games.derby.estimate import estimate
from games.derby.exchangeable import build, number
from games.derby.grid import figures
from games.derby.law import Race, law_of
from games.derby.odds import Prospects
from games.derby.table import Table
from games.kit.courses import read_courses

SPEEDUP = 20.0
LOOK_UPS = 1000
MOST_SECONDS_LOOK_UP = 100e-6
MOST_SECONDS = 1.0  # what somebody waits for
TINY = 1e-12
SECOND, MIDDLE, LARGEST_GRID = (2, 1, 1, 1, 1, 1), (10, 9, 12, 8, 11, 10), (9, 8, 8, 8, 9, 9)

COURSES = read_courses(Course, resources.files("games.derby").joinpath("courses.toml").read_text("utf-8"))


def seconds(act: Callable[[], Any]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


def race(course: str, horses: int, *, donkey: bool = False) -> Race:
    return Race(law_of(COURSES[course]), donkey, horses)


def table_beside_a_loop(rounds: int) -> Row:
    course, four, position = COURSES["derby-day"], race("derby-day", 4), (3, 7, 7, 12)
    shares, mean = prospects(course, 4)[position]
    assert max(abs(a - b) for a, b in zip(build(four)[number(position)], (*shares, mean), strict=False)) < TINY
    ours, loop = [], []
    for _ in range(rounds):
        ours.append(seconds(partial(build, four)))
        loop.append(seconds(partial(prospects, course, 4)))
    ratio = statistics.median(b / a for a, b in zip(ours, loop, strict=True))
    shown = (duration(statistics.median(ours)), "–", duration(statistics.median(loop)))
    return Row("Derby Day, 4 horses, all odds", shown, [Ratio("derby_table_vs_loop", ratio, "loop", least=SPEEDUP)])


def timed(words: str, key: str, act: Callable[[], Any], rounds: int) -> Row:
    taken = statistics.median(seconds(act) for _ in range(rounds))
    return Row(words, (duration(taken),), [Ratio(key, taken / MOST_SECONDS, "1 s", most=1.0)])


def tables(rounds: int) -> Iterator[Row]:
    for course, donkey in product(("derby-day", "kentucky", "grand-national"), (False, True)):
        words = f"{COURSES[course].name}, 6 horses{', Donkey race' if donkey else ''}, all odds"
        key = f"{course.replace('-', '_')}{'_donkey' if donkey else ''}_table"
        yield timed(words, key, partial(build, race(course, 6, donkey=donkey)), rounds)
    six = race("derby-day", 6)
    kept = Table(six, build(six)).to_bytes()
    yield timed("Derby Day, 6 horses, as they were kept", "derby_kept", partial(Table.from_bytes, six, kept), rounds)


def look_up(rounds: int) -> Row:
    odds, course = Prospects({}), COURSES["derby-day"]

    def often() -> None:
        for _ in range(LOOK_UPS):
            odds.of(course, donkey=False, positions=MIDDLE)

    often()
    taken = statistics.median(seconds(often) for _ in range(rounds)) / LOOK_UPS
    ratio = Ratio("derby_look_up", taken / MOST_SECONDS_LOOK_UP, "100 µs", most=1.0)
    return Row("Derby Day, odds of a position", (duration(taken),), [ratio])


def while_somebody_waits(rounds: int) -> Iterator[Row]:
    run = estimate.__wrapped__  # what is remembered would be no measure
    race_, donkey = race("myopia", 6), race("myopia", 6, donkey=True)
    yield timed("Myopia, the most that is exact", "myopia_grid", partial(figures, race_, LARGEST_GRID), rounds)
    yield timed("Myopia, an estimate", "myopia_estimate", partial(run, race_, SECOND), rounds)
    yield timed("Myopia, Donkey race, an estimate", "myopia_donkey_estimate", partial(run, donkey, SECOND), rounds)


def rows(rounds: int) -> list[Row]:
    return [table_beside_a_loop(rounds), *tables(rounds), look_up(rounds), *while_somebody_waits(rounds)]
