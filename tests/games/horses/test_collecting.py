"""The Bookie collects at each finish, and pays at the end: rule VII through a whole round."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from games.horses.course import Horse
from games.horses.rules import ORDERS, Race
from games.kit.cards import Card
from games.kit.errors import RuleBroken
from games.kit.payments import Party, Payment, Reason, Stake, net, settle
from games.kit.round import Phase, Round
from tests.games.driving import keep_accounts, refusal
from tests.games.horses.racing import HORSES, C, D, H, S, cards_for, run, suit, table
from tests.games.rounds import turn

SEATS = ("P1", "P2", "P3")
SPACES = [
    *((name, horse) for name in ("win", "place", "show") for horse in Horse),
    *(("colour", colour) for colour in ("red", "black")),
]


def full(counters: int = 3) -> Round:
    """One player on every space of the board."""
    round_ = table("P1")
    for market, selection in SPACES:
        round_ = round_.stake("P1", market, selection, counters)
    return round_


def paid(payments: Iterable[Payment]) -> list[tuple[str, str, int]]:
    return [(payment.reason.value, payment.payee.name, payment.amount) for payment in payments]


@pytest.mark.rule("horses:H-R9")
def test_nothing_is_collected_before_a_horse_is_home() -> None:
    cards = f"{suit('C', 12)} {suit('D', 12)} {suit('H', 12)} {suit('S', 12)}"
    assert run(full(), cards).payments == ()


# Which spaces the Bookie clears when each of the horses in the order C D S H comes in.
CLEARED = [
    (Reason.COLLECTED_FIRST, [("win", D), ("win", H), ("win", S), ("colour", "red")]),
    (Reason.COLLECTED_SECOND, [("place", H), ("place", S)]),
    (Reason.COLLECTED_THIRD, [("show", H)]),
]


@pytest.mark.rule("horses:H-R9")
@pytest.mark.parametrize(("market", "selection"), SPACES)
def test_a_lost_stake_is_collected_at_the_finish_that_decides_it(market: str, selection: str) -> None:
    round_ = table("P1").stake("P1", market, selection, 6)
    due = {spot: (place, reason) for place, (reason, spots) in enumerate(CLEARED) for spot in spots}
    for place, letter in enumerate("CDS"):
        *waiting, last = suit(letter).split()
        before = run(round_, " ".join(waiting))
        assert before.payments == round_.payments, "only a horse that comes in decides anything"
        round_ = run(before, last)
        if due.get((market, selection), (None, None))[0] == place:
            reason = due[market, selection][1]
            assert round_.payments == (Payment(Party("stakes", "P1"), Party("bookmaker"), 6, reason),)
    collected = len(round_.payments)
    assert collected == ((market, selection) in due)
    end = round_.settle().payments[collected:]
    assert {payment.reason for payment in end} == (set() if collected else {Reason.RETURNED, Reason.WINNINGS})


@pytest.mark.rule("horses:H-R9")
def test_the_board_is_cleared_in_three_steps() -> None:
    round_ = full()
    for letter, (reason, spots) in zip("CDS", CLEARED, strict=True):
        later = run(round_, suit(letter))
        assert paid(later.payments[len(round_.payments) :]) == [(reason.value, "bookmaker", 3)] * len(spots)
        round_ = later


@pytest.mark.rule("horses:H-R9")
def test_the_example_of_the_directions_with_the_counters_of_each_player() -> None:
    """Golden case H4: 5 at the first finish, 1 at the second, 6 at the third."""
    round_ = table("P1", "P2")
    for seat, market, selection, counters in (
        ("P1", "win", D, 1),
        ("P1", "place", H, 1),
        ("P1", "show", C, 3),
        ("P2", "win", C, 5),
        ("P2", "place", D, 10),
        ("P2", "show", H, 6),
        ("P2", "colour", "red", 4),
        ("P2", "colour", "black", 2),
    ):
        round_ = round_.stake(seat, market, selection, counters)
    steps = [round_]
    for letter in "CDS":
        steps.append(run(steps[-1], suit(letter)))
    held = [net(step.payments, ["P1", "P2", "bookmaker"]) for step in steps]
    assert [after["bookmaker"] - before["bookmaker"] for before, after in pairwise(held)] == [5, 1, 6]
    assert [(step["P1"], step["P2"]) for step in held] == [(0, 0), (-1, -4), (-2, -4), (-2, -10)]
    ended = steps[-1].settle()
    won = [payment for payment in ended.payments if payment.reason is Reason.WINNINGS]
    assert [(payment.payee.seat, payment.amount) for payment in won] == [("P1", 1), ("P2", 15), ("P2", 10), ("P2", 2)]
    assert net(ended.payments, []) == {"P1": -1, "P2": 17, "bookmaker": -16}


@pytest.mark.rule("horses:H-R10")
def test_winners_are_paid_only_when_the_race_is_over() -> None:
    round_ = table("P1").stake("P1", "win", C, 1).stake("P1", "show", C, 3)
    nearly = run(round_, f"{suit('C')} {suit('D')} {suit('S', 12)}")
    assert nearly.payments == ()
    over = run(nearly, "AS")
    assert over.payments == ()
    assert paid(over.settle().payments) == [
        ("returned", "P1", 1),
        ("returned", "P1", 3),
        ("winnings", "P1", 3),
        ("winnings", "P1", 1),
    ]


@pytest.mark.rule("horses:H-R10")
def test_after_the_third_finish_only_winning_stakes_lie_on_the_board() -> None:
    over = run(full(), cards_for("CDSH"))
    accounts = keep_accounts({"P1": 100}, {"bookmaker": 100}, over.stakes, over.payments)
    assert accounts[Party("stakes", "P1")] == 7 * 3, "one to win, two to place, three to show, one colour"
    ended = over.settle()
    accounts = keep_accounts({"P1": 100}, {"bookmaker": 100}, over.stakes, ended.payments)
    assert accounts[Party("stakes", "P1")] == 0
    assert Reason.LOST not in {payment.reason for payment in ended.payments}, "nothing is collected at the end"


@pytest.mark.rule("horses:C13")
@pytest.mark.parametrize("cards", ["", "2C", suit("C"), f"{suit('C')} {suit('D')}", cards_for("CDSH")])
def test_a_void_race_gives_back_what_was_collected(cards: str) -> None:
    round_ = run(full(), cards)
    accounts = keep_accounts({"P1": 42}, {"bookmaker": 0}, round_.stakes, round_.void().payments)
    assert {party: held for party, held in accounts.items() if held} == {Party("purse", "P1"): 42}


def nearly_home(round_: Round) -> Round:
    """The same stakes when twelve cards of every suit have been turned, and every order can still come."""
    cards = " ".join(suit(letter, 12) for letter in "CDHS").split()
    assert isinstance(round_.state, Race)
    state = replace(round_.state, aside=tuple(map(Card.parse, cards)))
    return replace(round_, state=state, phase=Phase.RUNNING)


def worst_to_come(round_: Round) -> int:
    """The most that the Bookie can still have to pay, less what he would still collect, by settling every order."""
    left = [stake for stake in round_.stakes if not lost_by_now(round_, (stake.market, stake.selection))]
    return cost_of_the_worst(left, round_)


def cost_of_the_worst(stakes: list[Stake], round_: Round) -> int:
    markets = HORSES.markets(round_.state)
    ends = [settle(stakes, markets, order) for order in HORSES.outcomes(round_.state)]
    return max(-net(payments, ["bookmaker"])["bookmaker"] for payments in ends)


def refused(round_: Round, stake: Stake) -> str | None:
    try:
        round_.stake(stake.seat, stake.market, stake.selection, stake.counters)
    except RuleBroken as broken:
        return broken.code
    return None


def lost_by_now(round_: Round, spot: tuple[str, str]) -> bool:
    """By the rules in the words of the directions, not by outcomes."""
    market, selection = spot
    finish = round_.state.finish
    if market == "colour":
        return bool(finish) and (finish[0] in {D, H}) != (selection == "red")
    places = {"win": 1, "place": 2, "show": 3}[market]
    return len(finish) >= places and selection not in finish[:places]


wishes = st.lists(
    st.tuples(st.sampled_from(SEATS), st.sampled_from(SPACES), st.integers(1, 12)), min_size=1, max_size=14
)


@pytest.mark.rule("horses:C6")
@settings(max_examples=25, deadline=None)
@given(wishes=wishes, funds=st.integers(0, 40))
def test_no_stakes_that_were_accepted_leave_the_bookie_short(
    wishes: list[tuple[str, tuple[str, str], int]], funds: int
) -> None:
    """Over all 24 orders and at every finish; and what was refused would have left him short at one of them."""
    purses = dict.fromkeys(SEATS, 500)
    round_ = table(*SEATS, purses=purses, funds={"bookmaker": funds})
    for seat, (market, selection), number in wishes:
        counters = number * 3 if market == "show" else number
        wish = Stake(seat, market, selection, counters)
        if (code := refused(round_, wish)) is None:
            round_ = round_.stake(seat, market, selection, counters)
        else:
            assert code == "not_covered"
            event("a stake was refused")
            assert cost_of_the_worst([*round_.stakes, wish], round_) > funds
    start = nearly_home(round_)
    for order in ORDERS.all:
        running = start
        for letter in order[:3]:
            running = running.play(turn(f"A{letter}"))
            held = keep_accounts(purses, {"bookmaker": funds}, running.stakes, running.payments)[Party("bookmaker")]
            assert held >= worst_to_come(running)
        ended = running.settle()
        accounts = keep_accounts(purses, {"bookmaker": funds}, ended.stakes, ended.payments)
        assert not any(held for party, held in accounts.items() if party.role == "stakes")
        late = settle(round_.stakes, HORSES.markets(round_.state), order)
        everybody = [*SEATS, "bookmaker"]
        assert net(ended.payments, everybody) == net(late, everybody), "collecting early changes nobody's result"


@pytest.mark.rule("horses:C6")
def test_what_is_collected_during_the_race_may_cover_a_stake() -> None:
    alone = table("P1", "P2", funds={"bookmaker": 9})
    assert refusal(alone.stake, "P1", "win", C, 4) == "not_covered"
    covered = alone.stake("P2", "win", D, 3).stake("P1", "win", C, 4)
    assert refusal(covered.stake, "P1", "win", C, 1) == "not_covered"
    assert refusal(covered.withdraw, "P2", "win", D, 1) == "stake_needed"
    over = run(covered, cards_for("CDSH"))
    assert paid(over.payments) == [("collected-first", "bookmaker", 3)]
    accounts = keep_accounts({"P1": 4, "P2": 3}, {"bookmaker": 9}, over.stakes, over.settle().payments)
    assert {party.name: held for party, held in accounts.items() if held} == {"P1": 16}, "he pays his last counter"


def test_the_reason_of_a_collection_is_the_finish_it_belongs_to() -> None:
    state = table().state
    reasons = []
    for letter in "CDS":
        for card in suit(letter).split():
            state = HORSES.play(state, turn(card)).state
        reasons.append(HORSES.collects(state))
    assert reasons == [Reason.COLLECTED_FIRST, Reason.COLLECTED_SECOND, Reason.COLLECTED_THIRD]
    assert S in state.finish
