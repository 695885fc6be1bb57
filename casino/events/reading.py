"""Reading what happened, in order. Whoever reads first gives the numbers.

Ids are drawn when a row is written and seen when it is committed, in another order; a reader who remembered the
highest id would miss rows. Numbers are given to rows that can be seen: whoever has seen one has seen all before it.
"""

from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import Max, Q

from casino.events.models import Audience, Event

_LOCK = 0x0CA51203  # the class of these advisory locks; the other half is the session
PAGE = 500

_NUMBER = """
    UPDATE events_event event SET number = last.number + fresh.place
    FROM (SELECT id, row_number() OVER (ORDER BY id) AS place
          FROM events_event WHERE session_id = %(session)s AND number IS NULL) fresh,
         (SELECT coalesce(max(number), 0) AS number FROM events_event WHERE session_id = %(session)s) last
    WHERE event.id = fresh.id
"""


@dataclass(frozen=True)
class Reader:
    """Everybody, one player, or staff. Staff do not see what is told to one seat: it may be a hand of cards."""

    player_id: int | None = None
    staff: bool = False

    def may_know(self, event: Event) -> bool:
        if event.audience == Audience.SEAT:
            return event.player_id == self.player_id
        return event.audience == Audience.PUBLIC or self.staff


EVERYBODY = Reader()


def events_after(session_id: int, number: int, *, reader: Reader = EVERYBODY) -> list[Event]:
    """The next page after this number, of what this reader may know."""
    give_numbers(session_id)
    found = Event.objects.filter(_known_to(reader), session_id=session_id, number__gt=number)
    return list(found.order_by("number")[:PAGE])


def newest(session_id: int) -> int:
    """The number of the last event that anybody may have heard of."""
    give_numbers(session_id)
    return Event.objects.filter(session_id=session_id).aggregate(newest=Max("number"))["newest"] or 0


def give_numbers(session_id: int) -> bool:
    """Number what can be seen. If another reader is doing it just now, that is as good, and soon seen."""
    if not Event.objects.filter(session_id=session_id, number=None).exists():
        return True
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [_LOCK, session_id])
        mine: bool = cursor.fetchone()[0]
        if mine:
            # A statement of its own, so that it sees what the last holder of the lock has committed.
            cursor.execute(_NUMBER, {"session": session_id})
    return mine


def numbered_after(session_id: int, number: int) -> list[Event]:
    """A page of all events after this number, for whomever: who passes them on looks at their audience."""
    return list(Event.objects.filter(session_id=session_id, number__gt=number).order_by("number")[:PAGE])


def _known_to(reader: Reader) -> Q:
    known = Q(audience__in=[Audience.PUBLIC, Audience.STAFF] if reader.staff else [Audience.PUBLIC])
    if reader.player_id is not None:
        known |= Q(audience=Audience.SEAT, player_id=reader.player_id)
    return known
