"""What a phone has to fetch before a guest can play: little, in few requests, and all of it from the house."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import CDPSession

from tests.browser.hall import TABLES, Hall, Phone
from tests.houses import eventually

pytestmark = pytest.mark.browser

MOST_BYTES = 150_000
MOST_REQUESTS = 20


class Weighed:
    """Everything that a page fetches, with what came over the network for it."""

    def __init__(self, line: CDPSession) -> None:
        self.asked: dict[str, str] = {}
        self.bytes: dict[str, float] = {}
        line.on("Network.requestWillBeSent", self.ask)
        line.on("Network.dataReceived", self.receive)
        line.on("Network.loadingFinished", self.finish)
        line.send("Network.enable")
        line.send("Network.setCacheDisabled", {"cacheDisabled": True})

    def ask(self, told: dict[str, Any]) -> None:
        self.asked[told["requestId"]] = told["request"]["url"]

    def receive(self, told: dict[str, Any]) -> None:
        """A part of something: the stream has no end."""
        self.bytes[told["requestId"]] = self.bytes.get(told["requestId"], 0) + told["encodedDataLength"]

    def finish(self, told: dict[str, Any]) -> None:
        """All of it, with its headers."""
        self.bytes[told["requestId"]] = told["encodedDataLength"]

    @property
    def hosts(self) -> set[str]:
        return {urlsplit(address).netloc for address in self.asked.values()}

    def __str__(self) -> str:
        return "\n".join(f"{self.bytes.get(each, 0):9,.0f} {address}" for each, address in self.asked.items())


@pytest.fixture(scope="module")
def phone(hall: Hall) -> Iterator[Phone]:
    """Of a guest with counters; a round is open at every table."""
    hall.open_session(*TABLES)
    for name in TABLES:
        hall.open_round(name)
    joined = hall.phone("Ada").join()
    yield joined
    joined.close()


@pytest.mark.parametrize("table", TABLES)
def test_a_table_is_light_when_it_is_opened_for_the_first_time(table: str, phone: Phone) -> None:
    """Nothing is in the browser's cache, as on a phone that has just joined."""
    page = phone.context.new_page()
    weighed = Weighed(phone.context.new_cdp_session(page))
    with page.expect_request("**/stream/**"):
        page.goto(f"/play/tables/{phone.hall.tables[table]}/", wait_until="load")
    eventually(lambda: page.evaluate("document.querySelector('live-page').there"), what="the page is live")
    total = sum(weighed.bytes.values())
    assert 10_000 < total <= MOST_BYTES, f"{table}: {total:,.0f} bytes\n{weighed}"
    assert len(weighed.asked) <= MOST_REQUESTS, f"{table}: {len(weighed.asked)} requests\n{weighed}"
    assert weighed.hosts == {urlsplit(phone.hall.origin).netloc}
    page.close()
