"""A stake on a page: tap a space, choose counters, look at it once more, confirm; and take it back before the off."""

import re

from casino.clubs.actors import HOUSE
from casino.clubs.models import Session
from casino.tables.models import Round, Seat, Stake
from casino.tables.starting import call_the_off
from tests.casino.room import Room
from tests.casino.web.browsing import Browser, Element, Page, climb, phone

MINORU = {"stake": "win/minoru"}


def address(room: Room) -> str:
    return f"/play/tables/{room.table.pk}/"


def laid(round_: Round) -> dict[str, int]:
    rows = Stake.objects.filter(round=round_, counters__gt=0).select_related("seat__player")
    return {f"{row.seat.player.nickname}:{row.market}/{row.selection}": row.counters for row in rows}


def review(browser: Browser, room: Room, counters: str = "4") -> Page:
    """From the cloth, as a thumb does: the space, the number, the button."""
    cloth = browser.get(address(room)).part("cloth")
    (space,) = [link["href"] for link in cloth.all("a") if "win%2Fminoru" in link["href"]]
    panel = browser.get(space.partition("#")[0])
    return browser.send(panel.part("panel").one("form"), counters=counters)


def confirmation(page: Page) -> Element:
    return page.form("/stake/")


def test_a_stake_is_chosen_looked_at_and_confirmed(room: Room) -> None:
    round_, ada = room.open(), phone(room, "Ada")
    looked_at = review(ada, room)
    words = looked_at.part("panel").text
    assert "You stake 4 on" in words
    assert "12 come back in all" in words  # 2 to 1, and the stake
    assert laid(round_) == {}
    done = ada.send(confirmation(looked_at))
    assert "Staked: 4 on" in done.notes
    assert laid(round_) == {"Ada:win/minoru": 4}
    assert room.held()["purse:Ada"] == 96
    assert done.part("purse").one("strong").text == "96"
    assert "Minoru" in done.part("stakes").text
    assert done.part("panel").text == ""


def test_what_would_come_back_counts_what_lies_there_already(room: Room) -> None:
    round_, ada = room.open(), phone(room, "Ada")
    room.stake(round_, "Ada", "minoru", 2)
    words = review(ada, room).part("panel").text
    assert "You stake 4 on" in words
    assert "18 come back in all" in words  # 2 to 1 for six, and the six


def test_chips_add_what_they_are_worth_and_no_more_than_is_accepted(room: Room) -> None:
    room.open()
    ada = phone(room, "Ada")
    panel = ada.get(address(room), MINORU)
    chips = {chip.text: chip["href"] for chip in panel.part("panel").all("a") if "chip-of" in chip["class"]}
    assert set(chips) == {"1", "5"}, "the cloth takes up to 6 on a space: ten is too many"
    panel = ada.get(chips["5"].partition("#")[0])
    assert panel.part("panel").one("input", id="counters")["value"] == "5"
    assert [chip.text for chip in panel.part("panel").all("a") if "chip-of" in chip["class"]] == ["1"]
    full = ada.get(address(room), {**MINORU, "counters": "6"})
    assert [chip for chip in full.part("panel").all("a") if "chip-of" in chip["class"]] == []


def test_the_same_form_sent_twice_stakes_once(room: Room) -> None:
    round_, ada = room.open(), phone(room, "Ada")
    form = confirmation(review(ada, room))
    first, again = ada.send(form), ada.send(form)
    assert first.notes == again.notes
    assert "Staked: 4" in again.notes
    assert laid(round_) == {"Ada:win/minoru": 4}
    other = ada.send(form, counters="5")
    assert other.part("notes").one("p")["class"] == "error", "the key was for another stake"
    assert laid(round_) == {"Ada:win/minoru": 4}


def test_a_price_that_has_changed_is_refused_with_a_sentence(room: Room) -> None:
    round_, ada = room.open(), phone(room, "Ada")
    form = confirmation(review(ada, room))
    for price in ("another", ""):
        told = ada.send(form, price=price, key=f"key-{price}")
        assert told.part("notes").one("p")["class"] == "error", price
        assert laid(round_) == {}
    assert "Staked" in ada.send(form).notes, "the right one, with its own key, is taken"


def test_more_than_is_accepted_is_refused_and_the_panel_offers_what_is(room: Room) -> None:
    round_, ada = room.open(), phone(room, "Ada")
    looked_at = review(ada, room, "5000")
    assert "You stake 6 on" in looked_at.part("panel").text
    told = ada.send(confirmation(looked_at), counters="7")
    assert told.part("notes").one("p")["class"] == "error"
    assert "6" in told.notes
    assert laid(round_) == {}
    assert room.held()["purse:Ada"] == 100


def test_who_has_less_than_the_cloth_takes_is_offered_what_the_purse_has(room: Room) -> None:
    room.come("Dot", 3)
    round_, dot = room.open(), phone(room, "Dot")
    looked_at = review(dot, room, "6")
    assert "You stake 3 on" in looked_at.part("panel").text
    told = dot.send(confirmation(looked_at), counters="4")
    assert told.part("notes").one("p")["class"] == "error"
    assert laid(round_) == {}


def test_after_the_off_a_stake_and_a_taking_back_are_refused_and_nothing_changes(room: Room) -> None:
    round_, ada = room.open(), phone(room, "Ada")
    room.stake(round_, "Ada", "st_amant", 2)
    form = confirmation(review(ada, room))
    back = ada.get(address(room)).form("/withdraw/")
    call_the_off(round_.pk, by=HOUSE)
    before = (laid(round_), room.held())
    for late in (form, back):
        told = ada.send(late)
        assert told.status == 200
        assert told.part("notes").one("p")["class"] == "error"
        assert len(told.notes) > 10
    assert (laid(round_), room.held()) == before
    after = ada.get(address(room), MINORU)
    assert after.part("panel").text == ""
    assert after.forms("/withdraw/") == []


def test_the_first_stake_seats_a_guest(room: Room) -> None:
    room.come("Dot", 20)
    round_, dot = room.open(), phone(room, "Dot")
    done = dot.send(confirmation(review(dot, room)))
    assert "Staked: 4" in done.notes
    assert laid(round_) == {"Dot:win/minoru": 4}
    assert Seat.objects.filter(player=room.players["Dot"], table=room.table, left_at=None).exists()


def test_what_was_staked_is_taken_back_whole_and_once(room: Room) -> None:
    round_, ada = room.open(), phone(room, "Ada")
    room.stake(round_, "Ada", "minoru", 5)
    form = ada.get(address(room)).form("/withdraw/")
    done = ada.send(form)
    assert "Back in your purse: 5" in done.notes
    again = ada.send(form)
    assert again.notes == done.notes
    assert (laid(round_), room.held()["purse:Ada"]) == ({}, 100)
    assert done.forms("/withdraw/") == []


def test_a_number_that_is_none_is_refused_with_a_sentence(room: Room) -> None:
    round_, ada = room.open(), phone(room, "Ada")
    form = confirmation(review(ada, room))
    for number in ("", "0", "-3", "four", "1.5", "1e3", "9" * 15, "9" * 40, "²", "\0"):
        told = ada.send(form, counters=number, key=f"key-{number.encode().hex()}")
        assert told.part("notes").one("p")["class"] == "error", number
    assert (laid(round_), room.held()["purse:Ada"]) == ({}, 100)
    for number in ("", "0", "-3", "four", "1.5", "9" * 40, "²"):
        panel = ada.get(address(room), {**MINORU, "counters": number, "review": "1"})
        assert panel.forms("/stake/") == [], number


def test_what_is_no_space_or_has_no_key_is_refused(room: Room) -> None:
    round_, ada = room.open(), phone(room, "Ada")
    form = confirmation(review(ada, room))
    for wrong in (
        {"market": "x" * 400},
        {"market": ""},
        {"selection": "<script>"},
        {"selection": "\0"},
        {"key": ""},
        {"key": "x" * 101},
        {"key": "a b"},
        {"key": "\u00e9"},
    ):
        told = ada.send(form, **{"key": f"k{wrong}".encode().hex()[:90], **wrong})
        assert told.part("notes").one("p")["class"] == "error", wrong
    assert laid(round_) == {}
    for stake in ("", "win", "win/", "/minoru", "win/nobody", "win/minoru/x", "<b>/x"):
        assert ada.get(address(room), {"stake": stake}).part("panel").text == "", stake


def test_what_staking_refuses_to_others(room: Room) -> None:
    round_ = room.open()
    climb([f"/play/rounds/{round_.pk}/{act}/" for act in ("stake", "withdraw")], room, posts=True)


def test_a_guest_stakes_for_nobody_else(room: Room) -> None:
    """Who is known by the cookie, and by nothing in the form."""
    round_, ada = room.open(), phone(room, "Ada")
    form = confirmation(review(ada, room))
    bob = phone(room, "Bob")
    assert "Staked" in bob.send(form, player=str(room.players["Ada"].pk), seat="Ada").notes
    assert laid(round_) == {"Bob:win/minoru": 4}
    assert "Staked" in ada.send(form).notes, "a key is each guest's own"


CHANCE = re.compile(r"[0-9][.,][0-9]+\s?%")


def test_chances_and_edges_are_told_unless_the_session_hides_them_before_the_off(room: Room) -> None:
    totalisator = {"totalisator": {"commission": 10}}
    table = room.table_of("horses", beside=totalisator)
    round_, ada = room.open(table), phone(room, "Ada")
    place = f"/play/tables/{table.pk}/"
    spaces = [link["href"] for link in ada.get(place).root.all("a") if "stake=" in link["href"]]
    pool = next(href for href in spaces if "totalisator" in href).partition("#")[0]
    panel = ada.send(ada.get(pool).part("panel").one("form"), counters="10")
    assert "Staked" in ada.send(confirmation(panel)).notes
    fixed = next(href for href in spaces if "totalisator" not in href).partition("#")[0]

    def told() -> tuple[bool, bool, bool, bool]:
        odds, beside = ada.get(f"{place}odds/"), ada.get(place).part("beside").text
        panel = ada.get(f"{fixed}&chance=1").part("panel").text
        return (
            bool(CHANCE.search(odds.text)),
            bool(CHANCE.search(panel)),
            "for 1" in beside,
            "10 in the pool" in odds.text,
        )

    assert told() == (True, True, True, True)
    Session.objects.filter(pk=room.session.pk).update(hide_odds=True)
    assert told() == (False, False, False, False)
    assert "Not told before the off." in ada.get(f"{fixed}&chance=1").part("panel").text
    call_the_off(round_.pk, by=HOUSE)
    odds = ada.get(f"{place}odds/").text
    assert CHANCE.search(odds)
    assert "10 in the pool" in odds
