"""Sending a file piece by piece, as it is read: however long it is, no process holds all of it."""

from collections.abc import AsyncIterator, Generator

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse


async def awaited(found: Generator[bytes, None, None]) -> AsyncIterator[bytes]:
    """The same for a server that waits for them: given a generator that does not, Django would read it to its end."""
    read = sync_to_async(lambda: next(found, None))
    try:
        while (piece := await read()) is not None:
            yield piece
    finally:
        await sync_to_async(found.close)()  # whoever hangs up leaves no cursor open


def sent(request: HttpRequest, found: Generator[bytes, None, None], *, name: str, kind: str) -> StreamingHttpResponse:
    """An answer that a browser saves under this name."""
    content = awaited(found) if isinstance(request, ASGIRequest) else found
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingHttpResponse(content, content_type=kind, headers=headers)
