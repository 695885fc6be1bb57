"""The network is gone for ten seconds: with a stake to be confirmed, with one in flight, in the middle of a race."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.hall import STARTING, Hall, Phone
from tests.houses import eventually

pytestmark = pytest.mark.browser

GONE = 10_000  # milliseconds
STAKED = 2
SAID = "No connection. Nothing can be staked until it is back; it is tried again by itself."
PENDING = "Your last stake is not confirmed yet. It is asked for again, and counts once."


@dataclass
class Outage:
    """What was seen of it, and who is still there afterwards."""

    hall: Hall
    ada: Phone  # has looked at a stake once more
    bob: Phone  # has confirmed one, and the answer was lost
    cleo: Phone  # watches a race
    screen: Page
    race: int
    posted: list[str] = field(default_factory=list)  # bodies of Bob's stakes
    streams: list[str] = field(default_factory=list)  # that the screen has opened
    moves_before: int = 0
    moves_after: int = 0
    disabled: bool = False
    described: str = ""
    pending: str = ""

    @property
    def pages(self) -> list[Page]:
        return [self.ada.page, self.bob.page, self.cleo.page, self.screen]

    def offline(self, *, gone: bool) -> None:
        for page in self.pages:
            page.context.set_offline(gone)

    def player(self, phone: Phone) -> dict[str, Any]:
        return next(
            each
            for each in self.hall.ask(f"/sessions/{self.hall.code}/players/")["items"]
            if each["nickname"] == phone.nickname
        )

    def stakes(self, phone: Phone) -> list[int]:
        """Every stake of a guest that the ledger knows of."""
        lines = self.hall.ask(f"/players/{self.player(phone)['id']}/statement/")["items"]
        return [line["amount"] for line in lines if line["reason"] == "stake"]


@pytest.fixture(scope="module")
def outage(hall: Hall) -> Iterator[Outage]:
    hall.open_session("Minoru", "Horses", pace=1)
    ada, bob, cleo = (hall.phone(name).join() for name in ("Ada", "Bob", "Cleo"))
    screen = hall.screen("Horses")
    seen = Outage(hall, ada, bob, cleo, screen, 0)
    screen.on("request", lambda request: seen.streams.append(request.url) if "/stream/" in request.url else None)
    hall.open_round("Minoru")
    seen.race = hall.open_round("Horses")
    for phone in (ada, bob):
        phone.open("Minoru")
        phone.review("win/game_chick", 1, 1)
    cleo.open("Horses")
    for page in seen.pages:  # gone, should a page be loaded anew
        page.evaluate("globalThis.since = 'before'")
        page.evaluate("addEventListener('house:shown', () => { globalThis.shown = true })")
    hall.call_the_off(seen.race)
    eventually(lambda: hall.moves(seen.race) >= 2, what="the race runs")
    _cut(seen)
    yield seen
    for page in seen.pages:
        page.context.close()


def _cut(seen: Outage) -> None:
    def lose_the_answer(route: Route) -> None:
        seen.posted.append(route.request.post_data or "")
        if len(seen.posted) > 1:
            route.continue_()
            return
        assert route.fetch(max_redirects=0).status == 303  # the house has it
        seen.offline(gone=True)
        route.abort("connectionreset")

    seen.bob.page.route("**/stake/", lose_the_answer)
    seen.bob.page.get_by_role("button", name="Confirm").click()
    confirm = seen.ada.page.get_by_role("button", name="Confirm")
    expect(confirm).to_be_disabled()
    expect(seen.bob.page.locator("house-line .pending")).to_be_visible()
    seen.moves_before = seen.hall.moves(seen.race)
    seen.disabled = confirm.is_disabled()
    seen.described = _said_of(seen.ada.page)
    seen.pending = seen.bob.page.locator("house-line").inner_text()
    seen.screen.wait_for_timeout(GONE)
    seen.moves_after = seen.hall.moves(seen.race)
    seen.offline(gone=False)


def _said_of(page: Page) -> str:
    """What the button that cannot be pressed refers to, as it can be read."""
    button = page.get_by_role("button", name="Confirm")
    line = page.locator(f"#{button.get_attribute('aria-describedby')}")
    expect(line).to_be_visible()
    return line.inner_text()


def test_without_a_line_nothing_can_be_staked_and_the_page_says_why(outage: Outage) -> None:
    assert outage.disabled
    assert outage.described == SAID
    assert PENDING in outage.pending


def test_a_stake_whose_answer_was_lost_is_asked_for_again_and_counts_once(outage: Outage) -> None:
    page = outage.bob.page
    expect(page.locator("#notes")).to_contain_text(f"Staked: {STAKED} on")
    expect(page.locator("house-line")).to_be_hidden()
    expect(page.locator("#purse strong")).to_have_text(str(STARTING - STAKED))
    assert len(outage.posted) == 2
    assert outage.posted[0] == outage.posted[1]
    assert outage.stakes(outage.bob) == [-STAKED]


def test_a_stake_that_was_not_sent_can_be_confirmed_afterwards(outage: Outage) -> None:
    page = outage.ada.page
    expect(page.locator("house-line")).to_be_hidden()
    assert outage.stakes(outage.ada) == []
    with outage.ada.answer():
        outage.ada.press("Confirm")
    expect(page.locator("#notes")).to_contain_text(f"Staked: {STAKED} on")
    expect(page.locator("#purse strong")).to_have_text(str(STARTING - STAKED))
    assert outage.stakes(outage.ada) == [-STAKED]


def test_the_race_went_on_and_every_page_shows_where_it_is(outage: Outage) -> None:
    assert outage.moves_after > outage.moves_before
    outage.hall.ask(f"/rounds/{outage.race}/pause/", {})
    for page in (outage.cleo.page, outage.screen):
        expect(page.locator(".phase")).to_contain_text("Paused")
    told = outage.screen.locator("#foot").inner_text()
    expect(outage.cleo.page.locator("#told")).to_have_text(told)
    board = outage.screen.locator("#stage").inner_html()
    assert [page.evaluate("globalThis.since") for page in outage.pages] == ["before"] * 4
    outage.screen.reload()  # what the house shows to who has seen nothing of it
    assert outage.screen.locator("#stage").inner_html() == board
    assert outage.screen.locator("#foot").inner_text() == told


def test_the_screen_asks_for_what_it_has_missed(outage: Outage) -> None:
    """It names the last event it heard, so that the stream goes on with the one after."""
    resumed = [parse_qs(urlsplit(address).query) for address in outage.streams if "after=" in address]
    assert resumed
    events = outage.hall.ask(f"/sessions/{outage.hall.code}/events/?after={resumed[0]['after'][0]}")["items"]
    assert [event for event in events if event.get("round") == outage.race]


def test_with_another_key_the_same_stake_counts_again(outage: Outage) -> None:
    """The control: it is the key, and nothing else, that made it count once."""
    before = len(outage.stakes(outage.bob))
    outage.bob.page.unroute("**/stake/")
    said = {name: values[0] for name, values in parse_qs(outage.posted[0], keep_blank_values=True).items()}
    action = outage.bob.page.locator("form[action*='/withdraw/']").get_attribute("action") or ""
    address = f"{outage.hall.origin}{action.replace('withdraw', 'stake')}"
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": outage.hall.origin}
    for key in (said["key"], said["key"], "another"):
        answer = outage.bob.context.request.post(address, data=urlencode({**said, "key": key}), headers=headers)
        assert answer.ok
    assert len(outage.stakes(outage.bob)) == before + 1
