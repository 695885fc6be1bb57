"""Writing down what happened, in the database transaction in which it does."""

from typing import Any, Protocol

from casino.events.models import Audience, Event

PUBLIC, SEAT, STAFF = Audience.PUBLIC, Audience.SEAT, Audience.STAFF


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
    body = {**facts, "by": by.as_json()} if by else facts
    Event.objects.create(
        session_id=session_id,
        kind=kind,
        audience=audience,
        player_id=of,
        table_id=table,
        round_id=round_,
        body=body,
    )
