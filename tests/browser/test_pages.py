"""The pages of a running house in a real browser: they render, and break none of their own rules."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from casino.environment import lan_addresses
from tests.houses import RunningHouse, eventually

pytestmark = pytest.mark.browser

PASSWORD = "a-long-pass-phrase"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page on which any complaint of the browser (a blocked script, a missing file) is a failure."""
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    complaints: list[str] = []
    page.on(
        "console", lambda message: complaints.append(message.text) if message.type in {"error", "warning"} else None
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("requestfailed", lambda request: complaints.append(f"{request.url}: {request.failure}"))
    page.on(
        "response", lambda answer: complaints.append(f"{answer.status} {answer.url}") if answer.status >= 400 else None
    )
    yield page
    context.close()
    assert complaints == []


def address(house: RunningHouse, path: str = "/") -> str:
    """As another device would ask: by a LAN address over plain HTTP, where browsers allow less."""
    return f"http://{(lan_addresses() or ['localhost'])[0]}:{house.port}{path}"


def welcome_path(house: RunningHouse) -> str:
    text = eventually(lambda: "Ctrl-C closes" in house.output.read_text() and house.output.read_text())
    found = re.search(r"/welcome/\S+", text)
    assert found
    return found.group()


def test_the_first_organiser_comes_from_the_terminal_to_the_admin(house: RunningHouse, page: Page) -> None:
    page.goto(address(house))
    expect(page.get_by_role("heading", name="The house is open")).to_be_visible()
    page.goto(address(house, welcome_path(house)))
    page.get_by_label("Username").fill("ada")
    page.get_by_label("Email address").fill("ada@example.org")
    page.get_by_label("Password:", exact=True).fill(PASSWORD)
    page.get_by_label("Password confirmation").fill(PASSWORD)
    page.get_by_role("button", name="Create my account").click()
    expect(page).to_have_url(address(house, "/admin/"))
    page.get_by_role("link", name="Users").first.click()
    expect(page.get_by_role("link", name="ada", exact=True)).to_be_visible()
    page.get_by_role("link", name="ada", exact=True).click()
    expect(page.get_by_label("Username")).to_have_value("ada")


def test_the_login_page_renders_and_refuses_a_wrong_password(house: RunningHouse, page: Page) -> None:
    page.goto(address(house, "/admin/"))
    expect(page).to_have_url(re.compile("/admin/login/"))
    page.get_by_label("Username").fill("nobody")
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_text("Please enter the correct username and password").first).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1280, 800)])
def test_pages_fit_the_screen(house: RunningHouse, browser: Browser, width: int, height: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    for path in ("/", "/no-such-page", "/welcome/guess/"):
        page.goto(address(house, path))
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    context.close()


def test_the_documentation_of_the_api_works_without_the_internet(house: RunningHouse, page: Page) -> None:
    hosts: set[str] = set()
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]) if "://" in request.url else None)
    page.goto(address(house, "/api/v1/docs/"))
    operation = page.locator("#operations-stakes-place_stake")
    expect(operation).to_be_visible()
    operation.get_by_role("button").first.click()
    expect(operation.get_by_text("Idempotency-Key").first).to_be_visible()
    expect(operation.get_by_text('"selection": "minoru"').first).to_be_visible()
    assert hosts == {address(house).split("/")[2]}
