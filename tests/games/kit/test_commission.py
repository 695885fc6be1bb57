"""Commissions: whole percents, brought to a round sum."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kit.commission import Commission

TENTH = Commission(10, 100)


@pytest.mark.parametrize(
    ("amount", "due"),
    [(0, 0), (12_000, 1_200), (12_400, 1_200), (12_600, 1_300), (87_400, 8_700), (150_000, 15_000)],
)
def test_a_commission_is_rounded_to_the_nearest_hundred(amount: int, due: int) -> None:
    assert TENTH.on(amount) == due


@pytest.mark.parametrize(("amount", "due"), [(500, 100), (3_500, 400), (12_500, 1_300), (593_500, 59_400)])
def test_a_tie_goes_up(amount: int, due: int) -> None:
    assert TENTH.on(amount) == due


@pytest.mark.parametrize(("amount", "due"), [(999, 0), (1_000, 100), (12_500, 1_200), (12_999, 1_200)])
def test_a_commission_may_be_rounded_down_instead(amount: int, due: int) -> None:
    assert Commission(10, 100, "down").on(amount) == due


def test_without_rounding_it_is_brought_to_a_whole_number() -> None:
    assert [Commission(5).on(amount) for amount in (100, 109, 110, 130)] == [5, 5, 6, 7]
    assert [Commission(5, rounds="down").on(amount) for amount in (100, 109, 110, 130)] == [5, 5, 5, 6]


def test_no_percents_are_nothing() -> None:
    assert Commission(0, 100).on(1_000_000) == 0


@given(st.integers(0, 10**9), st.integers(0, 100), st.sampled_from([1, 5, 100, 1_000]))
def test_a_commission_is_a_multiple_and_at_most_half_of_one_from_the_percents(
    amount: int, percent: int, rounding: int
) -> None:
    due = Commission(percent, rounding).on(amount)
    assert due % rounding == 0
    assert abs(due * 100 - amount * percent) * 2 <= rounding * 100
