"""Coming in, coming back and being looked after, over the wire: guests, devices, staff; and who guesses too often."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import connections
from django.db.models import QuerySet
from django.utils import timezone

from casino import heartbeat, throttling
from casino.clubs import codes, joining
from casino.clubs.actors import HOUSE
from casino.clubs.joining import join
from casino.clubs.models import DeviceToken, Pairing, Player, Session, StaffToken
from casino.events import waking
from casino.tables.fairness import transcript_of
from casino.tables.models import Round
from casino.tables.starting import call_the_off
from casino.tables.ticking import tick
from casino.throttling import MOST_FROM_AN_ADDRESS, MOST_PASSWORDS, counted, counted_beforehand
from games.kit.errors import RuleBroken
from games.kit.verifying import Seen, verify
from games.registry import find_game
from tests.casino.api.wire import Told, Wire, stake_body
from tests.casino.cast import PASSWORD, joined, member, staff_wire
from tests.casino.room import Room, play, run
from tests.casino.verified import room_findings
from tests.databases import raw
from tests.threads import WAITING, Meeting, together, until

pytestmark = pytest.mark.usefixtures("forgotten")

SECRET = "kT3vQm8Zr5LwXb2NcY7sPd9H"
HALL = "10.1.2.3"


@pytest.fixture
def organiser(room: Room) -> Wire:
    return staff_wire("olga", room.session.club)


def over(address: str, token: str | None = None) -> Wire:
    """A wire from somewhere else."""
    wire = Wire(token)
    wire.client.defaults["REMOTE_ADDR"] = address
    return wire


def wish(room: Room, nickname: str = "Zoe", secret: str = SECRET) -> dict[str, Any]:
    return {"code": room.session.code, "nickname": nickname, "secret": secret}


def knows(token: str) -> bool:
    return Wire(token).get("/me/").status == 200


# --- Joining


def test_the_same_secret_is_the_same_seat_with_a_new_token_and_the_same_code(room: Room) -> None:
    Session.objects.filter(pk=room.session.pk).update(starting_counters=50)
    first = Wire().post("/join/", wish(room)).body
    again = Wire().post("/join/", wish(room, nickname="Somebody else")).body
    assert again["player"] == first["player"]
    assert again["recovery"] == first["recovery"]
    assert again["token"] != first["token"]
    assert (knows(first["token"]), knows(again["token"])) == (False, True)
    assert room.held()["purse:Zoe"] == 50
    assert Player.objects.filter(session=room.session).count() == 4


def test_the_same_secret_in_another_session_is_another_guest(room: Room) -> None:
    other = Room(seat=False)
    first, second = (Wire().post("/join/", wish(each)).body for each in (room, other))
    assert first["player"]["id"] != second["player"]["id"]
    assert first["recovery"] != second["recovery"]


def joined_at_once(act: Callable[[int], Any]) -> tuple[list[Any], Counter[str]]:
    """Twenty at the same moment: what they got, and with which codes the others were refused."""
    told: list[Any] = []
    refused: Counter[str] = Counter()

    def run_one(number: int) -> None:
        try:
            told.append(act(number))
        except RuleBroken as error:
            refused[error.code] += 1

    assert together(run_one, threads=20) == []
    return told, refused


def test_twenty_at_once_with_one_secret_are_one_guest_with_one_phone(room: Room) -> None:
    told, _ = joined_at_once(lambda _: Wire().post("/join/", wish(room)))
    assert {each.status for each in told} == {201}
    assert len({each.body["player"]["id"] for each in told}) == 1
    assert len({each.body["recovery"] for each in told}) == 1
    assert Player.objects.filter(session=room.session, nickname="Zoe").count() == 1
    assert [knows(each.body["token"]) for each in told].count(True) == 1


def test_without_a_secret_twenty_at_once_are_one_guest_and_nineteen_refusals(room: Room) -> None:
    """The control: a phone that did not hear the answer would stand outside, its name taken by itself."""
    told, refused = joined_at_once(lambda _: join(code=room.session.code, nickname="Zoe"))
    assert (len(told), refused) == (1, {"nickname_taken": 19})


def test_without_a_secret_and_with_other_names_twenty_at_once_are_twenty_guests(room: Room) -> None:
    told, _ = joined_at_once(lambda number: join(code=room.session.code, nickname=f"Zoe {number}"))
    assert len({each.player.pk for each in told}) == 20


# --- Coming back


def test_who_comes_back_finds_everything_and_the_old_phone_is_out(room: Room) -> None:
    old, told = joined(room.session.code, "Zoe")
    back = Wire().post("/come-back/", {"code": room.session.code.lower(), "recovery": told["recovery"].lower()})
    assert back.status == 201
    assert (back.body["player"], back.body["recovery"]) == (told["player"], told["recovery"])
    assert old.get("/me/").code == "bad_token"
    assert knows(back.body["token"])


def test_after_coming_back_the_old_secret_does_not_open_the_seat(room: Room) -> None:
    first = Wire().post("/join/", wish(room)).body
    back = Wire().post("/come-back/", {"code": room.session.code, "recovery": first["recovery"]}).body
    told = Wire().post("/join/", wish(room))
    assert (told.status, told.code) == (422, "nickname_taken")
    assert knows(back["token"])


@pytest.mark.parametrize("locked", [True, False], ids=["with the lock", "without it"])
def test_an_old_phone_that_asks_while_its_guest_comes_back_stays_out(
    room: Room, monkeypatch: pytest.MonkeyPatch, locked: bool
) -> None:
    """Without the lock the old phone would have read its seat before the guest came back, and get it afterwards."""
    first = Wire().post("/join/", wish(room)).body
    really, back, coming = joining._new_phone, list[Told](), list[threading.Thread]()

    def return_now() -> None:
        back.append(Wire().post("/come-back/", {"code": room.session.code, "recovery": first["recovery"]}))
        connections.close_all()

    def after_the_seat_was_found(player: Player) -> str:
        if not coming:
            coming.append(threading.Thread(target=return_now))
            coming[0].start()
            with raw() as beside:
                assert until(lambda: back or beside.execute(WAITING).fetchone() != (0,))
        return really(player)

    if not locked:
        monkeypatch.setattr(QuerySet, "select_for_update", lambda self, **_: self)
    monkeypatch.setattr(joining, "_new_phone", after_the_seat_was_found)
    old = Wire().post("/join/", wish(room))
    coming[0].join()
    assert (old.status, back[0].status) == (201, 201)
    assert (knows(old.body["token"]), knows(back[0].body["token"])) == (not locked, locked)


@pytest.mark.parametrize("recovery", ["C2RTM9WXH4", "x", "'; --"])
def test_a_wrong_recovery_code_opens_nothing(room: Room, recovery: str) -> None:
    told = Wire().post("/come-back/", {"code": room.session.code, "recovery": recovery})
    assert (told.status, told.code) == (404, "unknown_recovery_code")


def test_a_recovery_code_is_good_in_its_own_session_only(room: Room) -> None:
    _, told = joined(room.session.code, "Zoe")
    other = Room(seat=False)
    refused = Wire().post("/come-back/", {"code": other.session.code, "recovery": told["recovery"]})
    assert (refused.status, refused.code) == (404, "unknown_recovery_code")


# --- Looked after


def past(round_: Round, *, seat: str) -> None:
    """The transcript of an earlier round verifies, under the name the guest had then."""
    told = transcript_of(Round.objects.get(pk=round_.pk))
    seen = Seen(round_.chain.name, round_.number, round_.chain.anchor, off=round_.off_digest)
    assert verify(told, find_game("minoru"), seen).doubts == ()
    assert seat.encode() in told


def rename(organiser: Wire, player: Player, nickname: str) -> Told:
    return organiser.ask("PATCH", f"/players/{player.pk}/", {"nickname": nickname})


def test_a_guest_renamed_in_mid_round_is_paid_and_every_round_still_verifies(room: Room, organiser: Wire) -> None:
    ada, wire = (
        room.players["Ada"],
        Wire(joining.give_token(room.session, DeviceToken.Kind.PLAYER, player=room.players["Ada"])),
    )
    before = room.open()
    room.stake(before, "Ada", "minoru", 3)
    before = play(before)

    round_ = room.open()
    assert wire.post(f"/rounds/{round_.pk}/stakes/", stake_body(wire, round_.pk, "minoru", 3)).status == 201
    assert rename(organiser, ada, "Augusta").body["nickname"] == "Augusta"
    assert wire.post(f"/rounds/{round_.pk}/stakes/", stake_body(wire, round_.pk, "minoru", 3)).body["counters"] == 6
    assert room_findings() == []
    call_the_off(round_.pk, by=HOUSE)
    round_.refresh_from_db()
    tick(round_.pk, round_.step)
    assert rename(organiser, ada, "Lady Ada").status == 200
    assert room_findings() == []
    round_ = run(round_)
    told = wire.get(f"/rounds/{round_.pk}/").body
    assert told["seats"] == ["Ada", "Bob", "Cy"]
    assert told["mine"]["seat"] == "Ada"
    assert {item["seat"] for item in wire.get("/me/history/").body["items"]} == {"Ada"}

    after = room.open()
    assert wire.get(f"/rounds/{after.pk}/").body["seats"] == ["Lady Ada", "Bob", "Cy"]
    room.stake(after, "Ada", "minoru", 3)
    after = play(after)
    assert room_findings() == []
    past(before, seat="Ada")
    past(round_, seat="Ada")
    past(after, seat="Lady Ada")
    for each in (before, round_, after):
        assert wire.get(f"/rounds/{each.pk}/verify/").body["verified"] is True
    assert wire.get("/me/").body["player"]["nickname"] == "Lady Ada"


@pytest.mark.parametrize("nickname", ["Bob", "BOB", "house", "bank"])
def test_a_name_that_is_taken_is_given_to_nobody_else(room: Room, organiser: Wire, nickname: str) -> None:
    told = rename(organiser, room.players["Ada"], nickname)
    assert (told.status, told.code) == (422, "nickname_taken")
    assert Player.objects.get(pk=room.players["Ada"].pk).nickname == "Ada"


def test_nobody_takes_the_name_that_another_has_left_behind(room: Room, organiser: Wire) -> None:
    """The accounts in the book still bear it."""
    assert rename(organiser, room.players["Ada"], "Augusta").status == 200
    assert rename(organiser, room.players["Bob"], "Ada").code == "nickname_taken"
    assert Wire().post("/join/", wish(room, "Ada")).code == "nickname_taken"
    assert rename(organiser, room.players["Ada"], "Ada").status == 200
    assert room_findings() == []


def test_a_guest_sent_away_in_mid_round_is_out_and_is_still_paid(room: Room, organiser: Wire) -> None:
    phone, told = joined(room.session.code, "Zoe")
    zoe = told["player"]["id"]
    assert organiser.post(f"/players/{zoe}/buy-in/", {"counters": 20}).status == 201
    assert phone.post(f"/tables/{room.table.pk}/sit-down/").status == 201
    round_ = room.open()
    for horse in ("minoru", "gou_gou"):
        assert phone.post(f"/rounds/{round_.pk}/stakes/", stake_body(phone, round_.pk, horse, 3)).status == 201, horse
    assert organiser.post(f"/players/{zoe}/remove/").body["removed_at"]
    assert phone.get("/me/").code == "bad_token"
    back = Wire().post("/come-back/", {"code": room.session.code, "recovery": told["recovery"]})
    assert (back.status, back.code) == (404, "unknown_recovery_code")
    play(round_)
    held = organiser.get(f"/players/{zoe}/").body
    assert (held["staked"], held["purse"] >= 14) == (0, True)
    assert "Zoe" not in {seat["nickname"] for seat in organiser.get(f"/tables/{room.table.pk}/seats/").body["items"]}
    assert "Zoe" not in Round.objects.get(pk=room.open().pk).seats
    assert room_findings() == []

    code = organiser.post(f"/players/{zoe}/reissue/").body["recovery"]
    again = Wire().post("/come-back/", {"code": room.session.code, "recovery": code}).body
    assert (again["player"]["id"], organiser.get(f"/players/{zoe}/").body["removed_at"]) == (zoe, None)


def test_who_was_sent_away_does_not_come_back_with_the_secret(room: Room, organiser: Wire) -> None:
    first = Wire().post("/join/", wish(room)).body
    organiser.post(f"/players/{first['player']['id']}/remove/")
    assert Wire().post("/join/", wish(room)).code == "nickname_taken"


def test_a_new_code_makes_the_old_one_and_every_phone_worthless(room: Room, organiser: Wire) -> None:
    phone, told = joined(room.session.code, "Zoe")
    fresh = organiser.post(f"/players/{told['player']['id']}/reissue/").body
    assert fresh["recovery"] != told["recovery"]
    assert phone.get("/me/").code == "bad_token"
    old, new = (
        Wire().post("/come-back/", {"code": room.session.code, "recovery": code})
        for code in (told["recovery"], fresh["recovery"])
    )
    assert (old.code, new.status) == ("unknown_recovery_code", 201)
    assert new.body["player"] == told["player"]


def test_a_guest_let_in_at_the_desk_takes_a_phone_with_the_code_given_out_then(room: Room, organiser: Wire) -> None:
    guest = organiser.post(f"/sessions/{room.session.code}/players/", {"nickname": "Zoe"}).body["id"]
    code = organiser.post(f"/players/{guest}/reissue/").body["recovery"]
    back = Wire().post("/come-back/", {"code": room.session.code, "recovery": code})
    assert back.body["player"] == {"id": guest, "nickname": "Zoe"}


# --- Devices


@pytest.mark.parametrize("kind", ["screen", "till", "auditor"])
def test_a_pairing_code_is_good_once(room: Room, organiser: Wire, kind: str) -> None:
    offered = organiser.post(f"/sessions/{room.session.code}/pairings/", {"kind": kind, "label": "Bar"}).body
    told = Wire().post("/pair/", {"pairing": offered["pairing"].lower()})
    assert (told.status, told.body["kind"]) == (201, kind)
    assert Wire(told.body["token"]).get("/me/").body["kind"] == kind
    again = Wire().post("/pair/", {"pairing": offered["pairing"]})
    assert (again.status, again.code) == (404, "unknown_pairing_code")
    (device,) = [row for row in organiser.get(f"/sessions/{room.session.code}/devices/").body["items"] if row["label"]]
    assert organiser.ask("DELETE", f"/sessions/{room.session.code}/devices/{device['id']}/").status == 204
    assert Wire(told.body["token"]).get("/me/").code == "bad_token"


def test_a_pairing_code_shown_ten_times_at_once_makes_one_device(room: Room, organiser: Wire) -> None:
    code = organiser.post(f"/sessions/{room.session.code}/pairings/", {"kind": "screen"}).body["pairing"]
    told: list[int] = []
    assert together(lambda _: told.append(Wire().post("/pair/", {"pairing": code}).status), threads=10) == []
    assert Counter(told) == {201: 1, 404: 9}
    assert DeviceToken.objects.filter(kind="screen").count() == 1


def test_a_pairing_code_is_good_for_ten_minutes(room: Room, organiser: Wire) -> None:
    code = organiser.post(f"/sessions/{room.session.code}/pairings/", {"kind": "screen"}).body["pairing"]
    pairing = Pairing.objects.get(digest=codes.digest(code))
    assert timedelta(minutes=9) < pairing.expires_at - timezone.now() <= timedelta(minutes=10)
    Pairing.objects.update(expires_at=timezone.now())
    told = Wire().post("/pair/", {"pairing": code})
    assert (told.status, told.code) == (404, "unknown_pairing_code")


# --- Staff


def test_a_member_of_staff_logs_in_and_revokes_a_token(room: Room) -> None:
    member("olga", room.session.club)
    said = {"username": "olga", "password": PASSWORD, "label": "scoreboard"}
    told = Wire().post("/staff/log-in/", said).body
    wire = Wire(told["token"])
    assert [token["label"] for token in wire.get("/staff/tokens/").body["items"]] == ["scoreboard"]
    assert StaffToken.objects.get().digest == codes.digest(told["token"])
    other = Wire(Wire().post("/staff/log-in/", said).body["token"])
    assert other.ask("DELETE", f"/staff/tokens/{told['id']}/").status == 204
    assert wire.get("/clubs/").code == "bad_token"
    assert other.get("/clubs/").status == 200
    assert other.ask("DELETE", f"/staff/tokens/{told['id']}/").code == "not_found"


@pytest.mark.parametrize(("name", "password"), [("olga", "wrong"), ("nobody", PASSWORD), ("gus", PASSWORD)])
def test_a_login_that_is_none(room: Room, name: str, password: str) -> None:
    member("olga", room.session.club)
    gus = member("gus", room.session.club)
    gus.is_staff = False
    gus.save()
    told = Wire().post("/staff/log-in/", {"username": name, "password": password})
    assert (told.status, told.code) == (401, "bad_login")


# --- Guessing


def wrong_join(_: int = 0, address: str = HALL) -> Told:
    return over(address).post("/join/", {"code": "NOTONE", "nickname": "Zoe", "secret": SECRET})


def wrong_recovery(room: Room) -> Told:
    return over(HALL).post("/come-back/", {"code": room.session.code, "recovery": "C2RTM9WXH4"})


def wrong_pairing() -> Told:
    return over(HALL).post("/pair/", {"pairing": "C2RTM9WXH4"})


def is_throttled(told: Told) -> bool:
    assert (told.status == 429) == (told.status not in {401, 404})
    if told.status != 429:
        return False
    assert told.code == "throttled"
    assert 0 < int(told.headers["Retry-After"]) <= throttling.WINDOW
    return True


def test_failed_joins_are_refused_after_the_limit_for_that_address_alone(room: Room) -> None:
    tries = [is_throttled(wrong_join()) for _ in range(MOST_FROM_AN_ADDRESS + 3)]
    assert tries == [False] * MOST_FROM_AN_ADDRESS + [True] * 3
    assert is_throttled(wrong_recovery(room))  # one way to guess a seat is as good as the other
    told = over(HALL).post("/join/", wish(room))
    assert (told.status, told.code) == (429, "throttled")  # nor is the right one told from the wrong ones
    assert not is_throttled(wrong_pairing())
    assert over("10.9.9.9").post("/join/", wish(room)).status == 201


def test_failed_pairings_are_refused_after_the_limit(room: Room) -> None:
    tries = [is_throttled(wrong_pairing()) for _ in range(MOST_FROM_AN_ADDRESS + 1)]
    assert tries == [False] * MOST_FROM_AN_ADDRESS + [True]


def test_the_limit_ends(room: Room) -> None:
    for _ in range(MOST_FROM_AN_ADDRESS + 1):
        wrong_join()
    (key,) = heartbeat.client().keys(f"casino:tries:join:{HALL}")
    assert 0 < heartbeat.client().ttl(key) <= throttling.WINDOW
    heartbeat.client().delete(key)  # as Redis itself does then
    assert over(HALL).post("/join/", wish(room)).status == 201


def test_a_name_that_is_taken_is_no_guess_and_who_comes_in_is_not_counted(room: Room) -> None:
    for number in range(MOST_FROM_AN_ADDRESS + 1):
        assert over(HALL).post("/join/", wish(room, "Ada")).code == "nickname_taken"
        assert over(HALL).post("/join/", wish(room, f"Guest {number}", codes.token())).status == 201
    assert not heartbeat.client().get(f"casino:tries:join:{HALL}")


@pytest.mark.parametrize(("counts", "status"), [(counted, 201), (counted_beforehand, 429)])
def test_a_hall_that_comes_in_at_the_same_moment_is_let_in(room: Room, counts: Any, status: int) -> None:
    """Were tries counted while they are being made, the thirty-first guest would stand outside for a minute."""
    with ExitStack() as under_way:
        for _ in range(MOST_FROM_AN_ADDRESS):
            under_way.enter_context(counts("join", HALL))
        assert over(HALL).post("/join/", wish(room)).status == status


def test_a_hundred_wrong_joins_at_once_are_told_no_more_often_than_the_limit(room: Room) -> None:
    told: list[int] = []
    assert together(lambda _: told.append(wrong_join().status), threads=100) == []
    assert Counter(told) == {404: MOST_FROM_AN_ADDRESS, 429: 100 - MOST_FROM_AN_ADDRESS}


def test_counted_in_two_steps_more_would_be_told(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: all read the same number, and write the same one."""
    left_to_guess, threads = 5, 12
    heartbeat.client().set(f"casino:tries:join:{HALL}", MOST_FROM_AN_ADDRESS - left_to_guess)
    together_here = Meeting(threads)

    def in_two_steps(key: str) -> tuple[int, int]:
        tries, left = throttling._read(key)
        together_here()
        heartbeat.client().set(key, tries + 1, ex=throttling.WINDOW)
        return tries + 1, left

    monkeypatch.setattr(throttling, "_count", in_two_steps)
    told: list[int] = []
    assert together(lambda _: told.append(wrong_join().status), threads=threads) == []
    assert Counter(told) == {404: threads}


WRONG = "a short and straight one"


def log_in(username: str = "olga", password: str = WRONG, address: str = HALL) -> Told:
    return over(address).post("/staff/log-in/", {"username": username, "password": password})


def test_passwords_for_one_name_are_refused_after_the_limit_from_wherever(room: Room) -> None:
    member("olga", room.session.club)
    tries = [is_throttled(log_in(address=f"10.0.0.{number}")) for number in range(MOST_PASSWORDS + 2)]
    assert tries == [False] * MOST_PASSWORDS + [True] * 2
    assert is_throttled(log_in("OLGA", PASSWORD))


def test_passwords_from_one_address_are_refused_after_the_limit_for_whatever_name(room: Room) -> None:
    tries = [is_throttled(log_in(f"staff {number}")) for number in range(MOST_FROM_AN_ADDRESS + 1)]
    assert tries == [False] * MOST_FROM_AN_ADDRESS + [True]


def test_a_hundred_passwords_at_once_are_looked_at_no_more_often_than_the_limit(room: Room) -> None:
    told: list[int] = []
    assert together(lambda _: told.append(log_in().status), threads=100) == []
    assert Counter(told) == {401: MOST_PASSWORDS, 429: 100 - MOST_PASSWORDS}


def test_who_logs_in_is_never_throttled(room: Room) -> None:
    member("olga", room.session.club)
    assert {log_in(password=PASSWORD).status for _ in range(MOST_FROM_AN_ADDRESS + 2)} == {201}


def test_threads_that_ask_redis_first_do_not_cut_each_other_off() -> None:
    """Both make a client. The one that is not kept is gone while its thread still waits for the answer."""
    lost = heartbeat.client.__wrapped__()
    connections = lost.connection_pool
    asking = connections.get_connection()
    asking.send_command("PING")  # type: ignore[no-untyped-call]
    del lost
    assert asking.read_response() == b"PONG"
    connections.release(asking)
    connections.disconnect()


# --- Without Redis


@pytest.fixture
def without_redis(room: Room, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    member("olga", room.session.club)
    with monkeypatch.context() as away:
        away.setattr(settings, "REDIS_URL", "unix:///nowhere/redis.sock")
        away.setattr(waking, "_rests_until", 0.0)
        heartbeat.client.cache_clear()
        yield
    heartbeat.client.cache_clear()


def test_without_redis_guests_still_come_in_and_mistakes_are_told(without_redis: None, room: Room) -> None:
    told = over(HALL).post("/join/", wish(room))
    assert told.status == 201
    assert over(HALL).post("/come-back/", {"code": room.session.code, "recovery": told.body["recovery"]}).status == 201
    assert wrong_join().code == "unknown_code"


def test_without_redis_no_password_is_looked_at(without_redis: None) -> None:
    for password in (PASSWORD, "wrong"):
        told = log_in(password=password)
        assert (told.status, told.code) == (503, "busy")
        assert told.headers["Retry-After"]
    assert not StaffToken.objects.exists()
