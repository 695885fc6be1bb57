"""kill -9 of any process while rounds are running: every round ends, settled or void, and is paid once."""

import json
import random
import subprocess
import sys
import time

import psycopg
import pytest

from casino.home import PROJECT
from tests.faults.test_kill import kill_child
from tests.houses import CHILDREN, RunningHouse, casino_process, clean_environment, eventually

ROUNDS = "SELECT count(*) FROM tables_round WHERE phase"
LEFT_IN_STAKES = (
    "SELECT count(*) FROM ledger_balance JOIN ledger_account ON id = account_id WHERE role = 'stakes' AND amount > 0"
)


def in_the_room(house: RunningHouse, *arguments: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "tests.faults.demo_tables", *arguments],
        env=clean_environment(
            CASINO_HOME=str(house.home.path), PYTHONPATH=str(PROJECT), DJANGO_SETTINGS_MODULE="casino.settings"
        ),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL if arguments[0] == "stir" else None,
    )


def counted(house: RunningHouse, query: str) -> int:
    """A number that the house's database knows, as soon as it answers."""

    def answer() -> tuple[int] | None:
        try:
            return house.kept_connection.execute(query.encode()).fetchone()
        except psycopg.Error:
            return None

    (found,) = eventually(answer, what="the database answers")
    return int(found)


def progress(house: RunningHouse) -> int:
    return counted(house, "SELECT sum(step) FROM tables_round")


def kill_in_turn(house: RunningHouse, kills: int) -> None:
    """Kill one process after the other, in the middle of things; each time the races go on."""
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    for number in range(kills):
        time.sleep(chance.uniform(0, 0.6))
        kill_child(house, CHILDREN[number % len(CHILDREN)])
        before = progress(house)
        eventually(lambda: progress(house) >= before + 6, what=f"races go on after kill {number}")  # noqa: B023


def all_rounds_end_well(house: RunningHouse) -> None:
    assert in_the_room(house, "close").wait(60) == 0
    eventually(lambda: counted(house, f"{ROUNDS} IN ('open', 'running')") == 0, seconds=120, what="every round ends")
    verified = casino_process("verify", "--json", CASINO_HOME=str(house.home.path))
    assert (verified.returncode, json.loads(verified.stdout)["findings"]) == (0, [])
    assert counted(house, LEFT_IN_STAKES) == 0
    settlements = "SELECT count(*) FROM ledger_entry WHERE key LIKE 'round:%:settle'"
    paid = "SELECT count(*) FROM tables_round WHERE settlement_id IS NOT NULL"
    assert counted(house, settlements) == counted(house, paid) > 0


def kills(house: RunningHouse, number: int, *, tables: int) -> None:
    """While quick tables play by themselves, and somebody sends their messages again and again."""
    house.wait_until_ready()
    assert in_the_room(house, "open", str(tables)).wait(60) == 0
    stirring = in_the_room(house, "stir", str(number * 30))
    try:
        kill_in_turn(house, number)
    finally:
        stirring.kill()
        stirring.wait()
    all_rounds_end_well(house)
    settled = counted(house, f"{ROUNDS} IN ('settled')")
    print(f"{settled} rounds settled")
    assert settled >= number // 4  # after each kill six steps are waited for, and a round has some twenty


def test_twenty_kills_lose_nothing_and_pay_nothing_twice(killed: RunningHouse) -> None:
    kills(killed, 20, tables=3)


@pytest.mark.slow
def test_two_hundred_kills_lose_nothing_and_pay_nothing_twice(killed: RunningHouse) -> None:
    kills(killed, 200, tables=6)
