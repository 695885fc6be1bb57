from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kit import automatic
from games.kit.errors import RuleBroken
from games.kit.markets import LARGEST, Exposure, Market, Space, find, price
from games.kit.odds import EVENS, Odds
from games.kit.payments import Party, Payment, Reason, Stake, net, refund, settle
from tests.games.driving import draws, refusal

A, B, C = Space("a", Odds(2), ("a",)), Space("b", Odds(5, 3), ("b",)), Space("c", Odds(10), ("c",))
WIN = Market("win", "bank", (A, B, C), most=7)
EITHER = Market("either", "bookmaker", (Space("ab", EVENS, ("a", "b")),), least=2)
MARKETS = (WIN, EITHER)
OUTCOMES = ("a", "b", "c")


def test_a_stake_is_whole_positive_and_in_steps() -> None:
    assert WIN.check("b", 3) == 3
    assert [refusal(WIN.check, "b", counters) for counters in (0, -3, 1.5, True, "3", None)] == ["bad_counters"] * 6
    assert refusal(WIN.check, "b", 4) == "stake_step"


def test_a_limit_counts_what_lies_there_already() -> None:
    assert WIN.check("a", 3, laid=4) == 3
    assert refusal(WIN.check, "a", 4, laid=4) == "over_limit"
    assert WIN.limit("b") == 6, "7 is no multiple of 3"
    assert refusal(WIN.check, "b", 3, laid=6) == "over_limit"
    assert refusal(EITHER.check, "ab", 1) == "under_limit"
    assert EITHER.check("ab", 1, laid=1) == 1, "with what lies there it is enough"
    assert EITHER.check("ab", 1_000_000) == 1_000_000


def test_a_refusal_says_how_many_would_be_accepted() -> None:
    with pytest.raises(RuleBroken) as refused:
        WIN.check("a", 5, laid=4)
    assert refused.value.facts["room"] == 3


def test_spaces_are_found_by_market_and_selection() -> None:
    assert find(MARKETS, "win", "b") == (WIN, B)
    assert refusal(find, MARKETS, "win", "ab") == "unknown_selection"
    assert refusal(find, MARKETS, "place", "a") == "unknown_market"


def test_an_exposure_is_winnings_less_stakes_kept() -> None:
    exposure = Exposure.none(OUTCOMES).moved(A, 0, 4).moved(EITHER.spaces[0], 0, 2)
    assert exposure.liabilities == {"a": 8 + 2, "b": -4 + 2, "c": -4 - 2}
    assert exposure.worst == 10


def test_a_stake_that_could_not_be_paid_is_refused_with_what_could() -> None:
    exposure = Exposure.none(OUTCOMES)
    assert exposure.cover(C, 0, 2, funds=20).worst == 20
    with pytest.raises(RuleBroken) as refused:
        exposure.cover(C, 0, 3, funds=29)
    assert (refused.value.code, refused.value.facts["room"]) == ("not_covered", 2)
    assert exposure.cover(C, 0, 3, funds=None).worst == 30
    assert [exposure.room(B, funds, step=3) for funds in (4, 5, 9, 10)] == [0, 3, 3, 6], "whole steps of 3, at 5 to 3"


def test_a_stake_that_others_rest_on_cannot_be_withdrawn() -> None:
    exposure = Exposure.none(OUTCOMES).cover(A, 0, 8, funds=16).cover(C, 0, 2, funds=16)
    assert exposure.liabilities["c"] == 12
    assert exposure.uncover(A, 8, 4, funds=16).liabilities["c"] == 16
    assert refusal(exposure.uncover, A, 8, 3, funds=16) == "stake_needed"
    assert exposure.uncover(A, 8, 0, funds=None).liabilities["c"] == 20


stakes_made = st.lists(st.tuples(st.sampled_from([A, B, C, EITHER.spaces[0]]), st.integers(1, 20)), max_size=30)


@given(stakes_made, st.integers(0, 200))
def test_whatever_is_accepted_can_be_paid_at_every_outcome(wishes: list[tuple[Space, int]], funds: int) -> None:
    exposure, taken = Exposure.none(OUTCOMES), []
    for space, times in wishes:
        counters, step = times * space.odds.step, space.odds.step
        room = exposure.room(space, funds, step=step)
        try:
            exposure = exposure.cover(space, 0, counters, funds, step=step)
        except RuleBroken:
            assert counters > room
        else:
            assert counters <= room
            taken.append((space, counters))
    for outcome in OUTCOMES:
        kept = sum(counters for space, counters in taken if outcome not in space.wins)
        paid = sum(space.odds.won_by(counters) for space, counters in taken if outcome in space.wins)
        assert funds + kept - paid >= 0
        assert exposure.liabilities[outcome] == paid - kept


def test_settling_collects_before_it_pays() -> None:
    stakes = [Stake("P1", "win", "a", 4), Stake("P2", "win", "b", 3), Stake("P2", "either", "ab", 2)]
    paid = settle(stakes, MARKETS, "a")
    purse1, purse2, laid1, laid2 = (
        Party("purse", "P1"),
        Party("purse", "P2"),
        Party("stakes", "P1"),
        Party("stakes", "P2"),
    )
    assert paid == (
        Payment(laid2, Party("bank"), 3, Reason.LOST),
        Payment(laid1, purse1, 4, Reason.RETURNED),
        Payment(laid2, purse2, 2, Reason.RETURNED),
        Payment(Party("bank"), purse1, 8, Reason.WINNINGS),
        Payment(Party("bookmaker"), purse2, 2, Reason.WINNINGS),
    )
    assert net(paid, ["P1", "P2", "bank"]) == {"P1": 8, "P2": -1, "bank": -5, "bookmaker": -2}
    assert net(refund(stakes), ["P1", "P2", "bank"]) == {"P1": 0, "P2": 0, "bank": 0}


# Three horses that may win alone or together, at prices with two figures after the point.
TOGETHER = ("a", "b", "c", "a=b", "a=c", "b=c", "a=b=c")


@st.composite
def runners(draw: st.DrawFn) -> Space:
    name = draw(st.sampled_from("abc"))
    return Space(name, Odds(draw(st.integers(20, 600)), 100), tuple(one for one in TOGETHER if name in one))


@settings(max_examples=200, deadline=None)
@given(
    runners(),
    st.fixed_dictionaries({outcome: st.integers(-30, 45) for outcome in TOGETHER}),
    st.integers(0, 40),
    st.integers(0, 30),
)
def test_room_is_the_largest_stake_that_is_covered(
    space: Space, liabilities: dict[str, int], funds: int, laid: int
) -> None:
    """Rounding down included, with what the player has there already, and also where an office owes too much."""
    exposure = Exposure(liabilities)
    # At 1.20 or more every counter costs a fifth of one at least, so no stake above 5 x (40 + 30 + 1) is covered.
    able = [more for more in range(1, 360) if exposure.moved(space, laid, laid + more).worst <= funds]
    room = exposure.room(space, funds, laid=laid)
    assert room == max(able, default=0)
    if room:
        assert exposure.cover(space, laid, laid + room, funds).worst <= funds
    assert refusal(exposure.cover, space, laid, laid + room + 1, funds) == "not_covered"


@pytest.mark.parametrize(
    ("funds", "laid", "room"),
    [
        # One counter at 5.87 returns 5 and costs 4; two return 11 and cost 9; three return 17 and cost 14.
        (3, 0, 0),
        (4, 0, 1),
        (8, 0, 1),
        (9, 0, 2),
        (14, 0, 3),
        # With one there already, of which 0.87 were dropped, the second costs 11 - 5 - 1 = 5.
        (4, 1, 0),
        (5, 1, 1),
    ],
)
def test_a_part_of_a_counter_that_is_dropped_is_room(funds: int, laid: int, room: int) -> None:
    space = Space("a", Odds(487, 100), ("a",))
    assert Exposure.none(("a", "b")).room(space, funds, laid=laid) == room


def test_there_is_room_for_any_number_where_nothing_can_be_won() -> None:
    lost = Space("c", Odds(10), ())
    assert Exposure.none(("a", "b")).room(lost, 0) == LARGEST
    assert Exposure({"a": 5, "b": 0}).room(lost, 0) == LARGEST, "and it helps to pay"


def test_a_dead_heat_is_paid_in_parts_and_may_return_less_than_the_stake() -> None:
    # At 2.00: half of 5 at 2.00 is 5; a third of 5 is 3.33. At 5.00: half of 3 is 7.5.
    evens, four = Space("a", EVENS, ("a", "a=b", "a=b=c")), Space("b", Odds(4), ("b", "a=b"))
    market = Market("bookmaker", "bookmaker", (evens, four), rounds_down=True)
    stakes = [Stake("P1", "bookmaker", "a", 5), Stake("P2", "bookmaker", "b", 3)]
    paid = {outcome: net(settle(stakes, (market,), outcome), ["P1", "P2"]) for outcome in ("a", "b", "a=b", "a=b=c")}
    assert paid == {
        "a": {"P1": 5, "P2": -3, "bookmaker": -2},
        "b": {"P1": -5, "P2": 12, "bookmaker": -7},
        "a=b": {"P1": 0, "P2": 4, "bookmaker": -4},
        "a=b=c": {"P1": -2, "P2": -3, "bookmaker": 5},  # b has no such space
    }


def test_a_price_is_shown_with_chance_and_edge() -> None:
    third = Fraction(1, 3)
    chances = {("win", "a"): third, ("win", "b"): third, ("win", "c"): third, ("either", "ab"): 2 * third}
    assert [(priced.space.selection, priced.chance, priced.edge) for priced in price(MARKETS, chances)] == [
        ("a", third, 0),
        ("b", third, Fraction(1, 9)),
        ("c", third, Fraction(-8, 3)),
        ("ab", 2 * third, Fraction(-1, 3)),
    ]


def test_automatic_players_lay_anything_from_the_least_to_the_most() -> None:
    laid = {
        stake.counters
        for seed in range(200)
        for stake in automatic.stakes("Ada", (WIN,), 100, draws(seed).numbers("stakes"))
        if stake.selection == "a"
    }
    assert laid == {1, 2, 3, 4, 5, 6, 7}
    assert all(automatic.stakes("Ada", MARKETS, 50, draws(seed).numbers("stakes")) for seed in range(50))
    only = (Market("win", "bank", (B,), least=3, most=3),)
    assert automatic.stakes("Ada", only, 3, draws(1).numbers("stakes")) == (Stake("Ada", "win", "b", 3),)


@settings(max_examples=50)
@given(st.integers(0, 2**32), st.integers(0, 50))
def test_automatic_players_make_legal_stakes_within_their_purse(seed: int, purse: int) -> None:
    made = automatic.stakes("Ada", MARKETS, purse, draws(seed).numbers("stakes"))
    assert len(made) <= 3
    assert sum(stake.counters for stake in made) <= purse
    for stake in made:
        market, _ = find(MARKETS, stake.market, stake.selection)
        assert market.check(stake.selection, stake.counters) == stake.counters
        if market.most is None:
            assert stake.counters <= purse // 10
