"""The desk, the prizes and the closing in the admin: who sees and does what, what is refused, what is on paper."""

import csv
import io
import json
import zipfile

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.clubs.actors import HOUSE
from casino.clubs.joining import join
from casino.clubs.models import Session
from casino.desk.counters import buy_in
from casino.desk.models import Count, Prize
from casino.desk.pages import ClosePage, ClosingSheet, DeskPage, PrizesPage, SaleSlip
from casino.tables.fairness import transcript_of
from casino.tables.papers import TicketPaper
from ledger.models import Entry
from tests.casino.desk.test_money import SOLD
from tests.casino.office import Office, by_hand, make_office, said
from tests.casino.room import Room, play

EVIL = "<script>alert(1)</script>"


@pytest.fixture
def office(own_database: str) -> Office:
    return make_office(Room(settings={**SOLD, "good_cause": f"The lifeboat {EVIL}"}))


def pages(office: Office) -> list[str]:
    room = office.room
    slip = SaleSlip.address(room.players["Ada"]) + f"?entry={first_sale(room)}"
    return [*(page.address(room.session) for page in (DeskPage, PrizesPage, ClosePage, ClosingSheet)), slip]


def first_sale(room: Room, who: str = "Ada") -> int:
    found = room.players[who].purse.received.first()
    assert found is not None
    return found.entry_id


def test_everybody_of_the_club_reads_and_nobody_else(office: Office) -> None:
    for page in pages(office):
        for who in ("root", "olga", "claude", "audrey"):
            text = office.text(who, page)
            assert EVIL not in text, page
        for who in ("otto", "nobody"):
            assert office.get(who, page).status_code == 404, (who, page)


def test_counters_are_sold_by_number_or_colour_and_the_guest_gets_a_slip(office: Office) -> None:
    ada, session = office.room.players["Ada"], office.room.session
    told = said(office.act("olga", session, "sell", player=ada.pk, white=3, red=1, blue=2))
    assert told == ["Take 1.40 EUR. Ada has 128 in the purse now."]
    told = said(office.act("olga", session, "sell", player=ada.pk, counters=30, white=3))
    assert told == ["The pieces come to 3, and not to 30."]
    told = said(office.act("olga", session, "sell", player=ada.pk))
    assert told == ["Counters come in whole numbers, 1 or more."]
    slip = office.text("olga", SaleSlip.address(ada) + f"?entry={first_sale(office.room)}")
    assert "100 counters sold to Ada" in slip
    assert "5.00 EUR" in slip
    for entry in ("", "x", "0", "9" * 30, str(first_sale(office.room, "Bob"))):
        assert office.get("olga", SaleSlip.address(ada), entry=entry).status_code == 404


def test_more_than_the_purse_is_refused_and_what_was_typed_stays(office: Office) -> None:
    ada, session = office.room.players["Ada"], office.room.session
    page = DeskPage.address(session)
    answer = office.act("olga", session, "buy-back", player=ada.pk, counters=101, back=page)
    assert said(answer) == ["Ada has only 100 left."]
    assert answer.redirect_chain[-1][0] == page
    kept = next(act for act in answer.context["acts"] if act.name == "buy-back")
    assert kept.is_bound
    assert kept["counters"].value() == "101"
    assert not any(act.is_bound for act in office.get("olga", page).context["acts"])  # once


def test_back_leads_nowhere_else(office: Office) -> None:
    for back in ("https://elsewhere.example/", "//elsewhere.example/admin/", "/admin/../../x\r\nSet-Cookie: a=b"):
        form = {"once": "00000000000a", "back": back, "player": office.room.players["Ada"].pk, "counters": 1}
        answer = office.clients["olga"].post(f"/admin/clubs/session/{office.room.session.pk}/act/buy-back/", form)
        assert answer.status_code == 302
        assert answer["Location"].startswith("/admin/clubs/session/"), back


def test_the_till_is_counted_with_a_reason_for_the_difference(office: Office) -> None:
    session = office.room.session
    told = said(office.act("olga", session, "count", piece_1000=1))
    assert told == ["The book says 15.00; 10.00 were counted. Count again, or say why: the difference is booked."]
    assert not Count.objects.exists()
    told = said(office.act("olga", session, "count", piece_1000=1, reason="A note was false"))
    assert told == ["10.00 EUR counted; -5.00 EUR booked to over-short."]
    told = said(office.act("olga", session, "count", piece_1000=1))
    assert told == ["10.00 EUR, as the book says."]
    told = said(office.act("olga", session, "count", piece_1000="-1"))
    assert told == ["10 EUR: Ensure this value is greater than or equal to 0."]
    for page in (ClosePage, ClosingSheet):
        assert "A note was false (olga)" in office.text("audrey", page.address(session))


def test_a_bank_is_counted_by_its_croupier(office: Office) -> None:
    table = office.room.put_table("By hand", by_hand=True)
    told = said(office.act("claude", table, "count-bank", blue=99, red=1, white=4, reason="One rolled away"))
    assert told == ["999 counted; -1 booked to over-short."]
    assert said(office.act("claude", table, "count-bank", counters=999)) == ["999, as the book says."]
    assert office.act("audrey", table, "count-bank", counters=999).status_code == 403


def test_an_evening_is_closed_step_by_step(office: Office) -> None:
    room, session = office.room, office.room.session
    page = ClosePage.address(session)

    def left() -> list[str]:
        return [step.name for step in office.get("olga", page).context["closing"] if not step.done]

    office.act("olga", session, "prize", place="first", measure="richest", counters=10, what="A bottle")
    round_ = room.open()
    assert left() == ["close-tables", "award", "sweep", "count", "hand-over", "close"]
    assert said(office.act("olga", session, "close-tables", back=page)) == ["A round is being played at Minoru 1."]
    room.stake(round_, "Ada", "minoru", 3)
    assert said(office.act("olga", session, "close", back=page)) == ["Minoru 1 is still open."]
    play(round_)
    office.act("olga", session, "close-tables", back=page)
    assert left() == ["award", "sweep", "count", "hand-over", "close"]
    assert "Awarded: first:" in said(office.act("olga", session, "award", back=page))[0]
    office.act("olga", room.players["Bob"], "cash-out")
    assert "were swept up" in said(office.act("olga", session, "sweep", back=page))[0]
    assert left() == ["count", "hand-over", "close"]
    assert said(office.act("olga", session, "hand-over", back=page))[0].startswith("Count the till first")
    office.act("olga", session, "count", reason="Counted twice", piece_500=1)
    office.act("olga", session, "hand-over", back=page)
    assert left() == ["close"]
    office.act("olga", session, "close", back=page)
    session.refresh_from_db()
    assert session.state == Session.State.CLOSED
    assert left() == []
    sheet = office.text("audrey", ClosingSheet.address(session))
    assert "A bottle" in sheet
    assert "Counted twice" in sheet
    assert office.get("olga", DeskPage.address(session)).context["acts"] == []


def test_prizes_are_announced_planned_and_taken_back(office: Office) -> None:
    session, page = office.room.session, PrizesPage.address(office.room.session)
    office.act("olga", session, "prize", place="second", measure="net", money="2.50", from_till="on")
    office.act("olga", session, "prize", place="first", measure="game", game="minoru", what=EVIL)
    (second, worth, shares), (_, thing, _) = office.get("olga", page).context["planned"]
    assert (worth, shares, thing) == ("2.50 EUR", [], EVIL)
    assert EVIL not in office.text("olga", page)
    assert said(office.act("olga", session, "prize", place="first", measure="richest"))[0].startswith("A prize is so")
    office.act("olga", session, "drop-prize", prize=second.pk)
    assert office.room.held()["till:EUR"] == 1500
    assert Prize.objects.filter(dropped_at=None).count() == 1


def test_a_ticket_is_printed_and_paid_once_by_its_code(office: Office) -> None:
    ticket = office.room.sell(by_hand(office), "Ada", "minoru", 6)
    paper = office.text("claude", TicketPaper.address(ticket))
    assert ticket.code in paper
    assert "Minoru" in paper
    assert office.get("otto", TicketPaper.address(ticket)).status_code == 404
    told = said(office.act("olga", office.room.session, "pay-paper", code=ticket.code))
    assert told == ["The round is not over yet."]
    office.act("claude", ticket.round, "void", reason="The lamp fell over")
    told = said(office.act("olga", office.room.session, "pay-paper", code=ticket.code.lower()))
    assert told == ["Hand over 0.30 EUR for 6 counters."]
    told = said(office.act("olga", office.room.session, "pay-paper", code=ticket.code))
    assert told == ["Ticket 1 has been paid."]


def test_no_page_asks_more_for_more_rows(office: Office) -> None:
    def asked() -> list[int]:
        found = []
        for page in pages(office):
            office.get("olga", page)
            with CaptureQueriesContext(
                connection,
            ) as queries:
                office.get("olga", page)
            found.append(len(queries))
        return found

    def more(number: int) -> None:
        player = join(code=office.room.session.code, nickname=f"Guest {number}").player
        buy_in(player=player, counters=10, by=HOUSE)
        office.act("olga", office.room.session, "prize", place="first", measure="net", counters=1)
        office.act("olga", office.room.session, "count", piece_100=number, reason="Again")

    more(1)
    before = asked()
    for number in range(2, 9):
        more(number)
    assert asked() == before


def test_the_archive_holds_all_that_is_needed_to_check_the_evening(office: Office) -> None:
    room = office.room
    live = room.open(room.put_table("Minoru 2"))
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 3)
    play(round_)
    answer = office.get("audrey", f"/admin/clubs/session/{room.session.pk}/archive.zip")
    assert answer["Content-Disposition"] == f'attachment; filename="session-{room.session.code}.zip"'
    archive = zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))
    assert archive.testzip() is None
    journal = list(csv.DictReader(io.StringIO(archive.read("counters/journal.csv").decode())))
    entries = Entry.objects.filter(book=room.session.book_id).values_list("pk", flat=True)
    assert {line["entry"] for line in journal} == {str(pk) for pk in entries}
    trial = csv.DictReader(io.StringIO(archive.read("counters/trial-balance.csv").decode()))
    held = {line["label"]: -int(line["balance"]) for line in trial if line["role"] == "purse"}
    assert held == {who: room.held()[f"purse:{who}"] for who in room.players}
    assert "money/journal.csv" in archive.namelist()
    transcripts = [name for name in archive.namelist() if name.startswith("transcripts/")]
    assert transcripts == [f"transcripts/{round_.chain.name}-{round_.number}.json"]
    assert archive.read(transcripts[0]) == transcript_of(round_)
    text = archive.read("events.jsonl").decode()
    assert live.secret.seed not in text
    assert round_.secret.seed in text
    assert all(json.loads(line)["kind"] != "bought_in" for line in text.splitlines())
    assert office.get("otto", f"/admin/clubs/session/{room.session.pk}/archive.zip").status_code == 404
