"""`casino demo`, and the demo that a new house opens with."""

import json
import re
from pathlib import Path

from tests.houses import RunningHouse, casino, eventually


def test_an_evening_at_the_terminal_is_played_told_and_proved(folder: Path) -> None:
    done = casino("demo", "--rounds", "5", "--players", "4", "--tables", "2", CASINO_HOME=str(folder))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "5 rounds at 2 tables, 4 players" in done.stdout
    standings = re.findall(r"^(Ada|Bob|Cleo|Dan) +([\d,]+) +([\d,]+) +([+-]\d+)$", done.stdout, re.MULTILINE)
    assert len(standings) == 4
    assert all(int(came_to) - int(bought) == int(net) for _, bought, came_to, net in standings)
    assert re.search(r"^issue +([\d,]+) +\1 +0$", done.stdout, re.MULTILINE)
    assert "5 rounds replayed" in done.stdout
    found = re.search(r"Its code is (\w+)\.", done.stdout)
    assert found
    verified = casino("verify", found[1].lower(), "--json", CASINO_HOME=str(folder))
    assert (verified.returncode, json.loads(verified.stdout)["session"]) == (0, found[1])
    unknown = casino("verify", "NOTONE", CASINO_HOME=str(folder))
    assert (unknown.returncode, unknown.stderr.strip()) == (2, "There is no session NOTONE.")


def test_a_new_house_opens_with_a_demo_that_plays_until_it_is_cleared(folder: Path) -> None:
    house = RunningHouse(folder)
    house.arguments = []
    house.start()
    try:
        told = eventually(
            lambda: re.search(r"its code is (\w+)\. To remove it", house.output.read_text()), what="a demo"
        )
        with house.connect() as connection:

            def dealt() -> bool:
                return connection.execute("SELECT FROM tables_move WHERE move ? 'deal' LIMIT 1").fetchone() is not None

            eventually(dealt, what="cards are dealt")
        cleared = casino("demo", "--clear", CASINO_HOME=str(folder))
        assert (cleared.returncode, "Out of sight: 1." in cleared.stdout) == (0, True), cleared.stderr
        verified = casino("verify", told[1], CASINO_HOME=str(folder))
        assert verified.returncode == 0, verified.stdout
        assert "There is no demo." in casino("demo", "--clear", CASINO_HOME=str(folder)).stdout
    finally:
        house.stop()
    house.output.unlink()
    house.start()
    house.stop()
    assert "A demo session is playing" not in house.output.read_text()  # it was cleared, and stays away


def test_numbers_that_are_none_are_refused(folder: Path) -> None:
    for option in ("--rounds", "--players", "--tables"):
        done = casino("demo", option, "0", CASINO_HOME=str(folder))
        assert (done.returncode, option in done.stderr) == (2, True)
    assert not folder.exists()
