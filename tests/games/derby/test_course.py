"""The board as data. How horses move on it is shown by the rules."""

from dataclasses import replace

import pytest

from games.derby.course import Course, Finish, Jump
from games.derby.race import Variant
from tests.games.derby.racing import DERBY, RACES
from tests.games.driving import refusal

COURSES = DERBY.courses


def test_the_four_races_have_their_courses() -> None:
    assert tuple(COURSES) == RACES == tuple(variant.value for variant in Variant)


def test_they_differ_in_dice_finish_hurdles_and_jump() -> None:
    assert {name: (each.dice, each.finish, each.hurdles, each.jump) for name, each in COURSES.items()} == {
        "derby-day": (3, Finish.EXACT, (), None),
        "kentucky": (3, Finish.DOUBLET, (), None),
        "grand-national": (2, Finish.EXACT, (5, 11), Jump.DOUBLET),
        "myopia": (3, Finish.DOUBLET, (5, 11), Jump.TOTAL),
    }


@pytest.mark.parametrize("name", RACES)
def test_a_horse_never_goes_back_past_the_post_or_past_a_hurdle(name: str) -> None:
    course = COURSES[name]
    for at in range(1, 17):
        for own in range(course.dice + 1):
            for total in range(course.dice, 6 * course.dice + 1):
                to = course.after(at, own, total)
                assert at <= to <= 16
                assert not any(at < hurdle < to for hurdle in course.hurdles)
                assert to - at <= max(own, at in course.hurdles)


@pytest.mark.parametrize(("name", "together"), [*zip(RACES, (3, 1, 2, 1), strict=True)])
def test_as_many_horses_finish_together_as_the_dice_allow(name: str, together: int) -> None:
    assert COURSES[name].dead_heat == together


@pytest.mark.parametrize(
    ("name", "changes", "code"),
    [
        ("derby-day", {"dice": 1}, "wrong_dice"),
        ("derby-day", {"dice": 4}, "wrong_dice"),
        ("derby-day", {"hurdles": (5,)}, "bad_hurdles"),
        ("grand-national", {"jump": None}, "bad_hurdles"),
        ("grand-national", {"hurdles": (1,)}, "bad_hurdles"),
        ("grand-national", {"hurdles": (15,)}, "bad_hurdles"),
        ("kentucky", {"clips": True}, "no_overshoot"),
    ],
)
def test_a_course_that_cannot_be_run_is_refused(name: str, changes: dict[str, object], code: str) -> None:
    course: Course = COURSES[name]
    assert refusal(lambda: replace(course, **changes)) == code  # type: ignore[arg-type]
