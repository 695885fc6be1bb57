"""`casino demo`, and the demo that a new house opens with."""

import json
import re
from pathlib import Path

from casino import demo
from casino.clubs.models import Session
from casino.tables.models import Round
from tests.casino.verified import room_findings
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
    finally:
        house.stop()


def test_a_demo_opens_in_an_empty_house_only_and_once_cleared_stays_away(own_database: str) -> None:
    session = demo.open_if_empty()
    assert session is not None
    assert Round.objects.filter(table__session=session, phase="open").count() == 2
    assert demo.open_if_empty() is None
    demo.clear(session)
    assert demo.open_if_empty() is None
    assert not Session.objects.filter(state="open").exists()
    assert set(Round.objects.values_list("phase", flat=True)) == {"void"}
    assert room_findings() == []


def test_numbers_that_are_none_are_refused(folder: Path) -> None:
    for option in ("--rounds", "--players", "--tables"):
        done = casino("demo", option, "0", CASINO_HOME=str(folder))
        assert (done.returncode, option in done.stderr) == (2, True)
    assert not folder.exists()
