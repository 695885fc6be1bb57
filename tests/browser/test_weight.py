"""What a phone has to fetch before a guest can play: little, in few requests, and all of it from the house."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import CDPSession

from tests.browser.hall import TABLES, Hall
from tests.houses import eventually

pytestmark = pytest.mark.browser

MOST_BYTES = 150_000
MOST_REQUESTS = 20


class Weighed:
    """Everything that a page fetches, with what came over the network for it."""

    def __init__(self, line: CDPSession) -> None:
        self.asked: dict[str, str] = {}
        self.bytes: dict[str, float] = {}
        line.on(
            "Network.requestWillBeSent", lambda told: self.asked.update({told["requestId"]: told["request"]["url"]})
        )
        line.on("Network.dataReceived", lambda told: self.add(told["requestId"], told["encodedDataLength"]))
        line.on(
            "Network.loadingFinished", lambda told: self.bytes.update({told["requestId"]: told["encodedDataLength"]})
        )
        line.send("Network.enable")

    def add(self, request: str, length: float) -> None:
        """Of what is still coming: the stream has no end."""
        self.bytes[request] = self.bytes.get(request, 0) + length

    @property
    def hosts(self) -> set[str]:
        return {urlsplit(address).netloc for address in self.asked.values()}

    def __str__(self) -> str:
        return "\n".join(f"{self.bytes.get(each, 0):9,.0f} {address}" for each, address in self.asked.items())


@pytest.fixture(scope="module")
def laid_out(hall: Hall) -> Hall:
    """A round is open at every table, and the guest who looks at them has counters."""
    hall.open_session(*TABLES)
    for name in TABLES:
        hall.open_round(name)
    return hall


@pytest.mark.parametrize("table", TABLES)
def test_a_table_is_light_when_it_is_opened_for_the_first_time(table: str, laid_out: Hall) -> None:
    """Nothing is in the browser's cache, as on a phone that has just joined."""
    phone = laid_out.phone(f"Guest at {table}").join()
    page = phone.context.new_page()
    line = phone.context.new_cdp_session(page)
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    weighed = Weighed(line)
    with page.expect_request("**/stream/**"):
        page.goto(f"/play/tables/{laid_out.tables[table]}/", wait_until="load")
    eventually(lambda: page.evaluate("document.querySelector('live-page').there"), what="the page is live")
    total = sum(weighed.bytes.values())
    assert 10_000 < total <= MOST_BYTES, f"{table}: {total:,.0f} bytes\n{weighed}"
    assert len(weighed.asked) <= MOST_REQUESTS, f"{table}: {len(weighed.asked)} requests\n{weighed}"
    assert weighed.hosts == {urlsplit(laid_out.origin).netloc}
    print(f"{table}: {total:,.0f} bytes in {len(weighed.asked)} requests")
    phone.close()
