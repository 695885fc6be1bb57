"""Owners enter a race and pay for it: the ante into the pot, the pot to whoever wins, and back if the race is void."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from casino.clubs.actors import HOUSE
from casino.tables import robots, sending_robots
from casino.tables.carrying import ACT_FOR_ROBOTS
from casino.tables.correcting import correct_round, plan_correction
from casino.tables.dealing import take_back
from casino.tables.models import Round, Table
from casino.tables.opening import close_table
from casino.tables.pausing import pause_round, resume_round
from casino.tables.playing import value_of
from casino.tables.seating import stand_up
from casino.tables.settling import settle_round
from casino.tables.starting import call_the_off
from casino.tables.ticking import tick
from casino.tables.typed_cards import typed_moves
from casino.tables.voiding import void_round
from tests.casino.dealing import throw
from tests.casino.room import Room, play, refusal, run
from tests.casino.verified import room_findings

# Number 1 is Ada's and so are 3 and 5; 2, 4 and 6 are Bob's.
TWO = {"players": 2, "ante": 5, "start": [15, 15, 1, 1, 1, 1]}


@pytest.fixture
def room(own_database: str) -> Room:
    return Room(seat=False)


def derby(room: Room, **settings: Any) -> Table:
    return room.table_of("derby", **{"by_hand": True, "options": TWO, **settings})


def settled(round_: Round, *dice: int) -> Round:
    throw(round_, *dice)
    return settle_round(round_.pk, by=HOUSE)


def due(round_: Round) -> datetime | None:
    return Round.objects.values_list("due_at", flat=True).get(pk=round_.pk)


def test_an_ante_is_in_the_pot_at_once_and_all_of_it_goes_to_the_winner(room: Room) -> None:
    round_ = room.entered(derby(room))
    assert room.purses() == {"Ada": 95, "Bob": 95, "Cy": 100}
    assert room.held()["pot:derby"] == 10
    assert room_findings() == []
    settled(round_, 1, 3, 4)
    assert room.purses() == {"Ada": 105, "Bob": 95, "Cy": 100}
    assert "pot:derby" not in room.held()
    assert room_findings() == []


def test_a_dead_heat_of_two_owners_shares_the_pot(room: Room) -> None:
    settled(room.entered(derby(room)), 1, 2, 4)
    assert room.purses() == {"Ada": 100, "Bob": 100, "Cy": 100}
    assert room_findings() == []


def test_odd_counters_go_to_the_lowest_number(room: Room) -> None:
    """Three antes of 5 and a dead heat of two: 8 for number 1, which is Ada's, and 7 for number 2, which is Bob's."""
    table = derby(room, options={**TWO, "players": 3})
    round_ = room.entered(table)
    room.enter(round_, "Cy")
    settled(round_, 1, 2, 4)
    assert room.purses() == {"Ada": 103, "Bob": 102, "Cy": 95}
    assert room_findings() == []


def test_a_void_race_gives_every_ante_back(room: Room) -> None:
    round_ = room.entered(derby(room))
    void_round(round_.pk, reason="the board fell down", by=HOUSE)
    assert room.purses() == {"Ada": 100, "Bob": 100, "Cy": 100}
    assert room_findings() == []


def test_who_scratches_has_the_ante_back_and_the_next_one_moves_up(room: Room) -> None:
    round_ = room.entered(derby(room))
    room.move(round_, "Ada", scratch=True)
    assert room.purses()["Ada"] == 100
    room.enter(round_, "Cy")
    settled(round_, 1, 3, 4)  # number 1 is Bob's now
    assert room.purses() == {"Ada": 100, "Bob": 105, "Cy": 95}
    assert room_findings() == []


def test_an_ante_that_a_purse_cannot_pay_changes_nothing(room: Room) -> None:
    table = derby(room, options={**TWO, "ante": 101})
    round_ = room.open(table)
    assert refusal(room.enter, round_, "Ada") == "short_purse"
    assert round_.moves.count() == 0
    assert room.purses()["Ada"] == 100
    assert room_findings() == []


def test_a_full_race_and_a_second_ante_are_refused(room: Room) -> None:
    round_ = room.entered(derby(room))
    assert refusal(room.enter, round_, "Cy") == "places_taken"
    assert refusal(room.enter, round_, "Ada") == "already_entered"
    assert room.held()["pot:derby"] == 10


def test_nobody_enters_or_leaves_after_the_off(room: Room) -> None:
    round_ = room.entered(derby(room))
    assert len(value_of(Round.objects.get(pk=round_.pk)).legal("Ada")) == 2  # scratch, and shake the dice
    call_the_off(round_.pk, by=HOUSE)
    assert refusal(room.move, round_, "Ada", scratch=True) == "too_late"
    assert refusal(room.enter, round_, "Cy") == "too_late"
    assert len(value_of(Round.objects.get(pk=round_.pk)).legal("Ada")) == 1
    settled(round_, 1, 3, 4)
    assert room_findings() == []


def test_no_race_for_a_pot_begins_before_all_its_places_are_taken(room: Room) -> None:
    """Who enters, or leaves and enters again, gets no more time."""
    table = derby(room, by_hand=False, staking_time=timedelta(minutes=1))
    round_ = room.open(table)
    closes = due(round_)
    assert closes is not None
    room.enter(round_, "Ada")
    assert refusal(call_the_off, round_.pk, by=HOUSE) == "seats_not_filled"
    room.enter(round_, "Bob")
    room.move(round_, "Bob", scratch=True)
    room.enter(round_, "Bob")
    assert due(round_) == closes
    call_the_off(round_.pk, by=HOUSE)
    assert room_findings() == []


def test_when_time_is_over_and_a_place_is_free_antes_go_back_and_the_race_is_run(room: Room) -> None:
    """Whoever has backed a horse waits for nobody, and no table stands still."""
    table = derby(room, by_hand=False, beside={"totalisator": {}}, options={**TWO, "players": 3})
    round_ = room.entered(table)
    room.stake(round_, "Cy", "1", 10, "totalisator")
    Round.objects.filter(pk=round_.pk).update(due_at=timezone.now())
    round_.refresh_from_db()
    assert tick(round_.pk, round_.step)
    round_.refresh_from_db()
    assert round_.phase == "running"
    assert room.purses() == {"Ada": 100, "Bob": 100, "Cy": 90}
    assert value_of(Round.objects.get(pk=round_.pk)).state.owners == ()
    assert run(round_).phase == "settled"
    assert room_findings() == []


def test_who_has_left_the_table_does_not_enter(room: Room) -> None:
    table = derby(room)
    round_ = room.open(table)
    stand_up(table.pk, player=room.players["Ada"], by=HOUSE)
    assert refusal(room.enter, round_, "Ada") == "not_seated"
    assert room.purses()["Ada"] == 100


def test_an_ante_counts_for_what_a_guest_may_stake(own_database: str) -> None:
    room = Room(seat=False, settings={"stake_cap": 12})
    table = derby(room, beside={"totalisator": {}})
    round_ = room.entered(table)  # 5 each
    assert refusal(room.stake, round_, "Ada", "1", 8, "totalisator") == "stake_cap"
    room.stake(round_, "Ada", "1", 7, "totalisator")
    room.stake(round_, "Cy", "1", 8, "totalisator")
    room.move(round_, "Bob", scratch=True)
    assert refusal(room.enter, round_, "Cy") == "stake_cap"
    room.stake(round_, "Bob", "2", 12, "totalisator")  # whose ante has come back
    assert refusal(room.enter, round_, "Bob") == "stake_cap"
    assert room_findings() == []


def test_a_race_without_owners_runs_without_a_pot(room: Room) -> None:
    table = derby(room, by_hand=False)
    round_ = room.open(table)
    assert play(round_).phase == "settled"
    assert room.purses() == {"Ada": 100, "Bob": 100, "Cy": 100}
    assert room_findings() == []


def test_a_guest_who_leaves_keeps_the_horse(room: Room) -> None:
    table = derby(room)
    round_ = room.entered(table)
    stand_up(table.pk, player=room.players["Ada"], by=HOUSE)
    settled(round_, 1, 3, 4)
    assert room.purses()["Ada"] == 105
    assert room_findings() == []


def test_a_guest_who_comes_later_finds_the_places_that_were_taken(room: Room) -> None:
    room.come("Dot", 20)
    table = room.put_table("derby", "derby", by_hand=True, options=TWO)
    room.sit(table, "Ada", "Bob")
    round_ = room.entered(table)
    room.sit(table, "Dot")
    assert refusal(room.enter, round_, "Dot") == "places_taken"
    room.move(round_, "Bob", scratch=True)
    room.enter(round_, "Dot")
    settled(round_, 2, 3, 4)  # number 2 is Dot's now
    assert room.purses()["Dot"] == 25
    assert room_findings() == []


def test_a_throw_that_was_misread_moves_the_pot(room: Room) -> None:
    round_ = settled(room.entered(derby(room)), 1, 3, 4)
    right = [
        {"seat": "Ada", "enter": True},
        {"seat": "Bob", "enter": True},
        {"throw": [2, 3, 4]},
    ]
    assert plan_correction(round_.pk, moves=right).changes == {"purse:Ada": -10, "purse:Bob": 10}
    correct_round(round_.pk, moves=right, reason="a two", by=HOUSE)
    assert room.purses() == {"Ada": 95, "Bob": 105, "Cy": 100}
    assert room_findings() == []


def test_a_throw_is_taken_back_and_the_antes_stay(room: Room) -> None:
    round_ = room.entered(derby(room))
    throw(round_, 1, 3, 4)
    take_back(round_.pk, by=HOUSE)
    assert room.held()["pot:derby"] == 10
    settled(round_, 2, 3, 4)
    assert room.purses() == {"Ada": 95, "Bob": 105, "Cy": 100}
    assert room_findings() == []


def test_a_pot_that_is_left_over_is_found(room: Room) -> None:
    round_ = room.entered(derby(room))
    Round.objects.filter(pk=round_.pk).update(phase="void", void_reason="by hand", ended_at=timezone.now())
    assert ("pools", f"table {round_.table_id}") in room_findings()


# --- The thrower


def test_who_shakes_the_dice_has_them_fall_at_once(room: Room) -> None:
    table = derby(room, by_hand=False, pace=timedelta(minutes=1), options={"players": 2})
    round_ = room.entered(table)
    call_the_off(round_.pk, by=HOUSE)
    round_.refresh_from_db()
    due = round_.due_at
    assert refusal(room.move, round_, "Bob", shake=True) == "not_thrower"
    room.move(round_, "Ada", shake=True)
    round_.refresh_from_db()
    assert round_.due_at is not None
    assert due is not None
    assert round_.due_at <= timezone.now() < due
    assert refusal(room.move, round_, "Ada", shake=True) == "already_shaken"
    assert tick(round_.pk, round_.step)
    assert value_of(Round.objects.get(pk=round_.pk)).state.throws == 1


def test_shaking_before_the_off_does_not_shorten_the_time_to_stake(room: Room) -> None:
    table = derby(room, by_hand=False, staking_time=timedelta(minutes=1), options={"players": 2})
    round_ = room.entered(table)
    round_.refresh_from_db()
    due = round_.due_at
    room.move(round_, "Ada", shake=True)
    round_.refresh_from_db()
    assert (round_.phase, round_.due_at) == ("open", due)


def test_from_race_to_race_the_next_owner_throws(room: Room) -> None:
    table = derby(room, options={"players": 2, "start": [15, 15, 1, 1, 1, 1]})
    first = room.entered(table)
    assert value_of(Round.objects.get(pk=first.pk)).state.thrower == "Ada"
    settled(first, 1, 3, 4)
    second = room.entered(table)
    assert value_of(Round.objects.get(pk=second.pk)).state.thrower == "Bob"
    assert "start" not in second.options


def test_robots_that_could_not_enter_in_a_pause_are_asked_again_after_it(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is due while a place is free: if nobody asked them, the race would wait for ever."""
    robot, sent = room.come("Robot", 100), list[Any]()
    robot.automatic = True
    robot.save()
    round_ = room.open(derby(room))
    pause_round(round_.pk, by=HOUSE)
    room.enter(round_, "Ada")
    assert robots.act_for(round_.pk) == 0
    monkeypatch.setattr(sending_robots, "send_after_commit", lambda *what: sent.append(what))
    resume_round(round_.pk, by=HOUSE)
    assert sent == [(ACT_FOR_ROBOTS, round_.pk)]
    robots.act_for(round_.pk)
    assert value_of(Round.objects.get(pk=round_.pk)).state.owners == ("Ada", "Robot")


# --- Calling


def test_a_total_is_called_between_two_throws(room: Room) -> None:
    """Number 1 of Ada and number 2 of Bob stand before a hurdle; 13 is thrown, and only Ada calls it."""
    table = derby(room, options={"variant": "myopia", "calls": "claim", "players": 2, "start": [5, 5, 1, 1, 1, 1]})
    round_ = room.entered(table)
    throw(round_, 6, 6, 1)
    assert refusal(room.move, round_, "Ada", call={"horse": 1, "total": 12}) == "wrong_total"
    assert refusal(room.move, round_, "Bob", call={"horse": 1, "total": 13}) == "not_owner"
    room.move(round_, "Ada", call={"horse": 1, "total": 13})
    throw(round_, 3, 3, 4)
    assert refusal(room.move, round_, "Bob", call={"horse": 2, "total": 10}) == "no_right"
    assert value_of(Round.objects.get(pk=round_.pk)).state.positions == (6, 5, 3, 2, 1, 3)
    void_round(round_.pk, reason="enough", by=HOUSE)
    close_table(table.pk, by=HOUSE)
    assert room_findings() == []


def test_who_has_left_the_table_may_still_call(room: Room) -> None:
    """The horse is theirs, and no house would call for them; they only do not enter anew."""
    table = derby(room, options={"variant": "myopia", "calls": "claim", "players": 2, "start": [5, 1, 1, 1, 1, 1]})
    round_ = room.entered(table)
    throw(round_, 6, 6, 1)
    stand_up(table.pk, player=room.players["Ada"], by=HOUSE)
    room.move(round_, "Ada", call={"horse": 1, "total": 13})
    assert value_of(Round.objects.get(pk=round_.pk)).state.positions == (6, 1, 1, 1, 1, 3)
    assert room_findings() == []


def test_a_call_on_a_throw_that_was_misread_falls_with_it(room: Room) -> None:
    """13 was typed and called, and 12 it was: number 1 has not jumped. What could be decided all the same stands."""
    start = [5, 15, 1, 1, 1, 1]
    table = derby(room, options={"variant": "myopia", "calls": "claim", "players": 2, "ante": 5, "start": start})
    round_ = room.entered(table)
    throw(round_, 6, 6, 1)
    room.move(round_, "Ada", call={"horse": 1, "total": 13})
    settled(round_, 2, 2, 4)
    entries = [{"seat": "Ada", "enter": True}, {"seat": "Bob", "enter": True}]
    called = {"seat": "Ada", "call": {"horse": 1, "total": 13}}
    won = {"throw": [2, 2, 4]}
    right = [*entries, {"throw": [6, 5, 1]}, won]
    assert refusal(plan_correction, round_.pk, moves=[*entries, {"throw": [6, 6, 1]}, won]) == "decisions_stand"
    assert refusal(plan_correction, round_.pk, moves=[*entries, {"throw": [6, 5, 1]}, called, won]) == "no_right"
    assert typed_moves(Round.objects.get(pk=round_.pk), "6 5 1\n2 2 4") == right
    correct_round(round_.pk, moves=right, reason="a five", by=HOUSE)
    assert value_of(Round.objects.get(pk=round_.pk)).state.positions == (5, 16, 1, 2, 2, 2)
    assert room_findings() == []
