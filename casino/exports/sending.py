"""Sending a file that is made when somebody asks for it.

It is written to disk first, as fast as the books can be read, and then sent as fast as they can take it: no process
holds all of it, a slow phone holds no view of the books open, and what fails is told as a failure, not as half a file.
"""

import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from datetime import date
from typing import Any, BinaryIO

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import connection
from django.http import HttpRequest, StreamingHttpResponse

from casino.clubs.models import Session
from casino.exports.formats import Format
from casino.exports.progress import Told
from casino.exports.reading import Wish, reading

PIECE = 64 * 1024
IN_MEMORY = 1024 * 1024  # more than that is written to disk


class _File:
    def __init__(self, file: Any) -> None:
        self._file = file

    def close(self) -> None:
        """Django calls it when the answer is over, whether it was read or not."""
        self._file.close()


class Pieces(_File):
    def __iter__(self) -> Iterator[bytes]:
        while piece := self._file.read(PIECE):
            yield piece


class AwaitedPieces(_File):
    """For a server that waits for them: given pieces that do not, Django would read all of them at once."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        read = sync_to_async(self._file.read)
        while piece := await read(PIECE):
            yield piece


def sent(request: HttpRequest, write: Callable[[BinaryIO], None], *, name: str, kind: str) -> StreamingHttpResponse:
    """What `write` writes, as an answer that a browser saves under this name."""
    file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - closed with the answer
    try:
        write(file)  # type: ignore[arg-type]
        size = file.tell()
        file.seek(0)
        if not connection.in_atomic_block:
            connection.close()  # back to the pool, and not only when the last byte is sent
    except BaseException:
        file.close()
        raise
    content = AwaitedPieces(file) if isinstance(request, ASGIRequest) else Pieces(file)
    headers = {
        "Content-Length": str(size),
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": "no-store",
    }
    return StreamingHttpResponse(content, content_type=kind, headers=headers)


def send_export(
    request: HttpRequest,
    sessions: Sequence[Session],
    wish: Wish,
    format_: Format,
    *,
    name: str,
    told: Told,
    since: date | None = None,
    until: date | None = None,
) -> StreamingHttpResponse:
    """The journal that was wished for. How far it has come is told meanwhile."""

    def write(file: BinaryIO) -> None:
        with reading(sessions, wish, since=since, until=until, read=told.advance) as export:
            told.total = format_.work(export)
            told.advance(0)
            format_.write(export, file)
        told.finish()

    return sent(request, write, name=name, kind=format_.kind)
