"""The edge of the API before Django: bodies are bounded, and streams hold nothing but a socket."""

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from uuid import UUID

import structlog
from django.conf import settings
from django.contrib.auth import get_user
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse
from django.utils import timezone, translation
from django.utils.module_loading import import_string
from django.utils.translation import get_language_from_request

from casino.api import problems
from casino.api.callers import SCREEN_COOKIE, SEAT_COOKIE, Caller, bearer, caller_with, is_staff
from casino.api.events import reader_for
from casino.api.hub import MOST_STREAMS, Hub, Stream, in_thread, written
from casino.api.operations import LARGEST_BODY
from casino.clock import when
from casino.clubs import codes
from casino.clubs.models import Session
from casino.events.reading import Reader, events_after

log = structlog.get_logger("casino.stream")

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

ADDRESS = re.compile(r"/api/v1/sessions/([0-9A-Za-z]{4,12})/stream/")
HEARTBEAT = 15.0  # seconds
LIFE = 15 * 60.0  # seconds; then a client comes again, and shows its token again
LAST_EVENT = re.compile(r"([0-9a-f-]{36})\.([0-9]{1,16})")
HEADERS = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",  # a proxy that waits for the end would wait for ever
}


class Edge:
    """ASGI: answers streams, reads bodies up to a limit, and hands everything on to the house."""

    def __init__(self, house: Any) -> None:
        self.house = house
        self.hub: Hub | None = None

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith("/api/"):
            await self.house(scope, receive, send)
        elif scope["method"] == "GET" and (found := ADDRESS.fullmatch(scope["path"])):
            await self._follow(found[1], scope, receive, send)
        elif (body := await _read(scope, receive)) is None:
            await _answer(problems.answer(problems.own("too_large")), send)
        else:
            await self.house(scope, _once(body, receive), send)

    async def _follow(self, code: str, scope: Message, receive: Receive, send: Send) -> None:
        self.hub = self.hub or Hub()
        admitted = await in_thread(_admit, code, scope)
        if isinstance(admitted, HttpResponse):
            await _answer(admitted, send)
        elif self.hub.count >= MOST_STREAMS:
            await _answer(problems.answer(problems.own("busy")), send)
        else:
            await _serve(self.hub, admitted, receive, send)


@dataclass(frozen=True)
class Admitted:
    """A stream that may begin: by whom, of which session, after which number."""

    caller: Caller
    reader: Reader
    session: Session
    after: int | None


def _admit(code: str, scope: Message) -> Admitted | HttpResponse:
    """What the rest of the API does with a request, up to the point where it would be answered."""
    request = ASGIRequest(dict(scope), BytesIO())
    with translation.override(get_language_from_request(request)):
        try:
            request.get_host()
            caller = _caller(request)
            session = Session.objects.select_related("club").filter(code=codes.as_typed(code)).first()
            standing = caller.standing_in(session) if session else None
            if session is None or standing is None:
                raise problems.own("not_found")
            return Admitted(caller, reader_for(caller, standing), session, _after(request, session))
        except DisallowedHost:
            return problems.answer(problems.own("malformed"))
        except Exception as error:
            return problems.handle(error)


def _caller(request: ASGIRequest) -> Caller:
    if secret := bearer(request.META.get("HTTP_AUTHORIZATION", "")):
        return caller_with(secret)
    # A page cannot send a header with its stream. This only reads, so that a cookie is enough.
    for cookie in (SEAT_COOKIE, SCREEN_COOKIE):
        if cookie == request.GET.get("as") and (kept := request.COOKIES.get(cookie)):
            return caller_with(kept)
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if key:
        request.session = import_string(f"{settings.SESSION_ENGINE}.SessionStore")(key)
        user = get_user(request)
        if is_staff(user):
            return Caller(user=user)  # type: ignore[arg-type]
    raise problems.own("not_authenticated")


def _after(request: ASGIRequest, session: Session) -> int | None:
    """The number to go on from: of `Last-Event-ID`, else of `after`; nothing: from now. A number of another epoch is of
    events that were forgotten: then from the first that are known.
    """
    if last := LAST_EVENT.fullmatch(request.META.get("HTTP_LAST_EVENT_ID", "")):
        return int(last[2]) if last[1] == str(session.epoch) else 0
    after, epoch = request.GET.get("after", ""), request.GET.get("epoch", "")
    if (after and not re.fullmatch("[0-9]{1,16}", after)) or (epoch and not _is_uuid(epoch)):
        raise problems.own("malformed")
    if epoch and UUID(epoch) != session.epoch:
        return 0
    return int(after) if after else None


def _is_uuid(text: str) -> bool:
    with contextlib.suppress(ValueError):
        return bool(UUID(text))
    return False


async def _serve(hub: Hub, admitted: Admitted, receive: Receive, send: Send) -> None:
    session, epoch = admitted.session, str(admitted.session.epoch)
    stream = Stream(admitted.caller, admitted.reader, session.club_id)
    position = await hub.enter(session.pk, epoch, stream)
    gone = asyncio.create_task(_until_gone(receive, stream))
    log.info("stream opened", session=session.pk, caller=admitted.caller.name)
    try:
        after = position if admitted.after is None else admitted.after
        await _begin(send, epoch, after)
        await _catch_up(session.pk, epoch, admitted.reader, after, position, send)
        await _pass_on(stream, send)
    except OSError:
        stream.end("gone")
    finally:
        hub.leave(session.pk, stream)
        gone.cancel()
        log.info("stream closed", session=session.pk, caller=admitted.caller.name, why=stream.ended)


async def _begin(send: Send, epoch: str, after: int) -> None:
    headers = {**HEADERS, "Server-Time": when(timezone.now()) or ""}
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": 200, "headers": raw})
    hello = f'retry: 1000\nid: {epoch}.{after}\nevent: hello\ndata: {{"epoch":"{epoch}","after":{after}}}\n\n'
    await send({"type": "http.response.body", "body": hello.encode(), "more_body": True})


async def _catch_up(session_id: int, epoch: str, reader: Reader, after: int, until: int, send: Send) -> None:
    """What happened between the last event this client saw and the moment its stream began."""
    while after < until:
        body, last = await in_thread(_missed, session_id, epoch, reader, after, until)
        if last is None:
            return
        await send({"type": "http.response.body", "body": body, "more_body": True})
        after = last


def _missed(session_id: int, epoch: str, reader: Reader, after: int, until: int) -> tuple[bytes, int | None]:
    found = [e for e in events_after(session_id, after, reader=reader) if e.number is not None and e.number <= until]
    body = b"".join(written(event, epoch, staff=reader.staff) for event in found)
    return body, found[-1].number if found else None


async def _pass_on(stream: Stream, send: Send) -> None:
    loop = asyncio.get_running_loop()
    give_up = loop.time() + LIFE
    while not stream.ended and loop.time() < give_up:
        came = await stream.next(HEARTBEAT)
        body = b"".join(came) or f": {when(timezone.now())}\n\n".encode()
        if came or not stream.ended:
            await send({"type": "http.response.body", "body": body, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _until_gone(receive: Receive, stream: Stream) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end("gone")


async def _read(scope: Message, receive: Receive) -> bytes | None:
    """The body of a request, or nothing if it is larger than any that makes sense."""
    length = dict(scope["headers"]).get(b"content-length", b"0")
    if not length.isdigit() or int(length) > LARGEST_BODY:
        return None
    body: bytes = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > LARGEST_BODY:
            return None
        if not message.get("more_body"):
            return body


def _once(body: bytes, receive: Receive) -> Receive:
    told = False

    async def read() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return read


async def _answer(response: HttpResponse, send: Send) -> None:
    response.headers["Server-Time"] = when(timezone.now()) or ""
    headers = [(name.lower().encode(), value.encode()) for name, value in response.headers.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})
