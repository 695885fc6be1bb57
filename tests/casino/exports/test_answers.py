"""Exports over HTTP: the API, and the pages of the admin."""

import io
import zipfile
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlencode

import pytest
from asgiref.sync import async_to_sync
from django.core.handlers.asgi import ASGIRequest
from django.db import connection
from django.test import override_settings
from django.urls import reverse

from casino.clubs.models import Club, Staff
from casino.clubs.sessions import make_session
from casino.exports import progress
from casino.exports.chart import Journal
from casino.exports.formats import FORMATS
from casino.exports.pages import ExportPage, PeriodPage
from casino.exports.progress import Told, progress_of
from casino.exports.sending import PIECE, sent
from casino.heartbeat import client
from tests.casino.api.wire import Wire
from tests.casino.cast import staff_wire
from tests.casino.exports.files import exported
from tests.casino.office import Office, content, make_office
from tests.casino.room import Room

NOT_BEGUN = {"read": 0, "total": 0, "done": False}


@pytest.fixture(scope="module")
def office(module_database: str) -> Office:
    return make_office(Room(settings={"currency": "EUR", "price": 5}))


@pytest.fixture(scope="module")
def olive(office: Office) -> Wire:
    return staff_wire("olive", office.room.session.club, Staff.Part.AUDITOR)


def address(office: Office, **wish: Any) -> str:
    asked = {"format": "hledger", "journal": "counters", **wish}
    return f"/sessions/{office.room.session.code}/export/?{urlencode(asked)}"


# --- The API


@pytest.mark.parametrize("journal", Journal)
@pytest.mark.parametrize("format_", FORMATS)
def test_the_api_sends_every_format(office: Office, olive: Wire, format_: str, journal: Journal) -> None:
    told = olive.get(address(office, format=format_, journal=journal.value, names="true"))
    assert told.status == 200
    assert told.body == exported(office.room.session, format_, journal, names=True)
    assert told.headers["Content-Length"] == str(len(told.body))
    name = f"books-{office.room.session.code}-{journal}.{FORMATS[format_].ending}"
    assert told.headers["Content-Disposition"] == f'attachment; filename="{name}"'
    assert told.headers["Cache-Control"] == "no-store"


def test_the_api_sends_the_sum_alone(office: Office, olive: Wire) -> None:
    told = olive.get(address(office, summary="true"))
    assert told.body == exported(office.room.session, "hledger", Journal.COUNTERS, summary=True)
    assert told.headers["Content-Disposition"].endswith('-counters-summary.journal"')


@pytest.mark.parametrize(
    "wish",
    [
        {"format": "pdf"},
        {"journal": "both"},
        {"summary": "yes"},
        {"names": "1"},
        {"ticket": "short"},
        {"ticket": "a/b/c/d/e"},
    ],
)
def test_what_is_not_as_the_document_says_is_refused(office: Office, olive: Wire, wish: dict[str, str]) -> None:
    told = olive.get(address(office, **wish))
    assert (told.status, told.code) == (400, "malformed")
    assert told.body["errors"][0]["where"] == next(iter(wish))


def test_a_draft_has_no_books(office: Office, olive: Wire) -> None:
    soon = make_session(club=office.room.session.club, name="Soon")
    told = olive.get(f"/sessions/{soon.code}/export/?format=csv&journal=money")
    assert (told.status, told.code) == (422, "session_not_open")


def test_a_period_over_the_api(office: Office, olive: Wire) -> None:
    club = office.room.session.club_id
    wish = f"/clubs/{club}/export/?format=jsonl&journal=counters"
    told = olive.get(f"{wish}&since=2000-01-01&until=2100-12-31")
    assert office.room.session.code in told.body.decode()
    assert f"books-{club}-2000-01-01-2100-12-31-counters.jsonl" in told.headers["Content-Disposition"]
    assert olive.get(f"{wish}&since=1999-01-01&until=1999-12-31").code == "no_evenings"
    assert olive.get(f"{wish}&since=2000-01-02&until=2000-01-01").code == "bad_period"
    assert olive.get(f"{wish}&since=yesterday&until=2000-01-01").code == "malformed"
    assert olive.get(wish).code == "malformed"


def test_the_journal_alone_is_the_one_of_the_tables(office: Office, olive: Wire) -> None:
    told = olive.get(f"/sessions/{office.room.session.code}/journal.csv")
    with zipfile.ZipFile(io.BytesIO(exported(office.room.session, "csv", Journal.COUNTERS))) as archive:
        assert told.body == archive.read("journal.csv")
    assert told.headers["Content-Type"] == "text/csv; charset=utf-8"


def test_how_far_it_has_come_is_told_by_its_ticket(office: Office, olive: Wire) -> None:
    assert olive.get("/exports/0123456789abcdef/").body == NOT_BEGUN
    olive.get(address(office, format="csv", ticket="0123456789abcdef"))
    transfers = 4
    assert olive.get("/exports/0123456789abcdef/").body == {"read": 3 * transfers, "total": 3 * transfers, "done": True}


def test_it_is_told_while_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "EVERY", 0.0)
    told = Told("a-ticket-of-mine", total=10)
    told.advance(3)
    assert progress_of("a-ticket-of-mine") == {"read": 3, "total": 10, "done": False}
    told.advance(7)
    told.finish()
    assert progress_of("a-ticket-of-mine") == {"read": 10, "total": 10, "done": True}


def test_without_redis_the_file_comes_all_the_same(
    office: Office, olive: Wire, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with override_settings(REDIS_URL=f"unix://{tmp_path / 'nobody'}"):
        away = client.__wrapped__()  # as the house asks: once
    monkeypatch.setattr(progress, "client", lambda: away)
    assert olive.get(address(office, ticket="0123456789abcdef")).status == 200
    assert olive.get("/exports/0123456789abcdef/").body == NOT_BEGUN
    told = Told("0123456789abcdef", total=10)
    told.advance(1)
    assert told.ticket == ""  # it is not tried again: each try would cost the export time


def test_whoever_reads_slowly_holds_no_connection(office: Office) -> None:
    answer = office.get("audrey", f"{ExportPage.address(office.room.session)}file/?journal=counters&format=csv")
    assert connection.connection is None
    assert b"".join(answer).startswith(b"PK")


def test_a_server_that_waits_is_given_the_file_in_pieces() -> None:
    scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "query_string": b""}
    request = ASGIRequest(scope, io.BytesIO())

    def write(file: BinaryIO) -> None:
        file.write(b"x" * (2 * PIECE + 5))

    answer = sent(request, write, name="x", kind="text/plain")
    assert answer.is_async

    async def read() -> list[bytes]:
        return [piece async for piece in answer]

    assert [len(piece) for piece in async_to_sync(read)()] == [PIECE, PIECE, 5]
    answer.close()


# --- The admin


def test_the_page_of_a_session_offers_all_of_it(office: Office) -> None:
    page = office.text("audrey", ExportPage.address(office.room.session))
    assert all(f'value="{name}"' in page for name in FORMATS)
    assert all(f'value="{journal}"' in page for journal in Journal)
    assert PeriodPage.address(office.room.session.club) in page
    step = f'href="{ExportPage.address(office.room.session)}"'
    assert step in office.text("audrey", reverse("admin:clubs_session_change", args=[office.room.session.pk]))
    assert step in office.text("audrey", reverse("admin:clubs_session_close", args=[office.room.session.pk]))
    soon = make_session(club=office.room.session.club, name="Soon")
    assert office.get("audrey", ExportPage.address(soon)).status_code == 404
    assert office.get("audrey", f"{ExportPage.address(soon)}file/?format=csv&journal=money").status_code == 404


def test_the_form_brings_the_file(office: Office) -> None:
    wish = "file/?journal=counters&format=hledger&names=on&summary=on&ticket=0123456789abcdee"
    answer = office.get("audrey", ExportPage.address(office.room.session) + wish)
    assert answer.streaming
    made = exported(office.room.session, "hledger", Journal.COUNTERS, names=True, summary=True)
    assert content(answer).encode() == made
    assert progress_of("0123456789abcdee") == {"read": 0, "total": 0, "done": True}


def test_a_club_without_an_evening_says_so(office: Office) -> None:
    page = office.text("root", PeriodPage.address(Club.objects.create(name="A new club")))
    assert "This club has had no evening yet." in page
    assert "export.js" not in page  # it has nothing to do


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_a_club_has_a_page_for_a_period(office: Office, language: str) -> None:
    club = office.room.session.club
    page = office.clients["audrey"].get(PeriodPage.address(club), headers={"accept-language": language})
    assert page.content.decode().count(f'value="{office.room.session.accounting_date}"') == 2
    wish = "file/?journal=money&format=beancount&since=2000-01-01&until=2100-12-31"
    text = content(office.get("audrey", PeriodPage.address(club) + wish))
    assert f"; book: {office.room.session.code}," in text
    assert "2000-01-01 to 2100-12-31" in text


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ("journal=money&format=pdf", "Format: Select a valid choice"),
        ("journal=money&format=csv&ticket=x", "Ticket: Enter a valid value."),
        ("", "Journal: This field is required."),
    ],
)
def test_a_wish_that_makes_no_sense_leads_back_with_a_sentence(office: Office, wish: str, sentence: str) -> None:
    answer = office.clients["audrey"].get(f"{ExportPage.address(office.room.session)}file/?{wish}", follow=True)
    assert answer.redirect_chain == [(f"{ExportPage.address(office.room.session)}?{wish}", 302)]
    assert sentence in answer.content.decode()


def test_a_period_without_an_evening_leads_back_with_a_sentence(office: Office) -> None:
    club = office.room.session.club
    wish = "file/?journal=money&format=csv&since=1999-01-01&until=1999-12-31"
    answer = office.clients["audrey"].get(PeriodPage.address(club) + wish, follow=True)
    assert "The club had no evening from 1999-01-01 to 1999-12-31." in answer.content.decode()
    assert 'value="1999-12-31"' in answer.content.decode()  # what was typed is still there
