"""Everything that must be refused, each with its code and with nothing changed."""

from typing import Any

import pytest

from games.kit.replay import Refusal, read_script, replay
from tests.games.double_event.racing import GAME, JDC, C, D, H, J, K, Q, S, course, race, run, table
from tests.games.driving import refusal
from tests.games.rounds import turn

OPEN = table("P1", "P2", "P3", holder="P3", purses={"P1": 10}, funds={"bank": 60}).stake("P1", "win", H, 4)
RUNNING = run(OPEN, "2H")
FINISHED = run(OPEN, JDC)


@pytest.mark.parametrize("counters", [0, -1, 1.5, "3", True, None, [1], 10**30 + 0.0])
def test_a_stake_that_is_no_number_of_counters(counters: Any) -> None:
    assert refusal(OPEN.stake, "P1", "win", K, counters) == "bad_counters"
    assert refusal(OPEN.withdraw, "P1", "win", H, counters) == "bad_counters"


@pytest.mark.parametrize("counters", [7, 10**30])
def test_a_stake_above_six(counters: int) -> None:
    assert refusal(OPEN.stake, "P2", "win", K, counters) == "over_limit"


def test_four_and_then_three_more() -> None:
    assert refusal(OPEN.stake, "P1", "win", H, 3) == "over_limit"


@pytest.mark.parametrize(
    ("market", "horse", "wrong", "right"),
    [
        *(("win", horse, (1, 3, 5), (2, 4, 6)) for horse in (D, C, J)),
        *(("placed", horse, (1, 3, 5), (2, 4, 6)) for horse in (D, C)),
        *(("placed", horse, (1, 2, 4, 5), (3, 6)) for horse in (H, S, K, Q)),
    ],
)
def test_a_stake_that_its_odds_cannot_pay_whole(
    market: str, horse: str, wrong: tuple[int, ...], right: tuple[int, ...]
) -> None:
    empty = table("P1")
    for counters in wrong:
        assert refusal(empty.stake, "P1", market, horse, counters) == "stake_step"
    for counters in right:
        assert empty.stake("P1", market, horse, counters).laid == {("P1", market, horse): counters}
    assert refusal(empty.stake("P1", market, horse, 6).withdraw, "P1", market, horse, 1) == "stake_step"


@pytest.mark.rule("double-event:B1", "double-event:B5")
@pytest.mark.parametrize(
    ("market", "selection", "code"),
    [
        ("win", "ace", "unknown_selection"),
        ("placed", "joker", "unknown_selection"),
        ("win", "ACE", "unknown_selection"),
        ("win", "JOKER", "unknown_selection"),
        ("win", "HEARTS", "unknown_selection"),
        ("win", "red", "unknown_selection"),
        ("win", "JDC", "unknown_selection"),
        ("win", ["hearts"], "unknown_selection"),
        ("colour", "red", "unknown_market"),
        ("colour", "hearts", "unknown_market"),
        ("place", "hearts", "unknown_market"),
        (None, None, "unknown_market"),
    ],
)
def test_a_space_that_is_not_on_the_cloth(market: Any, selection: Any, code: str) -> None:
    assert refusal(OPEN.stake, "P1", market, selection, 6) == code
    assert refusal(OPEN.withdraw, "P1", market, selection, 6) == code


@pytest.mark.rule("double-event:D-R8")
@pytest.mark.parametrize("closed", [RUNNING, FINISHED, FINISHED.settle(), OPEN.void()], ids=lambda round_: round_.phase)
def test_stakes_after_the_off_after_the_finish_and_after_void(closed: Any) -> None:
    assert refusal(closed.stake, "P2", "win", H, 1) == "staking_closed"
    assert refusal(closed.withdraw, "P1", "win", H, 1) == "staking_closed"


def test_withdrawing_more_than_was_staked_or_what_another_staked() -> None:
    assert refusal(OPEN.withdraw, "P1", "win", H, 5) == "not_staked"
    assert refusal(OPEN.withdraw, "P2", "win", H, 1) == "not_staked"
    assert refusal(OPEN.withdraw, "P1", "placed", H, 3) == "not_staked"
    assert OPEN.withdraw("P1", "win", H, 4).laid == {}


def test_the_banker_stakes() -> None:
    assert refusal(OPEN.stake, "P3", "win", H, 1) == "office_stakes"


@pytest.mark.parametrize("seat", ["Zoe", "", None, "house", "bank", ["P1"]])
def test_somebody_who_does_not_sit_there(seat: Any) -> None:
    assert refusal(OPEN.stake, seat, "win", H, 1) == "not_seated"
    assert refusal(OPEN.withdraw, seat, "win", H, 1) == "not_seated"


def test_a_stake_above_the_purse() -> None:
    full = OPEN.stake("P1", "placed", J, 6)
    assert refusal(full.stake, "P1", "placed", J, 1) == "over_limit"
    assert refusal(full.stake, "P1", "win", H, 1) == "short_purse"


def test_a_stake_that_the_bank_does_not_cover() -> None:
    assert refusal(OPEN.stake, "P2", "win", K, 5) == "not_covered"
    assert OPEN.stake("P2", "win", K, 4).stakes


def test_a_second_settlement() -> None:
    settled = FINISHED.settle()
    assert refusal(settled.settle) == "already_settled"
    assert refusal(settled.void) == "already_settled"
    assert refusal(RUNNING.settle) == "not_finished"
    assert refusal(RUNNING.void().void) == "round_void"


def test_a_card_after_the_finish() -> None:
    assert refusal(FINISHED.play, turn("7H")) == "race_over"
    assert refusal(FINISHED.settle().play, turn("7H")) == "race_over"
    assert refusal(RUNNING.void().play, turn("7H")) == "round_void"


def test_a_card_that_this_pack_cannot_give() -> None:
    assert refusal(RUNNING.play, turn("2H")) == "duplicate_card"
    assert refusal(RUNNING.play, turn("JK")) == "joker_not_in_pack"


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({"turn": "1Z"}, "unknown_card"),
        ({"turn": "kh"}, "unknown_card"),
        ({"turn": ""}, "unknown_card"),
        ({"turn": 8}, "bad_move"),
        ({"turn": ["KH"]}, "bad_move"),
        ({"turn": None}, "bad_move"),
        ({}, "bad_move"),
        ([], "bad_move"),
        ("turn", "bad_move"),
        ({"seat": "A"}, "bad_move"),
        ({"seat": 5, "turn": "KH"}, "bad_move"),
        ({"turn": "KH", "joker": True}, "bad_move"),
        ({"joker": True}, "unknown_move"),
        ({"deal": ["2H", "3H", "4H", "5H", "6H"]}, "unknown_move"),
    ],
)
def test_what_is_no_card_and_no_move(move: Any, code: str) -> None:
    assert refusal(GAME.read_move, move) == code


@pytest.mark.rule("double-event:B1")
@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"joker": True}, "bad_option"),
        ({"joker": False}, "bad_option"),
        ({"course": 3}, "bad_option"),
        ([], "bad_option"),
        ({"course": course(0, 1, 1, 1, 1, 1, 1)}, "bad_length"),
    ],
)
def test_options_that_do_not_exist_and_a_joker_is_one(options: Any, code: str) -> None:
    assert refusal(GAME.read_options, options) == code


def test_a_course_that_does_not_exist() -> None:
    assert refusal(race, course="jaques") == "unknown_course"


SCRIPT: dict[str, Any] = {
    "game": "double-event",
    "seats": ["P1", "P2"],
    "stakes": [{"seat": "P1", "market": "win", "selection": J, "counters": 6}],
    "moves": [{"turn": name} for name in JDC.split()],
}
LATE = {"market": "win", "selection": J, "counters": 2}


@pytest.mark.parametrize(
    ("changes", "code", "move"),
    [
        ({"stakes": [{**SCRIPT["stakes"][0], "counters": 5}]}, "stake_step", 0),
        ({"stakes": [{**SCRIPT["stakes"][0], "counters": 8}]}, "over_limit", 0),
        ({"options": {"joker": True}}, "bad_option", 0),
        ({"funds": {"bank": 14}}, "not_covered", 0),
        ({"moves": [*SCRIPT["moves"], {"turn": "7H"}]}, "race_over", 21),
        ({"moves": [*SCRIPT["moves"][:3], {"turn": "JD"}]}, "duplicate_card", 4),
        ({"moves": [{"turn": "JK"}]}, "joker_not_in_pack", 1),
        ({"moves": [{"seat": "P1", "turn": "2H"}]}, "not_dealer", 1),
        ({"moves": [SCRIPT["moves"][0], {"seat": "P2", "stake": LATE}]}, "staking_closed", 2),
        ({"moves": [SCRIPT["moves"][0], {"seat": "P1", "withdraw": LATE}]}, "staking_closed", 2),
        ({"moves": [*SCRIPT["moves"], {"settle": True}, {"settle": True}]}, "already_settled", 22),
        ({"moves": [{"settle": True}]}, "not_finished", 1),
    ],
)
def test_a_script_says_which_move_is_refused(changes: dict[str, Any], code: str, move: int) -> None:
    with pytest.raises(Refusal) as refused:
        replay(GAME, read_script({**SCRIPT, **changes}))
    told = refused.value.as_json()["refused"]
    assert (told["code"], told["move"]) == (code, move)


def test_the_script_itself_is_right() -> None:
    assert replay(GAME, read_script(SCRIPT))["net"] == {"P1": 15, "P2": 0, "bank": -15}
    assert replay(GAME, read_script({**SCRIPT, "funds": {"bank": 15}}))["finish"] == [J, D, C]
