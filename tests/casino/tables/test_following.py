"""Rounds that follow each other: a table is told to stop, and to go on."""

from datetime import timedelta

import pytest
from django.utils import timezone

from casino.clubs.actors import HOUSE
from casino.events.models import Event
from casino.tables.following import let_rounds_follow, stop_rounds
from casino.tables.models import Round
from casino.tables.opening import close_table
from casino.tables.starting import call_the_off
from casino.tables.ticking import tick
from tests.casino.room import Room, play, refusal, run


@pytest.fixture
def going_on(own_database: str) -> Room:
    return Room({"rest": timedelta()})


def opens_another(room: Room, round_: Round) -> bool:
    """After whatever the round that is over is still due for."""
    round_.refresh_from_db()
    tick(round_.pk, round_.step)
    return room.table.rounds.filter(phase="open").exists()


def test_without_being_told_another_round_opens(going_on: Room) -> None:
    assert opens_another(going_on, play(going_on.open()))


def test_a_live_round_is_played_to_its_end_and_none_opens_after_it(going_on: Room) -> None:
    round_ = going_on.open()
    stop_rounds(going_on.table.pk, by=HOUSE)
    assert play(round_).phase == "settled"
    assert not opens_another(going_on, round_)
    assert Event.objects.get(kind="rounds_stopped").table_id == going_on.table.pk


def test_a_table_that_rests_is_held(going_on: Room) -> None:
    round_ = play(going_on.open())
    stop_rounds(going_on.table.pk, by=HOUSE)
    assert not opens_another(going_on, round_)
    round_.refresh_from_db()
    assert round_.due_at is None


def test_a_held_table_goes_on_after_the_rest_it_is_given(going_on: Room) -> None:
    round_ = play(going_on.open())
    stop_rounds(going_on.table.pk, by=HOUSE)
    let_rounds_follow(going_on.table.pk, rest=timedelta(minutes=1), by=HOUSE)
    assert not opens_another(going_on, round_)
    assert round_.due_at is not None
    assert timedelta(seconds=55) < round_.due_at - timezone.now() < timedelta(seconds=61)
    let_rounds_follow(going_on.table.pk, rest=timedelta(), by=HOUSE)
    assert opens_another(going_on, round_)
    assert [event.body for event in Event.objects.filter(kind="rounds_follow").order_by("pk")] == [
        {"rest": 60.0},
        {"rest": 0.0},
    ]


def test_a_live_round_is_left_alone_when_rounds_follow_again(room: Room) -> None:
    round_ = room.open()
    before = Round.objects.filter(pk=round_.pk).values().get()
    let_rounds_follow(room.table.pk, rest=timedelta(), by=HOUSE)
    assert Round.objects.filter(pk=round_.pk).values().get() == before
    call_the_off(round_.pk, by=HOUSE)
    assert opens_another(room, run(round_))


def test_what_is_refused(room: Room) -> None:
    assert refusal(stop_rounds, room.table.pk, by=HOUSE) == "rounds_stopped"
    for rest in (timedelta(seconds=-1), timedelta(hours=2), 5):
        assert refusal(let_rounds_follow, room.table.pk, rest=rest, by=HOUSE) == "bad_time"
    close_table(room.table.pk, by=HOUSE)
    assert refusal(let_rounds_follow, room.table.pk, rest=timedelta(), by=HOUSE) == "table_closed"
    assert refusal(stop_rounds, room.table.pk, by=HOUSE) == "table_closed"
    assert refusal(stop_rounds, 10**9, by=HOUSE) == "unknown_table"
