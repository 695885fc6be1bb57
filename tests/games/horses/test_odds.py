"""The exact figures of the game, to the last digit: §3.4 of the worked rules, and a second way to get them."""

from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.horses import odds
from games.horses.odds import START
from games.horses.rules import ORDERS
from games.kit.cards import Card
from games.kit.markets import price
from games.kit.odds import decimal
from games.kit.simulation import compared_chance
from tests.games.driving import draws, play_through
from tests.games.horses.racing import HORSES, ORDER, C, D, H, S, after, cards_for, race, suit

CHANCES = {"win": Fraction(1, 4), "place": Fraction(1, 2), "show": Fraction(3, 4), "colour": Fraction(1, 2)}


def left(*cards: int) -> dict[str, int]:
    return dict(zip(ORDER, cards, strict=True))


def test_every_bet_on_the_printed_board_is_exactly_fair() -> None:
    state = race()
    found = price(HORSES.markets(state), HORSES.chances(state))
    assert len(found) == 14
    for priced in found:
        assert priced.chance == CHANCES[priced.market.name]
        assert priced.edge == 0


def test_all_24_orders_are_equally_likely() -> None:
    chances = HORSES.outcome_chances(race())
    assert set(chances) == set(HORSES.outcomes(race()))
    assert list(chances.values()) == [Fraction(1, 24)] * 24


def test_the_worked_example_in_mid_race() -> None:
    """3 clubs, 7 diamonds, 9 hearts and 10 spades to come."""
    state = after(race(), " ".join([suit("C", 10), suit("D", 6), suit("H", 4), suit("S", 3)]))
    assert state.left == left(3, 7, 9, 10)
    wins = [HORSES.chances(state)["win", horse] for horse in ORDER]
    assert wins == [
        Fraction(441273, 787930),
        Fraction(1919187, 9741680),
        Fraction(8785, 66352),
        Fraction(296163, 2678962),
    ]
    assert sum(wins) == 1


# By finish: mean, its digits, first and last card that can bring it.
FINISHES = [
    (1, Fraction(28561, 630), "45.334920634921", 13, 49),
    (2, Fraction(2197, 45), "48.822222222222", 26, 50),
    (3, Fraction(507, 10), "50.700000000000", 39, 51),
]


@pytest.mark.parametrize(("place", "mean", "digits", "least", "most"), FINISHES)
def test_with_which_card_each_place_is_taken(place: int, mean: Fraction, digits: str, least: int, most: int) -> None:
    cards = odds.finish_cards(START, place)
    assert (min(cards), max(cards)) == (least, most)
    assert sum(cards.values()) == 1
    assert odds.mean_card(START, place) == mean
    assert decimal(mean, 12) == digits


@pytest.mark.rule("horses:C2")
def test_the_first_horse_comes_in_most_often_with_card_47_and_most_races_take_51() -> None:
    first = odds.finish_cards(START, 1)
    assert max(first, key=lambda card: first[card]) == 47
    assert odds.all_cards(START) == odds.finish_cards(START, 3)[51] == Fraction(13, 17)
    assert decimal(odds.all_cards(START), 12) == "0.764705882353"
    assert odds.all_cards(START) == 1 - Fraction(12, 51), "the last two cards are of two suits"


def test_the_figures_are_those() -> None:
    assert {figure.name: figure.value for figure in HORSES.figures(race())} == {
        "first_home": Fraction(28561, 630),
        "second_home": Fraction(2197, 45),
        "third_home": Fraction(507, 10),
        "all_cards": Fraction(13, 17),
    }


def test_figures_agree_with_a_hundred_thousand_races_of_another_program() -> None:
    assert compared_chance(odds.all_cards(START), 76_535, 100_000).agrees
    for times in (24_760, 25_270):  # the rarest and the most frequent of all places of all suits
        assert compared_chance(Fraction(1, 4), times, 100_000).agrees


@pytest.mark.parametrize("place", [1, 2, 3])
@settings(max_examples=20)
@given(cards=st.tuples(*[st.integers(1, 13)] * 4))
def test_mean_cards_by_a_second_method(place: int, cards: tuple[int, ...]) -> None:
    """n of N cards, wherever they lie, have their last one at n (N + 1) / (n + 1) on average; the rest is counting."""
    total = sum(cards)
    mean = Fraction()
    for size in range(place, 5):
        lasts = [Fraction(sum(some) * (total + 1), sum(some) + 1) for some in combinations(cards, size)]
        mean += (-1) ** (size - place) * comb(size - 1, place - 1) * sum(lasts)
    assert odds.mean_card(left(*cards), place) == mean


# A second way: one card at a time.
@cache
def recursion(cards: tuple[int, ...], home: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
    """The chance of every order of the horses not yet home, by asking what the next card does."""
    if not any(cards):
        return {home: Fraction(1)}
    total: dict[tuple[int, ...], Fraction] = {}
    for horse, number in enumerate(cards):
        if number:
            later = tuple(n - (at == horse) for at, n in enumerate(cards))
            for order, chance in recursion(later, home if later[horse] else (*home, horse)).items():
                total[order] = total.get(order, Fraction()) + chance * Fraction(number, sum(cards))
    return total


@settings(max_examples=30, deadline=None)
@given(cards=st.tuples(*[st.integers(0, 4)] * 4))
def test_orders_agree_with_a_second_method(cards: tuple[int, ...]) -> None:
    expected = {tuple(ORDER[at] for at in order): chance for order, chance in recursion(cards, ()).items()}
    assert odds.orders(left(*cards)) == expected


@settings(max_examples=60)
@given(cards=st.tuples(*[st.integers(0, 13)] * 4), places=st.integers(1, 3))
def test_inclusion_and_exclusion_agrees_with_the_chances_of_the_orders(cards: tuple[int, ...], places: int) -> None:
    """Of horses that are home it does not matter here in which order they came: they are before all others."""
    orders = odds.orders(left(*cards))
    home = cards.count(0)
    for horse, number in left(*cards).items():
        if number:
            placed = sum(chance for order, chance in orders.items() if horse in order[: max(0, places - home)])
            assert odds.within(left(*cards), horse, places) == placed


def test_with_a_small_pack_every_order_of_the_cards_can_be_tried() -> None:
    packs = list(permutations("CCDDDHS"))
    lasts = [sorted(len(pack) - pack[::-1].index(letter) for letter in "CDHS") for pack in packs]
    for place in (1, 2, 3):
        expected = {card: Fraction(sum(last[place - 1] == card for last in lasts), len(packs)) for card in range(1, 8)}
        cards = {card: chance for card, chance in expected.items() if chance}
        assert odds.finish_cards(left(2, 3, 1, 1), place) == cards
    # Six of seven cards are turned if the last two are of two suits.
    assert odds.all_cards(left(2, 3, 1, 1)) == 1 - Fraction(2 * 1 + 3 * 2, 7 * 6)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), data=st.data())
def test_at_any_moment_orders_share_one_and_make_up_the_chance_of_every_space(seed: int, data: st.DataObject) -> None:
    _, states = play_through(HORSES, race(), (), draws(seed), lambda able: able[0])
    for state in (data.draw(st.sampled_from(states)), *states[-6:]):
        outcomes = HORSES.outcome_chances(state)
        assert set(outcomes) == set(HORSES.outcomes(state))
        assert sum(outcomes.values()) == 1
        spaces = {(market.name, space.selection): space for market in HORSES.markets(state) for space in market.spaces}
        assert set(HORSES.chances(state)) == set(spaces)
        for where, chance in HORSES.chances(state).items():
            assert sum(outcomes.get(order, 0) for order in spaces[where].wins) == chance


def test_live_odds_follow_the_race() -> None:
    state = after(race(), f"{suit('C')} {suit('D', 12)}")
    chances = HORSES.chances(state)
    assert [chances["win", C], chances["win", D], chances["colour", "black"]] == [1, 0, 1]
    # Of 27 cards one is a diamond. They are second unless it lies behind all 13 hearts, or behind all 13 spades.
    assert chances["place", D] == 1 - 2 * Fraction(1, 14) + Fraction(1, 27)
    assert chances["show", D] == Fraction(26, 27)
    assert chances["place", H] == chances["place", S] == (1 - chances["place", D]) / 2


def test_a_finished_race_is_certain() -> None:
    state = after(race(), cards_for("CDSH"))
    assert HORSES.outcome_chances(state) == {"CDSH": 1}
    won = {where for where, chance in HORSES.chances(state).items() if chance == 1}
    assert won == {
        ("win", C),
        ("colour", "black"),
        *(("place", horse) for horse in (C, D)),
        *(("show", horse) for horse in (C, D, S)),
    }
    assert set(HORSES.chances(state).values()) == {0, 1}


@pytest.mark.rule("horses:C2")
@pytest.mark.parametrize("bottom", ORDER)
def test_knowing_the_bottom_suit_would_be_worth_a_third_of_every_stake(bottom: str) -> None:
    known = {order: chance for order, chance in HORSES.outcome_chances(race()).items() if order[-1] == letter(bottom)}
    whole = sum(known.values())
    assert whole == Fraction(1, 4)
    gains = {}
    for market in HORSES.markets(race()):
        for space in market.spaces:
            chance = sum((known.get(order, Fraction()) for order in space.wins), Fraction()) / whole
            gains[market.name, space.selection] = -space.odds.edge(chance)
    opposite = "red" if bottom in {C, S} else "black"
    good = [(name, horse) for name in ("win", "place", "show") for horse in ORDER if horse != bottom]
    assert {gains[where] for where in [*good, ("colour", opposite)]} == {Fraction(1, 3)}
    assert [gains[name, bottom] for name in ("win", "place", "show")] == [-1, -1, -1]


def letter(horse: str) -> str:
    return ORDERS.letters[horse]


@pytest.mark.rule("horses:C10")
@pytest.mark.parametrize("cut", [1, 3, 5])
def test_a_cut_changes_no_chance(cut: int) -> None:
    """Of a small pack every order is there once before the cut, and once after it."""
    cards = tuple(map(Card.parse, ("AC", "KC", "AD", "AH", "AS", "KS")))
    packs = set(permutations(cards))
    assert {(*pack[cut:], *pack[:cut]) for pack in packs} == packs
