"""Everything that must be refused, each with its code and with nothing changed."""

from typing import Any

import pytest

from games.derby.moves import Throw
from games.kit.beside import Beside
from games.kit.bookmaker import Bookmaker, Price
from games.kit.replay import Refusal, read_script, replay
from games.kit.totalisator import Totalisator
from tests.games.derby.racing import DERBY, SIX, act, after, call, entered, race, run, table
from tests.games.driving import refusal

OPEN = race("ABC", players=2, ante=3)
FULL = entered(OPEN, "AB")
RUNNING = after(FULL, "123")
FINISHED = after(race("AB", start="15 1 1 1 1 1"), "123")
CLAIM = after(race("AB", "myopia", "15 1 5 1 1 11", calls="claim"), "661")  # 3 is A's to call, 6 is B's


@pytest.mark.rule("derby:R-5")
@pytest.mark.parametrize("players", [-1, 0, 1, 7, 100])
def test_fewer_than_two_or_more_than_six_owners(players: int) -> None:
    assert refusal(race, SIX, players=players) == "wrong_players"


@pytest.mark.rule("derby:R-5")
@pytest.mark.parametrize("players", [True, "2", 2.0, [2]])
def test_a_number_of_owners_that_is_none(players: Any) -> None:
    assert refusal(race, SIX, players=players) == "bad_option"


@pytest.mark.rule("derby:R-5")
@pytest.mark.parametrize("seats", ["A", "ABCDEFG"])
def test_one_seat_or_seven_where_all_who_sit_there_own(seats: str) -> None:
    assert refusal(race, seats) == "wrong_players"
    assert race(seats, players=2).owners == ()


@pytest.mark.parametrize(
    "options",
    [
        {"variant": "ascot"},
        {"variant": None},
        {"course": "derby-day"},
        {"donkey": 1},
        {"ante": 3},
        {"ante": -1, "players": 2},
        {"ante": True, "players": 2},
        {"ante": 1_000_001, "players": 2},
        {"race": 0},
        {"race": 1.0},
        {"calls": "shout"},
        {"overshoot": True},
        {"myopia_finish": "english"},
        {"variant": "kentucky", "myopia_finish": "english"},
        {"variant": "myopia", "myopia_finish": "french"},
        {"start": "15 1 1 1 1 1"},
        {"start": [True, 1, 1, 1, 1, 1]},
        {"start": [2.0, 1, 1, 1, 1, 1]},
        [],
    ],
)
def test_options_that_do_not_exist_or_do_not_fit(options: Any) -> None:
    assert refusal(DERBY.read_options, options) == "bad_option"


@pytest.mark.rule("derby:D-3")
@pytest.mark.parametrize("variant", ["kentucky", "myopia"])
def test_an_overshoot_where_no_throw_goes_past_the_post(variant: str) -> None:
    assert refusal(race, variant=variant, overshoot="clip") == "no_overshoot"


@pytest.mark.rule("derby:M-7", "derby:M-8")
@pytest.mark.parametrize("variant", ["derby-day", "kentucky", "grand-national", "myopia"])
def test_calls_where_nothing_is_called(variant: str) -> None:
    assert refusal(race, variant=variant, calls="claim", donkey=True) == "no_claim"
    if variant != "myopia":
        assert refusal(race, variant=variant, calls="claim") == "no_claim"


@pytest.mark.parametrize(
    ("seats", "start", "donkey"),
    [
        ("", "0 1 1 1 1 1", False),
        ("", "17 1 1 1 1 1", False),
        ("", "-1 1 1 1 1 1", True),
        ("", "1 1 1", False),
        ("", "1 1 1 1 1 1 1", False),
        ("AB", "1 1 1 1", False),
        ("ABCD", "1 1 1 1 1 1", False),
        ("", "16 1 1 1 1 1", False),
        ("", "16 16 16 1", True),
        ("", "16 16 16 16", True),
    ],
)
def test_a_start_from_where_no_race_can_start(seats: str, start: str, donkey: bool) -> None:
    assert refusal(race, seats, start=start, donkey=donkey) == "bad_start"
    assert race("", start="16 16 2 1", donkey=True).unfinished == (3, 4)


@pytest.mark.rule("derby:F1")
def test_a_place_taken_twice_or_after_the_last() -> None:
    assert refusal(act, entered(OPEN, "A"), "A", "enter") == "already_entered"
    assert refusal(act, FULL, "C", "enter") == "places_taken"
    assert refusal(act, FULL, "Z", "enter") == "not_seated"
    assert refusal(DERBY.play, OPEN, DERBY.read_move({"enter": True})) == "not_seated"


@pytest.mark.rule("derby:F1")
def test_a_place_given_up_that_nobody_has() -> None:
    assert refusal(act, FULL, "C", "scratch") == "not_entered"


@pytest.mark.rule("derby:F1")
@pytest.mark.parametrize("name", ["enter", "scratch"])
def test_entries_after_the_first_throw_and_where_all_own(name: str) -> None:
    for seat in "ABC":
        assert refusal(act, RUNNING, seat, name) == "already_begun"
    assert refusal(act, race("AB"), "A", name) == "no_entries"


@pytest.mark.rule("derby:F1")
def test_a_throw_before_all_places_are_taken() -> None:
    assert refusal(after, entered(OPEN, "A"), "123") == "seats_not_filled"
    assert refusal(act, entered(OPEN, "A"), "A", "shake") == "seats_not_filled"


@pytest.mark.rule("derby:R-3")
@pytest.mark.parametrize(("variant", "wrong"), [("derby-day", (1, 2)), ("grand-national", (1, 2, 3)), ("myopia", ())])
def test_another_number_of_dice(variant: str, wrong: tuple[int, ...]) -> None:
    assert refusal(DERBY.play, race(variant=variant), Throw(wrong)) == "wrong_dice"


@pytest.mark.parametrize("die", [0, 7, -1, 2.0, True, "3", None])
def test_a_die_that_shows_no_number_from_1_to_6(die: Any) -> None:
    assert refusal(DERBY.play, RUNNING, Throw((1, 2, die))) == "wrong_dice"
    in_words = "wrong_dice" if type(die) is int else "bad_move"
    assert refusal(lambda: DERBY.play(RUNNING, DERBY.read_move({"throw": [1, 2, die]}))) == in_words


@pytest.mark.parametrize("fact", [3, "123", None, {"dice": [1, 2, 3]}, {}])
def test_what_is_no_throw(fact: Any) -> None:
    assert refusal(DERBY.read_move, {"throw": fact}) == "bad_move"


@pytest.mark.rule("derby:R-6")
def test_dice_from_a_seat_also_from_the_thrower() -> None:
    for seat in "ABC":
        assert refusal(DERBY.play, FULL, Throw((1, 2, 3), seat=seat)) == "not_dealer"


@pytest.mark.rule("derby:R-6")
def test_dice_that_are_shaken_by_another_or_twice() -> None:
    assert refusal(act, FULL, "B", "shake") == "not_thrower"
    assert refusal(act, FULL, "C", "shake") == "not_thrower"
    assert refusal(act, race("AB", players=2), "A", "shake") == "not_thrower"
    assert refusal(act, act(FULL, "A", "shake"), "A", "shake") == "already_shaken"


@pytest.mark.rule("derby:R-7")
def test_a_throw_or_a_shake_after_the_finish() -> None:
    assert refusal(after, FINISHED, "123") == "race_over"
    assert refusal(act, FINISHED, "A", "shake") == "race_over"
    assert refusal(after, after(race(start="16 15 16 3", donkey=True), "256"), "123") == "race_over"


@pytest.mark.rule("derby:R-9")
@pytest.mark.parametrize("name", ["move", "position", "roll", "moved"])
def test_a_horse_moved_by_hand(name: str) -> None:
    assert refusal(DERBY.read_move, {"seat": "A", name: {"horse": 1, "position": 16}}) == "unknown_move"


@pytest.mark.rule("derby:M-7")
def test_a_call_where_the_house_calls() -> None:
    assert refusal(call, after(race("AB", "myopia", "1 1 5 1 1 1"), "661"), "A", 3, 13) == "calls_auto"
    assert refusal(call, RUNNING, "A", 3, 13) == "calls_auto"


@pytest.mark.rule("derby:M-7")
@pytest.mark.parametrize(
    ("seat", "horse", "total", "code"),
    [
        ("B", 3, 13, "not_owner"),
        ("A", 6, 13, "not_owner"),
        ("A", 1, 13, "no_right"),
        ("A", 0, 13, "no_right"),
        ("A", 7, 13, "no_right"),
        ("A", -3, 13, "no_right"),
        ("A", 3, 12, "wrong_total"),
        ("A", 3, 14, "wrong_total"),
        ("Z", 3, 13, "not_seated"),
    ],
)
def test_a_call_without_a_right(seat: str, horse: int, total: int, code: str) -> None:
    assert refusal(call, CLAIM, seat, horse, total) == code


@pytest.mark.rule("derby:M-7")
def test_a_call_that_comes_too_early_too_late_or_twice() -> None:
    assert refusal(call, race("AB", "myopia", "1 1 5 1 1 1", calls="claim"), "A", 3, 13) == "no_right"
    assert refusal(call, after(CLAIM, "123"), "A", 3, 13) == "no_right"
    assert refusal(call, call(CLAIM, "A", 3, 13), "A", 3, 13) == "already_called"
    assert refusal(call, after(CLAIM, "112"), "A", 3, 13) == "race_over"


@pytest.mark.rule("derby:M-2", "derby:M-3", "derby:M-7")
def test_a_call_for_a_low_total_or_after_arriving() -> None:
    low = after(race("AB", "myopia", "1 1 5 1 1 1", calls="claim"), "354")
    assert refusal(call, low, "A", 3, 12) == "no_right"
    arrived = after(race("AB", "myopia", "1 1 1 1 4 1", calls="claim"), "553")
    assert arrived.positions[4] == 5
    assert refusal(call, arrived, "A", 5, 13) == "no_right"


@pytest.mark.parametrize("fact", [13, {"horse": 3}, {"horse": "3", "total": 13}, {"horse": 3, "total": 13.0}, True])
def test_what_is_no_call(fact: Any) -> None:
    assert refusal(DERBY.read_move, {"seat": "A", "call": fact}) == "bad_move"


def test_a_stake_in_the_game_itself_which_has_no_market() -> None:
    round_ = table(*"AB")
    assert refusal(round_.stake, "A", "win", "1", 3) == "unknown_market"
    assert refusal(round_.settle) == "not_finished"


BACKED = table(*"ABCD", purses={"A": 9}, beside=Beside(Totalisator(), Bookmaker()))
both = pytest.mark.parametrize("market", ["totalisator", "bookmaker"])


@both
@pytest.mark.parametrize("counters", [0, -1, 1.0, 2.5, True, "3", None])
def test_a_stake_of_no_whole_number_of_counters(market: str, counters: Any) -> None:
    assert refusal(BACKED.stake, "A", market, "1", counters) == "bad_counters"
    assert refusal(BACKED.stake("A", market, "1", 3).withdraw, "A", market, "1", counters) == "bad_counters"


@both
def test_a_stake_above_the_purse_or_a_withdrawal_above_the_stake(market: str) -> None:
    assert refusal(BACKED.stake, "A", market, "1", 10) == "short_purse"
    laid = BACKED.stake("A", market, "1", 9)
    assert refusal(laid.stake, "A", market, "2", 1) == "short_purse"
    assert refusal(laid.withdraw, "A", market, "1", 10) == "not_staked"
    assert refusal(laid.withdraw, "A", market, "2", 1) == "not_staked"


@both
@pytest.mark.parametrize("horse", ["5", "6", "0", "7", "-1", "", "Blue", 1, None])
def test_a_stake_on_a_horse_that_does_not_run(market: str, horse: Any) -> None:
    # Four players own four horses, so 5 and 6 stay off the board.
    assert refusal(BACKED.stake, "A", market, horse, 1) == "unknown_selection"
    assert BACKED.room("A", market, horse) == 0


@both
def test_a_stake_after_the_off_or_from_nobody_who_sits_there(market: str) -> None:
    assert refusal(BACKED.stake, "Z", market, "1", 1) == "not_seated"
    over = run(table(*"ABCD", options={"start": [15] * 4}, beside=Beside(Totalisator(), Bookmaker())), "125")
    for later in (BACKED.off(), run(BACKED, "123"), over, over.settle(), BACKED.void()):
        assert refusal(later.stake, "A", market, "1", 1) == "staking_closed"
        assert refusal(later.withdraw, "A", market, "1", 1) == "staking_closed"


@pytest.mark.parametrize(
    ("beside", "market"),
    [(Beside(), "totalisator"), (Beside(Totalisator()), "bookmaker"), (Beside(Totalisator()), "bookmaker-place")],
)
def test_a_stake_with_somebody_who_is_not_there(beside: Beside, market: str) -> None:
    assert refusal(table(*"ABCD", beside=beside).stake, "A", market, "1", 1) == "unknown_market"


@pytest.mark.parametrize("start", ["15 1 1 1 1 1", "15 1 1 1"])
def test_a_price_below_the_lowest(start: str) -> None:
    options = {"players": 4 if start.count(" ") == 3 else 6, "start": [int(at) for at in start.split()]}
    assert refusal(table, *"AB", options=options, beside=Beside(bookmaker=Bookmaker(margin=0))) == "price_too_low"
    assert refusal(Price.parse, "1.00") == "price_too_low"


def test_a_pool_without_stakes() -> None:
    assert refusal(Totalisator().settle, {}, ["1"]) == "empty_pool"
    assert refusal(Totalisator().declare, {"1": 0, "2": 0}, ["1"]) == "empty_pool"


def test_a_race_that_is_settled_twice_or_given_up_after_it_was_paid() -> None:
    near = table(*"ABCD", options={"start": [15] * 4}, beside=Beside(Totalisator(), Bookmaker()))
    laid = near.stake("A", "totalisator", "1", 3).stake("B", "bookmaker", "1", 3)
    assert refusal(laid.settle) == "not_finished"
    settled = run(laid, "125").settle()
    assert refusal(settled.settle) == refusal(settled.void) == "already_settled"
    given_up = laid.void()
    assert refusal(given_up.settle) == refusal(given_up.void) == "round_void"
    assert refusal(run, given_up, "125") == "round_void"


@pytest.mark.parametrize("name", ["options", "variant", "donkey", "calls", "overshoot", "ante", "players", "start"])
def test_rules_that_change_after_the_first_throw(name: str) -> None:
    """No move does it: a race keeps what it started with."""
    assert refusal(DERBY.read_move, {"seat": "A", name: "kentucky"}) == "unknown_move"
    fixed = ("course", "variant", "donkey", "calls", "race", "entries")
    later = after(RUNNING, "456 112")
    assert [getattr(later, part) for part in fixed] == [getattr(FULL, part) for part in fixed]


SCRIPT: dict[str, Any] = {
    "game": "derby",
    "options": {"start": [15, 1, 1, 1, 1, 1]},
    "seats": ["A", "B"],
    "moves": [{"throw": [2, 2, 3]}, {"throw": [1, 2, 3]}],
}


@pytest.mark.parametrize(
    ("changes", "code", "move"),
    [
        ({"seats": ["A"]}, "wrong_players", 0),
        ({"seats": ["A", "A"]}, "seat_taken", 0),
        ({"seats": ["A", "pot"]}, "bad_seat", 0),
        ({"options": {"variant": "ascot"}}, "bad_option", 0),
        ({"moves": [*SCRIPT["moves"], {"throw": [1, 2, 3]}]}, "race_over", 3),
        ({"beside": {"bookmaker": {}}}, "price_too_low", 0),
        ({"beside": {"bookmaker": {"place": {"places": 2, "fraction": "1/4"}}}}, "no_places", 0),
        ({"beside": {"totalisator": {}}, "carried": -1}, "bad_counters", 0),
        ({"moves": [{"throw": [1, 2]}]}, "wrong_dice", 1),
        ({"moves": [{"seat": "A", "throw": [1, 2, 3]}]}, "not_dealer", 1),
        ({"moves": [{"seat": "A", "automatic": True}]}, "not_waited_for", 1),
        ({"moves": [{"throw": [2, 2, 3]}, {"settle": True}]}, "not_finished", 2),
        ({"moves": [*SCRIPT["moves"], {"settle": True}, {"settle": True}]}, "already_settled", 4),
    ],
)
def test_a_script_says_which_move_is_refused(changes: dict[str, Any], code: str, move: int) -> None:
    with pytest.raises(Refusal) as refused:
        replay(DERBY, read_script({**SCRIPT, **changes}))
    told = refused.value.as_json()["refused"]
    assert (told["code"], told["move"]) == (code, move)
