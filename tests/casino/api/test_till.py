"""A till device: sells and buys back at the session's price, pays papers by their code, and is counted."""

import pytest

from casino.clubs.actors import HOUSE
from casino.clubs.joining import give_token
from casino.clubs.models import DeviceToken
from casino.events.models import Event
from casino.tables.voiding import void_round
from tests.casino.api.wire import Wire
from tests.casino.desk.test_money import SOLD
from tests.casino.room import Room


@pytest.fixture
def shop(own_database: str) -> Room:
    return Room(settings=SOLD)


@pytest.fixture
def till(shop: Room) -> Wire:
    return Wire(give_token(shop.session, DeviceToken.Kind.TILL, label="By the door"))


def test_a_till_sells_and_buys_back_at_the_price(shop: Room, till: Wire) -> None:
    ada, code = shop.players["Ada"].pk, shop.session.code
    told = till.post(f"/players/{ada}/buy-in/", {"counters": 30}).body
    assert (told["counters"], told["money"], told["purse"]) == (30, 150, 130)
    told = till.post(f"/players/{ada}/cash-out/", {"counters": None}).body
    assert (told["counters"], told["money"], told["purse"]) == (130, 650, 0)
    shown = till.get(f"/sessions/{code}/till/").body
    assert (shown["currency"], shown["places"], shown["price"], shown["price_for"]) == ("EUR", 2, 5, 1)
    assert shown["held"] == 1500 + 150 - 650
    assert 2000 in shown["pieces"]


def test_a_till_is_counted_and_says_why_it_differs(shop: Room, till: Wire) -> None:
    counts = f"/sessions/{shop.session.code}/till/counts/"
    refused = till.post(counts, {"pieces": {"1000": 1}})
    assert (refused.status, refused.code) == (422, "count_differs")
    told = till.post(counts, {"pieces": {"1000": 1, "200": 2}, "reason": "Wrong change"})
    assert (told.status, told.body["difference"], told.body["reason"]) == (201, -100, "Wrong change")
    assert [each["counted"] for each in till.get(counts).body["items"]] == [1400]
    assert Event.objects.filter(kind="counted", by__name="till By the door").count() == 1
    for pieces in ({"3": 1}, {"ten": 1}, {"": 1}, {"9" * 40: 1}):
        assert till.post(counts, {"pieces": pieces, "reason": "So"}).code == "bad_count"


def test_a_till_pays_a_paper_once(shop: Room, till: Wire) -> None:
    round_ = shop.open()
    ticket = shop.sell(round_, "Ada", "minoru", 6)
    redeem = f"/sessions/{shop.session.code}/tickets/redeem/"
    assert till.post(redeem, {"code": ticket.code}).code == "not_finished"
    void_round(round_.pk, reason="The lamp fell over", by=HOUSE)
    assert till.post(redeem, {"code": "NOTACODE"}).code == "unknown_ticket_code"
    told = till.post(redeem, {"code": ticket.code.lower()}).body
    assert (told["counters"], told["money"]) == (6, 30)
    assert till.post(redeem, {"code": ticket.code}).code == "ticket_paid"


def test_where_counters_are_free_there_is_no_till_to_count(room: Room) -> None:
    till = Wire(give_token(room.session, DeviceToken.Kind.TILL))
    assert till.get(f"/sessions/{room.session.code}/till/").body["currency"] is None
    assert till.post(f"/sessions/{room.session.code}/till/counts/", {"total": 5, "reason": "So"}).code == "no_money"
    ada = room.players["Ada"].pk
    assert till.post(f"/players/{ada}/buy-in/", {"counters": 30}).body["money"] == 0
