"""A message of staff to everybody in the room: it stands on the big screen until it is taken away."""

import unicodedata

from django.db import transaction

from casino.clubs.actors import Actor
from casino.clubs.models import Session
from casino.clubs.sessions import own, require_open
from casino.events import telling
from games.kit.errors import RuleBroken

MESSAGE_LENGTH = 200


@transaction.atomic
def show_message(session_id: int, *, text: str, by: Actor) -> Session:
    """Put this on the screen, in place of what is there; nothing clears it."""
    said = _said(text)
    session = own(session_id)
    require_open(session)
    session.message = said
    session.save(update_fields=["message"])
    telling.tell(session.pk, "message", by=by, text=said)
    return session


def _said(text: object) -> str:
    """One line as it can be read: signs that nobody sees could turn round what others say."""
    line = unicodedata.normalize("NFC", text).strip() if isinstance(text, str) else "\0"
    if len(line) > MESSAGE_LENGTH or not line.isprintable():
        raise RuleBroken(
            "bad_message",
            "A message is one line of at most %(most)s characters that can all be seen.",
            most=MESSAGE_LENGTH,
        )
    return line
