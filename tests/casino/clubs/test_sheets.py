"""Sheets to print before the evening: the code on the wall and a card for every table."""

from typing import Any

import pytest
from django.test import Client
from django.test.utils import override_settings

from casino.clubs import addresses
from casino.clubs.actors import HOUSE
from casino.clubs.models import Session
from casino.clubs.sessions import make_session
from casino.tables.opening import close_table
from casino.tables.planning import plan_table
from casino.tables.programme import Line
from tests.casino.office import Office, address
from tests.casino.room import Room

SHEETS = ("qr-sheet", "table-cards")


def draft(room: Room, **settings: Any) -> Session:
    return make_session(club=room.session.club, name="Soon", **settings)


def test_the_code_on_the_wall_says_all_that_guests_should_know(room: Room, office: Office) -> None:
    money = {"currency": "GBP", "price": 50, "price_for": 10, "prize_cap": 40_000}
    soon = draft(room, starting_counters=25, stake_cap=6, staff_play=False, good_cause="The roof", **money)
    page = office.text("olga", address(soon, "qr-sheet"))
    for words in (
        "<h1>Soon</h1>",
        "The club",
        f"http://testserver/j/{soon.code}",
        "You start with 25 counters.",
        "10 counters cost 0.50 GBP.",
        "For a good cause: The roof",
        "Staff do not play.",
        "Nobody stakes more than 6 counters in a round.",
        "No prize is worth more than 400.00 GBP.",
    ):
        assert words in page, words
    assert page.count("<svg") == 1
    plain = office.text("olga", address(draft(room), "qr-sheet"))
    assert "Counters are free." in plain
    for words in ("You start with", "Nobody stakes", "No prize", "good cause", "bought back"):
        assert words not in plain


def test_a_card_for_every_table_that_is_open_or_planned(room: Room, office: Office) -> None:
    text = office.text("olga", address(room.session, "table-cards"))
    assert "<h1>Minoru 1</h1>" in text
    assert "Jaques cloth" in text
    assert text.count("<article") == text.count("<svg") == 1
    soon = draft(room)
    plan_table(session=soon, name="True", game="minoru", by=HOUSE, programme=[Line("The Oaks", "The bakery")])
    plan_table(session=soon, name="Round", game="minoru", by=HOUSE, passes_round=True)
    page = office.text("olga", address(soon, "table-cards"))
    first, second = page.split("<article")[1:]
    assert "True odds" in first
    assert "The Oaks" in first
    assert "The bakery" in first
    assert "the house keeps" in first
    # The banker decides before each round, so both ways are on the card.
    assert "Jaques cloth, without the joker" in second
    assert "Jaques cloth, with the joker" in second
    assert page.count("sheet-page") == 1  # between the two, not after the last
    close_table(room.table.pk, by=HOUSE)
    assert "There are no tables yet." in office.text("olga", address(room.session, "table-cards"))


def test_where_chances_are_told_from_the_off_on_no_card_tells_them_before(room: Room, office: Office) -> None:
    for hidden in (False, True):
        soon = make_session(club=room.session.club, name=f"Hidden {hidden}", hide_odds=hidden)
        plan_table(session=soon, name="One", game="minoru", by=HOUSE)
        page = office.text("olga", address(soon, "table-cards"))
        assert "5 to 3" in page
        assert ("the house keeps" in page) is not hidden
        assert ("36.9 %" in page) is not hidden


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_is_in_the_language_of_its_guests(room: Room, office: Office, sheet: str) -> None:
    soon = draft(room, language="fr")
    plan_table(session=soon, name="Une", game="minoru", by=HOUSE, options={"course": "jaques"})
    for query, language in (({}, "fr"), ({"lang": "es"}, "es"), ({"lang": "tlh"}, "fr"), ({"lang": "x" * 999}, "fr")):
        page = office.get("olga", address(soon, sheet), **query).content.decode()
        assert f'<html lang="{language}">' in page
        if sheet == "table-cards":
            assert {"fr": "Tapis Jaques", "es": "Tapete Jaques"}[language] in page
    assert '<html lang="en"' in office.text("olga", address(soon))  # and nothing after it is


@pytest.mark.parametrize("sheet", SHEETS)
def test_who_may_print(room: Room, office: Office, sheet: str) -> None:
    for who, status in (("olga", 200), ("claude", 200), ("audrey", 200), ("otto", 404), ("nobody", 404)):
        assert office.get(who, address(room.session, sheet)).status_code == status
    assert Client().get(address(room.session, sheet)).status_code == 302


@pytest.mark.parametrize("sheet", SHEETS)
def test_hostile_names_are_only_names(room: Room, office: Office, sheet: str) -> None:
    evil = "<script>alert(1)</script>"
    soon = make_session(club=room.session.club, name=f"N{evil}", good_cause=f"G{evil}")
    plan_table(session=soon, name=f"T{evil}", game="minoru", by=HOUSE, programme=[Line(f"R{evil}", f"S{evil}")])
    page = office.text("olga", address(soon, sheet))
    assert evil not in page
    shown = {"qr-sheet": "NG", "table-cards": "NTRS"}[sheet]
    for letter in shown:
        assert f"{letter}&lt;script&gt;" in page


def test_the_address_on_the_sheet_is_one_that_phones_can_reach(
    room: Room, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "lan_addresses", lambda: ["192.0.2.7"])
    for host, shown in (("localhost:8000", "192.0.2.7:8000"), ("127.0.0.1", "192.0.2.7"), ("testserver", "testserver")):
        answer = office.clients["olga"].get(address(room.session, "qr-sheet"), headers={"host": host})
        assert f">http://{shown}/j/{room.session.code}<" in answer.content.decode()
    monkeypatch.setattr(addresses, "lan_addresses", list)
    answer = office.clients["olga"].get(address(room.session, "qr-sheet"), headers={"host": "localhost:8000"})
    assert f">http://localhost:8000/j/{room.session.code}<" in answer.content.decode()
    with override_settings(CASINO_URL="https://casino.example.org"):
        assert f">https://casino.example.org/j/{room.session.code}<" in office.text(
            "olga", address(room.session, "qr-sheet")
        )
