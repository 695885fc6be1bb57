"""An evening on two phones and the big screen: every game, played by what is on the pages."""

import re
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.registry import GAMES
from tests.browser.hall import NOT_SECURE, TABLES, Hall, Phone, complaints_of
from tests.houses import eventually

pytestmark = pytest.mark.browser

ENOUGH = 12  # moves of a game that takes an evening
COUNT = "globalThis.shown = 0; addEventListener('house:shown', () => { globalThis.shown += 1 })"
PHASE = ".phase"


class Evening:
    """Ada, Bob and the screen, at one table after another."""

    def __init__(self, hall: Hall, ada: str, bob: str, screen: str) -> None:
        """Each calls the house by one of its names."""
        hall.open_session(*TABLES)
        self.hall = hall
        self.phones = [self._at(host).phone(name).join() for name, host in (("Ada", ada), ("Bob", bob))]
        self.screen = self._at(screen).screen()

    def _at(self, host: str) -> Hall:
        self.hall.move_to(host)
        return self.hall

    def go_to(self, table: str) -> None:
        for phone in self.phones:
            phone.sit(table)
        self.screen.goto(f"/screen/tables/{self.hall.tables[table]}/")
        self.screen.evaluate(COUNT)
        expect(self.screen.get_by_role("heading", level=1)).to_have_text(table)

    def open_round(self, table: str) -> int:
        """It appears on every page by itself."""
        round_id = self.hall.open_round(table)
        for page in self.pages:
            expect(page.locator(PHASE)).to_contain_text(re.compile("Stakes are open|About to begin"))
        return round_id

    def stake(self, phone: Phone, spot: str, *chips: int) -> None:
        before = phone.purse()
        phone.stake(spot, *chips)
        expect(phone.page.locator("#purse strong")).to_have_text(str(before - sum(chips)))

    def lay_markers(self, round_id: int) -> None:
        """On different colours: who have the same play on."""
        while self.hall.phase(round_id) in {"open", "running"}:
            for choice, phone in enumerate(self.phones):
                phone.move(round_id, choice)

    def decide(self, round_id: int, most: int = 1000) -> int:
        """Both press what they are offered until the round is over, or so many moves were made."""
        made = 0
        while made < most and (waited := self.waited_for(round_id)):
            made += sum(phone.move(round_id) for phone in self.phones if phone.nickname in waited)
        return made

    def waited_for(self, round_id: int) -> list[str]:
        """As soon as it is a guest's turn; nobody, once the round is over."""

        def found() -> dict[str, Any] | None:
            round_ = self.hall.round(round_id)
            return round_ if round_["waiting_for"] or round_["phase"] != "running" else None

        return list(eventually(found, what="a guest's turn, or the end")["waiting_for"])

    def see_the_end(self, round_id: int) -> None:
        """Everybody sees the same, without having asked for it, and the screen has shown it as it went."""
        self.hall.wait_for(round_id, "settled")
        for page in self.pages:
            expect(page.locator(PHASE)).to_contain_text("Over")
        told = self.screen.locator("#foot").inner_text()
        for phone in self.phones:
            expect(phone.page.locator("#told")).to_have_text(told)
        assert self.shown() > 3

    def shown(self) -> int:
        return int(self.screen.evaluate("globalThis.shown"))

    @property
    def pages(self) -> list[Page]:
        return [*(phone.page for phone in self.phones), self.screen]

    def close(self) -> None:
        heard = complaints_of(self.screen)
        self.screen.context.close()
        for phone in self.phones:
            phone.close()
        assert not heard, heard


def backed(*spots: str) -> Callable[[Evening, str], None]:
    """A game in which both stake, and the cards do the rest."""

    def play(evening: Evening, table: str) -> None:
        evening.go_to(table)
        round_id = evening.open_round(table)
        for phone, spot in zip(evening.phones, spots, strict=True):
            evening.stake(phone, spot, 5, 1)
        evening.hall.call_the_off(round_id)
        evening.see_the_end(round_id)
        for phone in evening.phones:
            expect(phone.page.locator("#stakes")).to_contain_text(re.compile("returned|lost"))

    return play


def held_by_a_player(evening: Evening, table: str) -> None:
    """Ada takes the bank and decides about the joker; Bob stakes against her."""
    evening.go_to(table)
    ada, bob = evening.phones
    before = ada.purse()
    ada.page.get_by_text("Hold the bank").click()
    ada.page.locator("#bank").fill("200")
    ada.press("Now, from the house")
    expect(ada.page.locator("#notes")).to_contain_text("Noted.")
    assert ada.purse() == before - 200
    round_id = evening.open_round(table)
    assert ada.move(round_id)
    expect(bob.page.locator("#seat")).to_contain_text("On the other side of the stakes: Ada.")
    evening.stake(bob, "win/minoru", 5, 1)
    evening.hall.call_the_off(round_id)
    evening.see_the_end(round_id)


def for_points(evening: Evening, table: str) -> None:
    """Nobody stakes: both lay markers, turn by turn, until somebody has the target."""
    evening.go_to(table)
    round_id = evening.open_round(table)
    evening.lay_markers(round_id)
    evening.see_the_end(round_id)


def with_a_pot(evening: Evening, table: str) -> None:
    """Both enter for the ante and back a horse in the pool."""
    evening.go_to(table)
    round_id = evening.open_round(table)
    for phone in evening.phones:
        before = phone.purse()
        assert phone.move(round_id)
        expect(phone.page.locator("#purse strong")).to_have_text(str(before - 10))
        evening.stake(phone, phone.spots()[0], 5)
    evening.hall.call_the_off(round_id)
    evening.see_the_end(round_id)


def by_calls(evening: Evening, table: str) -> None:
    """Whoever likes shakes the dice and calls totals; the house waits for nobody."""
    evening.go_to(table)
    round_id = evening.open_round(table)
    assert all(phone.move(round_id) for phone in evening.phones)
    evening.hall.call_the_off(round_id)
    evening.hall.wait_for(round_id, "running")
    made = 0
    while made < ENOUGH // 3 and evening.hall.phase(round_id) == "running":
        made += sum(phone.move(round_id) for phone in evening.phones)
    assert made
    assert evening.shown() > 3


def among_themselves(most: int) -> Callable[[Evening, str], None]:
    def play(evening: Evening, table: str) -> None:
        """Both enter, and move as they may."""
        evening.go_to(table)
        round_id = evening.open_round(table)
        assert all(phone.move(round_id) for phone in evening.phones)
        if evening.hall.phase(round_id) == "open":
            evening.hall.call_the_off(round_id)
        before = evening.shown()
        assert evening.decide(round_id, most) > 0
        if evening.hall.phase(round_id) == "settled":
            evening.see_the_end(round_id)
        assert evening.shown() > before

    return play


PLAYED: dict[str, Callable[[Evening, str], None]] = {
    "Minoru": backed("win/minoru", "win/gou_gou"),
    "Banker": held_by_a_player,
    "Double event": backed("win/hearts", "placed/diamonds"),
    "Horses": backed("win/clubs", "show/diamonds"),
    "Roulette": backed("number/0", "number/00"),
    "Points": for_points,
    "Derby": with_a_pot,
    "Calls": by_calls,
    "Music": among_themselves(1000),
    "Ascot": among_themselves(ENOUGH),
}


def play_everything(hall: Hall, *hosts: str) -> None:
    """To a browser a name on plain HTTP is no secure context, and allows less."""
    with closing(Evening(hall, *hosts)) as evening:
        assert [page.evaluate("isSecureContext") for page in evening.pages] == [host == "localhost" for host in hosts]
        for table in hall.tables:
            PLAYED[table](evening, table)


def test_every_game_is_played_on_two_phones_and_the_big_screen(hall: Hall) -> None:
    play_everything(hall, "localhost", NOT_SECURE, NOT_SECURE)


@pytest.mark.slow
@pytest.mark.parametrize("host", ["localhost", NOT_SECURE])
def test_every_game_is_played_by_all_who_call_the_house_alike(hall: Hall, host: str) -> None:
    play_everything(hall, host, host, host)


def test_every_game_of_the_house_has_a_table_here() -> None:
    assert {table["options"]["game"] for table in TABLES.values()} == set(GAMES)
    assert set(PLAYED) == set(TABLES)
