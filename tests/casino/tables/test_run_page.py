"""The page from which an evening is run: every table, what can be done there now, and every guest."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.clubs.actors import HOUSE
from casino.clubs.joining import join
from casino.clubs.models import Session
from casino.clubs.sessions import make_session
from casino.tables import run_page
from casino.tables.dealing import deal_by_hand
from casino.tables.floor import doing, minutes
from casino.tables.models import Race, Round, Table
from casino.tables.pausing import pause_round
from casino.tables.seating import sit_down
from casino.tables.settling import settle_round
from casino.tables.starting import call_the_off
from casino.tables.ticket_acts import SellTicket
from casino.tables.voiding import void_round
from tests.casino.dealing import M1, deal, deals
from tests.casino.office import Office, act_address, address, said
from tests.casino.room import play


def page_of(office: Office) -> str:
    return address(office.room.session, "run")


def words(office: Office, who: str = "claude") -> str:
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", office.text(who, page_of(office))))


def offered(office: Office, who: str = "claude", table: Table | None = None) -> set[str]:
    """The acts on the page, by their names; those of one table only, or of all."""
    text = office.text(who, page_of(office)) if table is None else office.text(who, f"{page_of(office)}?part=live")
    if table is not None:
        text = text.split(f'data-part="acts-{table.pk}"')[1].split("</article>")[0]
    return set(re.findall(r'action="[^"]*/act/([\w-]+)/"', text))


def late(round_: Round, seconds: float) -> None:
    Round.objects.filter(pk=round_.pk).update(due_at=timezone.now() - timedelta(seconds=seconds))


# --- Who


def test_everybody_of_the_club_sees_it_and_nobody_else(office: Office) -> None:
    for who, status in {"olga": 200, "claude": 200, "audrey": 200, "otto": 404, "nobody": 404}.items():
        for part in ("", "?part=live"):
            assert office.get(who, page_of(office) + part).status_code == status
    assert page_of(office) in office.text("olga", address(office.room.session))  # as a step
    draft = make_session(club=office.room.session.club, name="Soon")
    assert office.get("olga", address(draft, "run")).status_code == 404
    assert address(draft, "run") not in office.text("olga", address(draft))


def test_acts_are_offered_by_part(office: Office) -> None:
    office.room.open()
    runs = {"message", "off", "pause", "ticket", "void", "sit-down", "follow-rounds"}
    assert offered(office, "claude") == runs
    assert offered(office, "olga") == runs
    assert offered(office, "audrey") == set()
    void_round(office.room.table.rounds.get().pk, reason="No", by=HOUSE)
    assert "close" not in offered(office, "claude")
    assert "close" in offered(office, "olga")


# --- What it says


def test_a_table_says_what_it_is_doing(office: Office) -> None:
    room = office.room
    timed = room.put_table("Timed", staking_time=timedelta(minutes=2), rest=timedelta(minutes=3))
    by_hand = room.put_table("By hand", by_hand=True)
    assert "Minoru 1 Minoru, Jaques cloth no round" in words(office)
    Race.objects.create(table=timed, place=1, name="The Plate", sponsor="Hartley’s")
    assert "Next race: 1. The Plate · Hartley’s" in words(office)
    round_ = room.open(timed)
    assert re.search(r"1\. The Plate · Hartley’s Round 1 : open, staking closes in (2:00|1:5\d)", words(office))
    pause_round(round_.pk, by=HOUSE)
    assert re.search(r"Round 1 : paused (2:00|1:5\d)", words(office))
    assert "data-due" not in office.text("claude", page_of(office))  # that clock stands still
    hand = room.open(by_hand)
    assert "open, until the off is called" in words(office)
    for move in deals(*M1):
        deal_by_hand(hand.pk, move=move, by=HOUSE)
        if move == deals(M1[0])[0]:
            assert "running, dealt by hand" in words(office)
    assert "over, to be settled" in words(office)
    settle_round(hand.pk, by=HOUSE)
    void_round(round_.pk, reason="The lamp fell over", by=HOUSE)
    text = words(office)
    coming = r"Timed Minoru, Jaques cloth Next race: 1\. The Plate · Hartley’s over, next round in (3:00|2:5\d)"
    assert re.search(coming, text)
    assert "last round Minoru" in text
    assert "last round void" in text


def test_a_table_shows_its_bank_its_seats_and_what_is_staked(office: Office) -> None:
    round_ = office.room.open()
    office.room.stake(round_, "Ada", "minoru", 6)
    office.room.stake(round_, "Bob", "gou_gou", 2)
    text = words(office)
    assert "office held by the house bank 1,000 seats 3 staked 8" in text
    assert "Ada 94 6 Minoru 1" in text
    assert "Players (3)" in text
    assert address(office.room.players["Ada"]) in office.text("audrey", page_of(office))


def test_what_is_overdue_by_more_than_five_seconds_is_stuck_and_can_be_taken_over(office: Office) -> None:
    round_ = office.room.open()
    for seconds, stuck, take_over in ((1, False, False), (4, False, True), (6, True, True)):
        late(round_, seconds)
        assert ("> stuck <" in office.text("claude", page_of(office)).replace(">stuck<", "> stuck <")) is stuck
        assert ("take-over" in offered(office)) is take_over
        assert "take-over" not in offered(office, "audrey")
    done = office.act("claude", round_, "take-over", back=page_of(office))
    assert re.fullmatch(r"What was due is done\. Steps: \d+\.", said(done)[0])
    assert done.redirect_chain[-1][0] == page_of(office)
    round_.refresh_from_db()
    assert round_.phase in {"running", "settled"}


def test_no_page_says_what_comes_next_in_the_pack(office: Office) -> None:
    round_ = office.room.open()
    call_the_off(round_.pk, by=HOUSE)
    for part in ("", "?part=live"):
        text = office.text("root", page_of(office) + part)
        assert round_.secret.seed not in text
        assert "last_joker" not in text


@pytest.mark.parametrize(
    ("left", "shown"), [(0, "0:00"), (-3, "0:00"), (0.2, "0:01"), (59.9, "1:00"), (61, "1:01"), (3600, "60:00")]
)
def test_a_clock_counts_the_second_that_has_begun(left: float, shown: str) -> None:
    assert minutes(timedelta(seconds=left)) == shown
    assert doing(None).clock == ""


# --- What is done on it


def test_an_evening_is_run_without_leaving_the_page(office: Office) -> None:
    room, table = office.room, office.room.put_table("By hand", by_hand=True)
    back = page_of(office)

    def press(item: Any, name: str, **said_: Any) -> str:
        assert name in offered(office, "olga", table), name
        done = office.act("olga", item, name, back=back, **said_)
        assert done.redirect_chain[-1][0] == back, name
        return said(done)[0]

    press(table, "sit-down", player="ada", typed="True")
    assert press(table, "open-round") == "Done: Open a round."
    round_ = table.rounds.get()
    sold = press(round_, "ticket", player="ADA ", typed="True", space="win:minoru", counters=2)
    assert sold.startswith("Write on the paper: ticket 1, 2 on Win: Minoru, code ")
    press(round_, "off")
    press(round_, "pause")
    press(round_, "resume")
    press(round_, "deal", fell=M1[1])
    press(round_, "take-back")
    deal(round_, *M1)
    press(round_, "settle")
    press(table, "follow-rounds", rest="60")
    assert "over, next round in" in words(office)
    press(table, "stop-rounds")
    press(table, "open-round")
    press(table.rounds.get(phase="open"), "void", reason="The lamp fell over")
    press(table, "close")
    assert f"acts-{table.pk}" not in office.text("olga", back)
    assert room.held()["purse:Ada"] == 104


@pytest.mark.parametrize("name", ["Mallory", "", "1", "A\0a", "<b>", "x" * 5000])
def test_a_guest_nobody_knows_is_a_sentence_and_what_was_typed_stays(office: Office, name: str) -> None:
    table, round_ = office.room.put_table("Empty"), office.room.open()
    for item, act in ((table, "sit-down"), (round_, "ticket")):
        form: dict[str, Any] = {
            "player": name,
            "typed": "True",
            "space": "win:minoru",
            "counters": 1,
            "back": page_of(office),
        }
        answer = office.act("claude", item, act, **form)
        assert answer.status_code == 200
        assert said(answer)[0].startswith("Player: ")
        assert '<details class="act" open>' in answer.content.decode()
    assert not table.seats.exists()
    assert not round_.stakes.exists()


def test_where_it_leads_back_to_is_a_page_of_the_admin(office: Office) -> None:
    for back in ("https://elsewhere.example/", "//elsewhere.example/admin/", "/api/"):
        done = office.act("claude", office.room.table, "sit-down", back=back)
        assert done.redirect_chain[-1][0] == address(office.room.table)


def test_a_message_is_put_on_the_screen_from_here(office: Office) -> None:
    done = office.act("claude", office.room.session, "message", text="Supper is served", back=page_of(office))
    assert said(done) == ["Done: Message to the screen."]
    assert "Supper is served" in words(office, "audrey")
    bad = office.act("claude", office.room.session, "message", text="turned \u202eround", back=page_of(office))
    assert said(bad) == ["A message is one line of at most 200 characters that can all be seen."]
    assert Session.objects.get(pk=office.room.session.pk).message == "Supper is served"
    office.act("claude", office.room.session, "message", text="", back=page_of(office))
    assert "Supper is served" not in words(office)


# --- The part that is fetched again


def test_the_live_part_comes_without_its_frame_and_by_the_clock_of_the_house(office: Office) -> None:
    round_ = office.room.open()
    late(round_, -90)
    whole, part = (office.text("claude", page_of(office) + query) for query in ("", "?part=live"))
    assert "<html" in whole
    assert "tables/run" in whole  # its script
    assert "<html" not in part
    assert len(part) < len(whole) / 2
    names = [set(re.findall(r'data-part="([\w-]+)"', text)) for text in (whole, part)]
    table = office.room.table.pk
    assert names[0] == names[1] == {"message", f"table-{table}", f"acts-{table}", "players", "guests"}
    assert re.search(r'data-now="20\d\d-\d\d-\d\dT[\d:.]+Z"', part)
    assert re.search(r'data-due="20\d\d-\d\d-\d\dT[\d:.]+Z"', part)
    assert act_address(round_, "off") in part
    assert re.search(r"<script(?![^>]*\bsrc=)", part) is None
    assert "Refresh" in whole  # for who has no script


def test_forms_keep_their_version_until_something_else_fits(office: Office) -> None:
    def version() -> str:
        (found,) = re.findall(r'data-version="([^"]*)"', office.text("claude", page_of(office)))
        return str(found)

    before = version()
    assert version() == before
    round_ = office.room.open()
    opened = version()
    office.room.stake(round_, "Ada", "minoru", 1)
    assert version() == opened != before


def test_forms_that_the_page_has_already_are_not_sent_again(office: Office) -> None:
    office.room.open()
    first = office.text("claude", f"{page_of(office)}?part=live")
    (version,) = re.findall(r'data-version="([^"]*)"', first)
    again = office.get("claude", page_of(office), part="live", have=version).content.decode()
    assert "/act/off/" in first
    assert "/act/off/" not in again
    assert f'data-version="{version}"' in again
    other = office.get("claude", page_of(office), part="live", have="another").content.decode()
    assert "/act/off/" in other


# --- How much it asks


def queries(office: Office, who: str) -> int:
    office.text(who, page_of(office))
    with CaptureQueriesContext(connection) as found:
        office.text(who, page_of(office))
    return len(found)


def test_many_tables_and_guests_take_no_more_questions_than_few(office: Office) -> None:
    room = office.room
    play(room.open(room.table))
    Race.objects.create(table=room.table, place=1, name="One")
    room.stake(room.open(), "Ada", "minoru", 1)
    for who in ("olga", "audrey"):
        office.text(who, page_of(office))  # what is asked once in a process
    few = {who: queries(office, who) for who in ("olga", "audrey")}
    for number in range(4):
        table = room.put_table(f"More {number}", by_hand=bool(number % 2))
        Race.objects.create(table=table, place=1, name="More")
        for extra in range(2):
            guest = join(code=room.session.code, nickname=f"Guest {number}.{extra}").player
            sit_down(table.pk, player=guest, by=HOUSE)
        if not number % 2:
            play(room.open(table))
        room.open(table)
    assert {who: queries(office, who) for who in ("olga", "audrey")} == few
    assert few["olga"] < 30


def test_of_very_many_guests_the_first_are_shown(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_page, "MOST_PLAYERS", 2)
    text = words(office)
    assert "Players (3)" in text
    assert "Ada 100" in text
    assert "Cy 100" not in text
    assert "All players" in text


def test_a_closed_session_still_has_its_page(office: Office) -> None:
    office.act("olga", office.room.table, "close")
    for player in office.room.players.values():
        office.act("olga", player, "cash-out")
    office.act("olga", office.room.session, "close")
    assert "No table is open." in words(office)
    assert offered(office, "olga") == set()


def test_a_game_for_points_says_so_and_sells_no_tickets(office: Office) -> None:
    table = office.room.table_of("roulette", options={"mode": "points"}, turn_time=timedelta(minutes=2))
    round_ = office.room.open(table)
    assert "Roulette with cards, Russell cards, for points Round 1 : waiting for Ada, Bob, Cy" in words(office)
    assert not SellTicket.fits(round_)
    for name in ("Ada", "Bob", "Cy"):
        office.room.move(round_, name, mark={"market": "colour", "selection": "red", "markers": 10})
    Round.objects.filter(pk=round_.pk).update(due_at=timezone.now() + timedelta(seconds=90))
    assert re.search(r"Round 1 : open, begins in 1:(30|2\d)", words(office))
