"""The exact figures of the game, to the last digit: §2.4 and §2.5 of the worked rules, and a second way to get them."""

from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.double_event import odds
from games.double_event.rules import Race
from games.kit.cards import PACK, Card
from games.kit.markets import price
from games.kit.odds import Odds, decimal, percent
from games.kit.simulation import compared_chance
from tests.games.double_event import card_by_card
from tests.games.double_event.racing import (
    FOURTEEN,
    GAME,
    LENGTHS,
    ORDER,
    SKJ,
    C,
    D,
    H,
    J,
    K,
    Q,
    S,
    after,
    chances,
    course,
    race,
)

Table = tuple[tuple[Fraction, ...], ...]


def seven(hearts: str, diamonds: str, king: str, knave: str) -> dict[str, str]:
    """Hearts and spades are alike, diamonds and clubs, king and queen."""
    return {H: hearts, D: diamonds, C: diamonds, S: hearts, K: king, Q: king, J: knave}


PLACES = [
    seven("0.080543430982", "0.217333283783", "0.063943000538", "0.276360569395"),
    seven("0.146581641121", "0.234978234453", "0.065089421943", "0.106701404965"),
    seven("0.184592524448", "0.198174675126", "0.072887251701", "0.088691097449"),
]
PLACED = seven("0.411717596551", "0.650486193362", "0.201919674182", "0.471753071809")
WIN_FRACTIONS = seven(
    "6634972810674029/82377578528601720",
    "16593385530874157/76349950831386960",
    "4389557956779783/68647982107168100",
    "9786252842597761/35411176290575400",
)
PLACED_FRACTIONS = seven(
    "644409674188405717/1565173992043432680",
    "70215453243708761/107943033934029840",
    "224779105627351/1113210520656780",
    "147675127732364305/313034798408686536",
)
EDGES = {
    "win": seven("3.347883", "2.200022", "4.085499", "3.273801"),
    "placed": seven("3.932561", "2.427071", "5.770819", "5.649386"),
}


def test_the_chance_of_every_place_on_the_double_event_course() -> None:
    found = dict(zip(ORDER, odds.places(race().standing), strict=True))
    for place, digits in enumerate(PLACES):
        assert {horse: decimal(by_place[place], 12) for horse, by_place in found.items()} == digits


def test_chances_to_win_and_to_be_placed_on_the_double_event_course() -> None:
    assert {horse: str(chance) for horse, chance in chances(race(), "win").items()} == WIN_FRACTIONS
    assert {horse: str(chance) for horse, chance in chances(race(), "placed").items()} == PLACED_FRACTIONS
    assert {horse: decimal(chance, 12) for horse, chance in chances(race(), "placed").items()} == PLACED


def test_what_the_bank_keeps_on_the_double_event_course() -> None:
    for market in GAME.markets(race()):
        prices = price([market], GAME.chances(race()))
        assert {each.space.selection: percent(each.edge, 6) for each in prices} == EDGES[market.name]


@pytest.mark.parametrize(("market", "overround"), [("win", "1.030159"), ("placed", "3.119048")])
def test_overrounds(market: str, overround: str) -> None:
    (offer,) = (offer for offer in GAME.markets(race()) if offer.name == market)
    asked = sum(
        (1 / Fraction(space.odds.winnings + space.odds.per, space.odds.per) for space in offer.spaces), Fraction()
    )
    assert decimal(asked, 6) == overround


@pytest.mark.parametrize(
    ("place", "mean", "least", "most"),
    [(1, "25.060459594", 2, 35), (2, "31.383953790", 6, 40), (3, "35.120633619", 10, 45)],
)
def test_the_card_on_which_each_place_is_taken(place: int, mean: str, least: int, most: int) -> None:
    found = odds.cards_until_home(race().standing, place)
    assert (min(found), max(found), sum(found.values())) == (least, most, 1)
    assert decimal(odds.mean_cards(race().standing, place), 9) == mean
    figure = GAME.figures(race())[place - 1]
    assert decimal(figure.value, 9) == mean


@pytest.mark.rule("double-event:B3")
def test_how_often_one_card_brings_two_horses_home() -> None:
    found = odds.double_finishes(race().standing)
    assert [decimal(chance, 12) for chance in found] == ["0.022498428871", "0.041690340177", "0.060282513270"]
    assert percent(sum(found, Fraction()), 3) == "12.447"
    assert GAME.figures(race())[-1].value == sum(found)
    assert odds.double_finishes(race(course=course(tie="court_first")).standing) == found


@pytest.mark.rule("double-event:B3")
def test_chances_if_the_court_horse_were_ahead() -> None:
    state = race(course=course(tie="court_first"))
    found = {horse: decimal(chance, 9) for horse, chance in chances(state, "win").items()}
    assert found == seven("0.073847293", "0.212780207", "0.070186065", "0.286372868")


def test_chances_on_the_other_courses() -> None:
    equal, two = race(course="equal-suits"), race(course="two-packs")
    found = [
        {horse: decimal(chance, 12) for horse, chance in chances(state, market).items()}
        for state, market in ((equal, "win"), (equal, "placed"), (two, "win"))
    ]
    assert found == [
        seven("0.121846623741", "0.131177474263", "0.171090186016", "0.151771431960"),
        seven("0.478665317189", "0.477831070408", "0.394205406637", "0.298596411531"),
        seven("0.081751530755", "0.092053519978", "0.260581341624", "0.131227215287"),
    ]


@pytest.mark.rule("double-event:B6")
def test_a_pack_that_brings_nobody_home_decides_nothing() -> None:
    """Three spaces from home after it, whatever its order: as on a course of that length."""
    start = race(course="two-packs")
    for pack in (PACK, PACK[::-1]):
        assert GAME.chances(after(start, pack)) == GAME.chances(start)
    short = race(course=course(3, 3, 3, 3, 1, 1, 1))
    assert chances(short, "placed") == chances(start, "placed")
    assert GAME.figures(start)[0].value == 52 + GAME.figures(short)[0].value


@pytest.mark.parametrize("name", GAME.courses)
def test_odds_have_the_smallest_second_number_that_leaves_the_bank_2_to_6_percent(name: str) -> None:
    state = race(course=name)
    for each in price(GAME.markets(state), GAME.chances(state)):
        paid = each.space.odds
        assert Fraction(2, 100) <= each.edge <= Fraction(6, 100)
        for per in range(1, paid.per):
            for winnings in range(1, paid.winnings + 1):
                assert not Fraction(2, 100) <= Odds(winnings, per).edge(each.chance) <= Fraction(6, 100)


# Places in a race of four suits alone, or of the three court horses alone: the others are too far from home.
SUITS_ONLY = (13, 13, 13, 13, 12, 12, 6)


def test_suits_alone_share_every_place_equally() -> None:
    found = odds.places(odds.Standing(SUITS_ONLY))
    assert found == ((Fraction(1, 4),) * 3,) * 4 + ((Fraction(0),) * 3,) * 3


@pytest.mark.parametrize(
    ("lengths", "king", "knave"),
    [((4, 4, 2), Fraction(7, 30), Fraction(8, 15)), ((1, 1, 1), Fraction(4, 10), Fraction(2, 10))],
)
def test_court_horses_alone(lengths: tuple[int, ...], king: Fraction, knave: Fraction) -> None:
    found = odds.places(odds.Standing((39, 39, 39, 39, *lengths)))
    assert [first for first, _, _ in found] == [0, 0, 0, 0, king, king, knave]


# Five million races, run with real cards by another program.
REPORTED = {
    "win": {H: ".080538", D: ".217255", C: ".217447", S: ".080540", K: ".064016", Q: ".063822", J: ".276383"},
    "placed": {H: ".411526", D: ".650236", C: ".650658", S: ".411977", K: ".202232", Q: ".201732", J: ".471638"},
}
RACES = 5_000_000


def test_figures_agree_with_five_million_races_of_another_program() -> None:
    for market, found in REPORTED.items():
        for horse, frequency in found.items():
            chance = chances(race(), market)[horse]
            assert compared_chance(chance, round(float(frequency) * RACES), RACES).agrees
    double = sum(odds.double_finishes(race().standing), Fraction())
    assert abs(0.124444 - float(double)) < 4 * sqrt(2 * double / RACES), "there are two at most in a race"
    third = odds.cards_until_home(race().standing, 3)
    mean = odds.mean_cards(race().standing, 3)
    variance = sum(chance * (cards - mean) ** 2 for cards, chance in third.items())
    assert abs(35.12121 - float(mean)) < 4 * sqrt(variance / RACES)


@settings(max_examples=25, deadline=None)
@given(
    suits=st.tuples(*[st.integers(1, 39)] * 4),
    courts=st.tuples(st.integers(1, 12), st.integers(1, 12), st.integers(1, 6)),
    court_first=st.booleans(),
)
def test_on_any_course_every_place_is_taken_by_somebody(
    suits: tuple[int, ...], courts: tuple[int, ...], court_first: bool
) -> None:
    standing = odds.Standing((*suits, *courts), court_first=court_first)
    found = odds.places(standing)
    for place in range(3):
        assert sum(by_place[place] for by_place in found) == 1
        assert sum(odds.cards_until_home(standing, place + 1).values()) == 1
    assert all(0 <= sum(by_place) <= 1 for by_place in found)


def second_way(state: Race) -> Table:
    """For each horse the chances of the three places."""
    known = card_by_card.orders(state).items()
    return tuple(
        tuple(sum((chance for order, chance in known if order[place] == horse), Fraction()) for place in range(3))
        for horse in ORDER
    )


ties = st.sampled_from(["suit_first", "court_first"])


@settings(max_examples=25, deadline=None)
@given(pack=st.permutations(PACK), turned=st.integers(40, 51), tie=ties)
def test_late_in_a_pack_live_odds_agree_with_a_second_method(pack: list[Card], turned: int, tie: str) -> None:
    state = race(course=course(13, 13, 13, 13, 4, 4, 2, tie=tie))
    for card in pack[:turned]:
        state = state if state.over else after(state, [card])
    assert odds.places(state.standing) == second_way(state)


@settings(max_examples=10, deadline=None)
@given(pack=st.permutations(PACK), turned=st.integers(47, 52), tie=ties)
def test_live_odds_reach_into_the_next_pack(pack: list[Card], turned: int, tie: str) -> None:
    """Somebody comes home in the first pack, and the others in the second: one space is left to each of them."""
    state = after(race(course=course(13, *FOURTEEN[1:], tie=tie)), pack[:turned])
    assert odds.places(state.standing) == second_way(state)


@pytest.mark.parametrize("tie", ["suit_first", "court_first"])
@pytest.mark.parametrize("lengths", [(1, 1, 1, 1, 1, 1, 1), (2, 1, 3, 1, 1, 2, 2)])
def test_short_tracks_agree_with_a_second_method(lengths: tuple[int, ...], tie: str) -> None:
    state = race(course=course(*lengths, tie=tie))
    assert odds.places(state.standing) == second_way(state)


def test_live_odds_follow_the_race() -> None:
    state = after(race(), "KH KD 2S JH 5C")
    assert state.standing == odds.Standing(
        needs=(8, 8, 8, 9, 2, 4, 1), left=odds.Cards((10, 10 + 1, 10, 9), ((1,), (1,), (0, 1), (0, 1, 2)))
    )
    assert chances(state, "win")[J] > chances(race(), "win")[J]


def test_who_is_home_keeps_the_place() -> None:
    state = after(race(), SKJ.removesuffix(" JH JS"))
    found = dict(zip(ORDER, odds.places(state.standing), strict=True))
    assert [*found[S], *found[K]] == [1, 0, 0, 0, 1, 0]
    assert [figure.name for figure in GAME.figures(state)] == ["third_home", "double_finishes"]
    third = odds.cards_until_home(state.standing, 3)
    assert GAME.figures(state)[0].value == 13 + sum(cards * chance for cards, chance in third.items())


def test_a_finished_race_has_certain_places() -> None:
    state = after(race(), SKJ)
    assert chances(state, "win") == {horse: int(horse == S) for horse in ORDER}
    assert chances(state, "placed") == {horse: int(horse in {S, K, J}) for horse in ORDER}
    assert [figure.name for figure in GAME.figures(state)] == ["double_finishes"]


def test_horses_may_stand_in_any_order_on_a_course() -> None:
    tracks = course()["horses"]
    state = race(course=course() | {"horses": tracks[::-1]})
    assert state.course.lengths == LENGTHS[::-1]
    assert chances(state, "placed") == chances(race(), "placed")
    assert after(state, "KS").positions == (0, 0, 1, 1, 0, 0, 0)
