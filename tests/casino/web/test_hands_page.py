"""A hand is on the pages of its seat and on no other: dealt otherwise, nobody else's pages change by a letter."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from casino.tables.models import Round, Secret
from casino.tables.playing import value_of, waiting
from casino.web import at_table
from tests.casino.room import Room
from tests.casino.web.browsing import Browser, phone, screen
from tests.casino.web.moving import decided, go_on

OPTIONS = {"players": 3, "ante": 3}
GIVEN_UP = "discard"  # the part of Ascot
# What is new on a page whenever it is fetched: what protects its forms, their keys, and the time.
FRESH = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|name="key" value="[\w-]+"|now="[^"]+"')


def dealt(room: Room, game: str) -> tuple[Round, list[str]]:
    """The cards are dealt, everybody has some, and somebody has to choose among them; who does stands first."""
    round_ = room.entered(room.table_of(game, options=OPTIONS), "Ada", "Bob", "Cy")
    while not (names := choosing(round_)):
        wish = decided(round_)
        if wish is None:
            go_on(round_)
        else:
            room.move(round_, wish[0], **wish[1])
    return round_, names


def choosing(round_: Round) -> list[str]:
    """Who is waited for, and then the others; nobody, as long as it is not about hands. In Ascot cards are given up."""
    state = Secret.objects.get(round=round_).state
    of, waited = players(state), waiting(value_of(Round.objects.get(pk=round_.pk)))
    if (
        not waited
        or not of
        or not all(each["hand"] for each in of.values())
        or state.get("phase", GIVEN_UP) != GIVEN_UP
    ):
        return []
    return [waited[0], *(name for name in of if name != waited[0])]


def players(part: Any) -> dict[str, dict[str, Any]]:
    """Who holds a hand in a state, wherever the game keeps them."""
    if isinstance(part, dict) and {"seat", "hand"} <= part.keys():
        return {part["seat"]: part}
    found: dict[str, dict[str, Any]] = {}
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        found |= players(inner)
    return found


@contextmanager
def dealt_otherwise(round_: Round, first: str, second: str) -> Iterator[None]:
    """These two have cards of each other's, each as many as before. Nobody else could tell."""
    secret = Secret.objects.get(round=round_)
    before = json.dumps(secret.state)
    of = players(secret.state)
    own, other = of[first]["hand"], of[second]["hand"]
    together = [*other, *own]
    of[first]["hand"], of[second]["hand"] = together[: len(own)], together[len(own) :]
    assert sorted(own) != sorted(of[first]["hand"])
    secret.save()
    yield
    secret.state = json.loads(before)
    secret.save()


def pages(browser: Browser, round_: Round) -> dict[str, str]:
    table, game = f"/play/tables/{round_.table_id}/", round_.table.game
    addresses = [
        *("/play/", "/play/?live", table, f"{table}?live", f"{table}?all", f"{table}odds/"),
        *("/play/history/", "/play/statement/", "/", f"/games/{game}/", "/verify/"),
        *(f"/screen/?table={round_.table_id}", f"/screen/tables/{round_.table_id}/?live"),
    ]
    return {address: FRESH.sub("", browser.get(address, follow=True).html) for address in addresses}


def changed(browser: Browser, round_: Round, *of: str) -> set[str]:
    """The addresses whose pages are others when hands of these two have been dealt otherwise."""
    before = pages(browser, round_)
    with dealt_otherwise(round_, *of):
        after = pages(browser, round_)
    return {address for address in before if before[address] != after[address]}


@pytest.mark.parametrize("game", ["musical-casino", "ascot"])
def test_a_hand_changes_nobody_s_pages_but_its_own_seat_s(
    room: Room, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_, (chooser, beside, other) = dealt(room, game)
    room.come("Dot")  # who sits nowhere
    table = f"/play/tables/{round_.table_id}/"
    for who, browser in {other: phone(room, other), "Dot": phone(room, "Dot"), "the room": screen(room)}.items():
        shown = pages(browser, round_)
        assert ('id="cloth"' in shown[table]) is (who != "the room"), "it is the page of the table that was looked at"
        assert changed(browser, round_, chooser, beside) == set(), who
    found = changed(phone(room, chooser), round_, chooser, beside)
    assert table in found, "the same search finds a hand where it belongs"

    monkeypatch.setattr(at_table, "seat_in", lambda *_: chooser)  # a page that takes everybody for somebody else
    assert table in changed(phone(room, other), round_, chooser, beside), "and where it leaks"
