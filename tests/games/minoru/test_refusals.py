"""Everything that must be refused, each with its code and with nothing changed."""

from typing import Any

import pytest

from games.kit.replay import Refusal, read_script, replay
from tests.games.driving import refusal
from tests.games.minoru.racing import GG, MINORU, M, course, deal, race, run, table, win_for

OPEN = table("P1", "P2", "P3", holder="P3", purses={"P1": 10}, funds={"bank": 60}).stake("P1", "win", M, 4)
RUNNING = run(OPEN, "2H 3H 4H 5H 6H")
FINISHED = run(OPEN, *win_for(M, 3))
ASKED = table("A", "B", holder="A", options={"joker": "banker"})


@pytest.mark.parametrize("counters", [0, -1, 1.5, "3", True, None, [1], 10**30 + 0.0])
def test_a_stake_that_is_no_number_of_counters(counters: Any) -> None:
    assert refusal(OPEN.stake, "P1", "win", GG, counters) == "bad_counters"
    assert refusal(OPEN.withdraw, "P1", "win", M, counters) == "bad_counters"


@pytest.mark.parametrize("counters", [7, 10**30])
def test_a_stake_above_six(counters: int) -> None:
    assert refusal(OPEN.stake, "P2", "win", GG, counters) == "over_limit"


def test_four_and_then_three_more() -> None:
    assert refusal(OPEN.stake, "P1", "win", M, 3) == "over_limit"


@pytest.mark.parametrize(
    ("market", "selection", "code"),
    [
        ("colour", "green", "unknown_selection"),
        ("win", "spades", "unknown_selection"),
        ("win", "red", "unknown_selection"),
        ("win", "MINORU", "unknown_selection"),
        ("colour", "minoru", "unknown_selection"),
        ("placed", "minoru", "unknown_market"),
        (None, None, "unknown_market"),
        ("win", ["minoru"], "unknown_selection"),
    ],
)
def test_a_space_that_is_not_on_the_cloth(market: Any, selection: Any, code: str) -> None:
    assert refusal(OPEN.stake, "P1", market, selection, 1) == code
    assert refusal(OPEN.withdraw, "P1", market, selection, 1) == code


@pytest.mark.rule("minoru:M-R12")
@pytest.mark.parametrize("closed", [RUNNING, FINISHED, FINISHED.settle(), OPEN.void()], ids=lambda round_: round_.phase)
def test_stakes_after_the_off_after_the_finish_and_after_void(closed: Any) -> None:
    assert refusal(closed.stake, "P2", "win", M, 1) == "staking_closed"
    assert refusal(closed.withdraw, "P1", "win", M, 1) == "staking_closed"


def test_withdrawing_more_than_was_staked_or_what_another_staked() -> None:
    assert refusal(OPEN.withdraw, "P1", "win", M, 5) == "not_staked"
    assert refusal(OPEN.withdraw, "P2", "win", M, 1) == "not_staked"
    assert refusal(OPEN.withdraw, "P1", "colour", "red", 1) == "not_staked"
    assert OPEN.withdraw("P1", "win", M, 4).laid == {}


def test_the_banker_stakes() -> None:
    assert refusal(OPEN.stake, "P3", "win", M, 1) == "office_stakes"


@pytest.mark.parametrize("seat", ["Zoe", "", None, "house", "bank", ["P1"]])
def test_somebody_who_does_not_sit_there(seat: Any) -> None:
    assert refusal(OPEN.stake, seat, "win", M, 1) == "not_seated"
    assert refusal(OPEN.withdraw, seat, "win", M, 1) == "not_seated"


def test_a_stake_above_the_purse() -> None:
    assert OPEN.stake("P1", "colour", "blue", 6).laid["P1", "colour", "blue"] == 6
    full = OPEN.stake("P1", "colour", "blue", 6)
    assert refusal(full.stake, "P1", "win", GG, 1) == "short_purse"


@pytest.mark.rule("minoru:A8")
def test_a_stake_that_the_bank_does_not_cover() -> None:
    poor = table("P1", "P2", funds={"bank": 30}).stake("P1", "win", GG, 3)
    assert refusal(poor.stake, "P2", "win", GG, 1) == "not_covered"


def test_a_joker_that_is_not_the_bankers_or_comes_too_late_or_is_forbidden() -> None:
    from games.minoru.rules import Joker

    assert refusal(ASKED.play, Joker(True, seat="B")) == "not_banker"
    assert refusal(ASKED.play, Joker(True)) == "not_banker"
    assert refusal(OPEN.play, Joker(True, seat="P3")) == "joker_fixed"
    assert refusal(RUNNING.play, Joker(True, seat="P3")) == "joker_fixed"
    assert refusal(race, course="long", joker=True) == "joker_forbidden"
    forbidding = table("A", holder="A", options={"joker": "banker", "course": "long", "last_joker": True})
    assert forbidding.state.joker is False
    assert refusal(forbidding.play, Joker(True, seat="A")) == "joker_forbidden"


def test_cards_before_the_banker_has_decided() -> None:
    assert refusal(ASKED.play, deal("2H 3H 4H 5H 6H")) == "joker_undecided"
    assert MINORU.chance(ASKED.state) is None


def test_a_second_settlement() -> None:
    settled = FINISHED.settle()
    assert refusal(settled.settle) == "already_settled"
    assert refusal(settled.void) == "already_settled"
    assert refusal(RUNNING.settle) == "not_finished"
    assert refusal(RUNNING.void().void) == "round_void"


def test_a_deal_after_the_finish() -> None:
    assert refusal(FINISHED.play, deal("7H 8H 9H 10H JH")) == "race_over"
    assert refusal(FINISHED.settle().play, deal("7H 8H 9H 10H JH")) == "race_over"
    assert refusal(RUNNING.void().play, deal("7H 8H 9H 10H JH")) == "round_void"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("7H 7H 8H 9H 10H", "duplicate_card"),
        ("2H 7H 8H 9H 10H", "duplicate_card"),
        ("7H 8H 9H 10H", "missing_card"),
        ("", "missing_card"),
        ("7H 8H 9H 10H JH QH", "too_many_cards"),
        ("JK 7H 8H 9H 10H", "joker_not_in_pack"),
    ],
)
def test_a_deal_that_this_pack_cannot_give(text: str, code: str) -> None:
    assert refusal(RUNNING.play, deal(text)) == code


def test_a_second_joker_from_one_pack() -> None:
    state = race(joker=True)
    state = MINORU.play(state, deal("JK 7H 8H 9H 10H")).state
    assert refusal(MINORU.play, state, deal("JK 2H 3H 4H 5H")) == "duplicate_card"


@pytest.mark.parametrize(
    ("cards", "code"),
    [(["7H", "1Z"], "unknown_card"), (["7H", 8], "bad_move"), ("7H", "bad_move"), (None, "bad_move"), ({}, "bad_move")],
)
def test_what_is_no_card(cards: Any, code: str) -> None:
    assert refusal(MINORU.read_move, {"deal": cards}) == code


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({}, "bad_move"),
        ([], "bad_move"),
        ("deal", "bad_move"),
        ({"seat": "A"}, "bad_move"),
        ({"deal": [], "joker": True}, "bad_move"),
        ({"gallop": True}, "unknown_move"),
        ({"seat": 5, "joker": True}, "bad_move"),
        ({"seat": "A", "joker": "yes"}, "bad_move"),
    ],
)
def test_what_is_no_move(move: Any, code: str) -> None:
    assert refusal(MINORU.read_move, move) == code


@pytest.mark.parametrize(
    ("horse", "counters", "code"),
    [("minoru", 1, "stake_step"), ("minoru", 4, "stake_step"), ("game_chick", 3, "stake_step"), ("minoru", 6, "")],
)
def test_a_stake_that_its_odds_cannot_pay_whole(horse: str, counters: int, code: str) -> None:
    round_ = table("P1", options={"course": "true-odds", "joker": True})
    if code:
        assert refusal(round_.stake, "P1", "win", horse, counters) == code
    else:
        assert refusal(round_.stake("P1", "win", horse, counters).withdraw, "P1", "win", horse, 1) == "stake_step"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"course": 3}, "bad_option"),
        ({"joker": "yes"}, "bad_option"),
        ({"jokers": True}, "bad_option"),
        ([], "bad_option"),
        ({"course": course(0, 1, 1, 1, 1)}, "bad_length"),
    ],
)
def test_options_that_do_not_exist(options: Any, code: str) -> None:
    assert refusal(MINORU.read_options, options) == code


SCRIPT: dict[str, Any] = {
    "game": "minoru",
    "seats": ["P1", "P2"],
    "stakes": [{"seat": "P1", "market": "win", "selection": M, "counters": 6}],
    "moves": [{"deal": text.split()} for text in win_for(M, 3)],
}
LATE = {"market": "win", "selection": M, "counters": 1}


@pytest.mark.parametrize(
    ("changes", "code", "move"),
    [
        ({"stakes": [{**SCRIPT["stakes"][0], "counters": 7}]}, "over_limit", 0),
        ({"stakes": [{**SCRIPT["stakes"][0], "seat": "P9"}]}, "not_seated", 0),
        ({"office": "P9"}, "not_seated", 0),
        ({"seats": ["P1", "P1"]}, "seat_taken", 0),
        ({"seats": ["P1", "bank"]}, "bad_seat", 0),
        ({"seats": ["P1", "house"]}, "bad_seat", 0),
        ({"seats": ["P1", ""]}, "bad_seat", 0),
        ({"seats": ["P1", 2]}, "bad_seat", 0),
        ({"options": {"joker": 1}}, "bad_option", 0),
        ({"funds": {"bank": 5}}, "not_covered", 0),
        ({"funds": {"bank": -5}}, "bad_counters", 0),
        ({"funds": {"Bank": 5}}, "unknown_office", 0),
        ({"purses": {"P1": 5}}, "short_purse", 0),
        ({"purses": {"P1": -5}}, "bad_counters", 0),
        ({"purses": {"p1": 5}}, "not_seated", 0),
        ({"moves": [*SCRIPT["moves"], {"deal": ["7H", "8H", "9H", "10H", "JH"]}]}, "race_over", 4),
        ({"moves": [SCRIPT["moves"][0], {"seat": "P2", "stake": LATE}]}, "staking_closed", 2),
        ({"moves": [SCRIPT["moves"][0], {"seat": "P1", "withdraw": LATE}]}, "staking_closed", 2),
        ({"moves": [{"off": True}, {"seat": "P2", "stake": LATE}]}, "staking_closed", 2),
        ({"moves": [{"off": True}, {"off": True}]}, "staking_closed", 2),
        ({"moves": [{"seat": "P2", "stake": {"market": "win"}}]}, "bad_move", 1),
        ({"moves": [{"seat": "P2", "stake": {**LATE, "seat": "P1"}}]}, "bad_move", 1),
        ({"moves": [{"seat": "P2", "withdraw": 3}]}, "bad_move", 1),
        ({"moves": [{"void": True, "deal": ["2H"]}]}, "bad_move", 1),
        ({"moves": [{"void": False}]}, "bad_move", 1),
        ({"moves": [{"void": 1}]}, "bad_move", 1),
        ({"moves": [{"seat": 1.5, "void": True}]}, "unknown_move", 1),
        ({"moves": [{"seat": "P1", "void": True}]}, "unknown_move", 1),
        ({"moves": [{"seat": "Zoe", "joker": True}]}, "not_seated", 1),
        ({"moves": [{"void": True}, SCRIPT["moves"][0]]}, "round_void", 2),
        ({"moves": [*SCRIPT["moves"], {"settle": True}, {"settle": True}]}, "already_settled", 5),
        ({"moves": [{"settle": True}]}, "not_finished", 1),
        ({"moves": [7]}, "bad_move", 1),
        ({"office": "P2", "options": {"joker": "banker"}, "moves": []}, "staking_closed", 0),
    ],
)
def test_a_script_says_which_move_is_refused(changes: dict[str, Any], code: str, move: int) -> None:
    with pytest.raises(Refusal) as refused:
        replay(MINORU, read_script({**SCRIPT, **changes}))
    told = refused.value.as_json()["refused"]
    assert (told["code"], told["move"]) == (code, move)


@pytest.mark.parametrize(
    "script",
    [
        [],
        {},
        {"game": 3},
        {**SCRIPT, "seats": "P1"},
        {**SCRIPT, "horses": []},
        {**SCRIPT, "stakes": [{"seat": "P1"}]},
        {**SCRIPT, "rounds": [{}]},
        {**SCRIPT, "funds": {"bank": "much"}},
        {**SCRIPT, "funds": 60},
    ],
)
def test_what_is_no_script(script: Any) -> None:
    assert refusal(read_script, script) == "bad_script"
