"""The journal of a book as CSV: one line for each transfer, in the order of their entries.

A book may hold millions of lines, so they are read as they are sent, and never all at once.
"""

import csv
import io
from collections.abc import AsyncIterator, Generator
from datetime import UTC
from decimal import Decimal
from itertools import islice
from typing import Any

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse

from casino.clubs.models import Session
from ledger.models import Transfer

HEADINGS = ("entry", "posted_at", "key", "reason", "payer", "payee", "amount", "unit", "memo", "reverses")
LINES = 1000  # in a piece

_FIELDS = (
    *("entry_id", "entry__posted_at", "entry__key", "reason", "payer__code", "payee__code", "amount"),
    *("unit__code", "unit__places", "entry__memo", "entry__reverses_id"),
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def pieces(book: int) -> Generator[bytes, None, None]:
    """The file, some lines at a time."""
    transfers = Transfer.objects.filter(entry__book=book).order_by("entry_id", "position")
    yield _written([HEADINGS])
    rows = transfers.values_list(*_FIELDS).iterator(chunk_size=LINES)
    while lines := [_line(*row) for row in islice(rows, LINES)]:
        yield _written(lines)


async def awaited(found: Generator[bytes, None, None]) -> AsyncIterator[bytes]:
    """The same for a server that waits for them: given a generator that does not, Django would read it to its end."""
    read = sync_to_async(lambda: next(found, None))
    try:
        while (piece := await read()) is not None:
            yield piece
    finally:
        await sync_to_async(found.close)()  # whoever hangs up leaves no cursor open


def response(request: HttpRequest, session: Session) -> StreamingHttpResponse:
    """The journal of a session that has a book, for whoever asked."""
    assert session.book_id is not None
    found = pieces(session.book_id)
    content = awaited(found) if isinstance(request, ASGIRequest) else found
    name = f'attachment; filename="journal-{session.code}.csv"'
    return StreamingHttpResponse(content, content_type="text/csv; charset=utf-8", headers={"Content-Disposition": name})


def _line(
    entry: int,
    posted_at: Any,
    key: str,
    reason: str,
    payer: str,
    payee: str,
    amount: int,
    unit: str,
    places: int,
    memo: str,
    reverses: int | None,
) -> tuple[object, ...]:
    text = [_text(each) for each in (key, reason, payer, payee)]
    shown = format(Decimal(amount).scaleb(-places), "f")
    return entry, posted_at.astimezone(UTC).isoformat(), *text, shown, _text(unit), _text(memo), reverses


def _text(text: str) -> str:
    """Guests choose their names: a spreadsheet would take some for formulas."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _written(rows: Any) -> bytes:
    file = io.StringIO()
    csv.writer(file).writerows(rows)
    return file.getvalue().encode()
