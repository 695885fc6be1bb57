"""The journal of a book as CSV: one line for each transfer, in the order of their entries.

A book may hold millions of lines, so they are read as they are sent, and never all at once.
"""

import csv
import io
from collections.abc import Generator
from datetime import UTC
from decimal import Decimal
from itertools import islice
from typing import Any

from django.http import HttpRequest, StreamingHttpResponse

from casino.clubs.models import Session
from casino.exports.sending import sent
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


def response(request: HttpRequest, session: Session) -> StreamingHttpResponse:
    """The journal of a session that has a book, for whoever asked."""
    assert session.book_id is not None
    return sent(request, pieces(session.book_id), name=f"journal-{session.code}.csv", kind="text/csv; charset=utf-8")


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
    text = [cell(each) for each in (key, reason, payer, payee)]
    shown = format(Decimal(amount).scaleb(-places), "f")
    return entry, posted_at.astimezone(UTC).isoformat(), *text, shown, cell(unit), cell(memo), reverses


def cell(text: str) -> str:
    """Guests choose their names: a spreadsheet would take some for formulas."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _written(rows: Any) -> bytes:
    file = io.StringIO()
    csv.writer(file).writerows(rows)
    return file.getvalue().encode()
