"""Who of the staff did what in a session, from its events: page by page, and what went wrong apart."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from casino.clubs.models import Player, Session
from casino.desk.deed_words import in_words
from casino.desk.models import Count
from casino.events.models import Event
from casino.events.reading import give_numbers
from casino.tables.models import Round, Table
from ledger.rows import rows

PAGE = 50
MOST_AMENDS = 200  # on a page; the sheet has more
MOST_PRINTED = 2_000
BY_STAFF = ("staff", "device")
AMENDS = ("round_void", "round_corrected", "taken_back")


@dataclass(frozen=True)
class Deed:
    number: int
    at: datetime
    who: str
    table: str
    round: Round | None
    player: str
    words: str
    why: str


@dataclass(frozen=True)
class Person:
    key: str
    name: str
    deeds: int


def deeds_of(
    session: Session, *, who: str = "", before: int | None = None, most: int = PAGE
) -> tuple[list[Deed], bool]:
    """What staff and their devices did, the newest first, and whether there is more. `who` is a person's key."""
    give_numbers(session.pk)
    found = Event.objects.filter(session_id=session.pk, number__isnull=False, by__kind__in=BY_STAFF)
    if who:
        found = found.filter(**_of(who))
    if before is not None:
        found = found.filter(number__lt=before)
    return _some(found, most)


def amends_of(session: Session, *, most: int = MOST_AMENDS) -> tuple[list[Deed], bool]:
    """Every void, correction and card taken back, whoever did it."""
    give_numbers(session.pk)
    return _some(Event.objects.filter(session_id=session.pk, number__isnull=False, kind__in=AMENDS), most)


def differences_of(session: Session, *, most: int = MOST_AMENDS) -> list[Count]:
    """Counts that found another sum than the book has, the newest first."""
    counts = session.counts.filter(entry__isnull=False).select_related("account__unit")
    return list(counts.order_by("-pk")[:most])


def people_of(session: Session) -> list[Person]:
    """Everybody of whom there is a deed, for choosing one."""
    found = rows(
        """
        SELECT by->>'kind', coalesce(by->>'id', ''), max(by->>'name'), count(*) FROM events_event
        WHERE session_id = %(session)s AND by->>'kind' = ANY (%(kinds)s) GROUP BY 1, 2 ORDER BY 3, 1, 2
        """,
        session=session.pk,
        kinds=list(BY_STAFF),
    )
    return [Person(f"{kind}:{pk}", name or kind, deeds) for kind, pk, name, deeds in found]


def _of(who: str) -> dict[str, Any]:
    kind, _, pk = who.partition(":")
    return {"by__kind": kind, "by__id": int(pk) if pk.isascii() and pk.isdecimal() and len(pk) < 19 else None}


def _some(found: QuerySet[Event], most: int) -> tuple[list[Deed], bool]:
    events = list(found.order_by("-number")[: most + 1])
    return _told(events[:most]), len(events) > most


def _told(events: Sequence[Event]) -> list[Deed]:
    tables = Table.objects.in_bulk(_ids(event.table_id for event in events))
    rounds = _NAMED_ROUNDS.in_bulk(_ids(event.round_id for event in events))
    players = Player.objects.in_bulk(_ids(event.player_id for event in events))
    return [_deed(event, tables, rounds, players) for event in events]


_NAMED_ROUNDS = Round.objects.select_related("table").defer("options", "seats", "seat_ids", "table__options")


def _ids(found: Iterable[int | None]) -> set[int]:
    return {pk for pk in found if pk is not None}


def _deed(event: Event, tables: dict[int, Table], rounds: dict[int, Round], players: dict[int, Player]) -> Deed:
    round_ = rounds.get(event.round_id or 0)
    table = tables.get(event.table_id or 0) or (round_.table if round_ else None)
    player = players.get(event.player_id or 0)
    by = event.by or {}
    return Deed(
        number=event.number or 0,
        at=event.at,
        who=by.get("name") or by.get("kind") or "–",
        table=table.name if table else "",
        round=round_,
        player=player.nickname if player else "",
        words=in_words(event.kind, event.body),
        why=str(event.body.get("reason", "")),
    )
