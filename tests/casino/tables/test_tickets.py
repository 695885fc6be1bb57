"""Paper tickets for guests without a phone."""

import pytest
from django.utils import timezone

from casino.clubs.actors import HOUSE
from casino.desk.counters import cash_out
from casino.tables.models import Round, Ticket
from casino.tables.playing import value_of
from casino.tables.starting import call_the_off
from casino.tables.tickets import pay_ticket, withdraw_ticket, worth
from casino.tables.voiding import void_round
from tests.casino.dealing import correct_m1, play_m1
from tests.casino.room import Room, play, refusal
from tests.casino.tables.races import HORSES
from tests.casino.verified import room_findings


def pay(room: Room, number: int) -> int:
    return pay_ticket(session_id=room.session.pk, number=number, by=HOUSE).counters


def test_a_ticket_pays_what_the_stake_returned_and_once(room: Room) -> None:
    round_ = room.open()
    tickets = [room.sell(round_, "Ada", horse, 1) for horse in HORSES]
    assert [ticket.number for ticket in tickets] == [1, 2, 3, 4, 5]
    assert refusal(pay, room, 1) == "not_finished"
    play(round_)
    winner = HORSES.index(_winner(round_))
    purse = room.held()["purse:Ada"]
    odds = {"minoru": 2, "game_chick": 5, "gou_gou": 10, "miss_mcgiggle": 7, "st_amant": 2}[HORSES[winner]]
    assert worth(tickets[winner]) == 1 + odds
    assert pay(room, winner + 1) == 1 + odds
    assert room.held()["purse:Ada"] == purse - 1 - odds
    assert refusal(pay, room, winner + 1) == "ticket_paid"
    assert refusal(pay, room, (winner + 1) % 5 + 1) == "ticket_lost"
    assert refusal(pay, room, 99) == "unknown_ticket"
    assert room.held()["purse:Ada"] == purse - 1 - odds
    assert room_findings() == []


def _winner(round_: Round) -> str:
    value = value_of(Round.objects.select_related("table", "secret").get(pk=round_.pk))
    result = value.game.result(value.state)
    assert result is not None
    return result.outcome


def test_counters_in_hand_go_through_the_purse(room: Room) -> None:
    round_, purse = room.open(), room.held()["purse:Ada"]
    room.sell(round_, "Ada", "minoru", 6, in_hand=True)
    assert (room.held()["purse:Ada"], room.held()["stakes:Ada"]) == (purse, 6)
    void_round(round_.pk, reason="enough", by=HOUSE)
    assert room.held()["purse:Ada"] == purse + 6
    assert pay(room, 1) == 6
    assert room.held()["purse:Ada"] == purse
    assert room_findings() == []


def test_a_ticket_is_withdrawn_before_the_off_and_its_stake_not_without_it(room: Room) -> None:
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 2)
    room.sell(round_, "Ada", "minoru", 3)
    assert refusal(room.withdraw, round_, "Ada", "minoru", 3) == "ticket_out"
    room.withdraw(round_, "Ada", "minoru", 2)
    withdraw_ticket(session_id=room.session.pk, number=1, by=HOUSE)
    assert room.held()["purse:Ada"] == 100
    assert refusal(pay, room, 1) == "ticket_withdrawn"
    assert refusal(withdraw_ticket, session_id=room.session.pk, number=1, by=HOUSE) == "ticket_withdrawn"
    assert refusal(withdraw_ticket, session_id=room.session.pk, number="x", by=HOUSE) == "unknown_ticket"
    assert room_findings() == []


def test_after_the_off_a_ticket_stays(room: Room) -> None:
    round_ = room.open()
    room.sell(round_, "Ada", "minoru", 3)
    call_the_off(round_.pk, by=HOUSE)
    assert refusal(withdraw_ticket, session_id=room.session.pk, number=1, by=HOUSE) == "staking_closed"
    assert Ticket.objects.get().paid_at is None


def test_a_refused_stake_leaves_no_ticket(room: Room) -> None:
    round_ = room.open()
    with pytest.raises(Exception, match="at most 6"):
        room.sell(round_, "Ada", "minoru", 7)
    assert not Ticket.objects.exists()


def test_a_ticket_that_was_paid_before_its_round_was_corrected_was_paid_rightly(own_database: str) -> None:
    room = Room({"by_hand": True})
    round_ = room.open()
    room.sell(round_, "Ada", "minoru", 6)
    play_m1(round_)
    assert pay(room, 1) == 18
    cash_out(player=room.players["Ada"], by=HOUSE)
    assert correct_m1(round_, reason="The ace was St. Amant's") == {"purse:Ada": 18}
    assert room_findings() == []
    # The control: had it been paid after the correction, it would have been paid wrongly.
    Ticket.objects.update(paid_at=timezone.now())
    assert room_findings() == [("tickets", "ticket 1")]
