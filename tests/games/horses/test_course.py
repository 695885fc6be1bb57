from functools import partial
from typing import Any

import pytest

from games.horses.course import Colour, Course, Horse, problems
from games.kit.courses import Provenance, read_course
from games.kit.errors import RuleBroken
from tests.games.courses import one_changed, unchecked
from tests.games.driving import refusal
from tests.games.horses.racing import HORSES, ORDER, course, race, table

tracks = partial(one_changed, course()["horses"])


def pays(**changes: str) -> dict[str, str]:
    return {**course()["odds"], **changes}


def test_the_printed_board_is_there_and_says_where_it_comes_from() -> None:
    assert list(HORSES.courses) == ["all-fair"]
    board = HORSES.courses["all-fair"]
    assert {name: str(odds) for name, odds in vars(board.odds).items()} == {
        "win": "3/1",
        "place": "1/1",
        "show": "1/3",
        "colour": "1/1",
    }
    assert [(track.name, track.length) for track in board.horses] == [
        ("Clubs", 13),
        ("Diamonds", 13),
        ("Hearts", 13),
        ("Spades", 13),
    ]
    assert (board.stake_least, board.stake_most, board.races_per_bookie) == (1, None, 1)
    assert board.provenance.odds is board.provenance.lengths is Provenance.PRINTED


def test_every_horse_is_under_one_colour() -> None:
    assert [(colour, colour.horses) for colour in Colour] == [
        (Colour.RED, (Horse.DIAMONDS, Horse.HEARTS)),
        (Colour.BLACK, (Horse.CLUBS, Horse.SPADES)),
    ]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"horses": tracks(length=12)}, "bad_length"),
        ({"horses": tracks(length=14)}, "bad_length"),
        ({"horses": tracks(length="13")}, "bad_course"),
        ({"horses": course()["horses"][1:]}, "wrong_horses"),
        ({"horses": course()["horses"][::-1]}, "wrong_horses"),
        ({"horses": tracks(horse="spades")}, "wrong_horses"),
        ({"horses": tracks(horse="knave")}, "bad_course"),
        ({"odds": pays(win="3/0")}, "bad_odds"),
        ({"odds": pays(show="0/3")}, "bad_odds"),
        ({"odds": {"win": "3/1"}}, "bad_course"),
        ({"odds": pays(), "stake_most": 2}, "no_legal_stake"),
        ({"odds": pays(colour="3/7"), "stake_most": 6}, "no_legal_stake"),
        ({"stake_least": 0}, "bad_limits"),
        ({"stake_least": 5, "stake_most": 4}, "bad_limits"),
        ({"stake_most": 1_000_001}, "bad_limits"),
        ({"stake_least": 1_000_001}, "bad_limits"),
        ({"races_per_bookie": 0}, "bad_term"),
        ({"provenance": {"lengths": "guessed", "odds": "printed"}}, "bad_course"),
        ({"joker": True}, "bad_course"),
    ],
)
def test_a_course_that_cannot_be_played_on_is_refused(changes: dict[str, Any], code: str) -> None:
    assert refusal(read_course, Course, course(**changes)) == code


@pytest.mark.parametrize(
    "changes", [{"stake_most": 3}, {"stake_least": 4, "stake_most": 6}, {"stake_most": 1_000_000}, {"stake_most": None}]
)
def test_a_course_at_its_limits_is_accepted(changes: dict[str, Any]) -> None:
    assert read_course(Course, course(**changes)).name == "Own"


@pytest.mark.rule("horses:C1")
def test_the_length_of_a_track_cannot_be_changed_and_the_message_says_why() -> None:
    with pytest.raises(RuleBroken) as refused:
        read_course(Course, course(horses=tracks(length=12)))
    assert refused.value.sentence == "The track of clubs has 13 squares: a suit has as many cards."


def test_all_problems_of_a_course_are_found_at_once() -> None:
    bad = unchecked(HORSES.courses["all-fair"], races_per_bookie=0, stake_least=0, horses=())
    assert [problem.code for problem in problems(bad)] == ["wrong_horses", "bad_limits", "bad_term"]


def test_a_course_of_ones_own_can_be_raced_on() -> None:
    own = race(course=course(odds=pays(win="5/2"), races_per_bookie=3))
    assert [str(space.odds) for space in HORSES.markets(own)[0].spaces] == ["5/2"] * 4
    assert HORSES.term(own) == 3
    assert refusal(race, course="ascot") == "unknown_course"
    assert refusal(race, course={"name": "Half a course"}) == "bad_option"


@pytest.mark.rule("horses:C5")
def test_the_printed_board_has_no_limit_and_one_of_ones_own_may() -> None:
    assert table("P1").stake("P1", "win", "clubs", 10**9).laid["P1", "win", "clubs"] == 10**9
    limited = table("P1", options={"course": course(stake_most=5)}).stake("P1", "win", "clubs", 5)
    assert refusal(limited.stake, "P1", "win", "clubs", 1) == "over_limit"
    assert refusal(limited.stake, "P1", "show", "clubs", 6) == "over_limit"
    assert limited.room("P1", "show", "clubs") == 3


def test_a_view_has_the_tracks_beside_the_positions() -> None:
    view = HORSES.view(race(), None)
    assert [track.horse for track in view.course.horses] == list(ORDER)
    assert view.positions == (0, 0, 0, 0)


def test_what_a_person_should_know_of_the_course() -> None:
    first, second = HORSES.about(race())
    assert first.startswith("All-Fair board. ")
    assert second == "Where it comes from: lengths printed, odds printed."
