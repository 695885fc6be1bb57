"""The rules of a turn against a bank, by their numbers. Points are in test_points.py, spaces in test_bets.py."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kit.errors import RuleBroken
from games.kit.game import Result, written
from games.kit.offices import HOUSE, Office
from games.kit.payments import Party, net
from games.roulette.rules import CardTurned
from games.roulette.wheel import WHEEL, WheelCard
from tests.games.driving import draws, keep_accounts, refusal
from tests.games.roulette.playing import ROULETTE, after, play, spaces, table, turn

EVERY = sorted(spaces(play(run_mode="layout")))


@pytest.mark.rule("roulette:L-R1", "roulette:L-R2")
def test_a_turn_is_one_card_of_all_39() -> None:
    wanted = ROULETTE.chance(play())
    assert wanted is not None
    assert (wanted.label, len(set(wanted.pack)), wanted.start, wanted.count) == ("turn 1", 39, 0, 1)
    move = draws(7).move(wanted)
    step = ROULETTE.play(play(), move)
    (card,) = draws(7).shuffled("turn 1", WHEEL, 1)
    assert step.state.card == card
    assert step.happenings == (CardTurned(card, 1),)
    assert ROULETTE.chance(step.state) is None
    assert refusal(ROULETTE.play, step.state, turn("17")) == "turn_over"


@pytest.mark.rule("roulette:L-R2")
@pytest.mark.parametrize("card", WHEEL, ids=str)
def test_the_card_is_the_outcome(card: WheelCard) -> None:
    state = play()
    assert ROULETTE.result(state) is None
    assert ROULETTE.outcomes(state) == tuple(card.name for card in WHEEL)
    turned = ROULETTE.play(state, turn(card.name)).state
    assert ROULETTE.result(turned) == Result(card.name, ((card.name,),))
    assert ROULETTE.outcomes(turned) == (card.name,)
    assert ROULETTE.places(card.name) == (card.name,)


def test_a_card_is_told_with_its_colour() -> None:
    told = [str(CardTurned(WheelCard.parse(name), 1)) for name in ("17", "19", "00", "eagle")]
    assert told == ["17 black is turned", "19 red is turned", "00 is turned", "eagle is turned"]
    assert written(CardTurned(WheelCard.parse("17"), 3)) == {"card_turned": {"card": "17", "turn": 3}}


@pytest.mark.rule("roulette:L-R3")
def test_any_number_of_spaces_may_be_backed_at_once() -> None:
    round_ = table("P1", options={"run_mode": "layout"})
    for market, selection in EVERY:
        round_ = round_.stake("P1", market, selection, 1)
    assert len(round_.stakes) == 272
    # 17 is in 2 runs of two, 3 of three, 4 of four, 5 of five, 6 of six, 2 vertical pairs and 4 corners.
    won = 35 + 3 * 1 + 2 * 2 + (2 + 2) * 17 + 3 * 11 + (4 + 4) * 8 + 5 * 6 + 6 * 5
    spaces_won = 1 + 3 + 2 + 4 + 3 + 8 + 5 + 6
    settled = round_.play(turn("17")).settle()
    assert net(settled.payments, ["P1"])["P1"] == won - (272 - spaces_won)


@pytest.mark.rule("roulette:L-R3")
@pytest.mark.parametrize("layout", ["small", "large"])
def test_the_large_layout_is_a_matter_of_looks(layout: str) -> None:
    state = play(layout=layout)
    assert ROULETTE.view(state, None).layout == layout
    assert ROULETTE.markets(state) == ROULETTE.markets(play())


@pytest.mark.rule("roulette:E1")
@pytest.mark.parametrize(("payout_mode", "winnings"), [("to", 210), ("for", 204)])
def test_the_stake_comes_back_or_is_part_of_the_payment(payout_mode: str, winnings: int) -> None:
    round_ = table("P1", options={"payout_mode": payout_mode}).stake("P1", "number", "eagle", 6)
    settled = round_.play(turn("eagle")).settle()
    assert [(payment.reason, payment.amount) for payment in settled.payments] == [
        ("returned", 6),
        ("winnings", winnings),
    ]


@pytest.mark.rule("roulette:E6")
def test_no_turn_knows_of_another() -> None:
    """A round is one turn, and the next one starts from nothing but its options."""
    options = {"course": "russell", "run_mode": "layout"}
    turned = ROULETTE.play(play(**options), turn("17")).state
    assert ROULETTE.next_options(options, turned) == options
    assert ROULETTE.chances(play(**ROULETTE.next_options(options, turned))) == ROULETTE.chances(play(**options))


@pytest.mark.rule("roulette:L-R6", "roulette:E9")
def test_the_bank_pays_the_winners_and_keeps_the_rest() -> None:
    round_ = table("P1", "P2", "P3", holder="P3").stake("P1", "run", "16-17", 4).stake("P2", "colour", "red", 5)
    settled = round_.play(turn("17")).settle()
    assert net(settled.payments, ["P1", "P2", "P3", "bank"]) == {"P1": 68, "P2": -5, "P3": 0, "bank": -63}
    assert [(payment.reason, payment.amount) for payment in settled.payments] == [
        ("lost", 5),
        ("returned", 4),
        ("winnings", 68),
    ]


@pytest.mark.rule("roulette:L-R6")
def test_the_bank_passes_left_after_ten_settled_turns() -> None:
    assert ROULETTE.term(play()) == 10
    office, holders = Office("A", ROULETTE.term(play())), []
    for _ in range(31):
        holders.append(office.holder)
        office = office.after_a_settled_round("ABC", "ABC")
    assert "".join(holders) == "A" * 10 + "B" * 10 + "C" * 10 + "A"


@pytest.mark.rule("roulette:L-R7")
def test_stakes_are_made_and_withdrawn_before_the_card_only() -> None:
    assert ROULETTE.takes_stakes(play())
    open_ = table("P1").stake("P1", "number", "17", 4).withdraw("P1", "number", "17", 1)
    assert open_.laid == {("P1", "number", "17"): 3}
    turned = open_.play(turn("5"))
    assert not ROULETTE.takes_stakes(turned.state)
    assert refusal(turned.stake, "P1", "number", "5", 1) == "staking_closed"
    assert refusal(turned.withdraw, "P1", "number", "17", 1) == "staking_closed"


@pytest.mark.rule("roulette:L-R8")
def test_the_player_on_the_bankers_right_cuts() -> None:
    assert ROULETTE.cutter(table("A", "B", "C", holder="B").state) == "A"
    assert ROULETTE.cutter(table("A", "B", "C").state) == "C"
    assert ROULETTE.cutter(table("A", "B", options={"mode": "points"}).state) == "B"


@pytest.mark.rule("roulette:E9")
def test_a_stake_that_the_bank_could_not_pay_is_refused() -> None:
    round_ = table("P1", "P2", funds={"bank": 70}).stake("P1", "number", "17", 2)
    assert refusal(round_.stake, "P2", "colour", "black", 1) == "not_covered"
    helped = round_.stake("P2", "colour", "red", 6)
    rested = helped.stake("P2", "colour", "black", 6)
    assert rested.exposure("bank").worst == 70
    assert refusal(rested.withdraw, "P2", "colour", "red", 1) == "stake_needed"


@pytest.mark.rule("roulette:E9")
@settings(max_examples=25, deadline=None)
@given(
    funds=st.integers(0, 200),
    payout_mode=st.sampled_from(["to", "for"]),
    wishes=st.lists(st.tuples(st.sampled_from("AB"), st.sampled_from(EVERY), st.integers(1, 30)), max_size=12),
)
def test_no_accepted_stakes_leave_the_bank_short_whatever_card_comes(
    funds: int, payout_mode: str, wishes: list[tuple[str, tuple[str, str], int]]
) -> None:
    purses, options = {"A": 60, "B": 60}, {"run_mode": "layout", "payout_mode": payout_mode}
    round_ = table("A", "B", options=options, purses=purses, funds={"bank": funds})
    for seat, (market, selection), counters in wishes:
        try:
            round_ = round_.stake(seat, market, selection, counters)
        except RuleBroken as broken:
            assert broken.code in {"not_covered", "short_purse"}  # noqa: PT017 - a refusal is one of two, or none
    for card in WHEEL:
        settled = round_.play(turn(card.name)).settle()
        accounts = keep_accounts(purses, {"bank": funds}, round_.stakes, settled.payments)
        assert accounts[Party("bank")] == funds - round_.exposure("bank").liabilities[card.name] >= 0


@pytest.mark.rule("roulette:E9")
def test_nothing_but_purse_and_bank_limits_a_stake() -> None:
    assert table("P1").stake("P1", "number", "17", 10**6).stakes[0].counters == 10**6
    assert refusal(table("P1", purses={"P1": 9}).stake, "P1", "number", "17", 10) == "short_purse"


@pytest.mark.rule("roulette:E9")
def test_an_abandoned_turn_gives_all_stakes_back() -> None:
    void = table("P1").stake("P1", "number", "17", 6).play(turn("17")).void()
    assert net(void.payments, ["P1", "bank"]) == {"P1": 0, "bank": 0}
    assert refusal(void.settle) == "round_void"


def test_against_a_bank_no_seat_has_a_move() -> None:
    state = table("A", "B", holder="A").state
    assert ROULETTE.moves(state, "A") == ()
    assert ROULETTE.automatic(state, "A") is None
    assert ROULETTE.unit(state) is None
    assert ROULETTE.clearing(state) == ()


def test_everything_in_a_view_is_public() -> None:
    round_ = table("A", "B", holder="A", options={"payout_mode": "for", "run_mode": "layout"})
    view = ROULETTE.view(round_.state, None)
    assert view == ROULETTE.view(round_.state, "B")
    assert (view.mode, view.payout_mode, view.run_mode, view.banker) == ("bank", "for", "layout", "A")
    assert (view.turn, view.card, view.players, view.target, view.markers) == (1, None, (), None, None)
    turned = ROULETTE.view(after(round_, turn("0")).state, None)
    assert (turned.turn, turned.card) == (1, WheelCard.parse("0"))


def test_a_course_tells_where_it_comes_from() -> None:
    told: dict[str, Any] = {name: ROULETTE.about(play(**options)) for name, options in ABOUT.items()}
    assert all(lines[0].startswith("Russell cards. ") for lines in told.values())
    assert "odds printed, colours reconstructed, layout reconstructed" in told["to"][1]
    assert "to one" in told["to"][2]
    assert "for one" in told["for"][2]
    assert "500 points" in told["points"][2]
    assert "10 markers" in told["points"][2]


ABOUT: dict[str, dict[str, Any]] = {"to": {}, "for": {"payout_mode": "for"}, "points": {"mode": "points"}}


def test_whoever_holds_the_bank_gets_the_russell_cards() -> None:
    assert ROULETTE.usual_options(HOUSE) == ROULETTE.usual_options("Ada") == {"course": "russell"}
