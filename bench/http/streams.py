"""Many streams in one process, that note when they hear of something marked."""

import asyncio
import re
import threading
import time
from collections import defaultdict
from collections.abc import Sequence

MARK = re.compile(rb'"mark":(\d+)')
AT_ONCE = 25  # that connect: a hall does not open its phones in the same millisecond
PATIENCE = 60.0  # seconds

_loop = asyncio.new_event_loop()
_heard: dict[int, list[float]] = defaultdict(list)


class Listener(asyncio.Protocol):
    def __init__(self, request: bytes) -> None:
        self._request = request
        self._rest = b""
        self.welcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.write(self._request)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        now = time.monotonic()
        told, _, self._rest = (self._rest + data).rpartition(b"\n\n")
        for mark in MARK.findall(told):
            _heard[int(mark)].append(now)
        if not self.welcome.done() and b"event: hello" in told:
            self.welcome.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.welcome.done():
            self.welcome.set_exception(exc or ConnectionError(self._rest.decode()))


def open_streams(port: int, code: str, tokens: Sequence[str]) -> None:
    """Returns when all were welcomed."""
    if not _loop.is_running():
        threading.Thread(target=_loop.run_forever, daemon=True).start()
    asyncio.run_coroutine_threadsafe(_open(port, code, tokens), _loop).result(PATIENCE)


async def _open(port: int, code: str, tokens: Sequence[str]) -> None:
    for first in range(0, len(tokens), AT_ONCE):
        await asyncio.gather(*(_follow(port, code, token) for token in tokens[first : first + AT_ONCE]))


async def _follow(port: int, code: str, token: str) -> None:
    request = (
        f"GET /api/v1/sessions/{code}/stream/ HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\r\n"
    ).encode()
    _, listener = await _loop.create_connection(lambda: Listener(request), "127.0.0.1", port)
    await listener.welcome


def heard(marks: Sequence[int], streams: int) -> list[list[float]]:
    """When each stream heard of each of these; of all by all, or of as many as had time enough."""
    until = time.monotonic() + PATIENCE
    while any(len(_heard[mark]) < streams for mark in marks) and time.monotonic() < until:
        time.sleep(0.05)
    return [_heard[mark] for mark in marks]
