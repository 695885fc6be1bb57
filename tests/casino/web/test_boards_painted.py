"""The cloth on the page of a table: every space once, a link while stakes are open, told apart by its name."""

import json
from collections import Counter
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from casino.clubs.actors import HOUSE
from casino.tables.models import Round
from casino.tables.playing import value_of
from casino.tables.starting import call_the_off
from games.registry import GAMES
from tests.casino.room import Room
from tests.casino.web.browsing import LANGUAGES, Element, Page, phone, screen

BOTH = {"totalisator": {"commission": 10}, "bookmaker": {"margin": 10}}
# Everything that can be backed at a table of each game, with what can be opened beside it.
TABLES: dict[str, dict[str, Any]] = {
    "minoru": {"beside": {"totalisator": {"commission": 10}}, "options": {"course": "jaques"}},
    "double-event": {"beside": {"totalisator": {"commission": 10}}},
    "horses": {"beside": {"totalisator": {"commission": 10}}},
    "roulette": {},
    "derby": {"beside": BOTH},
    "musical-casino": {"options": {"players": 2, "ante": 3}},
    "ascot": {"options": {"players": 2, "ante": 3}},
}
games = pytest.mark.parametrize("game", TABLES)


def test_every_game_is_looked_at() -> None:
    assert set(TABLES) == set(GAMES)


def spaces_on(part: Element) -> list[str]:
    """What the links of a part of the page lead to: `win/minoru`."""
    asked = [parse_qs(urlsplit(link["href"]).query).get("stake", []) for link in part.all("a")]
    return [stake for each in asked for stake in each]


def offered(round_: Round) -> set[str]:
    value = value_of(Round.objects.get(pk=round_.pk))
    return {f"{offer.name}/{selection}" for offer in value.offers for selection in offer.selections}


def spoken(page: Page) -> list[str]:
    """What the links of the cloth are called to who does not see them."""
    links = [link for link in page.part("cloth").all("a") if "stake=" in link["href"]]
    return [link["aria-label"] or link.text for link in links]


@games
def test_every_space_is_once_on_the_page_while_stakes_are_open_and_no_link_after_the_off(room: Room, game: str) -> None:
    table = room.table_of(game, **TABLES[game])
    round_, address = room.open(table), f"/play/tables/{table.pk}/"
    ada = phone(room, "Ada")
    page = ada.get(address, {"all": ""})
    found = Counter(spaces_on(page.root))
    assert set(found) == offered(round_)
    assert set(found.values()) <= {1}
    folded = Counter(spaces_on(ada.get(address).root))
    assert folded <= found, "what is folded away is fewer, and nothing else"
    for language in LANGUAGES:
        names = spoken(phone(room, "Ada", language).get(address, {"all": ""}))
        assert len(set(names)) == len(names), f"told apart in {language}"
        assert all(names)
    if game in {"musical-casino", "ascot"}:
        room.enter(round_, "Ada", "Bob")
    if Round.objects.get(pk=round_.pk).phase == Round.Phase.OPEN:
        call_the_off(round_.pk, by=HOUSE)
    after = ada.get(address, {"all": ""})
    assert spaces_on(after.root) == []
    assert after.part("cloth").all("svg")


@games
def test_a_board_is_drawn_under_its_game_s_name_and_without_style_or_script(room: Room, game: str) -> None:
    table = room.table_of(game, **TABLES[game])
    room.open(table)
    for language in LANGUAGES:
        title = GAMES[game].catalogue.title.said_in(language)
        page = phone(room, "Ada", language).get(f"/play/tables/{table.pk}/")
        wall = screen(room, language).get(f"/screen/tables/{table.pk}/")
        (upright,) = [svg for svg in page.part("cloth").all("svg") if "board" in svg["class"]]
        (wide,) = [svg for svg in wall.part("stage").all("svg") if "board" in svg["class"]]
        assert [upright["class"], wide["class"]] == ["board upright", "board wide"]
        assert [upright["aria-label"], wide["aria-label"]] == [title, title]
        for shown in (page, wall):
            assert [each.tag for each in shown.root.all() if "style" in each.attributes] == []
            assert [each for each in shown.root.all("script") if not each["src"]] == []
            assert [name for each in shown.root.all() for name in each.attributes if name.startswith("on")] == []


def test_what_is_laid_is_on_its_space_and_said_with_it(room: Room) -> None:
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 5)
    (mine,) = [name for name in spoken(phone(room, "Ada").get(f"/play/tables/{room.table.pk}/")) if "yours" in name]
    assert mine.endswith("yours: 5")
    assert "Minoru" in mine
    theirs = spoken(phone(room, "Bob").get(f"/play/tables/{room.table.pk}/"))
    assert not any("yours" in name for name in theirs)
    assert json.dumps(theirs).count("2 to 1") == 2
