"""The books in other people's formats."""

from typing import Any

from drf_spectacular.types import OpenApiTypes

from casino.api import problems
from casino.api.callers import READS_ALL
from casino.api.operations import Asked, operation
from casino.api.sessions import SessionResource
from casino.exports import journal


class Journal(SessionResource):
    tag = "accounts"

    @operation(
        "get_journal", "The journal of the book as CSV", who=READS_ALL, gives={(200, "text/csv"): OpenApiTypes.STR}
    )
    def get(self, asked: Asked) -> Any:
        """One line for each transfer, in the order of their entries; sent as it is read."""
        if asked.item.book_id is None:
            raise problems.own("not_found")
        return journal.response(asked.request._request, asked.item)
