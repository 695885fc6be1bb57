"""One hub per process reads what happens and passes it on to every stream that may know it.

Streams hold no connection to the database: the hub reads for all of them, in a thread, when it is woken or at least
every second. What cannot be passed on at once waits in a bounded buffer; a reader too slow for it is dropped, and
resumes from the last event it has seen.
"""

import asyncio
import contextlib
import json
import time
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import redis.asyncio
import structlog
from django.conf import settings
from django.db import connections
from django.db.models import Q
from django.utils import timezone

from casino.api.callers import Caller
from casino.api.events import event_json
from casino.clubs.models import DeviceToken, Staff, StaffToken
from casino.events import waking
from casino.events.models import Event
from casino.events.reading import Reader, give_numbers, newest, numbered_after

log = structlog.get_logger("casino.stream")

LOOK_AGAIN = 1.0  # seconds, when nobody wakes it
SOON = 0.02  # seconds, when another process was giving the numbers
CHECK_CREDENTIALS = 5.0  # seconds
MOST_WAITING = 1000  # events of one stream
MOST_STREAMS = 2000

T = TypeVar("T")


async def in_thread(act: Callable[..., T], *arguments: Any) -> T:
    """Run what asks the database in a thread that gives its connection back afterwards."""

    def run() -> T:
        try:
            return act(*arguments)
        finally:
            connections.close_all()

    return await asyncio.get_running_loop().run_in_executor(None, run)


@dataclass(eq=False)
class Stream:
    """One reader, from now on. `ended` says why there will be no more."""

    caller: Caller
    reader: Reader
    club_id: int
    waiting: list[bytes] = field(default_factory=list)
    ended: str = ""
    something: asyncio.Event = field(default_factory=asyncio.Event)

    def pass_on(self, message: bytes) -> None:
        if len(self.waiting) >= MOST_WAITING:
            self.end("slow")
        self.waiting.append(message)
        self.something.set()

    def end(self, why: str) -> None:
        self.ended = self.ended or why
        self.something.set()

    async def next(self, seconds: float) -> list[bytes]:
        """What has come, or nothing if so much time has passed without."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.something.wait(), seconds)
        self.something.clear()
        came, self.waiting = self.waiting, []
        return came


@dataclass(eq=False)
class _Room:
    """The streams of one session, and the number up to which they were told everything."""

    epoch: str
    position: int
    streams: set[Stream] = field(default_factory=set)


class Hub:
    def __init__(self) -> None:
        self.name = uuid.uuid4().hex  # among the hubs of other processes
        self.rooms: dict[int, _Room] = {}
        self.dirty: set[int] = set()
        self.woken = asyncio.Event()
        self.entering = asyncio.Lock()
        self.tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._listen())]

    @property
    def count(self) -> int:
        return sum(len(room.streams) for room in self.rooms.values())

    async def enter(self, session_id: int, epoch: str, stream: Stream) -> int:
        """From here on the stream is told everything after the number that is returned."""
        async with self.entering:
            room = self.rooms.get(session_id)
            if room is None or room.epoch != epoch:
                for other in room.streams if room else ():
                    other.end("restored")
                position = await in_thread(newest, session_id)
                room = self.rooms[session_id] = _Room(epoch, position)
        credential, position = stream.caller.credential, room.position
        if credential:
            self._end(credential)
        room.streams.add(stream)
        if credential:
            await in_thread(waking.publish, f"stream {credential} {self.name}")
        return position

    def leave(self, session_id: int, stream: Stream) -> None:
        room = self.rooms.get(session_id)
        if room is not None:
            room.streams.discard(stream)
            if not room.streams:
                del self.rooms[session_id]

    def _end(self, credential: str) -> None:
        for room in self.rooms.values():
            for stream in room.streams:
                if stream.caller.credential == credential:
                    stream.end("newer stream")

    async def _listen(self) -> None:
        """Be woken by Redis. Without it, look every second."""
        me = asyncio.current_task()
        while me is None or not me.cancelling():  # redis-py may take the wish to end for a lost connection
            try:
                client = redis.asyncio.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2)
                async with client, client.pubsub() as heard:
                    await heard.subscribe(waking.CHANNEL)
                    async for message in heard.listen():
                        self._hear(message)
            except (redis.RedisError, OSError) as error:
                log.warning("nobody can wake the hub", error=str(error))
                await asyncio.sleep(LOOK_AGAIN)

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] != "message":
            return
        kind, _, rest = message["data"].decode().partition(" ")
        if kind == "session":
            self.dirty.add(int(rest))
            self.woken.set()
        elif kind == "stream":
            credential, _, whose = rest.rpartition(" ")
            if whose != self.name:
                self._end(credential)

    async def _read(self) -> None:
        looked = checked = time.monotonic()
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.woken.wait(), LOOK_AGAIN)
            self.woken.clear()
            wanted, self.dirty = self.dirty, set()
            if time.monotonic() - looked >= LOOK_AGAIN:
                looked, wanted = time.monotonic(), set(self.rooms)
            try:
                for session_id in wanted & set(self.rooms):
                    await self._tell(session_id)
                if time.monotonic() - checked >= CHECK_CREDENTIALS:
                    checked = time.monotonic()
                    await self._end_strangers()
            except Exception as error:
                log.warning("the hub could not read", error=str(error))
                self.dirty |= wanted
                await asyncio.sleep(LOOK_AGAIN)

    async def _tell(self, session_id: int) -> None:
        room = self.rooms[session_id]
        wants_staff = any(stream.reader.staff for stream in room.streams)
        more = True
        while more:
            found, more, settled = await in_thread(_read_after, session_id, room.epoch, room.position, wants_staff)
            for event, message, for_staff in found:
                room.position = event.number or room.position
                for stream in room.streams:
                    if stream.reader.may_know(event):
                        stream.pass_on(for_staff if stream.reader.staff else message)
            if not settled:
                asyncio.get_running_loop().call_later(SOON, self._look_again, session_id)

    def _look_again(self, session_id: int) -> None:
        self.dirty.add(session_id)
        self.woken.set()

    async def _end_strangers(self) -> None:
        streams = [stream for room in self.rooms.values() for stream in room.streams]
        known = await in_thread(_known, [(stream.caller, stream.club_id) for stream in streams])
        for stream, is_known in zip(streams, known, strict=True):
            if not is_known:
                stream.end("no longer known")


def _read_after(
    session_id: int,
    epoch: str,
    position: int,
    wants_staff: bool,  # noqa: FBT001 - over the line
) -> tuple[list[tuple[Event, bytes, bytes]], bool, bool]:
    """The next events, written; whether there are more, and whether all that can be seen had numbers."""
    settled = give_numbers(session_id)
    found = numbered_after(session_id, position)
    told = [
        (event, written(event, epoch), written(event, epoch, staff=True) if wants_staff else b"") for event in found
    ]
    return told, bool(found), settled


def written(event: Event, epoch: str, *, staff: bool = False) -> bytes:
    """As a server-sent event."""
    data = json.dumps(event_json(event, staff=staff), ensure_ascii=False, separators=(",", ":"))
    return f"id: {epoch}.{event.number}\nevent: {event.kind}\ndata: {data}\n\n".encode()


def _known(callers: Iterable[tuple[Caller, int]]) -> list[bool]:
    """Who of these would still be let in."""
    asked, now = list(callers), timezone.now()
    good = Q(revoked_at=None, expires_at__gt=now)
    devices = {caller.device.pk for caller, _ in asked if caller.device}
    devices = set(DeviceToken.objects.filter(good, pk__in=devices).values_list("pk", flat=True))
    scripts = {caller.script.pk for caller, _ in asked if caller.script}
    scripts = set(StaffToken.objects.filter(good, pk__in=scripts).values_list("pk", flat=True))
    users = {caller.user.pk for caller, _ in asked if caller.user}
    parts = Staff.objects.filter(user__in=users, user__is_active=True, user__is_staff=True)
    staff = set(parts.values_list("user", "club"))

    def is_known(caller: Caller, club: int) -> bool:
        if caller.device:
            return caller.device.pk in devices
        if caller.script and caller.script.pk not in scripts:
            return False
        return caller.user is not None and (caller.user.is_superuser or (caller.user.pk, club) in staff)

    return [is_known(caller, club) for caller, club in asked]
