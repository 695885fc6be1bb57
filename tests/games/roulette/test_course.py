from typing import Any

import pytest

from games.kit.courses import Provenance, read_course, read_courses
from games.kit.errors import RuleBroken
from games.roulette.course import Course, problems
from tests.games.courses import unchecked
from tests.games.driving import refusal
from tests.games.roulette.playing import FIGURES, ROULETTE, course, play, spaces, table


def test_the_russell_cards_are_there_and_say_where_they_come_from() -> None:
    (russell,) = ROULETTE.courses.values()
    assert vars(russell.payments) == FIGURES
    origin = russell.provenance
    assert (origin.odds, origin.colours, origin.layout) == (
        Provenance.PRINTED,
        Provenance.RECONSTRUCTED,
        Provenance.RECONSTRUCTED,
    )
    assert (russell.stake_least, russell.stake_most, russell.turns_per_bank) == (1, None, 10)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"payments": {**FIGURES, "single": 1}}, "bad_payment"),
        ({"payments": {**FIGURES, "six": 0}}, "bad_payment"),
        ({"payments": {**FIGURES, "two": 1001}}, "bad_payment"),
        ({"payments": {**FIGURES, "even": 0}}, "bad_payment"),
        ({"payments": {**FIGURES, "even": -1}}, "bad_payment"),
        ({"payments": {**FIGURES, "even": "1/1"}}, "bad_course"),
        ({"payments": {**FIGURES, "seven": 4}}, "bad_course"),
        ({"payments": {"even": 1}}, "bad_course"),
        ({"stake_least": 0}, "bad_limits"),
        ({"stake_most": 0}, "bad_limits"),
        ({"stake_least": 5, "stake_most": 4}, "bad_limits"),
        ({"stake_most": 1_000_001}, "bad_limits"),
        ({"turns_per_bank": 0}, "bad_term"),
        ({"provenance": {"odds": "printed"}}, "bad_course"),
        ({"wheel": 37}, "bad_course"),
    ],
)
def test_a_course_that_cannot_be_played_on_is_refused(changes: dict[str, Any], code: str) -> None:
    assert refusal(read_course, Course, course(**changes)) == code


@pytest.mark.parametrize(
    "changes",
    [
        {"payments": dict.fromkeys(FIGURES, 2)},
        {"payments": dict.fromkeys(FIGURES, 1000)},
        {"payments": {**FIGURES, "even": 1}},
        {"stake_least": 6, "stake_most": 6},
        {"stake_most": 1_000_000},
        {"stake_most": None},
        {"turns_per_bank": 1},
    ],
)
def test_a_course_at_its_limits_is_accepted(changes: dict[str, Any]) -> None:
    assert read_course(Course, course(**changes)).name == "Own"


def test_a_message_names_the_kind_and_the_limits() -> None:
    with pytest.raises(RuleBroken) as refused:
        read_course(Course, course(payments={**FIGURES, "six": 0}))
    assert refused.value.sentence == "What six pays is a whole number from 2 to 1000."


def test_all_problems_of_a_course_are_found_at_once() -> None:
    (russell,) = ROULETTE.courses.values()
    bad = unchecked(russell, payments=unchecked(russell.payments, single=0), stake_least=0, turns_per_bank=0)
    assert [problem.code for problem in problems(bad)] == ["bad_payment", "bad_limits", "bad_term"]


def test_a_course_of_ones_own_can_be_played_on() -> None:
    own = course(payments={**FIGURES, "single": 38}, stake_least=2, stake_most=5)
    assert spaces(play(course=own))["number", "17"].odds.winnings == 38
    round_ = table("P1", options={"course": own})
    assert refusal(round_.stake, "P1", "number", "17", 1) == "under_limit"
    assert refusal(round_.stake, "P1", "number", "17", 6) == "over_limit"
    assert refusal(play, course="ascot") == "unknown_course"
    assert refusal(play, course={"name": "Half a course"}) == "bad_option"
    assert refusal(play, course=course(turns_per_bank=0)) == "bad_term"


def test_courses_are_written_in_toml() -> None:
    assert refusal(read_courses, Course, '[tiny]\nname = "Tiny"\n') == "bad_course"
