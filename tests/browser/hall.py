"""A hall: a running house with an organiser, a session with quick tables, phones and a big screen.

What staff do is asked of the API; what guests do is done on their pages.
"""

import json
import re
import secrets
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, LiteralString

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from casino.environment import lan_addresses
from tests.houses import RunningHouse, eventually

NOT_SECURE = "race-night.test"  # to a browser a name like any other: on plain HTTP it is no secure context
PASSWORD = "a-long-pass-phrase"
PHONE: ViewportSize = {"width": 360, "height": 740}
SCREEN: ViewportSize = {"width": 1920, "height": 1080}
STARTING = 500  # counters
PATIENCE = 15_000  # milliseconds
# Nothing waits for a clock: staff call the off, and whoever is to decide has time.
QUICK: dict[str, Any] = {"pace": 0, "staking_time": None, "turn_time": 60, "reveal_time": 2}
# One table of each game, and of those that are played in two ways one of each.
TABLES: dict[str, dict[str, Any]] = {
    "Minoru": {"options": {"game": "minoru"}},
    "Banker": {"options": {"game": "minoru", "joker": "banker"}, "passes_round": True, "least_bank": 100},
    "Double event": {"options": {"game": "double-event"}},
    "Horses": {"options": {"game": "horses"}},
    "Roulette": {"options": {"game": "roulette"}},
    "Points": {"options": {"game": "roulette", "mode": "points", "target": 1}},
    "Derby": {
        "options": {"game": "derby", "variant": "kentucky", "players": 2, "ante": 10},
        "beside": {"totalisator": {}},
    },
    "Calls": {
        "options": {"game": "derby", "variant": "myopia", "players": 2, "ante": 10, "calls": "claim"},
        "pace": 1,  # who does not shake the dice in time lets the house do it
    },
    "Music": {"options": {"game": "musical-casino", "players": 2, "ante": 10, "target": 1}},
    "Ascot": {"options": {"game": "ascot", "players": 2, "ante": 10}},
}


@dataclass
class Founded:
    """A house, and what its first organiser has: a browser that is logged in, a token, a club. Nothing before that."""

    house: RunningHouse
    kept: Any = None
    token: str = ""
    club: int = 0


class Hall:
    def __init__(self, founded: Founded, browser: Browser, host: str = "localhost") -> None:
        self.house, self.browser, self.founded = founded.house, browser, founded
        self.origin = f"http://{host}:{self.house.port}"
        here = f"http://localhost:{self.house.port}"
        self.office = browser.new_context(locale="en-GB", base_url=here, storage_state=founded.kept)
        self.code = ""
        self.tables: dict[str, int] = {}
        if not founded.token:
            self.found()

    def move_to(self, host: str) -> None:
        """Guests ask for the house by this name from now on."""
        self.origin = f"http://{host}:{self.house.port}"

    def ask(self, path: str, said: Mapping[str, Any] | None = None) -> Any:
        """As staff. What is said is posted, each time with another key."""
        status, told = self.answered(path, said)
        assert status < 300, told
        return told

    def answered(self, path: str, said: Mapping[str, Any] | None = None) -> tuple[int, Any]:
        headers = {"Content-Type": "application/json", "Idempotency-Key": secrets.token_hex(8)}
        if self.founded.token:
            headers["Authorization"] = f"Bearer {self.founded.token}"
        body = None if said is None else json.dumps(said).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.house.port}/api/v1{path}", body, headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
                return answer.status, json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as refused:
            return refused.code, json.loads(refused.read() or b"null")

    def found(self) -> None:
        """The first organiser and a club, by the pages on which an organiser makes them."""
        page = self.office.new_page()
        page.goto(welcome_path(self.house))
        page.get_by_label("Username").fill("olga")
        page.get_by_label("Password:", exact=True).fill(PASSWORD)
        page.get_by_label("Password confirmation").fill(PASSWORD)
        page.get_by_role("button", name="Create my account").click()
        page.goto("/admin/clubs/club/add/")
        page.locator("[name=name]").fill("Rowing club")
        page.get_by_role("button", name="Save", exact=True).click()
        page.close()
        self.founded.kept = self.office.storage_state()
        self.founded.token = self.ask("/staff/log-in/", {"username": "olga", "password": PASSWORD})["token"]
        self.founded.club = self.ask("/clubs/")["items"][0]["id"]

    def open_session(self, *tables: str, starting_counters: int = STARTING, **times: Any) -> str:
        """A session of its own with these tables."""
        session = {"club": self.founded.club, "name": "Race night", "starting_counters": starting_counters}
        self.code = self.ask("/sessions/", session)["code"]
        self.ask(f"/sessions/{self.code}/open/", {})
        self.tables = {}
        for name in tables:
            wish = {"name": name, **QUICK, **TABLES[name], **times}
            self.tables[name] = self.ask(f"/sessions/{self.code}/tables/", wish)["id"]
        return self.code

    def open_round(self, table: str) -> int:
        return int(self.ask(f"/tables/{self.tables[table]}/rounds/", {})["id"])

    def call_the_off(self, round_id: int) -> None:
        self.ask(f"/rounds/{round_id}/off/", {})

    def round(self, round_id: int) -> dict[str, Any]:
        return dict(self.ask(f"/rounds/{round_id}/"))

    def wait_for(self, round_id: int, *phases: str) -> dict[str, Any]:
        """Until the round is in one of these."""
        eventually(lambda: self.phase(round_id) in phases, what=f"round {round_id} is {phases}")
        return self.round(round_id)

    def phase(self, round_id: int) -> str:
        """For those who wait. They ask the database: what the house answers costs it a hundred times as much."""
        return str(self._known("SELECT phase FROM tables_round WHERE id = %s", round_id))

    def moves(self, round_id: int) -> int:
        return int(self._known("SELECT count(*) FROM tables_move WHERE round_id = %s", round_id))

    def _known(self, query: LiteralString, round_id: int) -> Any:
        row = self.house.kept_connection.execute(query, [round_id]).fetchone()
        assert row
        return row[0]

    def phone(self, nickname: str, **more: Any) -> "Phone":
        return Phone(self, nickname, **more)

    def screen(self, table: str | None = None) -> Page:
        """A big screen, let in as an organiser does it: by opening the address that it shows."""
        page = watched(self.browser.new_context(viewport=SCREEN, base_url=self.origin, locale="en-GB"))
        page.goto("/screen/")
        code = page.locator(".recovery").inner_text()
        laptop = self.office.new_page()
        laptop.goto(f"/screen/pair/{code}/")
        laptop.locator("[name=session]").select_option(index=0)  # the newest
        laptop.get_by_role("button", name="Let it in").click()
        expect(laptop.get_by_role("status")).to_be_visible()
        laptop.close()
        page.goto("/screen/")
        expect(page.locator("#stage")).to_be_attached(timeout=PATIENCE)
        if table:
            page.goto(f"/screen/tables/{self.tables[table]}/")
        return page


class Phone:
    """A guest with a phone who reads what is on the buttons."""

    def __init__(self, hall: Hall, nickname: str, **more: Any) -> None:
        wishes = {"viewport": PHONE, "is_mobile": True, "has_touch": True, "locale": "en-GB", **more}
        self.hall, self.nickname = hall, nickname
        self.context: BrowserContext = hall.browser.new_context(base_url=hall.origin, **wishes)
        self.page = watched(self.context)

    def join(self) -> "Phone":
        self.page.goto(f"/j/{self.hall.code}/")
        self.page.locator("[name=nickname]").fill(self.nickname)
        self.page.get_by_role("main").get_by_role("button").click()
        expect(self.page.locator(".recovery")).to_be_visible()
        return self

    def open(self, table: str) -> None:
        self.page.goto(f"/play/tables/{self.hall.tables[table]}/")

    def sit(self, table: str) -> None:
        self.open(table)
        self.press("Sit down")
        expect(self.page.get_by_role("button", name="Leave the table")).to_be_visible()

    def press(self, label: str | re.Pattern[str]) -> None:
        self.page.get_by_role("button", name=label, exact=isinstance(label, str)).first.click()

    def review(self, spot: str, *chips: int) -> None:
        """Tap a space, add chips, and look at it once more."""
        space = self.page.locator(f'a[href*="stake={spot.replace("/", "%2F")}"]').first
        space.click()
        for worth in chips:
            before = int(self.page.locator("#counters").input_value() or 0)
            self.page.get_by_role("link", name=f"{worth} more", exact=True).click()
            expect(self.page.locator("#counters")).to_have_value(str(before + worth))
        self.press("Review")
        expect(self.page.get_by_role("button", name="Confirm")).to_be_visible()

    def stake(self, spot: str, *chips: int) -> None:
        self.review(spot, *chips)
        with self.answer():
            self.press("Confirm")
        expect(self.page.locator("#notes")).to_contain_text(f"Staked: {sum(chips)} on")

    def spots(self) -> list[str]:
        """All that can be backed on this page."""
        found: list[str] = self.page.eval_on_selector_all(
            "a.spot, #beside a[data-panel]",
            "links => links.map(link => new URL(link.href.baseVal ?? link.href, location).searchParams.get('stake'))",
        )
        return found

    @contextmanager
    def answer(self) -> Iterator[None]:
        """What is pressed here is answered with another page in the place of this one."""
        self.page.evaluate("document.getElementById('page').dataset.before = ''")
        yield
        expect(self.page.locator("#page[data-before]")).to_have_count(0, timeout=PATIENCE)

    def move(self, round_id: int, choice: int = 0) -> bool:
        """Make the first of the moves that are offered, once the page is as new as the round; whether there was one.
        Where it leaves a choice, the first is taken, or another.
        """
        forms = self.page.locator("#moves form")
        eventually(lambda: self._seen() in {"", str(self.hall.moves(round_id))}, what="the page is new")
        if not self._seen():
            return False
        for number in forms.first.locator("input[type=number]").all():
            number.fill(number.get_attribute("max") or "")
        for field in forms.first.locator("select").all():
            field.select_option(index=choice)
        with self.answer():
            forms.first.get_by_role("button").last.click()
        return True

    def _seen(self) -> str:
        """How many moves of the round the page knows of; empty if it offers none."""
        fields = self.page.locator("#moves [name=seen]")
        found: list[str] = fields.evaluate_all("fields => fields.map(field => field.value)")
        return found[0] if found else ""

    def purse(self) -> int:
        return int(self.page.locator("#purse strong").inner_text())

    def close(self) -> None:
        complaints = complaints_of(self.page)
        self.context.close()
        assert not complaints, complaints


def address(house: RunningHouse, path: str = "/") -> str:
    """As another device would ask: by a LAN address over plain HTTP, where browsers allow less."""
    return f"http://{(lan_addresses() or ['localhost'])[0]}:{house.port}{path}"


def welcome_path(house: RunningHouse) -> str:
    text = eventually(lambda: "Ctrl-C closes" in house.output.read_text() and house.output.read_text())
    found = re.search(r"/welcome/\S+", text)
    assert found
    return found.group()


_complaints: dict[Page, list[str]] = {}


def watched(context: BrowserContext) -> Page:
    """A new page whose browser's complaints (a blocked script, a missing file) are kept."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    heard = _complaints[page] = []
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("console", lambda said: heard.append(said.text) if said.type in {"error", "warning"} else None)
    page.on("response", lambda answer: heard.append(f"{answer.status} {answer.url}") if answer.status >= 400 else None)
    return page


def complaints_of(page: Page) -> list[str]:
    return _complaints[page]
