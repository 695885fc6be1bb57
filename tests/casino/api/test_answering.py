"""One key, one answer: however often it is asked, however badly the network fares."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.utils import timezone
from psycopg import errors as pg

from casino import heartbeat
from casino.api import answering, stakes
from casino.api.models import Answer
from casino.api.tasks import KEPT_FOR, forget_answers
from casino.celery import app
from casino.clubs.actors import HOUSE
from casino.events import waking
from casino.tables import staking
from casino.tables.models import Round, Stake, Table
from casino.tables.offices import take_office
from ledger.models import Entry
from tests.casino.api.wire import Told, Wire, stake_body
from tests.casino.cast import player_wire, staff_wire
from tests.casino.room import Room
from tests.casino.verified import room_findings
from tests.threads import together


@pytest.fixture
def round_(room: Room) -> Round:
    return room.open()


def stake_path(round_: Round) -> str:
    return f"/rounds/{round_.pk}/stakes/"


def laid(round_: Round) -> list[int]:
    return list(Stake.objects.filter(round=round_).values_list("counters", flat=True))


def asked_together(wire: Wire, path: str, body: Any, times: int, keys: list[str]) -> list[Told]:
    """The same request so often at once, each by a client of its own with the same token."""
    told: list[Told] = []
    token = wire.headers["Authorization"].split()[1]

    def ask(number: int) -> None:
        told.append(Wire(token).post(path, body, key=keys[number % len(keys)]))

    assert together(ask, threads=times) == []
    return told


def test_the_same_stake_sent_fifty_times_at_once_is_one_stake_with_fifty_equal_answers(
    room: Room, round_: Round
) -> None:
    ada, before = player_wire(room, "Ada"), Entry.objects.count()
    told = asked_together(ada, stake_path(round_), stake_body(ada, round_.pk, "minoru", 2), 50, ["once"])
    assert {(each.status, str(each.body)) for each in told} == {(201, str(told[0].body))}
    assert sorted(each.headers.get("Idempotent-Replayed", "") for each in told) == ["", *["true"] * 49]
    assert laid(round_) == [2]
    assert Entry.objects.count() == before + 1
    assert room_findings() == []


def test_with_a_key_each_every_stake_counts(room: Room, round_: Round) -> None:
    """The control: it is the key that makes them one."""
    ada = player_wire(room, "Ada")
    body = stake_body(ada, round_.pk, "minoru", 1)
    told = asked_together(ada, stake_path(round_), body, 5, [f"key {n}".replace(" ", "-") for n in range(5)])
    assert [each.status for each in told] == [201] * 5
    assert laid(round_) == [5]


def test_a_refused_stake_stays_refused_for_its_key(room: Room, round_: Round) -> None:
    ada = player_wire(room, "Ada")
    body = stake_body(ada, round_.pk, "minoru", 6)
    assert ada.post(stake_path(round_), body, key="first").status == 201
    refused = ada.post(stake_path(round_), body, key="second")
    assert (refused.status, refused.code) == (422, "over_limit")
    room.withdraw(round_, "Ada", "minoru", 6)  # now it would be accepted
    again = ada.post(stake_path(round_), body, key="second")
    assert (again.status, again.body, again.headers["Idempotent-Replayed"]) == (422, refused.body, "true")
    assert ada.post(stake_path(round_), body, key="third").status == 201


def test_fifty_refusals_at_once_are_equal(room: Room, round_: Round) -> None:
    ada = player_wire(room, "Ada")
    body = stake_body(ada, round_.pk, "minoru", 7)
    told = asked_together(ada, stake_path(round_), body, 20, ["refused"])
    assert {(each.status, str(each.body)) for each in told} == {(422, str(told[0].body))}
    assert laid(round_) == []


def test_a_key_belongs_to_one_question(room: Room, round_: Round) -> None:
    ada = player_wire(room, "Ada")
    body = stake_body(ada, round_.pk, "minoru", 1)
    assert ada.post(stake_path(round_), body, key="mine").status == 201
    other = ada.post(stake_path(round_), {**body, "counters": 2}, key="mine")
    assert (other.status, other.code) == (422, "key_reused")
    elsewhere = ada.post(
        f"{stake_path(round_)}withdraw/", {k: body[k] for k in ("market", "selection", "counters")}, key="mine"
    )
    assert (elsewhere.status, elsewhere.code) == (422, "key_reused")
    assert laid(round_) == [1]


def test_a_key_belongs_to_one_caller_whatever_the_token(room: Room, round_: Round) -> None:
    ada, bob = player_wire(room, "Ada"), player_wire(room, "Bob")
    body = stake_body(ada, round_.pk, "minoru", 1)
    assert ada.post(stake_path(round_), body, key="same").status == 201
    theirs = bob.post(stake_path(round_), body, key="same")
    assert (theirs.status, theirs.body["seat"], "Idempotent-Replayed" in theirs.headers) == (201, "Bob", False)
    renewed = player_wire(room, "Ada").post(stake_path(round_), body, key="same")
    assert (renewed.status, renewed.headers["Idempotent-Replayed"]) == (201, "true")
    assert sorted(laid(round_)) == [1, 1]


@pytest.mark.parametrize("key", [None, "", "with blanks", "ü", "x" * 101])
def test_without_a_proper_key_nothing_moves(room: Room, round_: Round, key: str | None) -> None:
    ada = player_wire(room, "Ada")
    headers = {} if key is None else {"Idempotency-Key": key}
    told = ada.ask("POST", stake_path(round_), stake_body(ada, round_.pk, "minoru", 1), **headers)
    assert (told.status, told.code) == (400, "key_missing")
    assert laid(round_) == []


def test_a_twin_that_waits_too_long_is_told_to_ask_again(
    room: Room, round_: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "LONGEST_WAIT", "200ms")
    ada = player_wire(room, "Ada")
    body = stake_body(ada, round_.pk, "minoru", 1)
    caller, told = f"player:{room.players['Ada'].pk}", list[Told]()

    def ask() -> None:
        told.append(player_wire(room, "Ada").post(stake_path(round_), body, key="slow"))
        connection.close()

    with transaction.atomic():
        Answer.objects.create(caller=caller, key="slow", question="the first, not answered yet")
        twin = threading.Thread(target=ask)
        twin.start()
        twin.join(20)
        transaction.set_rollback(True)
    assert [(each.status, each.code, each.headers["Retry-After"]) for each in told] == [(409, "key_in_use", "1")]
    assert ada.post(stake_path(round_), body, key="slow").status == 201  # 409 was not kept


def test_what_may_go_well_a_moment_later_is_not_kept(
    room: Room, round_: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = player_wire(room, "Ada")
    body = stake_body(ada, round_.pk, "minoru", 1)

    def away(*_: object, **__: object) -> None:
        raise OperationalError("the server closed the connection")

    with monkeypatch.context() as patched:
        patched.setattr("casino.api.stakes.place_stake", away)
        busy = ada.post(stake_path(round_), body, key="again")
    assert (busy.status, busy.code, busy.headers["Retry-After"]) == (503, "busy", "2")
    assert not Answer.objects.filter(key="again").exists()
    assert ada.post(stake_path(round_), body, key="again").status == 201


def test_after_a_deadlock_it_is_tried_once_more(room: Room, round_: Round, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, really, tries = player_wire(room, "Ada"), staking.place_stake, list[int]()
    body = stake_body(ada, round_.pk, "minoru", 1)

    def chosen_to_end_it(*arguments: Any, **named: Any) -> Any:
        tries.append(1)
        if len(tries) == 1:
            raise OperationalError("deadlock detected") from pg.DeadlockDetected()
        return really(*arguments, **named)

    monkeypatch.setattr(stakes, "place_stake", chosen_to_end_it)
    assert ada.post(stake_path(round_), body, key="deadlock").status == 201
    assert (len(tries), laid(round_)) == (2, [1])


def test_with_redis_away_a_stake_is_still_taken(room: Room, round_: Round, monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker can be told and no stream be woken: what is committed stays so, and is answered at once."""
    monkeypatch.setattr(settings, "REDIS_URL", "unix:///nowhere/redis.sock")
    monkeypatch.setattr(waking, "_rests_until", 0.0)
    heartbeat.client.cache_clear()
    monkeypatch.setattr(app.conf, "broker_url", "redis+socket:///nowhere/redis.sock")
    ada = player_wire(room, "Ada")
    try:
        told = ada.post(stake_path(round_), stake_body(ada, round_.pk, "minoru", 1), key="away")
    finally:
        heartbeat.client.cache_clear()
    assert told.status == 201
    assert waking._rests_until > 0  # it was tried
    assert laid(round_) == [1]


def with_ada_as_banker(room: Room) -> Table:
    """A table at which the joker is hers to decide."""
    table = room.put_table("With a banker", passes_round=True, options={"course": "jaques", "joker": "banker"})
    room.sit(table, "Ada", "Bob")
    return take_office(table.pk, player=room.players["Ada"], counters=100, by=HOUSE)


def test_a_changed_price_is_refused(room: Room) -> None:
    table = with_ada_as_banker(room)
    old = room.open()  # another table: without the joker
    bob, ada = player_wire(room, "Bob"), player_wire(room, "Ada")
    seen = stake_body(bob, old.pk, "gou_gou", 1)
    round_ = room.open(table)
    assert (
        ada.post(f"/rounds/{round_.pk}/moves/", {"number": 0, "move": {"game": "minoru", "joker": True}}).status == 201
    )
    refused = bob.post(stake_path(round_), seen)
    assert (refused.status, refused.code) == (422, "price_changed")
    assert bob.post(stake_path(round_), stake_body(bob, round_.pk, "gou_gou", 1)).status == 201


def test_a_stale_move_is_refused(room: Room) -> None:
    table = with_ada_as_banker(room)
    round_, ada = room.open(table), player_wire(room, "Ada")
    legal = ada.get(f"/rounds/{round_.pk}/moves/").body
    assert (legal["number"], legal["waited_for"]) == (0, True)
    assert legal["moves"] == [{"game": "minoru", "joker": True}, {"game": "minoru", "joker": False}]
    stale = ada.post(f"/rounds/{round_.pk}/moves/", {"number": 1, "move": legal["moves"][0]})
    assert (stale.status, stale.code) == (422, "stale_move")
    assert ada.post(f"/rounds/{round_.pk}/moves/", {"number": 0, "move": legal["moves"][0]}).status == 201
    assert ada.get(f"/rounds/{round_.pk}/moves/").body["moves"] == []
    twice = ada.post(f"/rounds/{round_.pk}/moves/", {"number": 1, "move": legal["moves"][1]})
    assert (twice.status, twice.code) == (422, "joker_fixed")


def test_a_key_of_a_move_belongs_to_that_move(room: Room) -> None:
    """In Ascot as anywhere: the same again is the same answer, and something else is refused and changes nothing."""
    round_, ada = room.open(room.table_of("ascot", options={"players": 2, "ante": 5})), player_wire(room, "Ada")
    path = f"/rounds/{round_.pk}/moves/"
    enter = {"number": 0, "move": {"game": "ascot", "enter": True}}
    first, again = (ada.post(path, enter, key="a-move") for _ in range(2))
    assert (first.status, again.body, again.headers["Idempotent-Replayed"]) == (201, first.body, "true")
    other = ada.post(path, {"number": 1, "move": {"game": "ascot", "scratch": True}}, key="a-move")
    assert (other.status, other.code) == (422, "key_reused")
    assert round_.moves.count() == 1


def test_what_is_still_accepted_is_accepted_and_not_one_more(room: Room, round_: Round) -> None:
    ada = player_wire(room, "Ada")
    for space in ada.get(f"/rounds/{round_.pk}/odds/").body["spaces"]:
        if space["market"] != "win" or not space["accepted"]:
            continue
        body = {
            "market": "win",
            "selection": space["selection"],
            "counters": space["accepted"],
            "price": space["price"],
        }
        assert ada.post(stake_path(round_), body).status == 201
        more = ada.post(stake_path(round_), {**body, "counters": 1})
        assert (more.status, more.code) == (422, "over_limit")
    spaces = ada.get(f"/rounds/{round_.pk}/odds/").body["spaces"]
    assert {(s["laid"], s["accepted"]) for s in spaces if s["market"] == "win"} == {(6, 0)}


def test_staff_move_counters_once_per_key_too(room: Room) -> None:
    olive = staff_wire("olive", room.session.club)
    path, ada = f"/players/{room.players['Ada'].pk}/buy-in/", room.players["Ada"]
    told = asked_together(olive, path, {"counters": 10}, 10, ["till"])
    assert {(each.status, each.body["purse"]) for each in told} == {(201, 110)}
    assert player_wire(room, ada.nickname).get("/me/").body["purse"] == 110


def test_answers_are_forgotten_when_nobody_can_ask_again(room: Room, round_: Round) -> None:
    ada = player_wire(room, "Ada")
    body = stake_body(ada, round_.pk, "minoru", 1)
    for key in ("old", "new"):
        assert ada.post(stake_path(round_), body, key=key).status == 201
    Answer.objects.filter(key="old").update(made_at=timezone.now() - KEPT_FOR - timedelta(minutes=1))
    forget_answers()
    assert list(Answer.objects.values_list("key", flat=True)) == ["new"]
