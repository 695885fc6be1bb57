"""Taking over a table that is stuck: what is due is done here, by the same tick, and nothing twice."""

import time
from datetime import timedelta
from typing import Any

import pytest
from celery import Celery
from django.utils import timezone

from casino.clubs.actors import HOUSE
from casino.events.models import Event
from casino.tables import carrying
from casino.tables.models import Round
from casino.tables.pausing import pause_round
from casino.tables.starting import call_the_off
from casino.tables.taking_over import MOST_STEPS, take_over
from casino.tables.ticking import tick
from tests.casino.room import Room, refusal
from tests.casino.verified import room_findings


def late(round_: Round, seconds: int = 60) -> Round:
    """As it is when no worker has come."""
    Round.objects.filter(pk=round_.pk).update(due_at=timezone.now() - timedelta(seconds=seconds))
    round_.refresh_from_db()
    return round_


@pytest.mark.parametrize(("acts", "phase"), [(0, "open"), (3, "settled")], ids=["left alone", "taken over"])
def test_a_round_that_nobody_ticks_goes_on_when_it_is_taken_over(own_database: str, acts: int, phase: str) -> None:
    room = Room({"rest": timedelta(minutes=5)})
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 6)
    late(round_)
    steps = [take_over(round_.pk, by=HOUSE) for _ in range(acts) if Round.objects.get(pk=round_.pk).live]
    round_.refresh_from_db()
    assert round_.phase == phase
    assert (sum(steps) > 5) is bool(acts)  # the off, some deals, the settlement
    assert room_findings() == []
    if acts:
        assert refusal(take_over, round_.pk, by=HOUSE) == "nothing_due"  # it rests for five minutes


def test_a_table_that_should_have_gone_on_opens_its_next_round(own_database: str) -> None:
    room = Room({"rest": timedelta(), "staking_time": timedelta(seconds=45)})
    first = room.open()
    call_the_off(first.pk, by=HOUSE)
    first.refresh_from_db()
    while first.live:
        tick(first.pk, first.step)
        first.refresh_from_db()
    assert take_over(first.pk, by=HOUSE) == 1
    assert room.table.rounds.get(phase="open").pk != first.pk


def test_it_stops_after_so_many_steps(own_database: str) -> None:
    room = Room({"rest": timedelta(), "staking_time": timedelta()})  # would go on for ever
    assert take_over(room.open().pk, by=HOUSE) == MOST_STEPS


def test_what_a_worker_does_at_the_same_moment_is_done_once(room: Room) -> None:
    round_ = late(room.open())
    message = round_.pk, round_.step
    call = Round.objects.get(pk=round_.pk)
    assert tick(*message)
    moves = round_.moves.count()
    assert not tick(*message)  # the worker's, come twice
    take_over(call.pk, by=HOUSE)
    assert not tick(*message)
    assert round_.moves.count() > moves
    assert room_findings() == []


def test_it_is_told_to_staff_who_took_over(room: Room) -> None:
    round_ = late(room.open())
    take_over(round_.pk, by=HOUSE)
    told = Event.objects.get(kind="taken_over")
    assert (told.audience, told.round_id, told.by) == ("staff", round_.pk, HOUSE.as_json())


def test_where_nothing_is_due_it_is_refused(own_database: str) -> None:
    room = Room({"staking_time": timedelta(minutes=1)})
    round_ = room.open()
    assert refusal(take_over, round_.pk, by=HOUSE) == "nothing_due"
    pause_round(round_.pk, by=HOUSE)
    assert refusal(take_over, round_.pk, by=HOUSE) == "nothing_due"
    assert refusal(take_over, 10**6, by=HOUSE) == "unknown_round"
    assert not Event.objects.filter(kind="taken_over").exists()


def test_it_waits_for_no_redis_that_is_away(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    nobody: Any = Celery("nobody")
    nobody.conf.update(broker_url="redis+socket:///nowhere/redis.sock")  # and this one would try for seconds
    round_ = late(room.open())
    monkeypatch.setattr(carrying, "app", nobody)
    began = time.monotonic()
    assert take_over(round_.pk, by=HOUSE) > 1
    assert time.monotonic() - began < 3
    round_.refresh_from_db()
    assert round_.phase in {"running", "settled"}
