"""Which evenings are exported: one session, or all of a club's in a period."""

from datetime import date

from django.db.models import QuerySet

from casino.clubs import codes
from casino.clubs.models import Club, Session
from games.kit.errors import RuleBroken

LATEST = "latest"


def session_with_book(session: Session) -> Session:
    if session.book_id is None:
        raise RuleBroken("session_not_open", "%(session)s is not open yet.", session=session.name)
    return session


def session_named(code: str) -> Session:
    """By its code. `latest` is the one that was opened last; a demo only where there is nothing else."""
    sessions = Session.objects.select_related("club")
    if code.lower() == LATEST:
        found = sessions.exclude(book=None).filter(cleared_at=None).order_by("demo", "-opened_at", "-pk").first()
    else:
        found = sessions.filter(code=codes.as_typed(code)).first()
    if found is None:
        raise RuleBroken("unknown_session", "There is no such session.")
    return session_with_book(found)


def club_named(name: str) -> Club:
    found = Club.objects.filter(name=name.encode(errors="replace").decode()).first()  # a terminal may send anything
    if found is None:
        raise RuleBroken("unknown_club", "There is no club %(club)s.", club=name)
    return found


def booked(club: Club) -> QuerySet[Session]:
    """The sessions of a club that have books. Demos are no evenings of anybody's."""
    return Session.objects.filter(club=club, demo=False).exclude(book=None)


def evenings_of(club: Club, since: date, until: date) -> list[Session]:
    """Those whose accounting date lies in the period, the first first."""
    if since > until:
        raise RuleBroken("bad_period", "A period ends on the day it begins, or later.")
    within = booked(club).filter(accounting_date__range=(since, until))
    found = list(within.select_related("club").order_by("accounting_date", "opened_at", "pk"))
    if not found:
        raise RuleBroken(
            "no_evenings",
            "%(club)s had no evening from %(since)s to %(until)s.",
            club=club.name,
            since=since.isoformat(),
            until=until.isoformat(),
        )
    return found
