"""The dashboard: what is drawn is what happened, and luck is told apart from the odds by exact figures."""

import re
from datetime import datetime, timedelta
from fractions import Fraction

import pytest
from django.utils import timezone, translation

from casino.clubs.actors import HOUSE
from casino.clubs.models import Session
from casino.clubs.sessions import make_session
from casino.desk import dashboard, expecting
from casino.desk.circulating import circulation_of
from casino.desk.counters import buy_in, cash_out
from casino.desk.expecting import Cloth, Point, cloth_of, course_of
from casino.tables.voiding import void_round
from games.kit.markets import Space, price
from games.kit.odds import Odds
from games.kit.values import canonical
from games.registry import find_game
from ledger.models import Unit
from tests.casino.dealing import play_m1
from tests.casino.office import Office, address, make_office
from tests.casino.room import Room

COUNTER = Unit(code="counter", places=0)
JAQUES = {"course": "jaques", "joker": False, "last_joker": False}


@pytest.fixture
def hand() -> Room:
    return Room({"by_hand": True})


def play(room: Room, **stakes: tuple[str, int]) -> None:
    """A round at the hand-dealt table that Minoru wins."""
    round_ = room.open()
    for who, (selection, counters) in stakes.items():
        room.stake(round_, who, selection, counters)
    play_m1(round_)


# --- Luck against the odds


def test_one_round_worked_by_hand() -> None:
    """Red, blue and green fall with 1/2, 1/3 and 1/6. 6 lie on red at evens, 3 on green at 4 to 1.

    Red costs 6 and brings 3: −3. Blue brings 9. Green costs 12 and brings 6: −6. On average −3/2 + 3 − 1 = 1/2; of the
    squares 9/2 + 27 + 6 = 75/2, less 1/4: the variance is 149/4.
    """
    spaces = {
        ("colour", "red"): Space("red", Odds(1), ("red",)),
        ("colour", "green"): Space("green", Odds(4), ("green",)),
    }
    cloth = Cloth(spaces, {"red": 3, "blue": 2, "green": 1}, 6)
    laid = {("colour", "red", 6): 1, ("colour", "green", 3): 1}
    assert [cloth.gain(laid, outcome) for outcome in ("red", "blue", "green")] == [-3, 9, -6]
    assert cloth.prospect(laid) == (Fraction(1, 2), Fraction(149, 4))
    # The same by the edges of its spaces: none on red, and 1 − 5/6 on green.
    assert 6 * Odds(1).edge(Fraction(1, 2)) + 3 * Odds(4).edge(Fraction(1, 6)) == Fraction(1, 2)
    assert cloth.prospect({}) == (Fraction(), Fraction())


def test_a_round_of_minoru_is_expected_to_bring_stakes_times_edges() -> None:
    cloth, game = cloth_of("minoru", canonical(JAQUES)), find_game("minoru")
    assert cloth is not None
    state = game.start(game.read_options(JAQUES), ())
    prices = {
        (each.market.name, each.space.selection): each for each in price(game.markets(state), game.chances(state))
    }
    laid = {where: n + 1 for n, where in enumerate(prices)}
    mean, _ = cloth.prospect({(*where, counters): 1 for where, counters in laid.items()})
    assert mean == sum(counters * prices[where].edge for where, counters in laid.items())
    two, _ = cloth.prospect({(*where, counters): 2 for where, counters in laid.items()})
    assert two == 2 * mean  # of two guests
    for where, each in prices.items():  # a stake alone is won or lost: its variance is that of one coin
        odds, chance = each.space.odds, each.chance
        spread = (6 * (1 + Fraction(odds.winnings, odds.per))) ** 2 * chance * (1 - chance)
        assert cloth.prospect({(*where, 6): 1}) == (6 * each.edge, spread)


def test_the_course_adds_up_rounds_in_which_the_house_held_the_office(own_database: str, hand: Room) -> None:
    play(hand, Ada=("minoru", 6), Bob=("st_amant", 4))
    void = hand.open()
    hand.stake(void, "Ada", "minoru", 3)
    void_round(void.pk, reason="The lamp fell over", by=HOUSE)
    play(hand, Ada=("gou_gou", 5))
    found = course_of(hand.session)
    cloth = cloth_of("minoru", canonical(hand.table.options | {"last_joker": False}))
    assert cloth is not None
    first = cloth.prospect({("win", "minoru", 6): 1, ("win", "st_amant", 4): 1})
    second = cloth.prospect({("win", "gou_gou", 5): 1})
    # 4 are lost and 12 won; then 5 are lost.
    assert [(point.rounds, point.actual) for point in found.points] == [(1, -8), (2, -3)]
    assert found.points[0].expected == first[0]
    assert found.points[1].expected == first[0] + second[0]
    assert found.points[1].variance == first[1] + second[1]
    assert found.left_out == 0


def test_rounds_of_players_banks_and_of_unknown_chances_are_left_out(
    own_database: str, hand: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(hand, Ada=("minoru", 6))
    hand.session.tables.get().rounds.update(holder=hand.table.seats.order_by("pk")[2], office="Cy")
    assert course_of(hand.session).points == []
    hand.session.tables.get().rounds.update(holder=None, office="house")
    monkeypatch.setattr(expecting, "cloth_of", lambda *_: None)
    assert course_of(hand.session) == expecting.Course([], 1)
    figure = dashboard._luck(hand.session, COUNTER)
    assert figure.plot is None
    assert "Rounds left out because their chances are not known: 1." in figure.words


@pytest.mark.parametrize(
    ("actual", "words"),
    [
        (-24, "The house is 34 below what the odds lead to expect;"),
        (44, "The house is 34 above what the odds lead to expect;"),
        (10, "The house has gained what the odds lead to expect;"),
    ],
)
def test_luck_in_words(actual: int, words: str) -> None:
    said = dashboard.luck_words(Point(9, actual, Fraction(10), Fraction(3600)), COUNTER)
    assert said.startswith(words)
    assert said.endswith("it is within ±120 of that in about 95 of 100 evenings.")
    far = dashboard.luck_words(Point(9, 200, Fraction(10), Fraction(3600)), COUNTER)
    assert far.endswith("It is seldom so far off.")


# --- Counters about


def test_counters_about_are_those_issued_and_not_given_back(room: Room) -> None:
    points = circulation_of(room.session)
    assert points[0] == (room.session.opened_at, 0)
    assert points[-1][1] == 1300  # three guests with 100 each, and a bank of 1,000
    cash_out(player=room.players["Ada"], counters=30, by=HOUSE)
    assert circulation_of(room.session)[-1][1] == 1270


def test_a_long_evening_has_no_more_points_than_a_short_one(room: Room) -> None:
    opened = timezone.now() - timedelta(hours=9)
    Session.objects.filter(pk=room.session.pk).update(opened_at=opened)
    room.session.refresh_from_db()
    for _ in range(20):
        buy_in(player=room.players["Ada"], counters=1, by=HOUSE)
    points = circulation_of(room.session)
    assert len(points) <= 122
    assert [about for _, about in points][-1] == 1320
    assert sorted(when for when, _ in points) == [when for when, _ in points]
    assert abs(points[-1][0] - timezone.now()) < timedelta(minutes=10)
    assert isinstance(points[0][0], datetime)


# --- The page


def test_an_empty_session_has_sentences_instead_of_plots(office: Office) -> None:
    soon = make_session(club=office.room.session.club, name="Soon")
    html = office.text("audrey", address(soon, "dashboard"))
    assert "<svg role" not in html
    for sentence in (
        "No counters have been issued.",
        "No table has been opened.",
        "Nobody has joined.",
        "No round at fixed odds in which the house held the office has been settled.",
    ):
        assert sentence in html


def test_every_plot_can_be_read_without_seeing_it_and_stays_within_the_policy(own_database: str, hand: Room) -> None:
    office = make_office(hand)
    play(hand, Ada=("minoru", 6), Bob=("st_amant", 4))
    answer = office.get("audrey", address(hand.session, "dashboard"))
    html = answer.content.decode()
    drawn = re.findall(r"<svg role=\"img\".*?</svg>", html, re.DOTALL)
    assert len(drawn) == 4
    assert html.count("<details") >= 4
    for svg in drawn:
        named = re.search(r'aria-labelledby="([\w-]+)" aria-describedby="([\w-]+)"', svg)
        assert named
        for name in named.groups():
            assert html.count(f'id="{name}"') == 1
        assert "style=" not in svg
        assert "http" not in svg
        assert "#" not in svg  # no colour but the page's
    figures = {figure.name: figure for figure in answer.context["figures"]}
    assert figures["results"].rows == (("Minoru 1", "bank", "-8"),)
    assert figures["purses"].rows[-1] == ("110", "119", "1")  # Ada has won 12
    assert [row[2] for row in figures["purses"].rows[9:]] == ["1", "1", "1"]
    assert figures["luck"].rows[-1][:2] == ("1", "-8")
    assert figures["circulation"].rows[-1][1] == "1,300"


def test_coordinates_have_points_in_every_language(own_database: str, hand: Room) -> None:
    office = make_office(hand)
    play(hand, Ada=("minoru", 6))
    with translation.override("fr"):
        answer = office.clients["audrey"].get(address(hand.session, "dashboard"), headers={"accept-language": "fr"})
    places = re.findall(
        r'\b(?:x|y|x1|y1|width|height)="([^"]+)"',
        "".join(re.findall(r"<(?:rect|line|text) [^>]+>", answer.content.decode())),
    )
    assert places
    assert all(re.fullmatch(r"-?\d+\.\d", place) for place in places)
