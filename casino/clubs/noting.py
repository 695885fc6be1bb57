"""What the admin notes about the staff of a club: who was given which part, and who lost it, club by club.

A session's own acts are told as events; a club's staff belong to no session. The admin's log keeps them, and a row that
is gone from the table of staff can still be found in it: each note names its club.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.admin.models import DELETION, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.clubs.models import Club, Staff


def note(act: str, staff: Staff, **more: Any) -> list[dict[str, Any]]:
    """A message of the admin's log. Django reads what it knows of it, and leaves the rest alone."""
    facts = {"name": "member of staff", "object": str(staff), "club": staff.club_id, "user": staff.user.get_username()}
    return [{act: {**facts, "part": staff.part, **more}}]


def part_changed(staff: Staff, before: str | None) -> list[dict[str, Any]]:
    return note("added", staff) if before is None else note("changed", staff, fields=["part"], before=before)


def note_removed(request: HttpRequest, rows: Iterable[Staff]) -> list[LogEntry]:
    assert request.user.pk is not None, "the admin lets nobody else in"
    found: list[LogEntry] = []
    for staff in rows:
        found += LogEntry.objects.log_actions(request.user.pk, [staff], DELETION, note("deleted", staff))
    return found


def noted_about(club: int) -> QuerySet[LogEntry]:
    """What the admin noted about this club and its staff, the newest first."""
    kinds = ContentType.objects.get_for_models(Club, Staff)
    now = [str(pk) for pk in Staff.objects.filter(club=club).values_list("pk", flat=True)]
    here = Q(change_message__contains=f'"club": {club},') | Q(object_id__in=now)  # acts on staff name no club
    return (
        LogEntry.objects.filter(
            Q(content_type=kinds[Staff]) & here | Q(content_type=kinds[Club], object_id=str(club)),
        )
        .select_related("user")
        .order_by("-action_time", "-pk")
    )


@dataclass(frozen=True)
class Note:
    at: datetime
    who: str
    words: str


def notes_of(club: int, *, most: int) -> list[Note]:
    return [Note(entry.action_time, str(entry.user), _words(entry)) for entry in noted_about(club)[:most]]


_SENTENCES = {
    "added": _("Staff added: %(user)s, %(part)s"),
    "changed": _("Part of %(user)s changed from %(before)s to %(part)s"),
    "deleted": _("Staff removed: %(user)s, %(part)s"),
}


def _words(entry: LogEntry) -> str:
    try:
        ((act, facts),) = json.loads(entry.change_message)[0].items()
        return str(_SENTENCES[act]) % {name: _part(fact) for name, fact in _told(facts).items()}
    except (ValueError, LookupError, TypeError, AttributeError):  # what Django noted by itself
        return str(entry)


def _told(facts: Mapping[str, Any]) -> dict[str, str]:
    return {name: str(facts[name]) for name in ("user", "part", "before") if name in facts}


def _part(fact: str) -> str:
    return gettext(fact) if fact in set(Staff.Part) else fact
