"""Debian's Chromium, driven by Playwright. Missing, the tests are skipped; CASINO_REQUIRE_BROWSER=1 makes them fail."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from casino.home import Home
from tests.browser.hall import NOT_SECURE, Founded, Hall
from tests.houses import RunningHouse, settle_in

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {NOT_SECURE} 127.0.0.1",
]


def chromium() -> str | None:
    """Where it is on this machine; best without the windows that nobody looks at."""
    return (
        shutil.which("chromium-headless-shell")
        or shutil.which("chromium")
        or shutil.which("chromium-browser")
        or shutil.which("google-chrome")
    )


# No longer than tests in this folder last: Playwright's event loop would make Django refuse others in this process.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    program = chromium()
    if program is None:
        if os.environ.get("CASINO_REQUIRE_BROWSER") == "1":
            pytest.fail("CASINO_REQUIRE_BROWSER=1, and there is no Chromium on this machine.")
        pytest.skip("There is no Chromium on this machine.")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture(scope="package")
def founded(opened_once: Home, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Founded]:
    """A running house, which also answers to a name that is not localhost. Every file has sessions of its own in it."""
    folder = tmp_path_factory.mktemp("hall") / "var"
    settle_in(folder, opened_once)
    with RunningHouse(folder, ALLOWED_HOSTS=NOT_SECURE) as house:
        yield Founded(house)


@pytest.fixture(scope="module")
def hall(browser: Browser, founded: Founded) -> Hall:
    """The house, with an organiser at a browser."""
    return Hall(founded, browser)
