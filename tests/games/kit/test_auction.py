"""Sales by open outcry: whose turn it is to speak, what is taken as a bid, and when the hammer falls."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kit.auction import Outcry, from_left_of, highest_bid
from games.kit.commission import Commission
from games.kit.values import from_json, to_json
from tests.games.driving import refusal

PLENTY = 1_000_000
TENTH = Commission(10, 100)


def outcry(speakers: str = "ABC", *said: int | None) -> Outcry:
    """After bids, and passes which are None, of whoever was to speak."""
    sale = Outcry(tuple(speakers), step=500)
    for francs in said:
        assert sale.to_speak is not None
        sale = sale.passed(sale.to_speak) if francs is None else sale.raised(sale.to_speak, francs, PLENTY)
    return sale


def bid(sale: Outcry, seat: str, francs: Any, most: int = PLENTY) -> str:
    return refusal(sale.raised, seat, francs, most)


def test_all_speak_in_turn_and_then_again() -> None:
    said: Sequence[int] = (500, 1_000, 1_500, 2_000)
    assert [outcry("ABC", *said[:count]).to_speak for count in range(5)] == ["A", "B", "C", "A", "B"]


def test_who_passes_is_not_asked_again() -> None:
    sale = outcry("ABC", 500, None, 1_000)
    assert (sale.speakers, sale.to_speak) == (("A", "C"), "A")


def test_the_last_one_left_buys_at_the_last_bid() -> None:
    sale = outcry("ABC", 500, 1_000, None, None)
    assert (sale.over, sale.to_speak, sale.bidder, sale.bid) == (True, None, "B", 1_000)


def test_when_everybody_passes_nobody_buys() -> None:
    sale = outcry("ABC", None, None, None)
    assert (sale.over, sale.bidder, sale.bid) == (True, None, 0)


def test_the_last_one_who_has_not_passed_may_still_bid_or_pass() -> None:
    alone = outcry("ABC", None, None)
    assert (alone.over, alone.to_speak) == (False, "C")
    assert alone.raised("C", 500, PLENTY).bidder == "C"
    assert alone.raised("C", 500, PLENTY).over
    assert alone.passed("C").over


def test_with_nobody_to_speak_it_is_over_at_once() -> None:
    assert outcry("").over
    assert outcry("").to_speak is None


def test_a_bid_may_jump_and_the_next_is_a_step_more() -> None:
    sale = outcry("ABC", 12_500)
    assert (sale.bid, sale.least) == (12_500, 13_000)
    assert outcry("ABC").least == 500


@pytest.mark.parametrize("francs", [0, -500, 250, 501, 10_250, True, 500.0, "500", None])
def test_a_bid_is_a_whole_number_of_steps(francs: Any) -> None:
    assert bid(outcry(), "A", francs) == "bad_bid"


@pytest.mark.parametrize("francs", [500, 1_000])
def test_a_bid_is_more_than_the_last(francs: int) -> None:
    assert bid(outcry("ABC", 1_000), "B", francs) == "bid_too_low"


@pytest.mark.parametrize("francs", [3_500, 500 * 10**400])
def test_nobody_bids_more_than_can_be_paid(francs: int) -> None:
    assert bid(outcry(), "A", francs, most=3_000) == "bid_too_high"
    assert outcry().raised("A", 3_000, 3_000).bid == 3_000


def test_only_whoever_is_to_speak_may_bid_or_pass() -> None:
    sale = outcry("ABC", None, 500)
    assert bid(sale, "B", 1_000) == "not_your_turn"
    assert bid(sale, "A", 1_000) == "not_bidding"
    assert bid(sale, "Z", 1_000) == "not_bidding"
    assert [refusal(sale.passed, seat) for seat in "BAZ"] == ["not_your_turn", "not_bidding", "not_bidding"]


def test_after_the_hammer_nobody_speaks() -> None:
    sold = outcry("AB", 500, None)
    assert bid(sold, "A", 1_000) == "sale_over"
    assert refusal(sold.passed, "B") == "sale_over"


def test_it_can_be_kept_as_json_and_goes_on_from_there() -> None:
    sale = outcry("ABC", 500, None)
    assert from_json(Outcry, to_json(sale)) == sale


def test_the_order_is_clockwise_from_the_left_of_whoever_speaks_last() -> None:
    assert [from_left_of(last, "ABCD") for last in "ABCD"] == [
        tuple("BCDA"),
        tuple("CDAB"),
        tuple("DABC"),
        tuple("ABCD"),
    ]


@pytest.mark.parametrize(
    ("purse", "most"),
    [
        (20_000, 18_000),  # and 1,800; of 18,500 it would be 1,900, 20,400 in all
        (20_399, 18_000),
        (20_400, 18_500),
        (600, 500),  # 50 is rounded up to 100
        (599, 0),
        (0, 0),
        (-5_000, 0),
    ],
)
def test_the_highest_bid_leaves_enough_for_the_commission(purse: int, most: int) -> None:
    assert highest_bid(purse, 500, TENTH) == most


@pytest.mark.parametrize(("purse", "most"), [(20_000, 20_000), (20_499, 20_000), (500, 500), (499, 0)])
def test_without_a_commission_it_is_all_the_purse_in_steps(purse: int, most: int) -> None:
    assert highest_bid(purse, 500) == most


@given(
    st.integers(-1_000, 10**7),
    st.sampled_from([1, 100, 500, 1_000]),
    st.integers(0, 100),
    st.sampled_from([1, 100, 1_000]),
    st.sampled_from(["down", "nearest"]),
)
def test_a_step_more_than_the_highest_bid_cannot_be_paid(
    purse: int, step: int, percent: int, rounding: int, rounds: Any
) -> None:
    commission = Commission(percent, rounding, rounds)
    most = highest_bid(purse, step, commission)
    assert most % step == 0
    assert most == 0 or most + commission.on(most) <= purse
    assert most + step + commission.on(most + step) > purse


@given(st.integers(0, 6), st.lists(st.integers(0, 4), max_size=60))
def test_any_sale_ends_with_the_highest_bid(players: int, said: list[int]) -> None:
    sale, heard = Outcry(tuple("ABCDEF"[:players]), step=100), [0]
    for steps in [*said, *[0] * players]:
        if sale.to_speak is None:
            break
        raised = sale.bid + 100 * steps
        sale = sale.raised(sale.to_speak, raised, PLENTY) if steps else sale.passed(sale.to_speak)
        heard.append(sale.bid)
    assert sale.over
    assert heard == sorted(heard)
    assert sale.speakers == (() if sale.bidder is None else (sale.bidder,))
    assert (sale.bidder is None) == (sale.bid == 0)
