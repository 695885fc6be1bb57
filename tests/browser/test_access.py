"""Who cannot see well, hear, hold a phone still or use a mouse: axe has nothing serious to say of any page, in any
language; at 360 pixels nothing is cut off; what is tapped is 48 pixels wide and high; a stake needs only the keyboard.
"""

import re
from dataclasses import dataclass
from itertools import cycle
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.conf import settings
from playwright.sync_api import BrowserContext, Page, expect

from games.registry import GAMES
from tests.browser.hall import PHONE, SCREEN, TABLES, Hall

pytestmark = pytest.mark.browser

LANGUAGES = ("en", "fr", "es")
SERIOUS = {"serious", "critical"}
AXE = "async (options) => (await axe.run(document, { resultTypes: ['violations'], ...options })).violations"
ONLY_CONTRAST = {"runOnly": ["color-contrast"]}
# Everything that can be tapped and is smaller; a link within a sentence is as high as its line.
SMALL = """() => [...document.querySelectorAll('a, button, input:not([type=hidden]), select, summary, textarea')]
  .filter((each) => !each.closest('.skip, .visually-hidden') && each.checkVisibility())
  .filter((each) => !(each.matches('p a, li a, td a, th a, dd a') && getComputedStyle(each).display === 'inline'
    && each.parentElement.innerText.trim() !== each.innerText.trim()))
  .map((each) => (each.matches('label input') ? each.closest('label') : each))
  .map((each) => [each.outerHTML.slice(0, 120), each.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 47.5 || height < 47.5)
  .map(([text, { width, height }]) => `${width.toFixed(1)} × ${height.toFixed(1)}: ${text}`)"""
WIDER = """() => document.documentElement.scrollWidth <= innerWidth ? '' : [...document.querySelectorAll('body *')]
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1).slice(0, 3)
  .map((each) => each.outerHTML.slice(0, 120)).join('\\n')"""

FOCUSED = """() => {
  const each = document.activeElement;
  return each.dataset.spot ?? each.getAttribute('aria-label') ?? each.innerText ?? '';
}"""
MOST_TABS = 120
# What is pressed, and what is there then.
STEPS = (
    ("win/clubs", "#counters"),
    ("1 more", "#counters[value='1']"),
    ("1 more", "#counters[value='2']"),
    ("Review", ".review"),
    ("Confirm", "#notes p"),
)


@dataclass(frozen=True)
class Place:
    """A page, and as whom it is looked at."""

    name: str
    who: str
    path: str


@dataclass(frozen=True)
class Known:
    """The house with somebody in every part, and what each of their browsers has kept."""

    hall: Hall
    kept: dict[str, Any]
    places: list[Place]

    def context(self, who: str, language: str, **more: Any) -> BrowserContext:
        size = SCREEN if who == "screen" else PHONE
        wishes: dict[str, Any] = {"viewport": size, "base_url": self.hall.origin, "locale": language, **more}
        context = self.hall.browser.new_context(storage_state=self.kept[who], **wishes)
        cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": self.hall.origin}
        context.add_cookies([cookie])  # type: ignore[list-item]
        return context


@pytest.fixture(scope="module")
def known(hall: Hall) -> Known:
    """A guest sits at every table. One round is over, so that there is something in the books."""
    left_over = _closed_session(hall)
    hall.open_session(*TABLES)
    ada = hall.phone("Ada").join()
    for name in TABLES:
        ada.sit(name)
    rounds = {name: hall.open_round(name) for name in TABLES}
    ada.open("Minoru")
    ada.stake("win/minoru", 1, 1, 1)
    hall.call_the_off(rounds["Minoru"])
    hall.wait_for(rounds["Minoru"], "settled")
    hall.open_round("Minoru")
    screen = hall.screen()
    kept = {
        "nobody": {},
        "guest": ada.context.storage_state(),
        "left over": left_over,
        "screen": screen.context.storage_state(),
        "organiser": hall.office.storage_state(),
    }
    ada.context.close()
    screen.context.close()
    return Known(hall, kept, _places(hall, rounds["Minoru"]))


def _closed_session(hall: Hall) -> Any:
    """Of a guest whose session is over."""
    hall.open_session(starting_counters=0)
    bob = hall.phone("Bob").join()
    hall.ask(f"/sessions/{hall.code}/close/", {})
    kept = bob.context.storage_state()
    bob.context.close()
    return kept


def _places(hall: Hall, over: int) -> list[Place]:
    minoru = hall.tables["Minoru"]
    return [
        Place("front", "nobody", "/"),
        *(Place(f"rules of {game}", "nobody", f"/games/{game}/") for game in GAMES),
        Place("join", "nobody", f"/j/{hall.code}/"),
        Place("join again", "guest", f"/j/{hall.code}/"),
        Place("come back", "nobody", f"/j/{hall.code}/back/"),
        Place("code", "nobody", "/j/"),
        Place("wrong code", "nobody", "/j/ZZZZZZ/"),
        Place("scan again", "nobody", "/play/"),
        Place("session over", "left over", "/play/"),
        Place("recovery", "guest", "/play/code/"),
        Place("room", "guest", "/play/"),
        Place("statement", "guest", "/play/statement/"),
        Place("history", "guest", "/play/history/"),
        *(Place(f"table {name}", "guest", f"/play/tables/{table}/") for name, table in hall.tables.items()),
        Place("all bets", "guest", f"/play/tables/{hall.tables['Roulette']}/?all"),
        Place("panel", "guest", f"/play/tables/{minoru}/?stake=win/minoru"),
        Place("panel with chances", "guest", f"/play/tables/{minoru}/?stake=win/minoru&counters=3&chance=1"),
        Place("review", "guest", f"/play/tables/{minoru}/?stake=win/minoru&counters=3&review=1"),
        Place("odds", "guest", f"/play/tables/{minoru}/odds/"),
        Place("odds of a pool", "guest", f"/play/tables/{hall.tables['Derby']}/odds/"),
        Place("verifier", "nobody", "/verify/"),
        Place("verified round", "guest", f"/verify/?round={over}"),
        Place("pairing", "nobody", "/screen/"),
        Place("let in", "organiser", "/screen/pair/23456789CD/"),
        *(Place(f"screen {name}", "screen", f"/screen/tables/{table}/") for name, table in hall.tables.items()),
        Place("nothing", "nobody", "/no-such-page"),
    ]


def wrong_with(page: Page, place: Place, **options: Any) -> list[str]:
    page.evaluate(AXE_SCRIPT)
    found = page.evaluate(AXE, options)
    return [
        f"{place.name}: {each['id']} ({each['impact']}): {each['help']}: {node['html'][:160]}"
        for each in found
        if each["impact"] in SERIOUS
        for node in each["nodes"]
    ]


def too_small_or_wide(page: Page, place: Place) -> list[str]:
    page.set_viewport_size(PHONE)
    wider = page.evaluate(WIDER)
    small = [] if place.who in {"screen", "organiser"} else page.evaluate(SMALL)
    locked = page.locator("meta[name=viewport]").get_attribute("content") or ""
    return [
        *([f"{place.name}: wider than the phone: {wider}"] if wider else []),
        *(f"{place.name}: {each}" for each in small),
        *([f"{place.name}: no zoom"] if re.search("user-scalable|maximum-scale", locked) else []),
    ]


def look_at(known: Known, wanted: list[tuple[Place, str]]) -> list[str]:
    """What is wrong with these pages, each in its language."""
    wrong: list[str] = []
    pages: dict[tuple[str, str], Page] = {}
    for place, language in wanted:
        at = place.who, language
        page = pages[at] = pages.get(at) or known.context(*at).new_page()
        page.goto(place.path)
        assert page.locator("html").get_attribute("lang") == language, place.name
        wrong += [f"{language} {each}" for each in (*wrong_with(page, place), *too_small_or_wide(page, place))]
        if place.who == "screen":
            page.set_viewport_size(SCREEN)
    for page in pages.values():
        page.context.close()
    return wrong


def test_every_page_can_be_used_by_everybody(known: Known) -> None:
    """Each in one language, and of rules and screens one; all of them in every language is for the slow tests."""
    alike = ("rules of ", "screen ")
    places = [place for place in known.places if not place.name.startswith(alike) or "inoru" in place.name]
    wrong = look_at(known, list(zip(places, cycle(LANGUAGES), strict=False)))
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_can_be_used_by_everybody_in(language: str, known: Known) -> None:
    wrong = look_at(known, [(place, language) for place in known.places])
    assert not wrong, "\n".join(wrong)


def test_tables_can_be_read_by_night(known: Known) -> None:
    """By day is what all other pages are looked at."""
    context = known.context("guest", "en", color_scheme="dark")
    page, wrong = context.new_page(), list[str]()
    for place in known.places:
        if place.name.startswith(("table ", "review")):
            page.goto(place.path)
            wrong += wrong_with(page, place, **ONLY_CONTRAST)
    context.close()
    assert not wrong, "\n".join(wrong)


def test_a_stake_needs_only_the_keyboard(known: Known) -> None:
    context = known.context("guest", "en")
    page = context.new_page()
    page.goto(f"/play/tables/{known.hall.tables['Horses']}/")
    before = int(page.locator("#purse strong").inner_text())
    for wanted, then in STEPS:
        press(page, wanted)
        expect(page.locator(then)).to_be_visible()
    expect(page.locator("#notes")).to_contain_text("Staked: 2 on")
    expect(page.locator("#purse strong")).to_have_text(str(before - 2))
    context.close()


def press(page: Page, wanted: str) -> None:
    """Tab until it has the focus, then Enter."""
    for _ in range(MOST_TABS):
        if page.evaluate(FOCUSED).strip() == wanted:
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} is not reached by the keyboard")
