import pickle
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kit.errors import RuleBroken
from games.kit.odds import EVENS, Odds, decimal, percent


def test_ten_to_one_wins_ten_for_each_counter_and_the_stake_comes_back() -> None:
    assert Odds(10).won_by(6) == 60
    assert Odds(10).edge(Fraction(1, 11)) == 0


def test_odds_are_spoken_as_at_a_table() -> None:
    assert [Odds(10).spoken, Odds(5, 3).spoken, EVENS.spoken] == ["10 to 1", "5 to 3", "evens"]
    assert str(Odds.parse("5/3")) == "5/3"


@pytest.mark.parametrize(
    ("odds", "step"), [(Odds(10), 1), (Odds(5, 3), 3), (Odds(11, 2), 2), (Odds(4, 6), 3), (Odds(6, 3), 1)]
)
def test_stakes_go_in_steps_that_win_whole_counters(odds: Odds, step: int) -> None:
    assert odds.step == step
    assert odds.won_by(step) * odds.per == step * odds.winnings


@pytest.mark.parametrize(
    "text",
    [
        "10",
        "1/0",
        "0/1",
        "-2/1",
        "a/b",
        "5/3/1",
        "",
        "2.5/1",
        "1000001/1",
        " 5/3",
        "+5/3",
        "5/1_0",
        "٥/٣",
        "05/3",
        "9" * 5000 + "/1",
    ],
)
def test_what_is_no_odds_is_refused(text: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        Odds.parse(text)
    assert refused.value.code == "bad_odds"


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        (Fraction(1, 3), 4, "0.3333"),
        (Fraction(2, 3), 4, "0.6667"),
        (Fraction(-1, 8), 2, "-0.13"),
        (Fraction(-1, 1000), 2, "0.00"),
        (Fraction(999, 1000), 2, "1.00"),
        (Fraction(5, 2), 0, "3"),
    ],
)
def test_fractions_are_shown_rounded_half_up(value: Fraction, places: int, text: str) -> None:
    assert decimal(value, places) == text


@settings(max_examples=50)
@given(st.fractions(), st.integers(1, 15))
def test_a_shown_fraction_is_within_half_of_its_last_digit(value: Fraction, places: int) -> None:
    assert abs(Fraction(decimal(value, places)) - value) <= Fraction(1, 2 * 10**places)


def test_a_percentage_is_a_hundredfold() -> None:
    assert percent(Fraction(13, 277), 3) == "4.693"


def test_a_refusal_keeps_code_and_sentence_through_a_pickle() -> None:
    refusal = RuleBroken("over_limit", "At most %(most)s.", most=6)
    again = pickle.loads(pickle.dumps(refusal))  # noqa: S301 - our own
    assert (again.code, again.sentence, str(again)) == ("over_limit", "At most 6.", "At most 6.")
