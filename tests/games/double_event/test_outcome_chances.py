"""The chance of every order of the first three: worked by hand, by a second method, and beside simulated races."""

from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.desk.expecting import cloth_of
from games.double_event import joint, odds
from games.double_event.horses import ORDERS
from games.double_event.rules import Race
from games.kit.cards import PACK, Card
from games.kit.odds import percent
from games.kit.simulation import Simulated, compared_chance
from tests.games.double_event import card_by_card
from tests.games.double_event.racing import DKJ, FOURTEEN, GAME, JDC, ORDER, SKJ, after, course, race
from tests.games.rounds import cards

TIES = ("suit_first", "court_first")
ties = st.sampled_from(TIES)
every_course = pytest.mark.parametrize(
    "options",
    [*GAME.variants(), {"course": course(tie="court_first")}],
    ids=[*GAME.courses, "court first"],
)


def possible(state: Race) -> dict[str, Fraction]:
    """Without the orders that cannot come, which have no chance."""
    return {order: chance for order, chance in GAME.outcome_chances(state).items() if chance}


def assert_chances_are_whole(state: Race) -> None:
    """One is shared out, and each space and each place has its own chance, which is counted in another way."""
    outcomes = GAME.outcome_chances(state)
    assert set(outcomes) == set(GAME.outcomes(state))
    assert sum(outcomes.values()) == 1
    assert sum(joint.orders(state.standing).values()) == 1, "nothing is given to orders that are no outcomes"
    assert min(outcomes.values()) >= 0
    for market in GAME.markets(state):
        for space in market.spaces:
            chance = sum(outcomes.get(order, Fraction()) for order in space.wins)
            assert chance == GAME.chances(state)[market.name, space.selection]
    for horse, by_place in zip(ORDER, odds.places(state.standing), strict=True):
        for place, chance in enumerate(by_place):
            assert sum(n for order, n in outcomes.items() if ORDERS.read(order)[place] == horse) == chance


@every_course
def test_at_the_start_orders_make_up_the_chance_of_every_space_and_place(options: Any) -> None:
    state = race(**options)
    assert len(GAME.outcome_chances(state)) == 210
    assert_chances_are_whole(state)


@every_course
def test_horses_that_are_alike_can_be_exchanged(options: Any) -> None:
    outcomes = GAME.outcome_chances(race(**options))
    for pair in ("HS", "DC", "KQ"):
        exchange = str.maketrans(pair, pair[::-1])
        assert outcomes == {order.translate(exchange): chance for order, chance in outcomes.items()}


def apart(state: Race, found: Simulated) -> list[str]:
    """The orders that came too often or too seldom."""
    known = GAME.outcome_chances(state)
    return [
        order
        for order, times in found.outcomes.items()
        if not compared_chance(known[order], times, found.rounds).agrees
    ]


@every_course
def test_a_simulation_agrees_with_the_chance_of_every_order(options: Any) -> None:
    state = race(**options)
    assert apart(state, GAME.simulate(state, 20_000, np.random.default_rng(1909))) == []


@pytest.mark.slow
@every_course
def test_a_large_simulation_agrees_with_the_chance_of_every_order(options: Any) -> None:
    state, chance = race(**options), np.random.default_rng(73)
    parts = [GAME.simulate(state, 250_000, chance) for _ in range(8)]
    assert apart(state, sum(parts[1:], parts[0])) == []


def test_the_other_tie_rule_does_not_agree_with_a_simulation() -> None:
    found = GAME.simulate(race(course=course(tie="court_first")), 20_000, np.random.default_rng(1909))
    assert apart(race(), found)


@settings(max_examples=10, deadline=None)
@given(pack=st.permutations(PACK), turned=st.integers(16, 40), tie=ties)
def test_at_any_moment_orders_make_up_the_chance_of_every_space_and_place(
    pack: list[Card], turned: int, tie: str
) -> None:
    state = race(course=course(tie=tie))
    for card in pack[:turned]:
        state = state if state.over else after(state, [card])
    assert_chances_are_whole(state)


@settings(max_examples=6, deadline=None)
@given(
    suits=st.tuples(*[st.integers(11, 39)] * 4),
    courts=st.tuples(st.integers(3, 12), st.integers(3, 12), st.integers(2, 6)),
    tie=ties,
)
def test_orders_are_made_up_through_three_packs(suits: tuple[int, ...], courts: tuple[int, ...], tie: str) -> None:
    assert_chances_are_whole(race(course=course(*suits, *courts, tie=tie)))


def in_parts(text: str, parts: int) -> dict[str, Fraction]:
    """From `HKS 3, HSK 1` and four parts: 3/4 and 1/4."""
    return {order: Fraction(int(n), parts) for order, n in (item.split() for item in text.split(", "))}


def with_left(text: str, *lengths: int, tie: str) -> Race:
    """When only these cards are left of the first pack; before them came diamonds, clubs, hearts, spades."""
    left = cards(text)
    before = sorted((card for card in PACK if card not in left), key=lambda card: "DCHS".index(str(card)[-1]))
    return after(race(course=course(*lengths, tie=tie)), before)


# Tracks that are longer than the first pack brings their horses keep them out of it.
@pytest.mark.rule("double-event:B3")
@pytest.mark.parametrize(
    ("left", "lengths", "home", "suit_first", "court_first"),
    [
        pytest.param(
            "KH QS", (13, 14, 14, 13, 4, 4, 3), 0, "HKS 1, SQH 1", "KHQ 1, QSK 1", id="first+second, third+fourth"
        ),
        pytest.param("KH 2S", (13, 14, 14, 13, 4, 5, 3), 0, "HKS 1, SHK 1", "KHS 1, SKH 1", id="second+third"),
        pytest.param(
            "KH 2H 3S",
            (12, 14, 14, 13, 4, 5, 3),
            0,
            "HKS 3, HSK 1, SHK 2",
            "KHS 2, HKS 1, HSK 1, SKH 1, SHK 1",
            id="a double finish only in some orders of the cards",
        ),
        pytest.param("2H KS", (13, 13, 14, 13, 4, 5, 3), 1, "DHS 1, DSK 1", "DHK 1, DKS 1", id="one home"),
        pytest.param("KH 3S", (13, 13, 13, 13, 4, 5, 3), 2, "DCH 1, DCS 1", "DCK 1, DCS 1", id="two home"),
    ],
)
def test_double_finishes_worked_by_hand(
    left: str, lengths: tuple[int, ...], home: int, suit_first: str, court_first: str
) -> None:
    for tie, expected in zip(TIES, (suit_first, court_first), strict=True):
        state = with_left(left, *lengths, tie=tie)
        assert len(state.finish) == home
        assert possible(state) == in_parts(expected, len(list(permutations(left.split()))))


@pytest.mark.rule("double-event:D-R6")
@pytest.mark.parametrize(
    ("tie", "expected"),
    [
        ("suit_first", "HKD 13, HKC 13, HKS 13, HKQ 1, HKJ 1"),
        ("court_first", "KHD 12, KHC 12, KHS 11, KHQ 4, KHJ 2"),
    ],
)
def test_the_third_place_in_the_next_pack_worked_by_hand(tie: str, expected: str) -> None:
    """One space is left to all others, so of 52 cards eleven bring nobody: hearts but the queen and the knave."""
    assert possible(with_left("KH", 13, 14, 14, 14, 4, 5, 3, tie=tie)) == in_parts(expected, 41)


def test_suits_alone_share_all_orders_equally() -> None:
    """Each needs its whole suit, and the others are too far from home."""
    expected = {"".join(order): Fraction(1, 24) for order in permutations("HDCS", 3)}
    assert possible(race(course=course(13, 13, 13, 13, 12, 12, 6))) == expected


def test_court_horses_alone_come_in_the_order_of_their_last_cards() -> None:
    """Four kings, four queens, two knaves: the last of ten cards is a knave twice in ten, and so on."""
    state = race(course=course(39, 39, 39, 39, 4, 4, 2))
    assert possible(state) == in_parts("KQJ 3, QKJ 3, KJQ 4, QJK 4, JKQ 8, JQK 8", 30)


def second_way(state: Race) -> dict[str, Fraction]:
    return {ORDERS.written(order): chance for order, chance in card_by_card.orders(state).items()}


@settings(max_examples=25, deadline=None)
@given(pack=st.permutations(PACK), turned=st.integers(40, 51), tie=ties)
def test_late_in_a_pack_orders_agree_with_a_second_method(pack: list[Card], turned: int, tie: str) -> None:
    state = race(course=course(13, 13, 13, 13, 4, 4, 2, tie=tie))
    for card in pack[:turned]:
        state = state if state.over else after(state, [card])
    assert possible(state) == second_way(state)


@settings(max_examples=10, deadline=None)
@given(pack=st.permutations(PACK), turned=st.integers(47, 52), tie=ties)
def test_orders_reach_into_the_next_pack(pack: list[Card], turned: int, tie: str) -> None:
    """Two come home in the first pack, in an order that is open or known, and one of the others in the second."""
    state = after(race(course=course(13, *FOURTEEN[1:4], 4, *FOURTEEN[5:], tie=tie)), pack[:turned])
    assert possible(state) == second_way(state)


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("lengths", [(1, 1, 1, 1, 1, 1, 1), (2, 1, 3, 1, 1, 2, 2), (2, 2, 2, 2, 1, 1, 1)])
def test_short_tracks_agree_with_a_second_method(lengths: tuple[int, ...], tie: str) -> None:
    state = race(course=course(*lengths, tie=tie))
    assert possible(state) == second_way(state)


@pytest.mark.parametrize(("turned", "order"), [(JDC, "JDC"), (SKJ, "SKJ"), (DKJ, "DKJ")])
def test_after_the_race_one_outcome_is_certain(turned: str, order: str) -> None:
    assert GAME.outcome_chances(after(race(), turned)) == {order: 1}


def test_the_dashboard_knows_what_to_expect_of_a_race() -> None:
    cloth = cloth_of("double-event", b"{}")
    assert cloth is not None
    assert sum(cloth.chances.values()) == cloth.parts
    assert all(type(chance) is int for chance in cloth.chances.values())
    # The edges of the README: of one counter on hearts to win at 11 to 1, and of three on it to be placed at 4 to 3.
    for space, counters, edge in ((("win", "hearts"), 1, "3.35"), (("placed", "hearts"), 3, "3.93")):
        assert percent(cloth.prospect({(*space, counters): 1})[0] / counters, 2) == edge
