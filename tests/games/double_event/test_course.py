from functools import partial
from typing import Any

import pytest

from games.double_event.course import Course, problems
from games.kit.courses import Provenance, read_course, read_courses
from games.kit.errors import RuleBroken
from tests.games.courses import one_changed, unchecked
from tests.games.double_event.racing import GAME, course, race
from tests.games.driving import refusal

tracks = partial(one_changed, course()["horses"])


def test_the_three_courses_are_there_and_say_that_they_are_reconstructed() -> None:
    assert {name: course.lengths for name, course in GAME.courses.items()} == {
        "double-event": (10, 9, 9, 10, 4, 4, 2),
        "equal-suits": (8, 8, 8, 8, 3, 3, 2),
        "two-packs": (16, 16, 16, 16, 5, 5, 3),
    }
    for each in GAME.courses.values():
        assert {each.provenance.lengths, each.provenance.odds} == {Provenance.RECONSTRUCTED}
        assert "Nothing printed of this course is known" in each.about
        assert (each.stake_least, each.stake_most, each.races_per_bank) == (1, 6, 4)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"horses": tracks(length=0)}, "bad_length"),
        ({"horses": tracks(length=-3)}, "bad_length"),
        ({"horses": tracks(length=40)}, "bad_length"),
        ({"horses": tracks(4, length=13)}, "bad_length"),
        ({"horses": tracks(5, length=13)}, "bad_length"),
        ({"horses": tracks(6, length=7)}, "bad_length"),
        ({"horses": tracks(length="3")}, "bad_course"),
        ({"horses": tracks(win="2/0")}, "bad_odds"),
        ({"horses": tracks(placed="0/2")}, "bad_odds"),
        ({"horses": tracks(win=2)}, "bad_course"),
        ({"horses": tracks(win="5/7")}, "no_legal_stake"),
        ({"horses": tracks(placed="5/7")}, "no_legal_stake"),
        ({"horses": course()["horses"][1:]}, "wrong_horses"),
        ({"horses": tracks(horse="king")}, "wrong_horses"),
        ({"horses": tracks(horse="ace")}, "bad_course"),
        ({"horses": tracks(horse="joker")}, "bad_course"),
        ({"tie": "dead_heat"}, "bad_course"),
        ({"stake_least": 0}, "bad_limits"),
        ({"stake_most": 0}, "bad_limits"),
        ({"stake_most": 1_000_001}, "bad_limits"),
        ({"stake_least": 5, "horses": tracks(win="5/4")}, "no_legal_stake"),
        ({"races_per_bank": 0}, "bad_term"),
        ({"provenance": {"lengths": "guessed", "odds": "printed"}}, "bad_course"),
        ({"joker": True}, "bad_course"),
        ({"colours": []}, "bad_course"),
    ],
)
def test_a_course_that_cannot_be_played_on_is_refused(changes: dict[str, Any], code: str) -> None:
    assert refusal(read_course, Course, course(**changes)) == code


@pytest.mark.parametrize(
    "changes",
    [
        {"horses": tracks(length=39)},
        {"horses": tracks(4, length=12)},
        {"horses": tracks(6, length=6)},
        {"horses": tracks(length=1)},
        {"stake_least": 6, "stake_most": 6},
        {"stake_most": 1_000_000},
        {"tie": "court_first"},
    ],
)
def test_a_course_at_its_limits_is_accepted(changes: dict[str, Any]) -> None:
    assert read_course(Course, course(**changes)).name == "Own"


def test_a_message_names_the_horse_and_the_place() -> None:
    with pytest.raises(RuleBroken) as refused:
        read_course(Course, course(horses=tracks(6, length=7)))
    assert refused.value.sentence == "The track of knave needs 1 to 6 spaces on this course."
    with pytest.raises(RuleBroken) as refused:
        read_course(Course, course(horses=tracks(length="3")))
    assert refused.value.sentence == "course.horses[0].length should be a whole number."


def test_all_problems_of_a_course_are_found_at_once() -> None:
    good = GAME.courses["double-event"]
    bad = unchecked(good, races_per_bank=0, stake_least=0, horses=good.horses[1:])
    assert [problem.code for problem in problems(bad)] == ["wrong_horses", "bad_limits", "bad_term"]


def test_a_course_of_ones_own_can_be_raced_on() -> None:
    assert race(course=course(1, 2, 3, 4, 5, 6, 1)).course.lengths == (1, 2, 3, 4, 5, 6, 1)
    assert refusal(race, course=course(0, 1, 1, 1, 1, 1, 1)) == "bad_length"
    assert refusal(race, course="jaques") == "unknown_course"
    assert refusal(race, course={"name": "Half a course"}) == "bad_option"


def test_courses_are_written_in_toml() -> None:
    assert refusal(read_courses, Course, '[tiny]\nname = "Tiny"\n') == "bad_course"
