"""The pages of a running house in a real browser: they render, and break none of their own rules."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hall import Hall, address

pytestmark = pytest.mark.browser


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


def test_the_login_page_renders_and_refuses_a_wrong_password(hall: Hall, page: Page) -> None:
    page.goto(address(hall.house, "/admin/"))
    expect(page).to_have_url(re.compile("/admin/login/"))
    page.get_by_label("Username").fill("nobody")
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_text("Please enter the correct username and password").first).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1280, 800)])
def test_pages_fit_the_screen(hall: Hall, browser: Browser, width: int, height: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    for path in ("/", "/no-such-page", "/welcome/guess/"):
        page.goto(address(hall.house, path))
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    context.close()


def test_the_documentation_of_the_api_works_without_the_internet(hall: Hall, page: Page) -> None:
    hosts: set[str] = set()
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]) if "://" in request.url else None)
    page.goto(address(hall.house, "/api/v1/docs/"))
    operation = page.locator("#operations-stakes-place_stake")
    expect(operation).to_be_visible()
    operation.get_by_role("button").first.click()
    expect(operation.get_by_text("Idempotency-Key").first).to_be_visible()
    expect(operation.get_by_text('"selection": "minoru"').first).to_be_visible()
    assert hosts == {address(hall.house).split("/")[2]}
