"""What happened stays: rows of events and of the admin's log are added, and nobody changes or deletes one."""

from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.db import IntegrityError

from casino.clubs.actors import staff
from casino.events.models import Event
from casino.events.reading import events_after
from casino.events.telling import tell
from tests.databases import raw

SESSION = 7


def told() -> list[dict[str, Any]]:
    return [dict(row) for row in Event.objects.order_by("id").values()]


def test_an_event_is_neither_changed_nor_deleted(own_database: str) -> None:
    tell(SESSION, "told", what="one", by=staff(User.objects.create_user("olga")))
    for number in (None, 1):  # before anybody has read it, and afterwards
        before = told()
        assert before[0]["number"] == number
        acts: list[Callable[[], object]] = [
            Event.objects.all().delete,
            Event.objects.get().delete,
            lambda: Event.objects.update(kind="another"),
            lambda: Event.objects.update(number=None),
            lambda: Event.objects.update(number=9, body={}),
        ]
        for act in acts:
            with pytest.raises(IntegrityError, match="rows are only added"):
                act()
        with raw() as psql:
            psql.execute("SET session_replication_role = replica")  # which turns off triggers that are not ALWAYS
            for statement in (
                "DELETE FROM events_event",
                "TRUNCATE events_event",
                "TRUNCATE events_event CASCADE",
                "UPDATE events_event SET by = NULL, number = 5",
                "UPDATE events_event SET at = now()",
                "DELETE FROM events_event WHERE false",
            ):
                with pytest.raises(psycopg.errors.RestrictViolation):
                    psql.execute(statement.encode())
        assert told() == before
        assert [event.number for event in events_after(SESSION, 0)] == [1]


def test_a_number_is_given_once(own_database: str) -> None:
    tell(SESSION, "told")
    assert [event.number for event in events_after(SESSION, 0)] == [1]
    with pytest.raises(IntegrityError, match="UPDATE is refused"):
        Event.objects.update(number=2)
    tell(SESSION, "told")
    assert [event.number for event in events_after(SESSION, 0)] == [1, 2]


def test_no_trigger_fires_when_an_event_is_told(own_database: str) -> None:
    """Every stake tells one: `tgtype` has 4 for INSERT."""
    with raw() as psql:
        found = psql.execute(
            "SELECT tgname, tgtype & 4, tgenabled FROM pg_trigger WHERE tgrelid = 'events_event'::regclass"
        ).fetchall()
    assert {name: (fires, enabled) for name, fires, enabled in found} == {
        "events_event_stays": (0, "A"),
        "events_event_numbered_once": (0, "A"),
    }


def test_what_the_admin_noted_is_neither_changed_nor_deleted(own_database: str) -> None:
    user = User.objects.create_user("olga")
    LogEntry.objects.log_actions(user.pk, [user], CHANGE, "was here")
    before = list(LogEntry.objects.values())
    for act in (LogEntry.objects.all().delete, lambda: LogEntry.objects.update(change_message=""), user.delete):
        with pytest.raises(IntegrityError, match="django_admin_log: rows are only added"):
            act()
    with raw() as psql:
        psql.execute("SET session_replication_role = replica")
        for statement in (
            "DELETE FROM django_admin_log",
            "TRUNCATE django_admin_log",
            "UPDATE django_admin_log SET user_id = user_id",
        ):
            with pytest.raises(psycopg.errors.RestrictViolation):
                psql.execute(statement.encode())
    assert list(LogEntry.objects.values()) == before
    assert User.objects.filter(pk=user.pk).exists()
