"""Everything that must be refused, each with its code and with nothing changed."""

from typing import Any

import pytest

from games.kit.errors import RuleBroken
from games.kit.replay import Refusal, read_script, replay
from games.kit.values import canonical
from games.roulette.points import Clear
from tests.games.driving import refusal
from tests.games.roulette.playing import ROULETTE, after, done, mark, play, points, table, turn

OPEN = table("P1", "P2", "P3", holder="P3", purses={"P1": 10}, funds={"bank": 200}).stake("P1", "number", "17", 4)
TURNED = OPEN.play(turn("17"))
GAME = after(points("P1", "P2"), mark("P1", "colour", "red", 4))
OVER = after(points("P1", target=350), mark("P1", "number", "5", 10), turn("5"))

NOWHERE = [
    ("number", "37"),
    ("number", "-1"),
    ("number", "000"),
    ("number", "Eagle"),
    ("number", 17),
    ("run", "35-37"),
    ("run", "36-1"),
    ("run", "0-1"),
    ("run", "1+3"),
    ("run", "1-7"),
    ("run", "5-5"),
    ("run", "5"),
    ("run", "17-16"),
    ("run", "1+4"),  # of a table with the sets of the layout
    ("run", "1+2"),  # written 1-2
    ("column", "4"),
    ("column", 1),
    ("dozen", "0"),
    ("colour", "green"),
    ("parity", "zero"),
    ("half", "middle"),
]


@pytest.mark.rule("roulette:E2", "roulette:E5")
@pytest.mark.parametrize(("market", "selection"), NOWHERE)
def test_a_space_that_is_not_on_the_layout(market: str, selection: Any) -> None:
    before = canonical(GAME.state)
    assert refusal(OPEN.stake, "P2", market, selection, 1) == "unknown_selection"
    assert refusal(GAME.play, mark("P1", market, selection, 1)) == "unknown_selection"
    assert canonical(GAME.state) == before


@pytest.mark.rule("roulette:E2")
@pytest.mark.parametrize("selection", ["3+4", "34+37", "3+4+6+7", "1+2+3", "0+00", "0+1+2+3", "4+1", "1+2", "36+39"])
def test_a_set_that_does_not_touch_on_the_layout(selection: str) -> None:
    assert refusal(table("P1", options={"run_mode": "layout"}).stake, "P1", "run", selection, 1) == "unknown_selection"


@pytest.mark.parametrize("market", ["split", "", None, ["number"]])
def test_a_market_that_is_not_there(market: Any) -> None:
    assert refusal(OPEN.stake, "P2", market, "17", 1) == "unknown_market"
    assert refusal(GAME.play, mark("P1", market, "17", 1)) == "unknown_market"


@pytest.mark.parametrize("counters", [0, -1, 1.5, "3", True, None])
def test_no_number_of_counters_or_markers(counters: Any) -> None:
    assert refusal(OPEN.stake, "P2", "number", "17", counters) == "bad_counters"
    assert refusal(GAME.play, mark("P1", "number", "17", counters)) == "bad_counters"


@pytest.mark.parametrize(
    ("fact", "code"),
    [
        ({"market": "number", "selection": "17", "markers": 1.5}, "bad_move"),
        ({"market": "number", "selection": "17", "markers": "1"}, "bad_move"),
        ({"market": "number", "selection": 17, "markers": 1}, "bad_move"),
        ({"market": "number", "selection": "17"}, "bad_move"),
        ({"market": "number", "selection": "17", "markers": 1, "seat": "P1"}, "bad_move"),
        (True, "bad_move"),
    ],
)
def test_what_is_no_guess(fact: Any, code: str) -> None:
    assert refusal(ROULETTE.read_move, {"seat": "P1", "mark": fact}) == code


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({"seat": "P1", "done": False}, "bad_move"),
        ({"seat": "P1", "clear": 1}, "bad_move"),
        ({"turn": "37"}, "unknown_card"),
        ({"turn": "-1"}, "unknown_card"),
        ({"turn": "000"}, "unknown_card"),
        ({"turn": "AH"}, "unknown_card"),
        ({"spin": True}, "unknown_move"),
    ],
)
def test_what_is_no_move(move: Any, code: str) -> None:
    assert refusal(ROULETTE.read_move, move) == code


@pytest.mark.rule("roulette:E7")
def test_more_markers_than_the_turn_has() -> None:
    assert refusal(GAME.play, mark("P1", "number", "17", 7)) == "too_many_markers"
    assert refusal(GAME.play, mark("P2", "number", "17", 11)) == "too_many_markers"
    with pytest.raises(RuleBroken, match="and 6 of them are left"):
        GAME.play(mark("P1", "number", "17", 7))


@pytest.mark.rule("roulette:L-R7")
def test_a_guess_after_the_card_or_after_the_seat_has_guessed() -> None:
    for closed in (TURNED, TURNED.settle(), OPEN.void()):
        assert refusal(closed.stake, "P2", "number", "17", 1) == "staking_closed"
        assert refusal(closed.withdraw, "P1", "number", "17", 1) == "staking_closed"
    assert refusal(GAME.play(done("P1")).play, mark("P1", "number", "17", 1)) == "already_done"


def test_a_second_card_in_one_turn() -> None:
    assert refusal(TURNED.play, turn("18")) == "turn_over"
    assert refusal(TURNED.settle().play, turn("17")) == "turn_over"


def test_a_card_while_somebody_has_not_guessed() -> None:
    assert refusal(GAME.play, turn("17")) == "not_ready"
    assert refusal(GAME.off) == "not_ready"


@pytest.mark.rule("roulette:L-R5")
def test_play_after_the_target_is_reached() -> None:
    for move in (turn("6"), mark("P1", "colour", "red", 1), Clear(seat="P1"), done("P1")):
        assert refusal(OVER.play, move) == "game_over"
        assert refusal(OVER.settle().play, move) == "game_over"


@pytest.mark.rule("roulette:E9")
def test_the_bank_stakes() -> None:
    assert refusal(OPEN.stake, "P3", "colour", "red", 1) == "office_stakes"


def test_markers_in_a_turn_against_the_bank() -> None:
    for move in (mark("P1", "colour", "red", 1), Clear(seat="P1"), done("P1")):
        assert refusal(OPEN.play, move) == "points_only"
        assert refusal(TURNED.play, move) == "points_only"


def test_a_card_turned_by_a_seat() -> None:
    by_seat = ROULETTE.read_move({"seat": "P1", "turn": "17"})
    assert refusal(OPEN.play, by_seat) == "not_dealer"
    assert refusal(GAME.play, by_seat) == "not_dealer"


def test_two_cards_at_once() -> None:
    wanted = ROULETTE.chance(play())
    assert wanted is not None
    assert refusal(wanted.becomes, wanted.pack[:2]) == "one_card"
    assert refusal(wanted.becomes, ()) == "one_card"


@pytest.mark.parametrize("seat", ["Zoe", "", "bank", "house", None])
def test_somebody_who_does_not_sit_there(seat: Any) -> None:
    assert refusal(OPEN.stake, seat, "colour", "red", 1) == "not_seated"
    assert refusal(ROULETTE.play, GAME.state, mark(seat, "colour", "red", 1)) == "not_seated"
    assert refusal(ROULETTE.play, GAME.state, done(seat)) == "not_seated"


def test_a_stake_above_the_purse_or_the_bank() -> None:
    assert refusal(OPEN.stake, "P1", "colour", "red", 7) == "short_purse"
    assert refusal(OPEN.stake, "P2", "number", "17", 2) == "not_covered"
    assert refusal(OPEN.withdraw, "P1", "number", "17", 5) == "not_staked"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"mode": "money"}, "bad_option"),
        ({"payout_mode": "at"}, "bad_option"),
        ({"run_mode": True}, "bad_option"),
        ({"layout": "huge"}, "bad_option"),
        ({"target": 0}, "bad_option"),
        ({"target": 100_001}, "bad_option"),
        ({"target": 499.5}, "bad_option"),
        ({"markers": 0}, "bad_option"),
        ({"markers": 101}, "bad_option"),
        ({"wheel": 37}, "bad_option"),
        ([], "bad_option"),
    ],
)
def test_options_that_do_not_exist(options: Any, code: str) -> None:
    assert refusal(ROULETTE.read_options, options) == code


@pytest.mark.parametrize("options", [{"target": 1}, {"target": 100_000}, {"markers": 1}, {"markers": 100}])
def test_options_at_their_limits(options: Any) -> None:
    state = play("P1", mode="points", **options)
    assert vars(state.points).items() >= options.items()


SCRIPT: dict[str, Any] = {"game": "roulette", "seats": ["P1", "P2"], "moves": [{"turn": "17"}]}
STAKE = {"seat": "P1", "market": "run", "selection": "16-17", "counters": 1}
POINTS = {"options": {"mode": "points"}}


@pytest.mark.parametrize(
    ("changes", "code", "move"),
    [
        ({"stakes": [{**STAKE, "selection": "36-1"}]}, "unknown_selection", 0),
        ({"stakes": [STAKE], "office": "P1"}, "office_stakes", 0),
        ({"stakes": [STAKE], "funds": {"bank": 16}}, "not_covered", 0),
        ({"moves": [{"turn": "17"}, {"turn": "18"}]}, "turn_over", 2),
        ({"moves": [{"turn": "17"}, {"seat": "P1", "stake": STAKE}]}, "bad_move", 2),
        ({"moves": [{"turn": 17}]}, "bad_move", 1),
        ({**POINTS}, "not_ready", 1),
        ({**POINTS, "moves": [], "stakes": [STAKE]}, "staking_closed", 0),
        (
            {**POINTS, "moves": [{"seat": "P1", "automatic": True}, {"seat": "P1", "automatic": True}]},
            "not_waited_for",
            2,
        ),
        ({**POINTS, "moves": [{"seat": "P1", "done": True}]}, "nothing_marked", 1),
    ],
)
def test_a_script_says_which_move_is_refused(changes: dict[str, Any], code: str, move: int) -> None:
    with pytest.raises(Refusal) as refused:
        replay(ROULETTE, read_script({**SCRIPT, **changes}))
    told = refused.value.as_json()["refused"]
    assert (told["code"], told["move"]) == (code, move)
