"""The exact figures of the game, to the last digit: §1.4 and §1.5 of the worked rules, and a second way to get them."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kit.markets import price
from games.kit.odds import decimal, percent
from games.kit.simulation import compared_chance
from games.minoru import odds
from games.minoru.odds import Standing
from tests.games.minoru.racing import GC, GG, MINORU, MM, ORDER, STA, M, after, course, race, wins

CLOTH = (3, 4, 6, 5, 3)

# By joker, then by horse or colour: numerator, denominator, twelve digits, edge in percent.
EXACT: dict[bool, dict[str, tuple[int, int, str, str]]] = {
    False: {
        M: (11273401426, 30517578125, "0.369406817927", "-10.8220"),
        STA: (11273401426, 30517578125, "0.369406817927", "-10.8220"),
        GC: (4988055721, 30517578125, "0.163448609866", "1.9308"),
        MM: (2119953791, 30517578125, "0.069466645823", "44.4267"),
        GG: (862765761, 30517578125, "0.028271108456", "68.9018"),
        "blue": (16261457147, 30517578125, "0.532855427793", "-6.5711"),
        "red": (14256120978, 30517578125, "0.467144572207", "6.5711"),
    },
    True: {
        M: (30025509217354, 85723876953125, "0.350258414395", "-5.0775"),
        STA: (30025509217354, 85723876953125, "0.350258414395", "-5.0775"),
        GC: (12970225575709, 85723876953125, "0.151302367983", "9.2186"),
        MM: (5345414189039, 85723876953125, "0.062356188019", "50.1150"),
        GG: (7357218753669, 85723876953125, "0.085824615208", "39.9228"),
        "blue": (42995734793063, 85723876953125, "0.501560782378", "-0.3122"),
        "red": (42728142160062, 85723876953125, "0.498439217622", "0.3122"),
    },
}
FOR_ONE = {
    False: {M: "26.1186", STA: "26.1186", GC: "18.2757", MM: "51.3733", GG: "71.7289"},
    True: {M: "29.9483", STA: "29.9483", GC: "24.3488", MM: "56.3507", GG: "48.5052"},
}


@pytest.mark.parametrize("joker", [False, True])
def test_chances_and_edges_of_the_cloth(joker: bool) -> None:
    state = race(joker=joker)
    found = {priced.space.selection: priced for priced in price(MINORU.markets(state), MINORU.chances(state))}
    assert set(found) == set(EXACT[joker])
    for selection, (numerator, denominator, digits, edge) in EXACT[joker].items():
        chance = found[selection].chance
        assert (chance.numerator, chance.denominator) == (numerator, denominator)
        assert decimal(chance, 12) == digits
        assert percent(found[selection].edge, 4) == edge


@pytest.mark.parametrize("joker", [False, True])
def test_edges_if_the_odds_were_for_one(joker: bool) -> None:
    state = race(joker=joker)
    for space in MINORU.markets(state)[0].spaces:
        assert percent(1 - wins(state)[space.selection] * space.odds.winnings, 4) == FOR_ONE[joker][space.selection]


# Ten million races each, dealt with real cards by another program: M, GC, GG, MM, StA, and races with a second pack.
REPORTED = {
    False: (3695711, 1633759, 282706, 694564, 3693260, 3049940),
    True: (3504012, 1513546, 858252, 623572, 3500618, 4023410),
}


@pytest.mark.parametrize("joker", [False, True])
def test_figures_agree_with_ten_million_races_of_another_program(joker: bool) -> None:
    state = race(joker=joker)
    exact = (*wins(state).values(), odds.next_pack_needed(state.standing))
    for chance, times in zip(exact, REPORTED[joker], strict=True):
        assert compared_chance(chance, times, 10_000_000).agrees


def test_how_long_a_race_is() -> None:
    lengths = odds.lengths(race().standing)
    assert (min(lengths), max(lengths)) == (3, 17)
    assert sum(lengths.values()) == 1
    assert odds.mean_deals(race().standing) == Fraction(54760118661, 6103515625)
    assert decimal(odds.mean_deals(race().standing), 12) == "8.971897841418"
    assert decimal(odds.mean_deals(race(joker=True).standing), 12) == "9.651239520406"


def test_how_often_a_second_pack_is_needed() -> None:
    assert decimal(odds.next_pack_needed(race().standing), 12) == "0.305120256000"
    assert decimal(odds.next_pack_needed(race(joker=True).standing), 12) == "0.402415712604"


def test_how_often_the_suit_decides() -> None:
    assert odds.suit_decides(joker=False) == Fraction(521, 3570)
    assert decimal(odds.suit_decides(joker=False), 12) == "0.145938375350"
    assert odds.suit_decides(joker=True) == Fraction(4168, 31535)
    assert decimal(odds.suit_decides(joker=True), 12) == "0.132170604091"


def test_how_often_gou_gou_moves() -> None:
    assert odds.gou_gou_moves(joker=False) == Fraction(1, 5)
    assert odds.gou_gou_moves(joker=True) == Fraction(73, 265)
    assert decimal(odds.gou_gou_moves(joker=True), 12) == "0.275471698113"
    assert decimal((1 - odds.gou_gou_moves(joker=True)) / 4, 12) == "0.181132075472"


# P(Gou-Gou wins) when the race starts with a pack from which so many deals are gone.
UNSEEN = [".085825", ".092325", ".098813", ".105159", ".111338", ".117407", ".123397", ".129067", ".133239", ".131124"]
SEEN = [".044110", ".047593", ".051087", ".054659", ".058475", ".062735", ".067604", ".073139", ".079267"]


@pytest.mark.rule("minoru:A3")
@pytest.mark.parametrize(
    ("dealt", "seen", "digits"),
    [*((r, False, p) for r, p in enumerate(UNSEEN)), *((r, True, p) for r, p in enumerate(SEEN, 1))],
)
def test_a_pack_carried_over_could_be_counted(dealt: int, seen: bool, digits: str) -> None:
    standing = Standing(CLOTH, joker=True, gou_gou=2, dealt=dealt, seen=seen)
    assert decimal(odds.chances(standing)[2], 6) == f"0{digits}"


@pytest.mark.rule("minoru:A3")
def test_the_edge_on_gou_gou_would_swing_with_the_pack() -> None:
    chances = [odds.chances(Standing(CLOTH, True, 2, r, seen))[2] for r in range(1, 10) for seen in (False, True)]
    edges = [1 - 7 * chance for chance in chances]
    assert (percent(min(edges)), percent(max(edges))) == ("6.73", "69.12")


@pytest.mark.rule("minoru:A3")
@pytest.mark.parametrize("dealt", range(10))
def test_without_the_joker_a_carried_pack_changes_nothing(dealt: int) -> None:
    assert odds.chances(Standing(CLOTH, False, 2, dealt)) == odds.chances(Standing(CLOTH, False, 2))


# The other two courses, edges in percent.
TRUE_ODDS = {
    False: {M: "1.4915", STA: "1.4915", GC: "1.9308", MM: "2.7467", GG: "3.8782"},
    True: {M: "6.5978", STA: "6.5978", GC: "1.6535", MM: "6.4657", GG: "5.5929"},
}
LONG = {M: "4.7442", STA: "4.7442", GC: "0.2663", MM: "6.1382", GG: "10.4474"}
LONG_CHANCES = {M: ".317519227701", GC: ".166222752803", MM: ".117327298267", GG: ".081411493528"}


@pytest.mark.parametrize("joker", [False, True])
def test_true_odds_leave_the_bank_a_little_on_every_horse(joker: bool) -> None:
    state = race(course="true-odds", joker=joker)
    win = price(MINORU.markets(state)[:1], MINORU.chances(state))
    assert {priced.space.selection: percent(priced.edge, 4) for priced in win} == TRUE_ODDS[joker]


def test_the_long_course_makes_the_printed_odds_correct() -> None:
    state = race(course="long")
    prices = {priced.space.selection: priced for priced in price(MINORU.markets(state), MINORU.chances(state))}
    assert {horse: percent(prices[horse].edge, 4) for horse in LONG} == LONG
    assert {horse: decimal(prices[horse].chance, 12)[1:] for horse in LONG_CHANCES} == LONG_CHANCES
    assert percent(prices["blue"].edge, 4) == "3.2516"
    assert decimal(prices["blue"].chance, 12) == "0.483741980504"


# A second way: one deal at a time, from each position to the next, with the joker's place in the pack.
@cache
def recursion(needs: tuple[int, ...], joker: bool, dealt: int, out: bool) -> tuple[Fraction, ...]:
    """Chances by asking what the next deal does; `out`: this pack has no joker to come."""
    if 0 in needs:
        return tuple(Fraction(need == 0) for need in needs)
    if dealt == 10:
        return recursion(needs, joker, 0, not joker)
    falls = Fraction(0) if out else Fraction(5, 53 - 5 * dealt)
    ways = [(falls, 2, True)] + [((1 - falls) / 5, horse, out) for horse in range(5)]
    total = [Fraction(0)] * 5
    for chance, horse, now_out in ways:
        if chance:
            later = tuple(need - (at == horse) for at, need in enumerate(needs))
            for at, won in enumerate(recursion(later, joker, dealt + 1, now_out)):
                total[at] += chance * won
    return tuple(total)


@settings(max_examples=25, deadline=None)
@given(
    needs=st.tuples(*(st.integers(1, length) for length in (3, 3, 4, 3, 3))),
    joker=st.booleans(),
    dealt=st.integers(0, 9),
    seen=st.booleans(),
)
def test_live_odds_agree_with_a_second_method(needs: tuple[int, ...], joker: bool, dealt: int, seen: bool) -> None:
    seen = seen and joker and dealt > 0
    standing = Standing(needs, joker, gou_gou=2, dealt=dealt, seen=seen)
    assert odds.chances(standing) == recursion(needs, joker, dealt, seen or not joker)


def beyond(needs: tuple[int, ...], deals: int) -> Fraction:
    """The chance that so many deals do not end the race, asked one deal at a time."""
    if 0 in needs:
        return Fraction(0)
    if deals == 0:
        return Fraction(1)
    later = [tuple(need - (at == horse) for at, need in enumerate(needs)) for horse in range(5)]
    return sum((beyond(after_it, deals - 1) for after_it in later), Fraction()) / 5


@pytest.mark.parametrize("dealt", [5, 7, 9])
def test_whether_the_present_pack_lasts_is_known_at_any_moment(dealt: int) -> None:
    standing = Standing((2, 3, 4, 2, 3), joker=False, gou_gou=2, dealt=dealt)
    assert odds.next_pack_needed(standing) == beyond(standing.needs, 10 - dealt)


@pytest.mark.parametrize("gou_gou", range(5))
def test_gou_gou_may_stand_anywhere(gou_gou: int) -> None:
    """On a course of one's own the horses stand in any order, and the joker still moves Gou-Gou."""
    tracks = course()["horses"]
    order = [tracks.pop(2)]
    order = [*tracks[:gou_gou], *order, *tracks[gou_gou:]]
    state = race(course=course() | {"horses": order}, joker=True)
    assert wins(state) == wins(race(joker=True)), "the same chances for the same horses"
    assert after(state, "JK AH 2D 3C 4S").positions[gou_gou] == 1
    assert after(state, "JK AH 2D 3C 4S").standing.gou_gou == gou_gou
    found = MINORU.simulate(state, 2000, np.random.default_rng(5))
    assert compared_chance(wins(state)[GG], found.outcomes[GG], 2000).agrees


def test_live_odds_follow_the_race() -> None:
    state = after(race(joker=True), "JK AH 2D 3C 4S", "2S 3S AD 5S 6S", "KH 2H 3H 4H 5H")
    standing = state.standing
    assert standing == Standing((2, 4, 4, 5, 3), joker=True, gou_gou=2, dealt=3, seen=True)
    assert tuple(wins(state).values()) == recursion((2, 4, 4, 5, 3), True, 3, True)


def test_a_finished_race_has_a_certain_winner() -> None:
    state = after(race(), "AH 2H 3H 4H 5H", "AD 2D 3D 4D 5D", "AC 2C 3C 4C 5C")
    assert wins(state) == {M: 1, GC: 0, GG: 0, MM: 0, STA: 0}


@settings(max_examples=40)
@given(st.permutations(["KS", "KD", "3H", "KC", "2H"]))
def test_whatever_five_cards_lie_there_their_order_alone_decides_who_moves(order: list[str]) -> None:
    """Each place has the best card in a fifth of the orders: the root of the whole calculation."""
    assert ORDER[order.index("KD")] == next(
        horse for horse, at in zip(ORDER, after(race(), " ".join(order)).positions, strict=True) if at
    )
