"""What a tick of a race costs the big screen: milliseconds of script from the answer to the changed page, beside one
frame of 60 in a second. The house, its workers and Chromium share this machine; the screen shows races from off to end.
"""

import json
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from bench.table import Ratio, Row, duration, text
from tests.browser.conftest import ARGUMENTS, chromium
from tests.browser.hall import Founded, Hall
from tests.houses import RunningHouse

FRAME = 16  # milliseconds
RACES = ("Minoru", "Double event", "Horses", "Roulette", "Derby")
LISTEN = "globalThis.ticks = []; addEventListener('house:shown', ({ detail }) => ticks.push(detail.milliseconds))"


def main(*, quick: bool, as_json: bool) -> None:
    rounds = 1 if quick else 5
    with tempfile.TemporaryDirectory(prefix="casino-bench-") as folder:
        house = RunningHouse(Path(folder) / "var")
        try:
            house.start()
            with sync_playwright() as playwright:
                hall = Hall(Founded(house), playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS))
                rows = [_row(table, ticks) for table, ticks in _raced(hall, rounds).items()]
                hall.browser.close()
        finally:
            house.stop()
    if as_json:
        print(json.dumps({ratio.key: ratio.value for row in rows for ratio in row.ratios}))
        return
    print(f"screen: script per tick of a race, {rounds} of each; one frame is {FRAME} ms")
    print(text(rows, ours="median", limit="slowest", peer="ticks"))


def _raced(hall: Hall, rounds: int) -> dict[str, list[float]]:
    hall.open_session(*RACES)
    phones = [hall.phone(name).join() for name in ("Ada", "Bob")]
    screen, found = hall.screen(), dict[str, list[float]]()
    for table in RACES:
        for phone in phones:
            phone.sit(table)
        screen.goto(f"/screen/tables/{hall.tables[table]}/")
        screen.evaluate(LISTEN)
        for _ in range(rounds):
            round_id = hall.open_round(table)
            if table == "Derby":
                for phone in phones:
                    phone.open(table)
                    phone.move(round_id)
            hall.call_the_off(round_id)
            hall.wait_for(round_id, "settled")
            screen.wait_for_timeout(1000)
        found[table] = _ticks(screen)
    return found


def _ticks(screen: Page) -> list[float]:
    return [float(each) for each in screen.evaluate("ticks")]


def _row(table: str, ticks: Sequence[float]) -> Row:
    median = statistics.median(ticks)
    key = f"screen_{table.lower().replace(' ', '_')}_vs_frame"
    figures = (duration(median / 1000), duration(max(ticks) / 1000), f"{len(ticks)}")
    return Row(table, figures, [Ratio(key, median / FRAME, "a frame", most=1.0)])
