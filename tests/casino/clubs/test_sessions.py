"""A session: draft, open, closed; one book."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from casino.clubs import codes
from casino.clubs.actors import HOUSE, part_of
from casino.clubs.models import Club, Session, Staff
from casino.clubs.sessions import close_session, make_session, open_session
from casino.desk.counters import cash_out
from casino.tables.opening import close_table, open_table
from ledger.models import Book
from tests.casino.room import Room, open_evening, refusal


def test_a_session_is_a_draft_until_it_is_opened_with_a_book_of_its_own(own_database: str) -> None:
    draft = make_session(club=Club.objects.create(name="The club"), name="Evening")
    assert (draft.state, draft.book_id) == ("draft", None)
    session = open_session(draft.pk, by=HOUSE)
    assert session.state == "open"
    assert Book.objects.get().code == session.code
    assert refusal(open_session, session.pk, by=HOUSE) == "session_not_draft"


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"name": ""}, "bad_name"),
        ({"name": "x" * 81}, "bad_name"),
        ({"name": "a\0b"}, "bad_name"),
        ({"name": None}, "bad_name"),
        ({"starting_counters": -1}, "bad_counters"),
        ({"starting_counters": 2**40}, "bad_counters"),
        ({"language": "tlh"}, "unknown_language"),
    ],
)
def test_a_session_that_cannot_be(own_database: str, wrong: dict[str, Any], code: str) -> None:
    club = Club.objects.create(name="The club")
    assert refusal(make_session, **{"club": club, "name": "Evening", **wrong}) == code
    assert not Session.objects.exists()


def test_a_join_code_has_no_letters_that_look_alike() -> None:
    drawn = {letter for _ in range(500) for letter in codes.join_code()}
    assert drawn == set(codes.LETTERS)
    assert not drawn & set("01OILSBZUAE")


@pytest.mark.parametrize("typed", ["k7q f2m", "K7Q-F2M", " k7qf2m "])
def test_a_code_is_understood_as_it_is_typed(typed: str) -> None:
    assert codes.as_typed(typed) == "K7QF2M"


def test_a_session_closes_when_nothing_is_left_in_play(room: Room) -> None:
    assert refusal(close_session, room.session.pk, by=HOUSE) == "table_open"
    close_table(room.table.pk, by=HOUSE)
    assert refusal(close_session, room.session.pk, by=HOUSE) == "not_empty"
    for player in room.players.values():
        cash_out(player=player, by=HOUSE)
    session = close_session(room.session.pk, by=HOUSE)
    assert session.state == "closed"
    assert room.held() == {}
    assert Book.objects.get().closed_at is not None


def test_in_a_closed_session_nothing_happens(room: Room) -> None:
    close_table(room.table.pk, by=HOUSE)
    for player in room.players.values():
        cash_out(player=player, by=HOUSE)
    close_session(room.session.pk, by=HOUSE)
    session = Session.objects.get()
    assert refusal(close_session, session.pk, by=HOUSE) == "session_closed"
    assert refusal(open_table, session=session, name="x", game="minoru", by=HOUSE) == "session_closed"
    assert refusal(room.open) == "session_closed"
    assert refusal(room.come, "Zoe") == "session_closed"
    ada = room.players["Ada"]
    ada.session.refresh_from_db()
    assert refusal(cash_out, player=ada, counters=1, by=HOUSE) == "session_closed"


def test_who_may_do_what_is_said_club_by_club(own_database: str) -> None:
    club, other = Club.objects.create(name="One"), Club.objects.create(name="Two")
    cleo = User.objects.create_user("cleo")
    Staff.objects.create(club=club, user=cleo, part=Staff.Part.CROUPIER)
    assert part_of(cleo, club) == Staff.Part.CROUPIER
    assert part_of(cleo, other) is None
    assert part_of(User.objects.create_superuser("root"), other) == Staff.Part.ORGANISER


@pytest.mark.parametrize(
    ("zone", "day"),
    [("UTC", date(2026, 11, 15)), ("America/Chicago", date(2026, 11, 14)), ("Asia/Tokyo", date(2026, 11, 15))],
)
def test_an_evening_is_booked_on_the_day_it_began_where_the_hall_is(
    own_database: str, monkeypatch: pytest.MonkeyPatch, zone: str, day: date
) -> None:
    """At 19:30 in Chicago it is the next day in Greenwich. It passes midnight and stays one evening."""
    draft = make_session(club=Club.objects.create(name="The club"), name="Evening")
    assert draft.accounting_date is None
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 15, 1, 30, tzinfo=UTC))
    with timezone.override(zone):
        session = open_session(draft.pk, by=HOUSE)
    assert session.accounting_date == day
    monkeypatch.undo()
    close_session(session.pk, by=HOUSE)
    session.refresh_from_db()
    assert session.accounting_date == day


def test_sessions_of_an_older_house_are_booked_on_the_day_they_were_opened(own_database: str) -> None:
    club = Club.objects.create(name="The club")
    opened = open_evening(club, "Evening")
    draft = make_session(club=club, name="Soon")
    MigrationExecutor(connection).migrate([("clubs", "0004_admin_log_stays")])
    MigrationExecutor(connection).migrate([("clubs", "0005_accounting_date")])
    assert Session.objects.get(pk=opened.pk).accounting_date == timezone.localdate(opened.opened_at)
    assert Session.objects.get(pk=draft.pk).accounting_date is None
