"""Prices of a bookmaker, from the house's rules for dead heats and margins (B2, B3)."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kit.bookmaker import HIGHEST, LOWEST, Bookmaker, PlaceTerms, Price
from games.kit.markets import Space
from games.kit.odds import Odds
from games.kit.values import Malformed, from_json, to_json
from tests.games.driving import refusal

# Myopia with six horses, as worked out apart from this code; its fair prices are 5.873802 5.909995 5.966736 6.001306
# 6.076276 6.182498.
MYOPIA = {
    str(at): Fraction(share)
    for at, share in enumerate(
        [
            "0.170247486970",
            "0.169204874144",
            "0.167595829550",
            "0.166630400041",
            "0.164574485292",
            "0.161746924004",
        ],
        start=1,
    )
}


def paid(price: Price, counters: int, among: int = 1) -> int:
    """What a stake at this price returns, when so many win together."""
    outcome = "=".join("abcdef"[:among])
    return Space("a", price.odds, (outcome,)).returned(counters, outcome)


def prices(margin: int, shares: dict[str, Fraction]) -> list[str]:
    return [str(price) for _, price in Bookmaker(margin=margin).prices(shares)]


# --- A price


@pytest.mark.parametrize(
    ("price", "counters", "among", "returned"),
    [
        ("5.87", 100, 1, 587),
        ("5.87", 10, 1, 58),  # 58.7
        ("5.87", 1, 1, 5),
        ("1.01", 1, 1, 1),  # 1.01: the stake
        ("5.87", 10, 2, 29),  # 29.35
        ("5.87", 10, 3, 19),  # 19.57
        ("6.00", 5, 2, 15),  # 2.5 at 6.00: the half is settled as it is, and not as 2, which would be 12
        ("6.00", 1, 3, 2),  # a third at 6.00
        ("1.50", 1, 2, 0),  # 0.75: in a dead heat less than the stake may come back
    ],
)
def test_a_dead_heat_settles_a_part_of_the_stake_and_drops_fractions_once(
    price: str, counters: int, among: int, returned: int
) -> None:
    # B2.
    assert paid(Price.parse(price), counters, among) == returned


def test_a_price_at_a_runners_share_is_fair_with_dead_heats() -> None:
    # Six horses of the Derby on 15: one wins alone with 3/7, three in a dead heat with 4/7. So a horse wins alone with
    # 1/14 and among three with 4/7 x 3/6 = 4/14, and its share is 1/14 + 4/42 = 1/6.
    price = Bookmaker(margin=0).price(Fraction(1, 14) + Fraction(4, 14) / 3)
    assert price == Price(600)
    # 12 counters return 72 alone and 24 among three: (72 + 4 x 24) / 14 = 12.
    assert (paid(price, 12), paid(price, 12, among=3)) == (72, 24)
    assert Fraction(paid(price, 12) + 4 * paid(price, 12, among=3), 14) == 12


@pytest.mark.parametrize(
    ("price", "odds"), [("5.87", Odds(487, 100)), ("6.00", Odds(5)), ("3.50", Odds(5, 2)), ("1.01", Odds(1, 100))]
)
def test_a_price_is_odds_and_the_stake(price: str, odds: Odds) -> None:
    assert Price.parse(price).odds == odds


def test_a_flat_price_in_myopia_would_be_a_gift_to_the_backers_of_the_first_horse() -> None:
    # 0.170247486970 x 6 - 1 = 0.02148492182
    assert Price(600).odds.edge(MYOPIA["1"]) == -Fraction("0.02148492182")
    assert Price(600).odds.edge(Fraction(1, 6)) == 0
    assert Price(521).odds.edge(Fraction(1, 6)) == Fraction(79, 600), "1 - 5.21 / 6"


def test_a_price_is_written_with_two_figures_after_the_point() -> None:
    assert [str(Price(hundredths)) for hundredths in (587, 600, 605, 101, 1_000_000)] == [
        "5.87",
        "6.00",
        "6.05",
        "1.01",
        "10000.00",
    ]
    assert to_json(Price(605)) == "6.05"
    assert from_json(Price, "6.05") == Price(605)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1.00", "price_too_low"),
        ("0.50", "price_too_low"),
        ("10000.01", "price_too_high"),
        *[
            (text, "bad_price")
            for text in (
                *("", "6", "6.", "6.0", "6.000", ".87", "05.87", "-5.87", "+5.87", " 5.87", "5,87", "5/1", "٥.٨٧"),
                *("5.87\n", "1_0.00", "1e3.00", "nan", "9" * 5000 + ".00"),
            )
        ],
    ],
)
def test_what_is_no_price_is_refused(text: str, code: str) -> None:
    assert refusal(Price.parse, text) == code


@given(st.integers(LOWEST, HIGHEST))
def test_every_price_is_read_as_it_was_written_and_is_its_odds(hundredths: int) -> None:
    price = Price(hundredths)
    assert Price.parse(str(price)) == price
    assert price.odds.edge(Fraction(1, 7)) == 1 - Fraction(hundredths, 700)
    step = price.odds.step
    assert paid(price, step) == step + price.odds.won_by(step)


@given(st.integers(LOWEST, HIGHEST), st.integers(1, 100_000), st.integers(1, 6))
def test_less_than_a_counter_is_dropped(hundredths: int, counters: int, among: int) -> None:
    exact = Fraction(counters * hundredths, 100 * among)
    assert 0 <= exact - paid(Price(hundredths), counters, among) < 1


# --- A book


def test_fair_prices_of_myopia_are_floored_to_the_hundredth() -> None:
    assert prices(0, MYOPIA) == ["5.87", "5.90", "5.96", "6.00", "6.07", "6.18"]


def test_prices_keep_the_order_of_the_runners() -> None:
    assert [runner for runner, _ in Bookmaker().prices(MYOPIA)] == ["1", "2", "3", "4", "5", "6"]


@pytest.mark.parametrize(
    ("margin", "share", "price"),
    [
        # B3. 6 / 1.15 = 5.217..., 5 / 1.15 = 4.347..., 4 / 1.15 = 3.478...
        (15, Fraction(1, 6), "5.21"),
        (15, Fraction(1, 5), "4.34"),
        (15, Fraction(1, 4), "3.47"),
        (0, Fraction(1, 6), "6.00"),
        (100, Fraction(1, 6), "3.00"),
        (0, Fraction(3, 7), "2.33"),  # 2.333...
        (25, Fraction(2, 5), "2.00"),  # 1 / (0.4 x 1.25), exactly
        (0, Fraction(100, 101), "1.01"),
    ],
)
def test_a_margin_shortens_the_price(margin: int, share: Fraction, price: str) -> None:
    assert str(Bookmaker(margin=margin).price(share)) == price


def test_a_price_below_a_hundredth_of_winnings_is_refused() -> None:
    # 1 / (0.9 x 1.15) = 0.966...; 1 / 0.995 = 1.005..., floored 1.00.
    assert refusal(Bookmaker().price, Fraction(9, 10)) == "price_too_low"
    assert refusal(Bookmaker(margin=0).price, Fraction(995, 1000)) == "price_too_low"
    assert refusal(Bookmaker(margin=0).prices, {"1": Fraction(1), "2": Fraction(0)}) == "price_too_low"


def test_a_runner_that_hardly_wins_has_the_highest_price() -> None:
    assert [str(Bookmaker().price(share)) for share in (Fraction(0), Fraction(1, 10**9))] == ["10000.00"] * 2
    assert str(Bookmaker(margin=0).price(Fraction(1, 10_000))) == "10000.00"


@given(st.fractions(Fraction(1, 1000), Fraction(49, 100)), st.integers(0, 100))
def test_a_book_never_gives_its_margin_away_by_rounding(share: Fraction, margin: int) -> None:
    price = Bookmaker(margin=margin).price(share)
    fair = 1 / (share * Fraction(100 + margin, 100))
    assert 0 <= fair - Fraction(price.hundredths, 100) < Fraction(1, 100)
    assert price.odds.edge(share) >= 1 - Fraction(100, 100 + margin) >= 0


# --- Places


@pytest.mark.parametrize(
    ("fraction", "win", "place"),
    [
        ("1/4", "5.00", "2.00"),  # 4 x 1/4
        ("1/4", "5.87", "2.21"),  # 4.87 / 4 = 1.2175
        ("1/5", "5.87", "1.97"),  # 4.87 / 5 = 0.974
        ("1/3", "5.87", "2.62"),  # 4.87 / 3 = 1.623...
        ("1/2", "5.87", "3.43"),  # 4.87 / 2 = 2.435
        ("1/1", "5.87", "5.87"),
    ],
)
def test_a_place_is_paid_at_a_part_of_the_odds(fraction: str, win: str, place: str) -> None:
    assert str(PlaceTerms(3, Odds.parse(fraction)).price(Price.parse(win))) == place


def test_a_favourite_too_short_for_a_place_has_no_place_price() -> None:
    # 0.03 / 4 is less than a hundredth; 0.04 / 4 is one.
    terms = PlaceTerms(2, Odds(1, 4))
    assert refusal(terms.price, Price(103)) == "price_too_low"
    assert terms.price(Price(104)) == Price(101)


@pytest.mark.parametrize(("places", "fraction"), [(1, "1/4"), (4, "1/4"), (0, "1/4"), (2, "5/4"), (3, "2/1")])
def test_places_are_two_or_three_at_the_odds_or_less(places: int, fraction: str) -> None:
    assert refusal(from_json, PlaceTerms, {"places": places, "fraction": fraction}) == "bad_place_terms"


# --- Terms


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"margin": -1}, "bad_margin"),
        ({"margin": 101}, "bad_margin"),
        ({"stake_least": 0}, "bad_limits"),
        ({"stake_least": 5, "stake_most": 4}, "bad_limits"),
        ({"stake_most": 1_000_001}, "bad_limits"),
        ({"place": {"places": 2, "fraction": "1"}}, "bad_odds"),
        ({"place": {"places": 5, "fraction": "1/4"}}, "bad_place_terms"),
    ],
)
def test_terms_that_make_no_book_are_refused(terms: dict[str, Any], code: str) -> None:
    assert refusal(from_json, Bookmaker, terms) == code


@pytest.mark.parametrize("terms", [{"margin": 15.0}, {"margin": "15"}, {"place": {"places": 2}}, {"take": 15}])
def test_terms_that_are_none_are_refused(terms: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        from_json(Bookmaker, terms)


def test_terms_are_written_and_read() -> None:
    terms = Bookmaker(margin=20, stake_most=50, place=PlaceTerms(3, Odds(1, 4)))
    assert to_json(terms) == {
        "margin": 20,
        "stake_least": 1,
        "stake_most": 50,
        "place": {"places": 3, "fraction": "1/4"},
    }
    assert from_json(Bookmaker, to_json(terms)) == terms
    assert from_json(Bookmaker, {}) == Bookmaker()
