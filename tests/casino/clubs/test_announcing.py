"""A message to the screen: one line that everybody can read, until it is taken away."""

import pytest

from casino.api.sessions import session_json
from casino.clubs.actors import HOUSE
from casino.clubs.announcing import show_message
from casino.clubs.models import Session
from casino.clubs.sessions import close_session, make_session
from casino.events.models import Event
from casino.tables.opening import close_table
from tests.casino.room import Room, refusal


def message(room: Room) -> str:
    return str(session_json(Session.objects.get(pk=room.session.pk))["message"])


def test_a_message_is_shown_replaced_and_taken_away(room: Room) -> None:
    for text in ("  Supper is served  ", "El último: ¡apuesten! 🐎", ""):
        show_message(room.session.pk, text=text, by=HOUSE)
        assert message(room) == text.strip()
    told = [(event.audience, event.body) for event in Event.objects.filter(kind="message").order_by("pk")]
    assert told[0] == ("public", {"text": "Supper is served"})
    assert told[-1] == ("public", {"text": ""})


def test_one_spelling_of_each_letter(room: Room) -> None:
    show_message(room.session.pk, text="Cafe\u0301", by=HOUSE)
    assert message(room) == "Caf\u00e9"


@pytest.mark.parametrize(
    "text",
    [
        "x" * 201,
        "a\0b",
        "two\nlines",
        "bell\a",
        "turned \u202eround",
        "\u2066isolated",
        "zero\u200bwidth",
        "\ud800",
        None,
        5,
    ],
    ids=ascii,
)
def test_what_cannot_be_seen_is_refused_and_what_stands_there_stays(room: Room, text: object) -> None:
    show_message(room.session.pk, text="Supper is served", by=HOUSE)
    assert refusal(show_message, room.session.pk, text=text, by=HOUSE) == "bad_message"
    assert message(room) == "Supper is served"
    assert Event.objects.filter(kind="message").count() == 1


def test_there_is_a_screen_while_the_session_is_open(own_database: str) -> None:
    room = Room(counters={})
    draft = make_session(club=room.session.club, name="Soon")
    assert refusal(show_message, draft.pk, text="Soon", by=HOUSE) == "session_not_open"
    close_table(room.table.pk, by=HOUSE)
    close_session(room.session.pk, by=HOUSE)
    assert refusal(show_message, room.session.pk, text="Good night", by=HOUSE) == "session_closed"
    assert refusal(show_message, 10**9, text="Nobody", by=HOUSE) == "unknown_session"
