"""Books, written out in this process."""

import io
from collections.abc import Sequence
from typing import Any

from casino.clubs.models import Session
from casino.exports.chart import Journal
from casino.exports.formats import FORMATS
from casino.exports.reading import Wish, reading


def exported(sessions: Session | Sequence[Session], format_: str, journal: Journal, **wish: Any) -> bytes:
    """The file, as any way to ask for it gives it."""
    file = io.BytesIO()
    several = [sessions] if isinstance(sessions, Session) else sessions
    with reading(several, Wish(journal, **wish)) as export:
        FORMATS[format_].write(export, file)
    return file.getvalue()
