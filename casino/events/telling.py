"""Writing down what happened, in the database transaction in which it does."""

import json
from typing import Any, Protocol

from casino.events.models import Audience
from casino.events.waking import wake_after_commit
from ledger.line import ask, text

PUBLIC, SEAT, STAFF = Audience.PUBLIC, Audience.SEAT, Audience.STAFF


# With every stake one of these is written, and what an ORM adds to it is half of what it costs.
_INSERT = """
    INSERT INTO events_event (session_id, kind, audience, player_id, table_id, round_id, body, by)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
"""


class By(Protocol):
    def as_json(self) -> dict[str, Any]: ...


def tell(
    session_id: int,
    kind: str,
    audience: Audience = PUBLIC,
    *,
    by: By | None = None,
    of: int | None = None,
    table: int | None = None,
    round_: int | None = None,
    **facts: Any,
) -> None:
    """Tell an audience. Nobody waits for a number here: readers give it."""
    actor = json.dumps(by.as_json()) if by else None
    whom = str(session_id), kind, str(audience), text(of), text(table), text(round_)
    ask(_INSERT, *whom, json.dumps(facts), actor)
    wake_after_commit(session_id)
