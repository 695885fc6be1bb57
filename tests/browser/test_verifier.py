"""The verifier's page in a real browser: files are given, pasted and dropped, and at home there is no house."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, Route, expect

from casino.web import verifier
from games.kit.values import canonical
from games.registry import GAMES
from tests.browser.rounds import dealt
from tests.browser.test_dealing_script import TRANSCRIPTS

pytestmark = pytest.mark.browser

HOUSE = "http://house.test"
NOISY = {"error", "warning"}


def house(route: Route) -> None:
    """The house's own answers, headers and all, without a server between."""
    answer = Client().get(route.request.url.removeprefix(HOUSE))
    headers = {name: value for name, value in answer.headers.items() if name != "Content-Length"}
    route.fulfill(status=answer.status_code, headers=headers, body=answer.content)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """The page at the house, over plain HTTP. Any complaint of the browser is a failure."""
    context = browser.new_context(locale="en-GB", viewport={"width": 360, "height": 740})
    context.route(f"{HOUSE}/**", house)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type in NOISY else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("requestfailed", lambda request: complaints.append(request.url))
    page.goto(f"{HOUSE}/verify/")
    yield page
    context.close()
    assert complaints == []


def give(page: Page, *transcripts: str) -> None:
    files = [
        {"name": f"{at}.json", "mimeType": "application/json", "buffer": text.encode()}
        for at, text in enumerate(transcripts)
    ]
    page.get_by_label("Transcript files").set_input_files(files)  # type: ignore[arg-type]


HONEST = TRANSCRIPTS[0]
FORGED = next(case for case in TRANSCRIPTS if case["name"] == "two cards exchanged in deal 2")


def test_a_guest_gives_a_file_and_is_told_that_it_stands(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    give(page, HONEST["transcript"])
    expect(page.get_by_role("status")).to_contain_text("deals again as the transcript says")
    expect(page.get_by_role("heading", name="Minoru, round 5 of table Table 3")).to_be_visible()
    expect(page.locator("[data-step=anchor]")).to_contain_text("Not compared:")
    expect(page.locator("[data-step=deal]")).to_contain_text("True:")
    expect(page.locator("[data-step=rules]")).to_contain_text("Not checked here:")
    expect(page.get_by_role("row")).to_have_count(1 + 6)
    page.get_by_text("What your phone kept").click()
    page.get_by_label("The anchor my phone saw").fill(HONEST["seen"]["anchor"].upper())
    page.get_by_label("The digest of the off").fill(HONEST["seen"]["off"])
    page.get_by_label("My name at the table").fill("Théo")
    page.get_by_label("The entropy my phone revealed").fill(HONEST["seen"]["entropy"][1])
    page.get_by_role("button", name="Deal it again").click()
    for step in ("anchor", "off", "own_entropy"):
        expect(page.locator(f"[data-step={step}]")).to_contain_text("True:")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert [url for url in asked if not url.endswith("/icon.svg")] == []


def test_a_forged_card_is_shown_beside_the_one_that_the_seed_deals(page: Page) -> None:
    page.get_by_label("Or paste a transcript").fill(f"  {FORGED['transcript']}\n")
    page.get_by_role("button", name="Deal it again").click()
    expect(page.get_by_role("status")).to_contain_text("Something is wrong")
    expect(page.locator(".doubts")).to_have_text("Move 2 is not the one that the seed deals.")
    cells = page.get_by_role("row").last.get_by_role("cell")
    expect(cells).to_have_text(["2", "pack 1", "deal: 8H JH 4C 3C QS", "deal: JH 8H 4C 3C QS", "✗ not the same"])
    expect(page.locator("[data-step=deal]")).to_contain_text("Not true:")


def test_what_is_no_hash_is_refused_in_its_field(page: Page) -> None:
    page.get_by_text("What your phone kept").click()
    page.get_by_label("The anchor my phone saw").fill("10b936")
    give(page, HONEST["transcript"])
    expect(page.get_by_text("This should be 64 digits")).to_be_visible()
    expect(page.get_by_label("The anchor my phone saw")).to_be_focused()
    expect(page.get_by_role("article")).to_have_count(0)


def test_several_files_are_judged_one_by_one_and_as_one_table(page: Page) -> None:
    rounds = [dealt(GAMES["roulette"], {}, ["Ada", "Bob"], number=number) for number in (2, 1)]
    give(page, *(canonical(each).decode() for each in rounds))
    expect(page.get_by_role("article")).to_have_count(3)
    expect(page.locator("[data-together]")).to_contain_text("the first 2 rounds of one table")
    give(page, canonical(rounds[0]).decode(), "no transcript")
    expect(page.locator(".does_not_stand")).to_have_count(1)


def test_a_round_that_was_picked_comes_with_the_page_and_is_judged_at_once(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifier, "transcripts", lambda _: [("Evening", HONEST["transcript"])])
    page.goto(f"{HOUSE}/verify/?round=1")
    expect(page.get_by_role("status")).to_contain_text("Minoru, round 5 of table Table 3: This round deals again")


def test_the_page_is_held_to_the_policy_of_the_house(browser: Browser) -> None:
    """Otherwise no test here would notice a style or a script that the house forbids."""
    page = browser.new_page()
    page.route(f"{HOUSE}/**", house)
    page.goto(f"{HOUSE}/verify/")
    blocked = """() => new Promise(resolve => {
        document.addEventListener("securitypolicyviolation", broken => resolve(broken.blockedURI));
        document.head.append(Object.assign(document.createElement("script"), { src: "http://elsewhere.test/x.js" }));
    })"""
    assert page.evaluate(blocked) == "http://elsewhere.test/x.js"
    page.close()


def test_a_dropped_file_is_judged(page: Page) -> None:
    drop = """text => {
        const carried = new DataTransfer();
        carried.items.add(new File([text], "round.json"));
        const dropped = new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true });
        document.querySelector("[data-drop]").dispatchEvent(dropped);
    }"""
    page.evaluate(drop, HONEST["transcript"])
    expect(page.get_by_role("status")).to_contain_text("deals again")


def test_at_home_it_judges_from_the_disk_without_any_network(browser: Browser, tmp_path: Path) -> None:
    taken = tmp_path / "verifier.html"
    taken.write_bytes(Client().get("/verify/offline.html").content)
    context = browser.new_context(locale="en-GB")
    context.set_offline(True)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(taken.as_uri())
    give(page, FORGED["transcript"])
    expect(page.locator(".doubts")).to_have_text("Move 2 is not the one that the seed deals.")
    give(page, HONEST["transcript"])
    expect(page.get_by_role("status")).to_contain_text("deals again as the transcript says")
    assert asked == [taken.as_uri()]
    context.close()
