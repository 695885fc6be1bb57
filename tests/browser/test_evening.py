"""An evening through the admin alone, in a real browser: from an empty house to closed and audited books.

With CASINO_PICTURES=FOLDER a picture of every page is kept there.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.hall import PASSWORD, address, welcome_path
from tests.casino.dealing import FELL, M1
from tests.casino.exports import tools
from tests.houses import RunningHouse, casino_process

pytestmark = pytest.mark.browser


class Organiser:
    """Somebody who has never seen the software, and reads what is on the buttons."""

    def __init__(self, house: RunningHouse, page: Page) -> None:
        self.house, self.page, self.pictures = house, page, 0

    def go(self, path: str) -> None:
        self.page.goto(address(self.house, path))

    def look(self, name: str) -> None:
        if folder := os.environ.get("CASINO_PICTURES"):
            self.pictures += 1
            path = Path(folder) / f"{self.pictures:02}-{name}.png"
            self.page.screenshot(path=path, full_page=True)

    def step(self, label: str) -> None:
        """To another step of the evening."""
        self.page.get_by_role("navigation", name="Steps of the evening").get_by_role("link", name=label).click()
        self.look(label.lower())

    def press(self, label: str, within: Locator | None = None, **typed: str) -> None:
        """Press a button; if a form opens, fill in what it asks for and press again."""
        where: Locator | Page = within or self.page
        form = where.locator("details.act").filter(has=self.page.get_by_text(f"{label}…", exact=True))
        if typed or form.count():
            if not form.first.evaluate("form => form.open"):  # one that was refused is still open
                form.locator("summary").first.click()
            for name, value in typed.items():
                self.fill(form.locator(f"[name={name}]"), value)
            form.get_by_role("button", name=label, exact=True).click()
        else:
            where.get_by_role("button", name=label, exact=True).click()

    def fill(self, field: Locator, value: str) -> None:
        kind = field.evaluate("field => field.tagName + (field.type || '')")
        if kind.startswith("SELECT"):
            field.select_option(label=value) if field.locator(f"option:text-is('{value}')").count() else (
                field.select_option(value)
            )
        elif kind == "INPUTcheckbox":
            field.check()
        else:
            field.fill(value)

    def hears(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()

    def save(self) -> None:
        self.page.get_by_role("button", name="Save", exact=True).click()


@pytest.fixture
def new_house(settled: Path) -> Iterator[RunningHouse]:
    """One in which there is nothing yet."""
    house = RunningHouse(settled).start()
    yield house
    house.stop()


@pytest.fixture
def organiser(new_house: RunningHouse, browser: Browser) -> Iterator[Organiser]:
    context = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(10_000)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on(
        "response", lambda answer: complaints.append(f"{answer.status} {answer.url}") if answer.status >= 400 else None
    )
    yield Organiser(new_house, page)
    context.close()
    assert complaints == []


def test_an_evening_from_nothing_to_closed_books(organiser: Organiser, tmp_path: Path) -> None:
    prepare(organiser)
    guests_come(organiser)
    a_race_with_a_wrong_card(organiser)
    a_race_that_is_void(organiser)
    correct_the_first(organiser)
    close(organiser)
    the_treasurer_takes_the_books(organiser, tmp_path)
    every_step_fits_a_phone(organiser)
    verified = casino_process("verify", CASINO_HOME=str(organiser.house.home.path))
    assert verified.returncode == 0, verified.stdout


def prepare(organiser: Organiser) -> None:
    page = organiser.page
    organiser.go("/")
    expect(page.get_by_role("heading", name="The house is open")).to_be_visible()
    organiser.go(welcome_path(organiser.house))
    page.get_by_label("Username").fill("olga")
    page.get_by_label("Email address").fill("olga@example.org")
    page.get_by_label("Password:", exact=True).fill(PASSWORD)
    page.get_by_label("Password confirmation").fill(PASSWORD)
    page.get_by_role("button", name="Create my account").click()
    expect(page).to_have_url(address(organiser.house, "/admin/"))
    organiser.look("first-page")
    page.get_by_role("link", name="Users").first.click()
    page.get_by_role("link", name="olga", exact=True).click()
    expect(page.get_by_label("Username")).to_have_value("olga")
    organiser.go("/admin/clubs/club/add/")
    page.locator("[name=name]").fill("Rowing club")
    organiser.save()
    organiser.go("/admin/clubs/session/add/")
    page.locator("[name=club]").select_option(label="Rowing club")
    page.locator("[name=name]").fill("Race night")
    organiser.look("new-session")
    organiser.save()
    page.get_by_role("link", name="Race night").first.click()
    page.locator("[name=currency]").select_option("EUR")
    page.locator("[name=price]").fill("0.50")
    page.locator("[name=price_for]").fill("10")
    page.locator("[name=good_cause]").fill("All of it goes to the lifeboat.")
    page.get_by_role("button", name="Save and continue editing").click()
    organiser.hears("10 counters cost 0.50 EUR")
    organiser.look("draft")
    plan_a_table(organiser)
    organiser.press("Open the session")
    organiser.look("prepare")
    for sheet in ("Sheet with the join code", "Cards for the tables"):
        page.get_by_role("link", name=sheet).click()
        organiser.look(sheet.lower().replace(" ", "-"))
        page.get_by_role("link", name="Back").click()


def plan_a_table(organiser: Organiser) -> None:
    page = organiser.page
    page.get_by_role("link", name="Plan a table").click()
    page.locator("[name=name]").fill("The big cloth")
    page.locator("[name=variant]").select_option(label="Jaques cloth, without the joker")
    page.locator("[name=programme]").fill("The Opening Plate | The bakery\nThe Lamp Stakes")
    page.locator("[name=staking_time]").fill("")
    page.locator("[name=by_hand]").check()
    organiser.look("planned-table")
    organiser.save()


def guests_come(organiser: Organiser) -> None:
    """Both without a phone. One of them has a name that tries to be more than a name."""
    page = organiser.page
    organiser.go("/admin/clubs/session/")
    page.get_by_role("link", name="Race night").first.click()
    organiser.step("Desk")
    organiser.press("Put change into the till", money="20.00")
    for name in ("Grandmother", "<b>Bob</b>"):
        page.get_by_role("link", name="Add a player").click()
        page.locator("[name=nickname]").fill(name)
        organiser.save()
        organiser.hears(f"{name} comes back on a phone with the code")
        organiser.look("guest-added")
        organiser.press("Sell counters", player=name, counters="100")
        organiser.hears(f"Take 5.00 EUR. {name} has 100 in the purse now.")
    organiser.press("Buy counters back", player="Grandmother", counters="101")
    organiser.hears("Grandmother has only 100 left.")
    expect(page.locator("details[open] [name=counters]")).to_have_value("101")
    organiser.look("refused")
    page.get_by_role("link", name="Print").first.click()
    organiser.look("receipt")
    organiser.hears("100 counters sold to <b>Bob</b>")


def to_the_run(organiser: Organiser) -> Locator:
    organiser.go("/admin/clubs/session/")
    organiser.page.get_by_role("link", name="Race night").first.click()
    organiser.step("Run")
    return organiser.page.locator("article.run-table")


def a_race_with_a_wrong_card(organiser: Organiser) -> None:
    """Grandmother backs Minoru, which wins as the croupier types it. Her ticket is paid once."""
    page, table = organiser.page, to_the_run(organiser)
    for name in ("Grandmother", "<b>Bob</b>"):
        organiser.press("Seat a player", table, player=name)
    watching = page.context.new_page()
    watching.goto(page.url)
    organiser.press("Open a round", table)
    organiser.hears("The Opening Plate")
    expect(watching.get_by_text("Round 1")).to_be_visible()  # by itself
    watching.close()
    organiser.press("Sell a ticket", table, player="Grandmother", space="win:minoru", counters="6")
    told = page.get_by_text("Write on the paper: ticket 1").first.inner_text()
    code = re.search(r"code (\w{8})", told)
    assert code
    organiser.press("Sell a ticket", table, player="<b>Bob</b>", space="win:st_amant", counters="6")
    organiser.look("tickets-sold")
    page.get_by_role("link", name="Sheet for the compère").click()
    organiser.look("compere")
    page.get_by_role("link", name="Back").click()
    table = to_the_run(organiser)
    organiser.press("Deal", table, fell="KS KS 2H 3H 4H")
    organiser.look("wrong-card")
    organiser.press("Deal", table, fell=M1[-1])
    organiser.press("Take back", table)
    for cards in M1:
        organiser.press("Deal", table, fell=cards)
    organiser.look("dealt")
    organiser.press("Settle", table)
    pay(organiser, code.group(1))


def pay(organiser: Organiser, code: str) -> None:
    organiser.step("Desk")
    organiser.press("Pay a ticket", code=code.lower())
    organiser.hears(re.compile(r"Hand over [\d.]+ EUR for \d+ counters\."))
    organiser.press("Pay a ticket", code=code)
    organiser.hears("Ticket 1 has been paid.")
    organiser.look("paid-twice")


def a_race_that_is_void(organiser: Organiser) -> None:
    page, table = organiser.page, to_the_run(organiser)
    organiser.press("Open a round", table)
    organiser.hears("The Lamp Stakes")
    organiser.press("Sell a ticket", table, player="<b>Bob</b>", space="win:minoru", counters="6")
    organiser.step("Close")
    page.get_by_role("button", name="Close the session").click()
    organiser.hears("The big cloth is still open.")
    table = to_the_run(organiser)
    table.get_by_text("More…").click()
    organiser.press("Void the round", table, reason="The lamp fell over")
    organiser.look("void")


def correct_the_first(organiser: Organiser) -> None:
    """The last deal was another one. Seen first, then done; Grandmother's counters are gone over the desk."""
    page = organiser.page
    organiser.go("/admin/tables/round/")
    page.get_by_role("link", name="The big cloth, 1", exact=True).click()
    organiser.look("settled-round")
    page.get_by_role("link", name="Correct the round").click()
    page.locator("[name=cards]").fill("\n".join(FELL))
    page.locator("[name=reason]").fill("The ace of hearts was St. Amant's")
    page.get_by_role("button", name="Show what would change").click()
    organiser.look("dry-run")
    expect(page.get_by_role("row", name="corrected finish")).to_contain_text("St. Amant")
    if page.locator("[name=cover]").count():
        page.locator("[name=cover]").check()
    page.get_by_role("button", name="Correct the round").click()
    organiser.look("corrected")


def close(organiser: Organiser) -> None:
    """Prizes, tables, purses, the till with a coin too few, the takings, the book; then the auditor's look at it."""
    page = organiser.page
    to_the_run(organiser)
    organiser.step("Prizes")
    organiser.press("Announce a prize", place="first", measure="net", what="A bottle")
    organiser.look("prize")
    organiser.step("Close")
    for button in ("Close all tables", "Award the prizes", "Sweep up what is left"):
        page.get_by_role("button", name=button).click()
    organiser.hears("were swept up")
    organiser.press("Count the till", piece_2000="1")
    organiser.hears("Count again, or say why: the difference is booked.")
    page.locator("details[open] [name=reason]").fill("A purse was lost on the stairs")
    page.get_by_role("button", name="Count the till", exact=True).click()
    organiser.hears("booked to over-short")
    organiser.look("counted")
    for button in ("Hand over the takings", "Close the session"):
        page.get_by_role("button", name=button).click()
    organiser.look("closed")
    expect(page.get_by_text("Close the book (done)")).to_be_visible()
    page.get_by_role("link", name="Closing sheet").click()
    organiser.look("closing-sheet")
    page.get_by_role("link", name="Back").click()
    organiser.step("Audit")
    for words in ("The lamp fell over", "The ace of hearts was St. Amant's", "A purse was lost on the stairs"):
        organiser.hears(words)
    page.get_by_role("button", name="Verify now").click()
    organiser.look("verified")
    organiser.hears("In order.")
    page.go_back()
    page.get_by_role("button", name="Audit sheet").click()
    organiser.look("audit-sheet")
    page.get_by_role("link", name="Back").click()
    organiser.step("Dashboard")


def the_treasurer_takes_the_books(organiser: Organiser, folder: Path) -> None:
    """Of the evening and of the year, through the form; a tool of theirs accepts both."""
    page = organiser.page
    organiser.step("Export")
    evening = downloaded(organiser, folder, format="beancount")
    organiser.hears("Made; your browser is saving it.")
    organiser.look("exported")
    page.get_by_role("link", name="All evenings of a period, in one file").click()
    organiser.look("period")
    period = downloaded(organiser, folder, format="beancount")
    assert tools.beancount(evening) == tools.beancount(period)
    assert "A purse was lost on the stairs" in period.read_text()
    workbook = downloaded(organiser, folder, format="xlsx", journal="counters")
    assert workbook.read_bytes().startswith(b"PK")
    page.locator("[name=since]").fill("1999-01-01")
    page.locator("[name=until]").fill("1999-12-31")
    page.get_by_role("button", name="Download").click()
    organiser.hears("Rowing club had no evening from 1999-01-01 to 1999-12-31.")
    page.go_back()
    page.go_back()


def downloaded(organiser: Organiser, folder: Path, **wish: str) -> Path:
    page = organiser.page
    for name, value in wish.items():
        page.locator(f".export-form [name={name}]").select_option(value)
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download").click()
    path = folder / coming.value.suggested_filename
    coming.value.save_as(path)
    return path


def every_step_fits_a_phone(organiser: Organiser) -> None:
    page = organiser.page
    steps = page.get_by_role("navigation", name="Steps of the evening").get_by_role("link")
    addresses = [step.get_attribute("href") or "" for step in steps.all()]
    assert len(addresses) == 8
    page.set_viewport_size({"width": 390, "height": 800})
    for path in addresses:
        organiser.go(path)
        organiser.look(f"phone-{path.strip('/').split('/')[-1]}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
