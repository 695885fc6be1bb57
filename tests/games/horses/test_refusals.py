"""Everything that must be refused, each with its code and with nothing changed."""

from typing import Any

import pytest

from games.kit.cards import PACK, Card
from games.kit.replay import Refusal, read_script, replay
from tests.games.driving import refusal
from tests.games.horses.racing import HORSES, C, D, cards_for, race, run, suit, table
from tests.games.rounds import turn

OPEN = table("P1", "P2", "P3", holder="P3", purses={"P1": 10}, funds={"bookmaker": 30}).stake("P1", "win", C, 4)
RUNNING = run(OPEN, "2H 3H")
FINISHED = run(OPEN, cards_for("CDSH"))


@pytest.mark.rule("horses:H-R4")
@pytest.mark.parametrize("counters", [1, 2, 4, 5])
def test_a_stake_to_show_that_is_not_in_threes(counters: int) -> None:
    assert refusal(OPEN.stake, "P2", "show", C, counters) == "stake_step"
    staked = OPEN.stake("P2", "show", C, 6)
    assert refusal(staked.stake, "P2", "show", C, counters) == "stake_step"
    assert refusal(staked.withdraw, "P2", "show", C, counters) == "stake_step"


@pytest.mark.parametrize("counters", [0, -1, -3, 1.5, 3.0, "3", True, None])
def test_a_stake_that_is_no_number_of_counters(counters: Any) -> None:
    for market, selection in (("win", C), ("show", C), ("colour", "red")):
        assert refusal(OPEN.stake, "P1", market, selection, counters) == "bad_counters"
        assert refusal(OPEN.withdraw, "P1", market, selection, counters) == "bad_counters"


@pytest.mark.rule("horses:C4")
@pytest.mark.parametrize(("market", "selection"), [("win", C), ("place", D), ("show", C), ("colour", "red")])
def test_the_bookie_stakes(market: str, selection: str) -> None:
    assert refusal(OPEN.stake, "P3", market, selection, 3) == "office_stakes"
    assert OPEN.room("P3", market, selection) == 0
    assert OPEN.stake("P2", market, selection, 3).stakes


@pytest.mark.rule("horses:H-R5")
@pytest.mark.parametrize("closed", [RUNNING, FINISHED, FINISHED.settle(), OPEN.void()], ids=lambda round_: round_.phase)
def test_a_change_after_the_start(closed: Any) -> None:
    assert refusal(closed.stake, "P2", "win", C, 1) == "staking_closed"
    assert refusal(closed.withdraw, "P1", "win", C, 1) == "staking_closed"


@pytest.mark.parametrize(
    ("market", "selection", "code"),
    [
        ("win", "stars", "unknown_selection"),
        ("win", "CLUBS", "unknown_selection"),
        ("win", "C", "unknown_selection"),
        ("show", "red", "unknown_selection"),
        ("place", "black", "unknown_selection"),
        ("win", "red", "unknown_selection"),
        ("colour", "hearts", "unknown_selection"),
        ("colour", "green", "unknown_selection"),
        ("placed", "hearts", "unknown_market"),
        (None, None, "unknown_market"),
    ],
)
def test_a_space_that_is_not_on_the_board(market: Any, selection: Any, code: str) -> None:
    assert refusal(OPEN.stake, "P1", market, selection, 3) == code
    assert refusal(OPEN.withdraw, "P1", market, selection, 3) == code


def test_a_stake_above_the_purse() -> None:
    assert OPEN.stake("P1", "place", D, 6).laid["P1", "place", D] == 6
    assert refusal(OPEN.stake, "P1", "place", D, 7) == "short_purse"


@pytest.mark.rule("horses:C6")
def test_a_stake_that_the_bookie_could_not_pay() -> None:
    assert refusal(OPEN.stake, "P2", "win", C, 7) == "not_covered"
    assert OPEN.stake("P2", "win", C, 6).exposure("bookmaker").worst == 30


@pytest.mark.rule("horses:C2")
@pytest.mark.parametrize("act", ["pack", "bottom", "bottom_card", "peek", "shuffle", "cut"])
def test_asking_for_the_pack_or_the_bottom_card(act: str) -> None:
    assert refusal(HORSES.read_move, {act: True}) == "unknown_move"
    assert refusal(HORSES.read_move, {"seat": "P1", act: True}) == "unknown_move"


@pytest.mark.rule("horses:C2")
def test_a_52nd_card() -> None:
    *cards, bottom = " ".join([suit("S", 12), suit("C", 12), suit("H", 12), suit("D", 12), "AC AD AH AS"]).split()
    over = run(table("P1"), " ".join(cards))
    assert len(over.state.aside) == 51
    assert HORSES.chance(over.state) is None
    assert refusal(over.play, turn(bottom)) == "race_over"
    assert refusal(over.settle().play, turn(bottom)) == "race_over"


def test_a_card_after_the_third_finish() -> None:
    assert len(FINISHED.state.aside) == 39
    assert refusal(FINISHED.play, turn("2H")) == "race_over"
    assert refusal(RUNNING.void().play, turn("4H")) == "round_void"


@pytest.mark.parametrize(
    ("card", "code"), [("2H", "duplicate_card"), ("3H", "duplicate_card"), ("JK", "joker_not_in_pack")]
)
def test_a_card_that_this_pack_cannot_give(card: str, code: str) -> None:
    assert refusal(RUNNING.play, turn(card)) == code
    assert len(RUNNING.state.aside) == 2


@pytest.mark.parametrize(
    ("card", "code"),
    [("1H", "unknown_card"), ("", "unknown_card"), (["4H"], "bad_move"), (None, "bad_move"), (4, "bad_move")],
)
def test_what_is_no_card(card: Any, code: str) -> None:
    assert refusal(HORSES.read_move, {"turn": card}) == code


@pytest.mark.parametrize("cards", ["", "4H 5H"])
def test_no_card_or_two_at_a_time(cards: str) -> None:
    wanted = HORSES.chance(RUNNING.state)
    assert wanted is not None
    assert refusal(wanted.becomes, tuple(Card.parse(card) for card in cards.split())) == "one_card"


@pytest.mark.rule("horses:C12")
def test_a_seat_that_turns_a_card() -> None:
    for seat in ("P1", "P3"):
        assert refusal(OPEN.play, HORSES.read_move({"seat": seat, "turn": "4H"})) == "not_dealer"
        assert HORSES.moves(OPEN.state, seat) == ()
    wanted = HORSES.chance(OPEN.state)
    assert wanted is not None
    assert (wanted.label, wanted.pack, wanted.start, wanted.count) == ("pack 1", PACK, 0, 1)


@pytest.mark.parametrize("options", [{"course": 3}, {"joker": True}, [], {"course": None}])
def test_options_that_do_not_exist(options: Any) -> None:
    assert refusal(HORSES.read_options, options) == "bad_option"


def test_a_course_that_does_not_exist() -> None:
    assert refusal(race, course="jaques") == "unknown_course"


SCRIPT: dict[str, Any] = {
    "game": "horses",
    "seats": ["P1", "P2"],
    "stakes": [{"seat": "P1", "market": "show", "selection": C, "counters": 3}],
    "moves": [{"turn": card} for card in cards_for("CDSH").split()],
}


@pytest.mark.parametrize(
    ("changes", "code", "move"),
    [
        ({"stakes": [{**SCRIPT["stakes"][0], "counters": 4}]}, "stake_step", 0),
        ({"office": "P1"}, "office_stakes", 0),
        ({"seats": ["P1", "bookmaker"]}, "bad_seat", 0),
        ({"funds": {"bank": 5}}, "unknown_office", 0),
        ({"funds": {"bookmaker": 0}}, "not_covered", 0),
        ({"purses": {"P1": 2}}, "short_purse", 0),
        ({"moves": [*SCRIPT["moves"], {"turn": "2H"}]}, "race_over", 40),
        ({"moves": [{"turn": "2C"}, {"turn": "2C"}]}, "duplicate_card", 2),
        ({"moves": [{"turn": "2C"}, {"settle": True}]}, "not_finished", 2),
        ({"moves": [*SCRIPT["moves"], {"settle": True}, {"settle": True}]}, "already_settled", 41),
    ],
)
def test_a_script_says_which_move_is_refused(changes: dict[str, Any], code: str, move: int) -> None:
    with pytest.raises(Refusal) as refused:
        replay(HORSES, read_script({**SCRIPT, **changes}))
    told = refused.value.as_json()["refused"]
    assert (told["code"], told["move"]) == (code, move)
