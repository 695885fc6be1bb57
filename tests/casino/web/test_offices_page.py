"""Holding the bank, on the page of a table: offered, taken, declined and passed on."""

import pytest

from casino.tables.models import Seat, Table
from tests.casino.room import Room
from tests.casino.web.browsing import Browser, Element, Page, climb, phone


@pytest.fixture
def passing(room: Room) -> Room:
    room.table = room.table_of("minoru", passes_round=True, least_bank=50, options={"course": "jaques"})
    return room


def page_of(browser: Browser, room: Room) -> Page:
    return browser.get(f"/play/tables/{room.table.pk}/")


def bank(page: Page) -> Element:
    return page.form("/office/")


def holder(room: Room) -> str | None:
    seat = Table.objects.select_related("holder__player").get(pk=room.table.pk).holder
    return seat.player.nickname if seat else None


def offer(room: Room, who: str) -> int | None:
    counters: int | None = Seat.objects.get(table=room.table, player=room.players[who]).offer
    return counters


def test_a_guest_offers_takes_and_passes_on_the_bank(passing: Room) -> None:
    ada = phone(passing, "Ada")
    form = bank(page_of(ada, passing))
    assert form.one("input", id="bank")["value"] == "50"
    told = ada.send(form, wish="offer", counters="60")
    assert told.notes == "Noted."
    assert (offer(passing, "Ada"), holder(passing)) == (60, None)
    assert bank(told).one("input", id="bank")["value"] == "60"
    told = ada.send(bank(told), wish="take", counters="70")
    assert (told.notes, holder(passing)) == ("Noted.", "Ada")
    assert (passing.held()["purse:Ada"], passing.held()[f"bank:{passing.table.name}"]) == (30, 70)
    round_ = passing.open()
    assert "On the other side of the stakes: Ada." in page_of(phone(passing, "Bob"), passing).text
    assert round_.office == "Ada"


def test_the_bank_is_passed_on_by_who_holds_it_alone(passing: Room) -> None:
    ada, bob = phone(passing, "Ada"), phone(passing, "Bob")
    ada.send(bank(page_of(ada, passing)), wish="take", counters="70")
    of_bob = bank(page_of(bob, passing))
    assert "pass" not in [button["value"] for button in of_bob.all("button")]
    told = bob.send(of_bob, wish="pass")
    assert told.part("notes").all("p", class_="error")
    assert holder(passing) == "Ada"
    of_ada = bank(page_of(ada, passing))
    assert "pass" in [button["value"] for button in of_ada.all("button")]
    assert ada.send(of_ada, wish="pass").notes == "Noted."
    assert (holder(passing), passing.held()["purse:Ada"]) == (None, 100)


def test_who_declines_is_passed_over(passing: Room) -> None:
    ada = phone(passing, "Ada")
    ada.send(bank(page_of(ada, passing)), wish="offer", counters="60")
    ada.send(bank(page_of(ada, passing)), wish="decline")
    assert offer(passing, "Ada") is None


def test_the_same_form_twice_takes_the_bank_once(passing: Room) -> None:
    ada = phone(passing, "Ada")
    form = bank(page_of(ada, passing))
    for _ in range(2):
        assert ada.send(form, wish="take", counters="50").notes == "Noted."
    assert passing.held()["purse:Ada"] == 50


def test_a_bank_that_is_too_small_or_no_number_is_refused_with_a_sentence(passing: Room) -> None:
    ada = phone(passing, "Ada")
    form = bank(page_of(ada, passing))
    for at, counters in enumerate(("49", "0", "-60", "", "sixty", "5e1", "1000", "9" * 15, "9" * 60)):
        for wish in ("take", "offer") if counters not in {"1000", "9" * 15} else ("take",):
            told = ada.send(form, wish=wish, counters=counters, key=f"{wish}-{at}")
            assert told.part("notes").all("p", class_="error"), (wish, counters)
    assert (holder(passing), passing.held()["purse:Ada"]) == (None, 100)
    assert ada.send(form, wish="take", counters="60", key="").part("notes").all("p", class_="error")


def test_who_does_not_sit_there_holds_no_bank(passing: Room) -> None:
    passing.come("Dot", 100)
    dot = phone(passing, "Dot")
    page = page_of(dot, passing)
    assert page.forms("/office/") == []
    told = dot.post(f"/play/tables/{passing.table.pk}/office/", {"key": "k", "wish": "take", "counters": "60"})
    assert told.part("notes").all("p", class_="error")
    assert holder(passing) is None


def test_what_offices_refuse_to_others(passing: Room) -> None:
    climb([f"/play/tables/{passing.table.pk}/office/"], passing, posts=True)


def test_a_table_whose_bank_does_not_pass_offers_none(room: Room) -> None:
    ada = phone(room, "Ada")
    assert page_of(ada, room).forms("/office/") == []
    told = ada.post(f"/play/tables/{room.table.pk}/office/", {"key": "k", "wish": "take", "counters": "60"})
    assert told.part("notes").all("p", class_="error")
    assert room.held()["purse:Ada"] == 100
