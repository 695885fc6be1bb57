"""Another game at the table, with what Minoru lacks: hidden hands, dice, decisions in turn, payments in mid-round."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from casino.clubs.actors import HOUSE
from casino.events.models import Event
from casino.events.reading import Reader, events_after
from casino.tables.correcting import correct_round, plan_correction
from casino.tables.dealing import deal_by_hand, take_back
from casino.tables.models import Round, Table
from casino.tables.pausing import pause_round, resume_round
from casino.tables.playing import moves_of
from casino.tables.settling import settle_round
from casino.tables.showing import public_view
from casino.tables.starting import call_the_off
from casino.tables.ticking import tick
from casino.tables.voiding import void_round
from games.registry import GAMES
from ledger.models import Entry
from tests.casino.dealing import throw
from tests.casino.room import Room, refusal, run
from tests.casino.verified import room_findings
from tests.games.sale import SALE


@pytest.fixture
def sale_room(own_database: str, monkeypatch: pytest.MonkeyPatch) -> Room:
    monkeypatch.setitem(GAMES, SALE.slug, SALE)
    return Room(seat=False)


def put(room: Room, **options: Any) -> Table:
    table = room.put_table("Sale", "sale", **{"house_float": 0, **options})
    room.sit(table, "Ada", "Bob")
    return table


def started(room: Room, table: Table) -> Round:
    """After the off, the hands and the throw."""
    round_ = room.open(table)
    call_the_off(round_.pk, by=HOUSE)
    for _ in range(2):
        round_.refresh_from_db()
        assert tick(round_.pk, round_.step)
    round_.refresh_from_db()
    return round_


def turn(round_: Round) -> str:
    return str(public_view(Round.objects.get(pk=round_.pk))["waiting_for"][0])


def bid(room: Room, round_: Round, amount: int) -> None:
    room.move(round_, turn(round_), bid=amount)


def test_a_hand_is_told_to_its_seat_alone(sale_room: Room) -> None:
    room = sale_room
    started(room, put(room))
    hands = Event.objects.filter(body__happening__has_key="hand_dealt")
    assert {event.player_id for event in hands} == {room.players["Ada"].pk, room.players["Bob"].pk}
    session = room.session.pk
    ada = Reader(player_id=room.players["Ada"].pk)
    assert not [e for e in events_after(session, 0, reader=Reader(staff=True)) if e in hands]
    (mine,) = [e for e in events_after(session, 0, reader=ada) if e in hands]
    (other,) = hands.exclude(pk=mine.pk)
    card = other.body["happening"]["hand_dealt"]
    seen = [event.body for event in events_after(session, 0, reader=ada)]
    assert card not in str(seen)
    assert card not in str(public_view(Round.objects.get()))


def test_what_is_paid_in_mid_round_is_in_the_book_at_once_and_the_rest_at_the_end(sale_room: Room) -> None:
    room = sale_room
    round_ = started(room, put(room))
    bidder = turn(round_)
    bid(room, round_, 5)
    assert room.held()[f"purse:{bidder}"] in {99, 94}  # the fee; and the lot, if the die said one turn
    assert Entry.objects.filter(key__startswith=f"round:{round_.pk}:move:").count() == 1
    run(round_)
    assert (room.held()[f"purse:{bidder}"], room.held()["auctioneer:Sale"]) == (94, 6)
    assert room_findings() == []


def test_void_gives_back_what_was_paid_in_mid_round_in_one_entry(sale_room: Room) -> None:
    room = sale_room
    table = put(room)
    round_ = started(room, table)
    while Round.objects.get(pk=round_.pk).secret.state["turns"] < 2:  # a die of one ends it with the first bid
        run(round_)
        round_ = started(room, table)
    before = room.held()
    bid(room, round_, 5)
    assert room.held() != before
    entries = room.entries()
    void_round(round_.pk, reason="the lot is broken", by=HOUSE)
    assert (room.held(), room.entries()) == (before, entries + 1)
    assert room_findings() == []


def test_a_bid_that_the_purse_cannot_pay_changes_nothing(sale_room: Room) -> None:
    room = sale_room
    room.counters = {}
    room.come("Poor")
    table = room.put_table("Sale", "sale", house_float=0)
    room.sit(table, "Poor")
    round_ = started(room, table)
    step = round_.step
    assert refusal(bid, room, round_, 5) == "short_purse"
    round_.refresh_from_db()
    assert (round_.step, round_.moves.count()) == (step, 2)
    assert run(round_).phase == "settled"


def test_by_hand_what_a_card_pays_waits_for_the_next_one(sale_room: Room) -> None:
    room = sale_room
    round_ = room.open(put(room, by_hand=True))
    deal_by_hand(round_.pk, move={"hands": ["QS", "AH"]}, by=HOUSE)
    throw(round_, 6)
    take_back(round_.pk, by=HOUSE)
    throw(round_, 2)
    before = room.held()
    room.move(round_, "Ada", bid=5)
    assert room.held() == before
    assert refusal(take_back, round_.pk, by=HOUSE) == "not_a_card"
    room.move(round_, "Bob", leave=True)
    assert room.held()["purse:Ada"] == 99  # the fee; the lot waits for the croupier's word
    settle_round(round_.pk, by=HOUSE)
    assert (room.held()["purse:Ada"], room.held()["auctioneer:Sale"]) == (94, 6)
    assert room_findings() == []
    hands, *others = moves_of(Round.objects.get(pk=round_.pk))
    right = [{"hands": ["2S", "AH"]}, *others]
    assert hands != right[0]
    assert plan_correction(round_.pk, moves=right).changes == {}  # another card in a hand, and nobody gains by it
    correct_round(round_.pk, moves=right, reason="it was the two", by=HOUSE)
    assert (room.held()["purse:Ada"], room.held()["auctioneer:Sale"]) == (94, 6)
    assert room_findings() == []


def test_a_decision_in_a_paused_round_leaves_the_next_its_time(sale_room: Room) -> None:
    room = sale_room
    round_ = room.open(put(room, by_hand=True, turn_time=timedelta(minutes=1)))
    deal_by_hand(round_.pk, move={"hands": ["QS", "AH"]}, by=HOUSE)
    throw(round_, 3)
    pause_round(round_.pk, by=HOUSE)
    room.move(round_, "Bob", leave=True)
    resume_round(round_.pk, by=HOUSE)
    due = Round.objects.get(pk=round_.pk).due_at
    assert due is not None
    assert timedelta(seconds=30) < due - timezone.now() <= timedelta(minutes=1)
