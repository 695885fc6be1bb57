"""Pages by cursor: the next one begins after the last row of this one, however many were added meanwhile."""

from collections.abc import Callable, Mapping
from typing import Any

from django.core import signing
from django.db.models import QuerySet

from ledger import errors

PAGE = 50
_SALT = "casino.api.page"


def page(
    rows: QuerySet[Any], query: Mapping[str, Any], scope: str, write: Callable[[Any], Any], *, newest_first: bool = True
) -> dict[str, Any]:
    """One page of these rows, by their ids. A cursor is good for the list it comes from and for no other."""
    size = query.get("limit", PAGE)
    if cursor := query.get("cursor"):
        last = _opened(cursor, scope)
        rows = rows.filter(pk__lt=last) if newest_first else rows.filter(pk__gt=last)
    found = list(rows.order_by("-pk" if newest_first else "pk")[: size + 1])
    more = signing.dumps([scope, found[size - 1].pk], salt=_SALT) if len(found) > size else None
    return {"items": [write(row) for row in found[:size]], "next": more}


def _opened(cursor: str, scope: str) -> int:
    try:
        of, last = signing.loads(cursor, salt=_SALT)
    except signing.BadSignature:
        raise errors.BadCursor from None
    if of != scope:
        raise errors.BadCursor
    return int(last)
