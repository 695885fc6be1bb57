"""Rounds that go on by themselves: due times, ticks that come twice or too early, pauses, the watchdog."""

from datetime import timedelta

import pytest
from celery import Celery
from django.utils import timezone
from kombu.exceptions import OperationalError

from casino.clubs.actors import HOUSE
from casino.tables import carrying
from casino.tables.models import Move, Round
from casino.tables.offices import take_office
from casino.tables.opening import open_round
from casino.tables.pausing import pause_round, resume_round
from casino.tables.starting import call_the_off
from casino.tables.tasks import overdue
from casino.tables.ticking import tick
from casino.tables.voiding import void_round
from tests.casino.room import Room, play, refusal, run

MINUTE = timedelta(minutes=1)


def make_due(round_: Round) -> Round:
    Round.objects.filter(pk=round_.pk).update(due_at=timezone.now())
    round_.refresh_from_db()
    return round_


def test_a_round_with_a_staking_time_starts_deals_and_settles_by_ticks_alone(own_database: str) -> None:
    room = Room({"staking_time": timedelta()})
    round_ = room.open()
    assert round_.due_at is not None
    assert run(round_).phase == "settled"
    assert round_.moves.count() >= 3


def test_before_it_is_due_a_tick_does_nothing(own_database: str) -> None:
    room = Room({"staking_time": MINUTE})
    round_ = room.open()
    assert not tick(round_.pk, round_.step)
    assert make_due(round_).phase == "open"
    assert tick(round_.pk, round_.step)
    round_.refresh_from_db()
    assert round_.phase == "running"


def test_a_tick_delivered_twice_late_or_out_of_order_changes_nothing(room: Room) -> None:
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 2)
    call_the_off(round_.pk, by=HOUSE)
    round_.refresh_from_db()
    steps = []
    while round_.live:
        steps.append(round_.step)
        assert tick(round_.pk, round_.step)
        assert not any(tick(round_.pk, step) for step in (*steps, round_.step + 5, -1))
        round_.refresh_from_db()
    settled = room.held()
    assert not any(tick(round_.pk, step) for step in reversed([*steps, round_.step]))
    assert room.held() == settled
    assert list(round_.moves.order_by("number").values_list("number", flat=True)) == list(
        range(1, round_.moves.count() + 1)
    )


def test_the_next_due_time_follows_the_last_and_not_the_clock(own_database: str) -> None:
    room = Room({"pace": MINUTE})
    round_ = room.open()
    call_the_off(round_.pk, by=HOUSE)
    late = timezone.now() - timedelta(seconds=20)
    Round.objects.update(due_at=late)
    round_.refresh_from_db()
    tick(round_.pk, round_.step)
    round_.refresh_from_db()
    assert round_.due_at == late + MINUTE
    Round.objects.update(due_at=timezone.now() - 10 * MINUTE)
    tick(round_.pk, round_.step)
    round_.refresh_from_db()
    assert round_.due_at is not None
    assert abs(round_.due_at - timezone.now()) < MINUTE  # and does not rush through ten missed ones


def test_a_table_with_a_rest_opens_its_next_round_itself_once(own_database: str) -> None:
    room = Room({"rest": timedelta(), "staking_time": timedelta()})
    first = run(room.open())
    step = first.step
    assert tick(first.pk, step)
    assert not tick(first.pk, step)
    assert room.table.rounds.count() == 2
    second = room.table.rounds.get(number=2)
    void_round(second.pk, reason="enough", by=HOUSE)
    second.refresh_from_db()
    assert tick(second.pk, second.step)
    assert room.table.rounds.count() == 3


def test_a_round_that_cannot_open_is_tried_again_after_a_breath(own_database: str) -> None:
    room = Room({"rest": timedelta(), "staking_time": timedelta()})
    first = run(room.open())
    room.table.options = {"course": "nowhere"}
    room.table.save()
    assert tick(first.pk, first.step)
    first.refresh_from_db()
    assert room.table.rounds.count() == 1
    assert first.due_at is not None
    assert first.due_at > timezone.now()


def test_who_opens_a_round_by_hand_during_the_rest_leaves_no_second_clock(own_database: str) -> None:
    room = Room({"rest": timedelta(), "staking_time": timedelta()})
    first = run(room.open())
    step = first.step
    room.open()
    assert not tick(first.pk, step)
    assert Round.objects.exclude(due_at=None).count() == 1


def test_the_croupiers_off_starts_the_race_at_the_tables_pace(own_database: str) -> None:
    room = Room({"staking_time": timedelta(minutes=30), "pace": timedelta(seconds=3)})
    round_ = room.open()
    call_the_off(round_.pk, by=HOUSE)
    due = Round.objects.get().due_at
    assert due is not None
    assert due - timezone.now() <= timedelta(seconds=3)


def test_a_banker_who_does_not_decide_in_time_keeps_the_last_choice(own_database: str) -> None:
    room = Room({"passes_round": True, "options": {"joker": "banker", "last_joker": True}})
    take_office(room.table.pk, player=room.players["Ada"], counters=100, by=HOUSE)
    round_ = room.open()
    assert tick(round_.pk, round_.step)
    assert [move.move for move in Move.objects.all()] == [{"joker": True, "seat": "Ada"}]
    round_.refresh_from_db()
    assert (round_.phase, round_.due_at) == ("open", None)


def test_a_pause_freezes_what_was_due_for_as_long_as_it_lasts(own_database: str) -> None:
    room = Room({"pace": MINUTE})
    round_ = room.open()
    call_the_off(round_.pk, by=HOUSE)
    pause_round(round_.pk, by=HOUSE)
    paused = Round.objects.get()
    assert paused.due_at is None
    assert paused.remaining is not None
    assert timedelta(seconds=30) < paused.remaining <= MINUTE
    assert refusal(pause_round, round_.pk, by=HOUSE) == "already_paused"
    assert not tick(round_.pk, round_.step)
    resume_round(round_.pk, by=HOUSE)
    round_.refresh_from_db()
    assert round_.due_at is not None
    assert timedelta(seconds=30) < round_.due_at - timezone.now() <= MINUTE
    assert refusal(resume_round, round_.pk, by=HOUSE) == "not_paused"


def test_in_a_paused_round_stakes_are_made_and_the_off_is_called_and_nothing_is_due(own_database: str) -> None:
    room = Room({"staking_time": MINUTE})
    round_ = room.open()
    pause_round(round_.pk, by=HOUSE)
    room.stake(round_, "Ada", "minoru", 2)
    call_the_off(round_.pk, by=HOUSE)
    round_.refresh_from_db()
    assert (round_.phase, round_.due_at) == ("running", None)
    resume_round(round_.pk, by=HOUSE)
    assert run(round_).phase == "settled"


def test_a_paused_round_that_is_void_lets_the_next_one_open(own_database: str) -> None:
    room = Room({"rest": timedelta()})
    round_ = room.open()
    pause_round(round_.pk, by=HOUSE)
    void_round(round_.pk, reason="enough", by=HOUSE)
    round_.refresh_from_db()
    assert tick(round_.pk, round_.step)
    assert room.table.rounds.count() == 2


def test_a_settled_or_void_round_is_not_paused(room: Room) -> None:
    round_ = play(room.open())
    assert refusal(pause_round, round_.pk, by=HOUSE) == "already_settled"
    assert refusal(resume_round, round_.pk, by=HOUSE) == "already_settled"
    void = room.open()
    void_round(void.pk, reason="enough", by=HOUSE)
    assert refusal(pause_round, void.pk, by=HOUSE) == "round_void"


def test_the_watchdog_finds_what_is_overdue_less_often_each_time(room: Room) -> None:
    round_ = room.open()
    call_the_off(round_.pk, by=HOUSE)
    assert overdue() == []
    Round.objects.update(due_at=timezone.now() - timedelta(seconds=3))
    round_.refresh_from_db()
    assert overdue() == [(round_.pk, round_.step)]
    assert overdue() == []
    waits = []
    for _ in range(8):
        Round.objects.update(retry_at=timezone.now())
        assert overdue() == [(round_.pk, round_.step)]
        round_.refresh_from_db()
        assert round_.retry_at is not None
        waits.append(round((round_.retry_at - timezone.now()).total_seconds()))
    assert waits == sorted(waits)
    assert (waits[0], waits[-1]) == (2, 60)
    Round.objects.update(retry_at=timezone.now(), retries=5000)  # days of it
    assert overdue() == [(round_.pk, round_.step)]
    assert tick(round_.pk, round_.step)
    round_.refresh_from_db()
    assert (round_.retries, round_.retry_at) == (0, None)


@pytest.mark.parametrize("away", ["redis+socket:///nobody/listens/here.sock", "redis://127.0.0.1:1/0"])
def test_an_act_is_committed_although_redis_is_away(room: Room, monkeypatch: pytest.MonkeyPatch, away: str) -> None:
    nobody = Celery("nobody")
    nobody.config_from_object("django.conf:settings", namespace="CELERY")
    nobody.conf.update(broker_url=away)
    monkeypatch.setattr(carrying, "app", nobody)
    with pytest.raises(OperationalError):
        carrying.send(carrying.TICK, 0, 0)
    table = room.put_table("Minoru 2", staking_time=timedelta())
    round_ = open_round(table.pk, by=HOUSE)
    assert Round.objects.get(pk=round_.pk).due_at is not None
    assert run(round_).phase == "settled"
