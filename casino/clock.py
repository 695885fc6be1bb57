"""How times are written for programs."""

from datetime import UTC, datetime


def when(moment: datetime | None) -> str | None:
    """RFC 3339, in UTC, to the millisecond."""
    if moment is None:
        return None
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
