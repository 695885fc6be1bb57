"""A phone whose browser runs no scripts: links and forms, one page after another, do all that a guest does."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.hall import STARTING, Hall, Phone

pytestmark = pytest.mark.browser


def moves(page: Page) -> Locator:
    return page.locator("#moves")


def space(page: Page, selection: str) -> Locator:
    return page.locator(f'a.spot[data-spot="win/{selection}"]')


def test_a_guest_plays_an_evening_by_plain_links_and_forms(hall: Hall) -> None:
    hall.open_session("Minoru", "Derby")
    race = hall.open_round("Minoru")
    ada = hall.phone("Ada", java_script_enabled=False)
    come_in(ada)
    stake_and_take_back(ada.page)
    enter_a_race(hall, ada.page)
    hall.call_the_off(race)
    hall.wait_for(race, "settled")
    look_at_the_books(hall, ada)
    ada.close()


def come_in(ada: Phone) -> None:
    """From the front page, by the code on the wall, to the tables."""
    page = ada.page
    page.goto("/")
    page.get_by_label("Code on the wall").fill(ada.hall.code.lower())
    page.locator("form.inline-form").get_by_role("button", name="Join").click()
    page.get_by_label("Your name tonight").fill("Ada")
    page.get_by_role("main").get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="Welcome, Ada")).to_be_visible()
    assert len(page.locator(".recovery").inner_text()) >= 8
    page.get_by_role("link", name="To the tables").click()
    page.get_by_role("link", name=re.compile("Minoru")).click()
    expect(page.locator(".phase")).to_have_text("Stakes are open")


def stake_and_take_back(page: Page) -> None:
    space(page, "gou_gou").click()
    page.get_by_role("link", name="1 more", exact=True).click()
    page.get_by_role("link", name="1 more", exact=True).click()
    expect(page.locator("#counters")).to_have_value("2")
    page.get_by_role("button", name="Review").click()
    expect(page.locator(".review")).to_contain_text("You stake 2 on")
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("#notes")).to_contain_text("Staked: 2 on")
    expect(page.locator("#purse strong")).to_have_text(str(STARTING - 2))
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#notes")).to_contain_text("Back in your purse: 2 from")
    expect(page.locator("#purse strong")).to_have_text(str(STARTING))
    space(page, "minoru").click()
    page.locator("#counters").fill("3")  # or typed, without chips
    page.get_by_role("button", name="Review").click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("#purse strong")).to_have_text(str(STARTING - 3))


def enter_a_race(hall: Hall, page: Page) -> None:
    page.get_by_role("link", name="Tables").click()
    page.get_by_role("link", name=re.compile("Derby")).click()
    page.get_by_role("button", name="Sit down").click()
    hall.open_round("Derby")
    page.reload()
    moves(page).get_by_role("button").first.click()
    expect(page.locator("#purse strong")).to_have_text(str(STARTING - 3 - 10))
    expect(moves(page).get_by_role("button", name="Withdraw")).to_be_visible()


def look_at_the_books(hall: Hall, ada: Phone) -> None:
    page = ada.page
    page.get_by_role("link", name="Statement").click()
    figures = page.locator("table.figures")
    for words in ("bought", "staked", "stake taken back", "ante"):
        expect(figures).to_contain_text(words)
    page.get_by_role("link", name="My stakes").click()
    row = page.get_by_role("row", name=re.compile("Minoru"))
    expect(row.locator(".amount").first).to_have_text("3")
    ada.open("Minoru")
    expect(page.locator(".phase")).to_contain_text("Over")
    page.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    page.get_by_role("link", name="My code").click()
    page.get_by_role("button", name="Forget me on this phone").click()
    expect(page.get_by_role("heading", name="The house is open")).to_be_visible()
