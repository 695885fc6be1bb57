from functools import partial
from typing import Any

import pytest

from games.kit.courses import Provenance, read_course, read_courses
from games.kit.errors import RuleBroken
from games.minoru.course import Course, problems
from tests.games.courses import one_changed, unchecked
from tests.games.driving import refusal
from tests.games.minoru.racing import MINORU, course, race

BLUE, RED = ["minoru", "game_chick"], ["gou_gou", "miss_mcgiggle", "st_amant"]
tracks = partial(one_changed, course()["horses"])


def colours(**horses: list[str]) -> list[dict[str, Any]]:
    return [{"colour": colour, "horses": under} for colour, under in horses.items()]


def test_the_three_courses_are_there_and_say_where_they_come_from() -> None:
    assert {name: course.lengths for name, course in MINORU.courses.items()} == {
        "jaques": (3, 4, 6, 5, 3),
        "true-odds": (3, 4, 6, 5, 3),
        "long": (19, 21, 23, 22, 19),
    }
    origins = {name: (course.provenance.lengths, course.provenance.odds) for name, course in MINORU.courses.items()}
    assert origins == {
        "jaques": (Provenance.REPORTED, Provenance.PRINTED),
        "true-odds": (Provenance.REPORTED, Provenance.RECONSTRUCTED),
        "long": (Provenance.RECONSTRUCTED, Provenance.PRINTED),
    }
    assert [name for name, course in MINORU.courses.items() if course.joker] == ["jaques", "true-odds"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"horses": tracks(length=0)}, "bad_length"),
        ({"horses": tracks(length=-3)}, "bad_length"),
        ({"horses": tracks(length=13)}, "bad_length"),
        ({"horses": [{**track, "odds_joker": None} for track in tracks(length=25)], "joker": False}, "bad_length"),
        ({"horses": tracks(length="3")}, "bad_course"),
        ({"horses": tracks(odds="2/0")}, "bad_odds"),
        ({"horses": tracks(odds="0/2")}, "bad_odds"),
        ({"horses": tracks(odds=2)}, "bad_course"),
        ({"horses": tracks(odds="5/7")}, "no_legal_stake"),
        ({"horses": tracks(odds_joker="5/7")}, "no_legal_stake"),
        ({"horses": course()["horses"][1:]}, "wrong_horses"),
        ({"horses": tracks(horse="gou_gou")}, "wrong_horses"),
        ({"horses": tracks(horse="spavin")}, "bad_course"),
        ({"colours": colours(blue=BLUE[:1], red=RED)}, "no_colour"),
        ({"colours": colours(blue=[*BLUE, "st_amant"], red=RED)}, "two_colours"),
        ({"colours": colours(blue=[*BLUE, *RED], red=[])}, "empty_colour"),
        ({"colours": colours(blue=BLUE)}, "wrong_colours"),
        ({"colours": colours(blue=BLUE, green=RED)}, "bad_course"),
        ({"stake_least": 0}, "bad_limits"),
        ({"stake_most": 0}, "bad_limits"),
        ({"stake_most": 1_000_001}, "bad_limits"),
        ({"stake_least": 5, "horses": tracks(odds="5/4")}, "no_legal_stake"),
        ({"races_per_bank": 0}, "bad_term"),
        ({"joker": False}, "joker_forbidden"),
        ({"provenance": {"lengths": "guessed", "odds": "printed", "colours": "printed"}}, "bad_course"),
        ({"speed": 3}, "bad_course"),
    ],
)
def test_a_course_that_cannot_be_played_on_is_refused(changes: dict[str, Any], code: str) -> None:
    assert refusal(read_course, Course, course(**changes)) == code


@pytest.mark.parametrize(
    "changes",
    [
        {"horses": tracks(length=12)},
        {"horses": [{**track, "odds_joker": None} for track in tracks(length=24)], "joker": False},
        {"stake_least": 6, "stake_most": 6},
        {"stake_most": 1_000_000},
    ],
)
def test_a_course_at_its_limits_is_accepted(changes: dict[str, Any]) -> None:
    assert read_course(Course, course(**changes)).name == "Own"


def test_a_message_names_the_horse_and_the_place() -> None:
    with pytest.raises(RuleBroken) as refused:
        read_course(Course, course(horses=tracks(length=0)))
    assert "minoru" in refused.value.sentence
    with pytest.raises(RuleBroken) as refused:
        read_course(Course, course(horses=tracks(length="3")))
    assert refused.value.sentence == "course.horses[0].length should be a whole number."


def test_all_problems_of_a_course_are_found_at_once() -> None:
    bad = unchecked(MINORU.courses["jaques"], races_per_bank=0, stake_least=0, colours=())
    codes = [problem.code for problem in problems(bad)]
    assert codes == ["wrong_colours", *["no_colour"] * 5, "bad_limits", "bad_term"]


def test_a_course_of_ones_own_can_be_raced_on() -> None:
    assert race(course=course(1, 2, 3, 4, 5)).course.lengths == (1, 2, 3, 4, 5)
    assert refusal(race, course=course(0, 1, 1, 1, 1)) == "bad_length"
    assert refusal(race, course="ascot") == "unknown_course"
    assert refusal(race, course={"name": "Half a course"}) == "bad_option"


def test_courses_are_written_in_toml() -> None:
    with pytest.raises(RuleBroken) as refused:
        read_courses(Course, '[tiny]\nname = "Tiny"\n')
    assert refused.value.code == "bad_course"
