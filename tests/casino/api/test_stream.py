"""The stream: everything of one's audience, once and in order, however often the network is lost."""

import asyncio
import random
import time
import uuid
from collections.abc import Iterator

import pytest
import redis
from django.db import connections

from casino.api import hub, stream
from casino.clubs.actors import HOUSE
from casino.clubs.joining import give_token
from casino.clubs.models import Club, DeviceToken, Session, Staff
from casino.clubs.pairing import unpair
from casino.desk.counters import buy_in
from casino.events import telling, waking
from casino.events.models import Event
from casino.events.reading import Reader, events_after, newest
from tests.casino.api.serving import Follower, Message, following, served
from tests.casino.cast import OTHER_CLUB, member, staff_token, token_of
from tests.casino.room import Room, open_evening, play
from tests.databases import raw


@pytest.fixture
def port(room: Room) -> Iterator[int]:
    with served() as port:
        yield port


def screen_of(room: Room) -> str:
    return give_token(room.session, DeviceToken.Kind.SCREEN)


async def in_the_house(act: object, *arguments: object, **named: object) -> None:
    """Do something in a thread, as another process of the house would."""

    def run_it() -> None:
        try:
            act(*arguments, **named)  # type: ignore[operator]
        finally:
            connections.close_all()

    await asyncio.to_thread(run_it)


async def take(follower: Follower, count: int) -> list[Message]:
    found = []
    for _ in range(count):
        message = await follower.message()
        assert message is not None, "the stream ended"
        found.append(message)
    return found


def race(room: Room) -> None:
    """A race with stakes and private events in it."""
    round_ = room.open()
    for who in ("Ada", "Bob"):
        room.stake(round_, who, "minoru", 1)
        buy_in(player=room.players[who], counters=5, by=HOUSE)
    play(round_)


def test_what_happens_arrives_in_order_with_its_number_and_epoch(room: Room, port: int) -> None:
    token = screen_of(room)

    async def follow() -> list[Message]:
        async with following(port, room.session.code, token) as follower:
            assert (follower.status, follower.headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
            assert follower.headers["server-time"].endswith("z")
            (hello,) = await take(follower, 1)
            await in_the_house(telling.tell, room.session.pk, "paused")
            await in_the_house(telling.tell, room.session.pk, "resumed")
            return [hello, *await take(follower, 2)]

    before = newest(room.session.pk)
    hello, first, second = asyncio.run(follow())
    epoch = str(room.session.epoch)
    assert (hello.event, hello.data) == ("hello", {"epoch": epoch, "after": before})
    assert [first.event, second.event] == ["paused", "resumed"]
    assert [first.id, second.id] == [f"{epoch}.{before + 1}", f"{epoch}.{before + 2}"]
    assert first.data["number"] == before + 1


def test_a_client_that_is_cut_off_a_hundred_times_sees_every_event_once_and_in_order(room: Room, port: int) -> None:
    token, drops = token_of(room.players["Ada"]), 100
    reader = Reader(player_id=room.players["Ada"].pk)

    def play_races() -> None:
        for _ in range(12):
            race(room)

    async def follow() -> tuple[list[Message], int]:
        seen: list[Message] = []
        last, dropped, chance = "", 0, random.Random(6)
        races: asyncio.Task[None] = asyncio.create_task(in_the_house(play_races))
        while dropped < drops or not races.done() or len(seen) < await asyncio.to_thread(_count, room, reader):
            resume = {"Last-Event-ID": last} if last else {}
            async with following(port, room.session.code, token, "" if last else "?after=0", **resume) as follower:
                await take(follower, 1)  # hello
                for _ in range(chance.randint(0, 6)):
                    try:
                        message = await follower.message(seconds=0.3)
                    except TimeoutError:
                        break
                    assert message is not None, "only the client hangs up here"
                    seen.append(message)
                    last = message.id
            dropped += 1
            assert dropped < 5 * drops, "something is missing, and will not come"
        await races
        return seen, dropped

    seen, dropped = asyncio.run(follow())
    expected = _all(room, reader)
    assert dropped >= drops
    assert [message.number for message in seen] == [event.number for event in expected]
    assert [message.event for message in seen] == [event.kind for event in expected]
    assert len(expected) > 150


def test_an_event_that_comes_while_a_stream_begins_is_told_once(
    room: Room, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, publish = screen_of(room), waking.publish

    def slowly(message: str) -> None:
        """Where others are told of a new stream: the moment between its place in the hub and its first word."""
        if message.startswith("stream"):
            telling.tell(room.session.pk, "paused")
            time.sleep(0.5)
        publish(message)

    async def follow() -> list[Message]:
        async with following(port, room.session.code, token, "?after=0") as follower:
            await take(follower, 1)
            await in_the_house(telling.tell, room.session.pk, "resumed")
            seen = [await follower.message()]
            while seen[-1] and seen[-1].event != "resumed":
                seen.append(await follower.message())
            return [message for message in seen if message]

    monkeypatch.setattr(waking, "publish", slowly)
    seen = asyncio.run(follow())
    assert [message.number for message in seen] == [event.number for event in _all(room, Reader())]
    assert [message.event for message in seen][-2:] == ["paused", "resumed"]


def _all(room: Room, reader: Reader) -> list[Event]:
    found: list[Event] = []
    while page := events_after(room.session.pk, (found[-1].number or 0) if found else 0, reader=reader):
        found += page
    return found


def _count(room: Room, reader: Reader) -> int:
    try:
        return len(_all(room, reader))
    finally:
        connections.close_all()


def test_a_seat_s_own_events_reach_that_seat_and_staff_s_reach_staff(room: Room, port: int) -> None:
    auditor = staff_token(member("audrey", room.session.club, Staff.Part.AUDITOR))
    tokens = {
        "Ada": token_of(room.players["Ada"]),
        "Bob": token_of(room.players["Bob"]),
        "screen": screen_of(room),
        "staff": auditor,
    }

    async def hear(token: str) -> list[Message]:
        async with following(port, room.session.code, token) as follower:
            await take(follower, 1)
            ready.release()
            heard = []
            while (message := await follower.message()) and message.event != "session_closed":
                heard.append(message)
            return heard

    async def follow() -> dict[str, list[Message]]:
        tasks = {name: asyncio.create_task(hear(token)) for name, token in tokens.items()}
        for _ in tasks:
            await ready.acquire()
        await in_the_house(buy_in, player=room.players["Ada"], counters=7, by=HOUSE)
        await in_the_house(telling.tell, room.session.pk, "ticket_sold", telling.STAFF, number=3, by=HOUSE)
        await in_the_house(telling.tell, room.session.pk, "paused", by=HOUSE)
        await in_the_house(telling.tell, room.session.pk, "session_closed")
        return {name: await task for name, task in tasks.items()}

    ready = asyncio.Semaphore(0)
    heard = asyncio.run(follow())
    assert {name: [message.event for message in messages] for name, messages in heard.items()} == {
        "Ada": ["bought_in", "paused"],
        "Bob": ["paused"],
        "screen": ["paused"],
        "staff": ["ticket_sold", "paused"],
    }
    assert heard["Ada"][-1].data["by"] is None  # who did it is for staff
    assert heard["staff"][-1].data["by"]["kind"] == "house"


def test_three_hundred_streams_hold_no_database_connection_and_all_hear(room: Room, port: int) -> None:
    _many_hear(room, port, 300)


@pytest.mark.slow
def test_a_thousand_streams_hold_no_database_connection_and_all_hear(room: Room, port: int) -> None:
    _many_hear(room, port, 1000)


def _many_hear(room: Room, port: int, count: int) -> None:
    tokens = [screen_of(room) for _ in range(count)]
    connections.close_all()

    async def hear(token: str, opened: asyncio.Semaphore) -> Message | None:
        async with following(port, room.session.code, token) as follower:
            await take(follower, 1)
            opened.release()
            return await follower.message(seconds=60)

    async def follow() -> tuple[int, list[Message | None]]:
        opened = asyncio.Semaphore(0)
        tasks = [asyncio.create_task(hear(token, opened)) for token in tokens]
        for _ in tasks:
            await opened.acquire()
        await asyncio.sleep(0.2)
        held = await asyncio.to_thread(_in_use)
        await in_the_house(telling.tell, room.session.pk, "paused")
        return held, list(await asyncio.gather(*tasks))

    held, heard = asyncio.run(follow())
    # The hub reads once a second; a stream of its own connection would show as hundreds.
    assert held <= 1
    assert [message.event for message in heard if message] == ["paused"] * count


def _in_use() -> int:
    """Connections to this database that somebody has taken from the pool: idle ones in it do not count."""
    pool = connections["default"].pool  # type: ignore[attr-defined]
    stats = pool.get_stats()
    with raw() as watcher:
        row = watcher.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchone()
        assert row is not None
        assert row[0] <= stats["pool_size"]  # none beside the pool's
    return int(stats["pool_size"] - stats["pool_available"])


def test_the_newest_stream_of_a_device_wins_also_over_another_process(room: Room, port: int) -> None:
    token = token_of(room.players["Ada"])

    async def follow(other: int) -> list[Message | None]:
        ended = []
        async with following(port, room.session.code, token) as first:
            await take(first, 1)
            async with following(port, room.session.code, token) as second:
                ended.append(await first.message())
                await take(second, 1)
                async with following(other, room.session.code, token) as third:
                    ended.append(await second.message())
                    await take(third, 1)
                    await in_the_house(telling.tell, room.session.pk, "paused")
                    ended.append(await third.message())
        return ended

    with served() as other:
        first, second, third = asyncio.run(follow(other))
    assert (first, second) == (None, None)
    assert third is not None
    assert third.event == "paused"


def test_the_stream_of_a_device_that_is_signed_out_ends(room: Room, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "CHECK_CREDENTIALS", 0.1)
    token = screen_of(room)
    other = token_of(room.players["Ada"])

    async def follow() -> tuple[Message | None, Message | None]:
        async with (
            following(port, room.session.code, token) as revoked,
            following(port, room.session.code, other) as kept,
        ):
            await take(revoked, 1)
            await take(kept, 1)
            device = await asyncio.to_thread(lambda: DeviceToken.objects.get(kind="screen"))
            await in_the_house(unpair, device, by=HOUSE)
            ended = await revoked.message()
            await in_the_house(telling.tell, room.session.pk, "paused")
            return ended, await kept.message()

    ended, kept = asyncio.run(follow())
    assert ended is None
    assert kept is not None
    assert kept.event == "paused"


def test_a_reader_too_slow_is_dropped_and_resumes(room: Room, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "MOST_WAITING", 20)
    token, long = screen_of(room), "x" * 100_000

    def tell_much() -> None:
        for _ in range(100):
            telling.tell(room.session.pk, "round_void", reason=long, seed="")

    async def follow() -> list[int]:
        async with following(port, room.session.code, token) as follower:
            await take(follower, 1)
            await in_the_house(tell_much)  # and nothing is read meanwhile
            await asyncio.sleep(1)
            numbers = []
            while message := await follower.message():
                numbers.append(message.number)
                last = message.id
        assert len(numbers) < 100
        while len(numbers) < 100:
            async with following(port, room.session.code, token, **{"Last-Event-ID": last}) as follower:
                await take(follower, 1)
                while len(numbers) < 100 and (message := await follower.message()):
                    numbers.append(message.number)
                    last = message.id
        return numbers

    before = newest(room.session.pk)
    assert asyncio.run(follow()) == list(range(before + 1, before + 101))


def test_after_a_restore_the_stream_says_so_and_begins_anew(room: Room, port: int) -> None:
    old = f"{room.session.epoch}.{newest(room.session.pk)}"
    Session.objects.update(epoch=uuid.uuid4())
    room.session.refresh_from_db()
    token = screen_of(room)

    async def follow() -> list[Message]:
        async with following(port, room.session.code, token, **{"Last-Event-ID": old}) as follower:
            return await take(follower, 2)

    hello, first = asyncio.run(follow())
    assert hello.data == {"epoch": str(room.session.epoch), "after": 0}
    assert (first.event, first.number) == ("session_opened", 2)  # the first event is for staff


def test_without_redis_events_still_arrive(room: Room, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object, **__: object) -> None:
        raise redis.ConnectionError("away")

    monkeypatch.setattr(redis.asyncio.Redis, "from_url", away)
    token = screen_of(room)

    async def follow() -> Message:
        async with following(port, room.session.code, token) as follower:
            await take(follower, 1)
            await in_the_house(telling.tell, room.session.pk, "paused")
            return (await take(follower, 1))[0]

    assert asyncio.run(follow()).event == "paused"


def test_a_quiet_stream_says_that_it_is_still_there(room: Room, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT", 0.05)
    token = screen_of(room)

    async def follow() -> int:
        async with following(port, room.session.code, token) as follower:
            await take(follower, 1)
            await asyncio.sleep(0.5)
            await in_the_house(telling.tell, room.session.pk, "paused")
            await take(follower, 1)
            return follower.comments

    assert asyncio.run(follow()) >= 3


@pytest.mark.parametrize(
    ("query", "headers", "status", "code"),
    [
        ("?after=x", {}, 400, "malformed"),
        ("?after=1&epoch=x", {}, 400, "malformed"),
        ("", {"Authorization": "Bearer nobody"}, 401, "bad_token"),
        ("", {"Authorization": "Basic abc"}, 401, "bad_token"),
    ],
)
def test_a_stream_that_makes_no_sense_is_refused(
    room: Room, port: int, query: str, headers: dict[str, str], status: int, code: str
) -> None:
    assert asyncio.run(_refused(port, room.session.code, screen_of(room), query, **headers)) == (status, code)


def test_a_stream_is_for_those_who_are_known_in_the_session(room: Room, port: int) -> None:
    elsewhere = open_evening(Club.objects.create(name=OTHER_CLUB), "Another evening")
    stranger = give_token(elsewhere, DeviceToken.Kind.SCREEN)
    code = room.session.code
    assert asyncio.run(_refused(port, code, None)) == (401, "not_authenticated")
    assert asyncio.run(_refused(port, code, stranger)) == (404, "not_found")
    assert asyncio.run(_refused(port, "NOBODY", stranger)) == (404, "not_found")


async def _refused(port: int, code: str, token: str | None, query: str = "", **headers: str) -> tuple[int, str]:
    async with following(port, code, token, query, Connection="close", **headers) as follower:
        assert follower.headers["content-type"] == "application/problem+json"
        assert follower.headers["server-time"]
        return follower.status, (await follower.rest()).partition('"code": "')[2].partition('"')[0]
