"""The till: float, counts and takings."""

import pytest

from casino.clubs.actors import HOUSE
from casino.clubs.models import Session
from casino.clubs.sessions import close_session
from casino.desk.counters import cash_out
from casino.desk.counting import count_bank, count_till
from casino.desk.models import Count
from casino.desk.sweeping import claim, sweep
from casino.desk.till import hand_over_takings, put_float
from casino.tables.offices import take_office
from casino.tables.opening import close_table
from tests.casino.desk.test_money import SOLD
from tests.casino.room import Room, refusal
from tests.casino.verified import room_findings
from tests.threads import together


@pytest.fixture
def shop(own_database: str) -> Room:
    """300 counters sold at five cents, 15.00 in all, and 50.00 of change from the club."""
    shop = Room(settings={**SOLD, "good_cause": "The lifeboat"})
    put_float(shop.session.pk, money=5000, by=HOUSE)
    return shop


def test_a_float_comes_from_the_club(shop: Room) -> None:
    assert shop.held()["till:EUR"] == 6500
    assert shop.held()["club:EUR"] == -5000
    for money in (0, -1, 1.5, "5", True, 10**13):
        assert refusal(put_float, shop.session.pk, money=money, by=HOUSE) == "bad_money"


def test_where_counters_are_free_there_is_no_till(room: Room) -> None:
    assert refusal(put_float, room.session.pk, money=100, by=HOUSE) == "no_money"
    assert refusal(count_till, room.session.pk, pieces={}, total=0, by=HOUSE) == "no_money"


def test_a_count_that_agrees_books_nothing(shop: Room) -> None:
    entries = shop.entries()
    count = count_till(shop.session.pk, pieces={5000: 1, 1000: 1, 500: 1}, by=HOUSE)
    assert (count.counted, count.expected, count.difference, count.entry) == (6500, 6500, 0, None)
    assert shop.entries() == entries


def test_a_count_that_differs_is_refused_until_somebody_says_why(shop: Room) -> None:
    entries = shop.entries()
    assert refusal(count_till, shop.session.pk, pieces={5000: 1, 1000: 1, 200: 2}, by=HOUSE) == "count_differs"
    assert refusal(count_till, shop.session.pk, pieces={5000: 1}, reason="  ", by=HOUSE) == "count_differs"
    assert (shop.entries(), Count.objects.count()) == (entries, 0)
    count = count_till(shop.session.pk, pieces={5000: 1, 1000: 1, 200: 2}, reason="Wrong change", by=HOUSE)
    assert (count.difference, count.reason) == (-100, "Wrong change")
    assert shop.held()["over-short:EUR"] == 100
    assert shop.held()["till:EUR"] == 6400
    assert count.entry is not None
    assert count.entry.memo == "Wrong change"
    over = count_till(shop.session.pk, pieces={5000: 1, 1000: 1, 500: 1}, reason="It was under the drawer", by=HOUSE)
    assert over.difference == 100
    assert "over-short:EUR" not in shop.held()
    assert room_findings() == []


@pytest.mark.parametrize("pieces", [{3: 1}, {5000: -1}, {5000: 1.5}, {5000: 10**7}, {"x": 1}], ids=str)
def test_what_is_no_count(shop: Room, pieces: dict[int, int]) -> None:
    assert refusal(count_till, shop.session.pk, pieces=pieces, reason="So", by=HOUSE) == "bad_count"


def test_pieces_and_a_sum_that_is_not_theirs(shop: Room) -> None:
    refused = refusal(count_till, shop.session.pk, pieces={5000: 1}, total=6500, reason="So", by=HOUSE)
    assert refused == "count_differs_from_sum"


def test_the_counters_of_a_bank_are_counted_by_colour(shop: Room) -> None:
    count_bank(shop.table.pk, pieces={10: 99, 5: 1, 1: 4}, reason="One rolled away", by=HOUSE)
    assert shop.held()["bank:Minoru 1"] == 999
    assert shop.held()["over-short:counter"] == 1
    shop.open()
    assert refusal(count_bank, shop.table.pk, pieces={10: 100}, by=HOUSE) == "round_live"


def test_the_takings_go_to_the_good_cause_once_the_till_is_counted(shop: Room) -> None:
    assert refusal(hand_over_takings, shop.session.pk, by=HOUSE) == "count_first"
    count_till(shop.session.pk, pieces={5000: 1, 1000: 1, 500: 1}, by=HOUSE)
    cash_out(player=shop.players["Ada"], counters=20, by=HOUSE)
    assert refusal(hand_over_takings, shop.session.pk, by=HOUSE) == "count_first"
    count_till(shop.session.pk, pieces={5000: 1, 1000: 1, 200: 2}, by=HOUSE)
    hand_over_takings(shop.session.pk, by=HOUSE)
    held = shop.held()
    assert held["good-cause:EUR"] == 1400
    assert {"till:EUR", "club:EUR"} & held.keys() == set()
    count_till(shop.session.pk, pieces={}, by=HOUSE)
    assert refusal(hand_over_takings, shop.session.pk, by=HOUSE) == "till_empty"


def test_without_a_good_cause_they_go_to_the_club(own_database: str) -> None:
    shop = Room(settings=SOLD)
    count_till(shop.session.pk, pieces={1000: 1, 500: 1}, by=HOUSE)
    hand_over_takings(shop.session.pk, by=HOUSE)
    assert shop.held()["club:EUR"] == 1500


def test_a_till_that_lost_counts_gives_the_club_what_there_is(shop: Room) -> None:
    count_till(shop.session.pk, pieces={2000: 1}, reason="Somebody stole the rest", by=HOUSE)
    hand_over_takings(shop.session.pk, by=HOUSE)
    assert shop.held()["club:EUR"] == -3000
    assert "good-cause:EUR" not in shop.held()


def test_a_session_is_closed_with_an_empty_till_and_empty_purses(shop: Room) -> None:
    assert refusal(sweep, shop.session.pk, by=HOUSE) == "table_open"
    assert refusal(close_session, shop.session.pk, by=HOUSE) == "table_open"
    close_table(shop.table.pk, by=HOUSE)
    swept = sweep(shop.session.pk, by=HOUSE)
    assert (swept.purses, swept.counters) == (3, 300)
    assert refusal(sweep, shop.session.pk, by=HOUSE) == "nothing_left"
    assert refusal(close_session, shop.session.pk, by=HOUSE) == "till_not_empty"
    count_till(shop.session.pk, pieces={5000: 1, 1000: 1, 500: 1}, by=HOUSE)
    hand_over_takings(shop.session.pk, by=HOUSE)
    close_session(shop.session.pk, by=HOUSE)
    assert shop.held() == {
        "unclaimed:counter": 300,
        "issue": -300,
        "sales:EUR": -1500,
        "good-cause:EUR": 1500,
    }
    assert room_findings() == []


def test_a_purse_that_was_swept_up_is_given_back_once(shop: Room) -> None:
    close_table(shop.table.pk, by=HOUSE)
    sweep(shop.session.pk, by=HOUSE)
    claim(shop.players["Ada"], by=HOUSE)
    assert shop.held()["purse:Ada"] == 100
    assert refusal(claim, shop.players["Ada"], by=HOUSE) == "nothing_swept"
    assert cash_out(player=shop.players["Ada"], by=HOUSE).money == 500


def test_two_who_hand_over_at_once_hand_over_once(shop: Room) -> None:
    count_till(shop.session.pk, pieces={5000: 1, 1000: 1, 500: 1}, by=HOUSE)
    raised = together(lambda _: hand_over_takings(shop.session.pk, by=HOUSE), 4)
    assert len([each for each in raised if each]) == 3
    assert shop.held()["good-cause:EUR"] == 1500


def test_a_sum_that_no_till_holds_is_no_count(shop: Room) -> None:
    for total in (-1, 10**13):
        assert refusal(count_till, shop.session.pk, pieces={}, total=total, reason="So", by=HOUSE) == "bad_count"


def test_the_bank_of_a_player_is_for_the_player_to_count(shop: Room) -> None:
    table = shop.put_table("Ada's", passes_round=True)
    shop.sit(table, "Ada")
    take_office(table.pk, player=shop.players["Ada"], counters=100, by=HOUSE)
    assert refusal(count_bank, table.pk, pieces={10: 10}, by=HOUSE) == "office_held"
    assert Count.objects.count() == 0


def test_a_count_that_was_changed_afterwards_is_found(shop: Room) -> None:
    count = count_till(shop.session.pk, pieces={5000: 1, 1000: 1, 200: 2}, reason="Wrong change", by=HOUSE)
    Count.objects.filter(pk=count.pk).update(counted=count.counted + 50)  # half of what was booked
    assert room_findings() == [("desk", f"count {count.pk}")]


def test_counters_sold_below_their_price_are_found(shop: Room) -> None:
    assert room_findings() == []
    Session.objects.filter(pk=shop.session.pk).update(price=6)
    assert {law for law, _ in room_findings()} == {"desk"}
    assert len(room_findings()) == 3  # of the three guests who have bought
