"""`make pictures`: docs/pictures, the big screen and a phone in the middle of a race.

A house of its own opens in a folder that is thrown away, a guest joins, and a screen is let in as in a hall. Its name
is made up, so that the code on the screen leads nowhere.
"""

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from casino.home import PROJECT
from tests.browser.conftest import ARGUMENTS, chromium
from tests.browser.hall import NOT_SECURE, Founded, Hall
from tests.houses import RunningHouse, eventually

FOLDER = PROJECT / "docs" / "pictures"
TABLE = "Minoru"
GUESTS = {"Ada": ("win/minoru", 6), "Bob": ("win/game_chick", 5), "Cleo": ("win/st_amant", 3)}
SOME = 3  # cards have been turned, and the race is not decided
PACE = 4  # seconds, so that nothing moves while it is taken
SHOWN = 1500  # milliseconds until what moved stands still


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="casino-pictures-") as folder:
        house = RunningHouse(Path(folder) / "var", ALLOWED_HOSTS=NOT_SECURE)
        try:
            house.start()
            with sync_playwright() as playwright:
                take(house, playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS))
        finally:
            house.stop()
    for picture in sorted(FOLDER.glob("*.png")):
        print(f"{picture.relative_to(PROJECT)}: {picture.stat().st_size // 1024} KB")


def take(house: RunningHouse, browser: Browser) -> None:
    hall = Hall(Founded(house), browser, NOT_SECURE)
    hall.open_session(TABLE, pace=PACE)
    round_id = hall.open_round(TABLE)
    phones = [hall.phone(name, device_scale_factor=2).join() for name in GUESTS]
    for phone, (spot, counters) in zip(phones, GUESTS.values(), strict=True):
        phone.open(TABLE)
        phone.stake(spot, *[1] * counters)
    screen = hall.screen(TABLE)
    hall.call_the_off(round_id)
    eventually(lambda: hall.round(round_id)["moves"] >= SOME, what="a race in motion")
    screen.wait_for_timeout(SHOWN)
    FOLDER.mkdir(exist_ok=True)
    screen.screenshot(path=FOLDER / "screen.png")
    phones[0].page.evaluate("scrollTo(0, 0)")
    phones[0].page.screenshot(path=FOLDER / "phone.png")
    browser.close()


if __name__ == "__main__":
    main()
