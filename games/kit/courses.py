"""What printed boards have in common once they are data: where figures come from, and the limits of stakes."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from games.kit.errors import RuleBroken
from games.kit.odds import Odds
from games.kit.values import read_json

MOST_COUNTERS = 1_000_000

Course = TypeVar("Course")


class Provenance(StrEnum):
    PRINTED = "printed"
    REPORTED = "reported"
    RECONSTRUCTED = "reconstructed"


def limit_problems(least: int, most: int | None, priced: Iterable[tuple[str, Odds]]) -> Iterator[RuleBroken]:
    """What is wrong with the least and the most that a player may have on a space; `priced` are all spaces."""
    if not 1 <= least <= (MOST_COUNTERS if most is None else most) <= MOST_COUNTERS:
        yield RuleBroken(
            "bad_limits",
            "The least stake is 1 or more, and the most is no less than that and %(most)s or less.",
            most=MOST_COUNTERS,
        )
        return
    for name, odds in priced:
        if most is not None and most // odds.step * odds.step < least:
            yield RuleBroken(
                "no_legal_stake",
                "At %(odds)s stakes on %(horse)s are multiples of %(step)s; there is none between the limits.",
                odds=str(odds),
                horse=name,
                step=odds.step,
            )


def term_problems(term: int) -> Iterator[RuleBroken]:
    if term < 1:
        yield RuleBroken("bad_term", "An office is held for 1 round or more.")


def read_course(kind: type[Course], data: Any) -> Course:
    """A course from JSON, checked."""
    course: Course = read_json(kind, data, "course", "bad_course")
    return course


def read_courses(kind: type[Course], text: str) -> dict[str, Course]:
    """The courses of a TOML text, by their names."""
    return {name: read_course(kind, data) for name, data in tomllib.loads(text).items()}


def find_course(courses: Mapping[str, Course], chosen: str | Course) -> Course:
    """The course of this name, or the one that somebody brought along."""
    if not isinstance(chosen, str):
        return chosen
    try:
        return courses[chosen]
    except KeyError:
        known = ", ".join(courses)
        raise RuleBroken(
            "unknown_course", "%(course)s is no course. There are: %(known)s.", course=chosen, known=known
        ) from None
