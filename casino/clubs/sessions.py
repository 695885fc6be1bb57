"""Opening and closing a session. One book each: it opens with the session and is closed with it."""

from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from casino.clubs import codes
from casino.clubs.actors import HOUSE, Actor
from casino.clubs.models import NAME_LENGTH, Club, Session
from casino.clubs.terms import Settings, check_change, check_settings
from casino.desk.accounts import Role
from casino.desk.money import shown
from casino.desk.own_accounts import held
from casino.events import telling
from games.kit.errors import RuleBroken
from games.kit.game import proper_name
from ledger import books

COUNTER = "counter"


@transaction.atomic
def make_session(
    *, club: Club, name: str, demo: bool = False, code: str | None = None, by: Actor = HOUSE, **settings: Any
) -> Session:
    """A draft, with the code that guests will type. One that is taken is drawn again."""
    require_name(name)
    checked = check_settings(Settings(**settings)).as_fields()
    session = Session.objects.create(club=club, name=name, demo=demo, code=code or _free_code(), **checked)
    telling.tell(session.pk, "session_made", telling.STAFF, name=name, by=by)
    return session


@transaction.atomic
def change_session(session_id: int, *, by: Actor, **changed: Any) -> Session:
    """Another name, other settings: all of them in a draft, and in an open session what guests did not come for."""
    session = own(session_id)
    settings = {name: value for name, value in changed.items() if name != "name"}
    require_name(changed.get("name", session.name))
    check_change(session, replace(Settings.of(session), **settings))
    old = {name: getattr(session, name) for name in changed}
    for name, value in changed.items():
        setattr(session, name, value)
    session.save(update_fields=list(changed))  # nothing else: its code, say, is not anybody's to type
    if old != changed:
        telling.tell(session.pk, "session_changed", telling.STAFF, before=old, after=changed, by=by)
    return session


def _free_code() -> str:
    code = codes.join_code()
    while Session.objects.filter(code=code).exists():
        code = codes.join_code()
    return code


@transaction.atomic
def open_session(session_id: int, *, by: Actor) -> Session:
    session = own(session_id)
    if session.state != Session.State.DRAFT:
        raise RuleBroken("session_not_draft", "%(session)s was opened before.", session=session.name)
    session.book = books.open_book(code=session.code)
    unit = books.make_unit(code=COUNTER)
    session.issue = books.open_account(book=session.book.pk, unit=unit.pk, role=Role.ISSUE, code="issue")
    session.state, session.opened_at = Session.State.OPEN, timezone.now()
    session.accounting_date = timezone.localdate(session.opened_at)
    session.save()
    telling.tell(session.pk, "session_opened", by=by)
    return session


@transaction.atomic
def close_session(session_id: int, *, by: Actor) -> Session:
    """Close the book. Tables must be closed first and purses be empty: what is left in play stays somebody's."""
    session = own(session_id)
    require_open(session)
    assert session.book_id is not None
    if table := session.tables.filter(closed_at=None).first():
        raise RuleBroken("table_open", "%(table)s is still open.", table=table.name)
    if session.currency and (left := held(session, Role.TILL, money=True)):
        money = shown(session.currency, left)
        raise RuleBroken("till_not_empty", "There are %(money)s in the till: hand them over first.", money=money)
    books.close_book(session.book_id)
    session.state, session.closed_at = Session.State.CLOSED, timezone.now()
    session.save()
    telling.tell(session.pk, "session_closed", by=by)
    return session


def require_name(name: object) -> str:
    """A name that can be told apart from others, of a session or a table."""
    if not isinstance(name, str) or len(name) > NAME_LENGTH or not proper_name(name):
        raise RuleBroken(
            "bad_name",
            "A name is 1 to %(most)s characters that can all be seen, without blanks at its ends.",
            most=NAME_LENGTH,
        )
    return name


def require_open(session: Session) -> None:
    if session.state == Session.State.DRAFT:
        raise RuleBroken("session_not_open", "%(session)s is not open yet.", session=session.name)
    if session.state == Session.State.CLOSED:
        raise RuleBroken("session_closed", "%(session)s is closed.", session=session.name)


def own(session_id: int) -> Session:
    """The session, and nobody else opens or closes it meanwhile."""
    session = Session.objects.select_for_update(no_key=True).filter(pk=session_id).first()
    if session is None:
        raise RuleBroken("unknown_session", "There is no such session.")
    return session
