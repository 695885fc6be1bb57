"""The audit of a session: every number against a small evening worked by hand, and nothing for whom it is not."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino.api.events import BODIES
from casino.clubs.actors import HOUSE, Actor, Kind, staff
from casino.clubs.sessions import make_session
from casino.desk import audit, deed_words, deeds, turnover
from casino.desk.accounts import Reason, Role
from casino.desk.models import Count
from casino.events import telling
from casino.tables.correcting import correct_round
from casino.tables.dealing import take_back
from casino.tables.models import Move, Round, Stake
from casino.tables.offices import top_up_bank
from casino.tables.seating import sit_down
from casino.tables.settling import settle_round
from casino.tables.starting import call_the_off
from casino.tables.ticking import tick
from casino.tables.voiding import void_round
from ledger import balances, books, posting
from ledger.models import Account
from tests.casino.dealing import FELL, M1, deal, deals
from tests.casino.office import Office, address, secrets_of
from tests.casino.room import Room, play

PAGES = ("dashboard", "audit", "audit-sheet", "verify")


def actor(name: str) -> Actor:
    return staff(User.objects.get(username=name))


def page(office: Office, name: str, who: str = "audrey", **query: str) -> str:
    answer = office.get(who, address(office.room.session, name), **query)
    assert answer.status_code == 200
    return str(answer.content.decode())


def rows(html: str) -> list[list[str]]:
    """Every row of every table, as what is to be read in its cells."""
    found = re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)
    cells = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL) for row in found]
    return [[re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", cell)).strip() for cell in row] for row in cells]


def evening(office: Office) -> Round:
    """By hand: Ada stakes 6 on Minoru at 2 to 1, Bob 4 on St. Amant at 2 to 1. Minoru is said to win, after a card was
    taken back; then it was St. Amant. The next round is void. At the other table the house deals one round without
    stakes, Olga tops the bank up by 500, and three counters are missing when it is counted.
    """
    room, claude, olga = office.room, actor("claude"), actor("olga")
    table = room.put_table("By hand", by_hand=True)
    for who in ("Ada", "Bob"):
        sit_down(table.pk, player=room.players[who], by=claude)
    round_ = room.open(table)
    room.stake(round_, "Ada", "minoru", 6)
    room.stake(round_, "Bob", "st_amant", 4)
    deal(round_, M1[1], by=claude)
    take_back(round_.pk, by=claude)
    deal(round_, *M1, by=claude)
    settle_round(round_.pk, by=claude)
    correct_round(round_.pk, moves=deals(*FELL), reason="It was St. Amant", by=olga)
    void = room.open(table)
    room.stake(void, "Ada", "minoru", 5)
    void_round(void.pk, reason="The lamp fell over", by=claude)
    play(room.open())
    top_up_bank(room.table.pk, counters=500, by=olga)
    count(room, room.table.bank, missing=3, by=olga)
    return Round.objects.get(pk=round_.pk)


def count(room: Room, account: Account, *, missing: int, by: Actor) -> Count:
    book, held = room.session.book_id, balances.balance(account.pk)
    assert book is not None
    short = books.open_account(book=book, unit=account.unit_id, role=Role.OVER_SHORT, code="over-short")
    gone = posting.Transfer(account.pk, short.pk, missing, Reason.TILL_COUNT)
    entry = posting.post(book=book, key="count", transfers=[gone])
    return Count.objects.create(
        session=room.session,
        account=account,
        pieces={},
        expected=held,
        counted=held - missing,
        reason="Behind the stove",
        entry=entry,
        by=by.as_json(),
    )


# --- Numbers


def test_the_offices_turnover_is_that_of_the_evening(office: Office) -> None:
    evening(office)
    lines = {line.name: line for line in turnover.turnover_of(office.room.session)}
    hand, house = lines["By hand"], lines["Minoru 1"]
    # What was settled first is taken back: Ada has lost 6, and Bob has won 8.
    assert (hand.staked, hand.lost, hand.winnings, hand.other, hand.result) == (10, 6, 8, 0, -2)
    assert (hand.float_in, hand.float_out, hand.counted) == (1000, 0, 0)
    assert (house.staked, house.result, house.float_in, house.counted) == (0, 0, 1500, -3)
    for line in lines.values():
        assert line.account is not None
        assert balances.balance(line.account) == line.float_in - line.float_out + line.result + line.counted
    (total,) = turnover.in_all(lines.values())
    assert (total.role, total.staked, total.result, total.float_in, total.counted) == ("bank", 10, -2, 2500, -3)
    assert turnover.kept_of(office.room.session) == []


def test_what_was_kept_of_pools_is_told_by_account_and_reason(office: Office) -> None:
    session = office.room.session
    assert session.book_id is not None
    unit = office.room.table.bank.unit_id
    kept = [books.open_account(book=session.book_id, unit=unit, role=role, code=role) for role in turnover.KEEPERS]
    purse = office.room.players["Ada"].purse_id
    moved = [posting.Transfer(purse, to.pk, n, to.role_id) for to, n in zip(kept, (7, 2), strict=True)]
    posting.post(book=session.book_id, key="pool", transfers=moved)
    assert [(each.code, each.came, each.went) for each in turnover.kept_of(session)] == [
        ("breakage", 2, 0),
        ("commission", 7, 0),
    ]
    assert ["commission", "commission", "7"] in rows(page(office, "audit"))


def test_the_page_and_the_sheet_show_the_same_evening(office: Office) -> None:
    round_ = evening(office)
    for name in ("audit", "audit-sheet"):
        html = page(office, name)
        found = rows(html)
        assert ["bank", "2", "2,495"] in found
        assert ["issue", "1", "-2,800"] in found
        assert ["purse", "3", "302"] in found
        assert ["over-short", "1", "3"] in found
        assert ["total", "10", "0"] in found  # of ten accounts, three purses and three of stakes among them
        assert ["By hand", "bank", "counter", "10", "6", "8", "0", "-2", "1,000", "0", "0"] in found
        assert ["in all", "bank", "counter", "10", "6", "8", "0", "-2", "2,500", "0", "-3"] in found
        assert ["By hand", "2", "1", "1"] in found
        assert ["in all", "3", "2", "1"] in found
        amends = [row[1:] for row in found if len(row) == 4 and row[2].startswith("By hand, ")]
        assert ["claude", "By hand, 2", "Round void: The lamp fell over"] in amends
        assert ["olga", "By hand, 1", "Round corrected: It was St. Amant"] in amends
        assert ["claude", "By hand, 1", "Card taken back: move 2"] in amends
        (missing,) = [row for row in found if "Behind the stove" in row]
        assert missing[1:] == ["bank:Minoru 1", "1,500", "1,497", "-3", "olga", "Behind the stove"]
        assert "not zero" not in html
    assert address(round_, "redeal") in page(office, "audit")


def test_a_session_that_was_never_opened_says_so(office: Office) -> None:
    soon = make_session(club=office.room.session.club, name="Soon", by=actor("olga"))
    html = office.text("audrey", address(soon, "audit"))
    assert "it has no book yet" in html
    assert "Session made: Soon" in html
    assert "it has no book yet" in office.text("audrey", address(soon, "audit-sheet"))
    assert office.get("audrey", address(soon, "verify")).status_code == 404


# --- What staff did


def test_what_staff_did_is_read_page_by_page_each_once(office: Office) -> None:
    session, olga = office.room.session, actor("olga")
    till = Actor(Kind.DEVICE, 4, "till At the door")
    for number in range(110):
        telling.tell(session.pk, "bank_topped_up", counters=1000 + number, by=olga)
        telling.tell(session.pk, "stake_made", by=Actor(Kind.PLAYER, 1, "Ada"), seat="Ada")
    telling.tell(session.pk, "ticket_sold", telling.STAFF, number=7, by=till)
    seen: list[str] = []
    query: dict[str, str] = {}
    for expected in (50, 50, 11):
        answer = office.get("audrey", address(session, "audit"), **query)
        done = answer.context["deeds"]
        assert len(done) == expected
        seen += [deed.words for deed in done]
        query = dict(part.split("=") for part in answer.context["older"].lstrip("?").split("&") if part)
    assert seen == ["Ticket 7 sold", *(f"Bank topped up by {1109 - n}" for n in range(110))]
    assert not query
    people = {person.name: person for person in deeds.people_of(session)}
    assert {name: person.deeds for name, person in people.items()} == {"olga": 110, "till At the door": 1}
    audrey = office.clients["audrey"]
    only = audrey.get(address(session, "audit"), {"who": people["till At the door"].key})
    assert [deed.who for deed in only.context["deeds"]] == ["till At the door"]
    for nonsense in ({"who": "staff:x"}, {"before": "x"}, {"before": "9" * 30}, {"rounds": "x"}, {"who": "'"}):
        assert len(audrey.get(address(session, "audit"), nonsense).context["deeds"]) == 50


def test_the_sheet_prints_so_many_and_says_that_there_are_more(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(4):
        telling.tell(office.room.session.pk, "bank_topped_up", counters=number, by=actor("olga"))
    assert "there are more" not in page(office, "audit-sheet")
    monkeypatch.setattr(deeds, "MOST_PRINTED", 3)
    html = page(office, "audit-sheet")
    assert "Only the newest 3 are printed; there are more." in html
    assert html.count("Bank topped up by") == 3


def test_every_sentence_names_facts_that_its_event_has() -> None:
    for kind, sentence in deed_words.SENTENCES.items():
        assert set(re.findall(r"%\((\w+)\)s", str(sentence))) <= set(BODIES[kind]), kind


@pytest.mark.parametrize(
    ("kind", "body", "words"),
    [
        ("bought_in", {"counters": 20}, "Counters handed out: 20"),
        ("bank_offered", {"counters": None}, "Bank no longer offered"),
        ("bank_offered", {"counters": 120}, "Bank of 120 offered"),
        ("no_such_kind", {"hand": ["AS"]}, "no such kind"),
        ("happening", {"happening": {"hand_dealt": ["AS"]}}, "happening"),
        ("bought_in", {}, "bought in"),
        (
            "session_changed",
            {"before": {"name": "Gala", "leaderboard": True}, "after": {"name": "Fête", "leaderboard": False}},
            "Settings changed: name: Gala → Fête; leaderboard: yes → no",
        ),
    ],
)
def test_an_event_in_words(kind: str, body: dict[str, Any], words: str) -> None:
    assert deed_words.in_words(kind, body) == words


def test_notes_about_the_staff_of_the_club_are_shown(office: Office) -> None:
    club = office.room.session.club
    part = club.staff.get(user__username="claude")
    office.clients["olga"].post(address(part), {"part": "auditor"})
    assert [row[1:] for row in rows(page(office, "audit")) if "Part of claude" in row[-1]] == [
        ["olga", "Part of claude changed from croupier to auditor"]
    ]


# --- Proof and fairness


def test_verifying_now_says_in_order_or_what_is_wrong(office: Office) -> None:
    evening(office)
    for name in ("verify", "audit-sheet"):
        html = page(office, name)
        assert "In order." in html
        assert "3 rounds were replayed" in html
    Stake.objects.filter(selection="minoru", counters=6).update(counters=7)
    for name in ("verify", "audit-sheet"):
        html = page(office, name)
        assert "In order." not in html
        assert "It did not pay what it pays when it is replayed." in html


def test_a_round_is_dealt_again_and_compared_card_by_card(office: Office) -> None:
    round_ = play(office.room.open())
    html = office.text("audrey", address(round_, "redeal"))
    assert "every move is the same" in html
    lines = [row for row in rows(html) if len(row) == 4 and row[0].isdecimal()]
    assert len(lines) == round_.moves.count()
    assert all(line[1] == line[2] and line[3] == "✓ yes" for line in lines)
    last = round_.moves.order_by("-number")[0]
    swapped = [*last.move["deal"][1:], last.move["deal"][0]]
    Move.objects.filter(pk=last.pk).update(move={"deal": swapped})
    html = office.text("audrey", address(round_, "redeal"))
    assert "every move is the same" not in html
    assert f"Move {last.number} is not the one that the seed deals." in html
    assert [row[3] for row in rows(html) if row[0] == str(last.number)] == ["✗ no"]


def test_a_hand_dealt_round_says_that_it_cannot_be_verified(office: Office) -> None:
    round_ = evening(office)
    html = office.text("audrey", address(round_, "redeal"))
    assert "Hand-dealt: not verifiable." in html
    assert "deal: 6S 7S 8S 9S QC" in html
    assert "hand-dealt: not verifiable" in page(office, "audit")


def test_a_round_that_is_being_played_is_not_dealt_again_and_keeps_its_secrets(office: Office) -> None:
    round_ = office.room.open()
    office.room.stake(round_, "Ada", "minoru", 6)
    call_the_off(round_.pk, by=actor("claude"))
    round_.refresh_from_db()
    tick(round_.pk, round_.step)
    for who in ("root", "audrey"):
        texts = [page(office, name, who) for name in PAGES]
        texts.append(office.text(who, address(round_, "redeal")))
        assert "The round is not over yet." in texts[-1]
        assert "not published yet" in texts[1]
        for secret in secrets_of(Round.objects.get(pk=round_.pk)):
            assert not [text for text in texts if secret in text]


# --- Who may look, and what it costs


def test_everybody_of_the_club_may_look_and_nobody_else(office: Office) -> None:
    round_ = evening(office)
    addresses = [*(address(office.room.session, name) for name in PAGES), address(round_, "redeal")]
    for where in addresses:
        for who in ("olga", "claude", "audrey"):
            assert office.get(who, where).status_code == 200, (who, where)
        for who in ("otto", "nobody"):
            assert office.get(who, where).status_code == 404, (who, where)
        assert Client().get(where).status_code == 302
    line = office.text("audrey", addresses[1])
    assert ">Dashboard</a>" in line
    assert "/act/" not in "".join(page(office, name) for name in PAGES)


def queries(office: Office, where: str) -> int:
    office.get("audrey", where)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert office.get("audrey", where).status_code == 200
    return len(asked)


def test_more_rows_ask_no_more_of_the_database(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "proof_of", lambda _: None)  # which replays every round, and has to read it
    round_ = evening(office)
    session, olga = office.room.session, actor("olga")
    pages = [address(session, name) for name in ("dashboard", "audit", "audit-sheet")]
    few = [queries(office, where) for where in pages]
    for number in range(12):
        table = office.room.put_table(f"Table {number}")
        telling.tell(session.pk, "bank_topped_up", counters=1, by=olga, table=table.pk, round_=round_.pk)
        telling.tell(session.pk, "round_void", reason="Again", by=olga, table=table.pk, round_=round_.pk)
        office.room.come(f"Guest {number}", 10 + number)
        call_the_off(office.room.open(table).pk, by=HOUSE)
    assert [queries(office, where) for where in pages] == few


def test_hostile_names_are_only_text(office: Office) -> None:
    evil, worse = "<script>alert(1)</script>", '"><svg onload=alert(1)>'
    player = office.room.come(evil, 50)
    table = office.room.put_table(worse, by_hand=True)
    sit_down(table.pk, player=player, by=actor("claude"))
    round_ = office.room.open(table)
    deal(round_, *M1, by=actor("claude"))
    void = office.room.open()
    void_round(void.pk, reason=evil, by=actor("claude"))
    for name in PAGES:
        html = page(office, name)
        assert evil not in html
        assert worse not in html
        assert "<svg onload" not in html
    assert "&lt;script&gt;" in page(office, "audit-sheet")


def test_every_kind_of_event_that_staff_can_cause_has_a_sentence() -> None:
    by_guests_or_chance = {"entropy_promised", "entropy_revealed", "happening"}
    said_apart = {"session_changed", "bank_offered"}
    assert set(deed_words.SENTENCES) | by_guests_or_chance | said_apart == set(BODIES)
