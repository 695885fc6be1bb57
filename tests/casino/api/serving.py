"""The house's own ASGI application on a port of loopback, in a thread; and a client that follows its streams."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

import uvicorn

from casino.api.stream import Edge
from casino.asgi import house

PATIENCE = 20.0  # seconds


@contextmanager
def served() -> Iterator[int]:
    """The port at which it answers."""
    config = uvicorn.Config(
        Edge(house), host="127.0.0.1", port=0, log_config=None, lifespan="off", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            threading.Event().wait(0.01)
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


@dataclass(frozen=True)
class Message:
    """A server-sent event."""

    id: str
    event: str
    data: Any

    @property
    def number(self) -> int:
        return int(self.id.partition(".")[2])


class Follower:
    """One stream: its status, its headers, then its messages."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.status = 0
        self.headers: dict[str, str] = {}
        self.comments = 0
        self._lines = ""

    async def begin(self) -> None:
        head = (await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), PATIENCE)).decode()
        first, *rest = head.strip().split("\r\n")
        self.status = int(first.split()[1])
        self.headers = dict(line.lower().split(": ", 1) for line in rest)

    async def message(self, seconds: float = PATIENCE) -> Message | None:
        """The next one; nothing when the stream has ended. Comments are no message, however many come."""
        async with asyncio.timeout(seconds):
            return await self._message()

    async def _message(self) -> Message | None:
        while True:
            while "\n\n" not in self._lines:
                if not (piece := await self._piece()):
                    return None
                self._lines += piece
            block, _, self._lines = self._lines.partition("\n\n")
            fields = dict(line.split(": ", 1) for line in block.split("\n"))
            if "event" in fields:
                return Message(fields["id"], fields["event"], json.loads(fields["data"]))
            self.comments += 1

    async def _piece(self) -> str:
        """One chunk of the body."""
        size = int((await self.reader.readline()).strip() or b"0", 16)
        if size == 0:
            return ""
        piece = await self.reader.readexactly(size)
        await self.reader.readline()
        return piece.decode()

    async def rest(self) -> str:
        return (await asyncio.wait_for(self.reader.read(), PATIENCE)).decode()


@asynccontextmanager
async def following(
    port: int, code: str, token: str | None = None, query: str = "", **headers: str
) -> AsyncIterator[Follower]:
    """A stream of this session. Leaving it hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    given = {"Host": "localhost", **({"Authorization": f"Bearer {token}"} if token else {}), **headers}
    lines = [f"GET /api/v1/sessions/{code}/stream/{query} HTTP/1.1", *(f"{n}: {v}" for n, v in given.items()), "", ""]
    writer.write("\r\n".join(lines).encode())
    follower = Follower(reader, writer)
    try:
        await follower.begin()
        yield follower
    finally:
        writer.close()
