"""kill -9 of any process at any moment: the house comes back by itself, or by `casino run`, and nothing is lost."""

import os
import random
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from casino import heartbeat
from tests.faults.conftest import PowerCut
from tests.houses import CHILDREN, RunningHouse, alive, eventually


@pytest.fixture
def fragile(killed: RunningHouse) -> Iterator[RunningHouse]:
    """With witnesses: whoever kills writes a number into the database, and finds all of them afterwards."""
    killed.wait_until_ready()
    with killed.connect() as connection:
        connection.execute("CREATE TABLE witnesses (id bigint PRIMARY KEY)")
    yield killed
    killed.wait_until_ready()
    with killed.connect() as connection:
        connection.execute("DROP TABLE witnesses")


def kill_child(house: RunningHouse, name: str) -> None:
    """Kill one child. The supervisor starts another."""
    victim = house.children()[name]
    assert victim is not None
    os.kill(victim, signal.SIGKILL)
    eventually(lambda: house.children()[name] not in {victim, None}, what=f"another {name}")


def kill_supervisor(house: RunningHouse) -> None:
    """Kill the supervisor and run the house again, as the organiser would, at once."""
    assert house.process is not None
    orphans = [pid for pid in house.children().values() if pid]
    house.process.kill()
    house.process.wait()
    again = house.start(wait=False).process
    assert again is not None
    eventually(lambda: (state := house.home.read_state()) and state.pid == again.pid, what="another supervisor")
    eventually(lambda: len(house.children()) == len(CHILDREN), what="all children")
    assert not [pid for pid in orphans if alive(pid)]


def wait_for_a_fresh_heartbeat(house: RunningHouse) -> None:
    """Ready alone does not show that beat and worker are back: the last sign of life counts for a while."""
    since = time.time()

    def fresh() -> bool:
        try:
            with redis.Redis(unix_socket_path=str(house.home.redis_socket)) as client:
                last = client.get(heartbeat.KEY)
        except redis.RedisError:
            return False
        return last is not None and float(last) > since

    eventually(fresh, what="a fresh heartbeat")


def kill_and_come_back(house: RunningHouse, victims: list[str]) -> None:
    for number, victim in enumerate(victims):
        with house.connect() as connection:
            connection.execute("INSERT INTO witnesses VALUES (%s)", [number])
        if victim == "supervisor":
            kill_supervisor(house)
        else:
            kill_child(house, victim)
        wait_for_a_fresh_heartbeat(house)
        house.wait_until_ready()
        with house.connect() as connection:
            found = connection.execute("SELECT array_agg(id ORDER BY id) FROM witnesses").fetchone()
        assert found == (list(range(number + 1)),), f"after kill {number} ({victim})"


def random_order(each: int) -> list[str]:
    victims = [*CHILDREN, "supervisor"] * each
    seed = random.randrange(2**32)
    random.Random(seed).shuffle(victims)
    print(f"order of seed {seed}: {victims}")
    return victims


def test_each_process_is_killed_once(fragile: RunningHouse) -> None:
    file = fragile.home.logs / "house.log"
    before = file.read_text() if file.exists() else ""
    kill_and_come_back(fragile, random_order(1))
    log = file.read_text().removeprefix(before)
    for name in CHILDREN:
        assert f"{name} ended (SIGKILL); starting it again in" in log


@pytest.mark.slow
def test_each_process_is_killed_ten_times_in_random_order(fragile: RunningHouse) -> None:
    kill_and_come_back(fragile, random_order(10))


def test_orphans_without_a_parents_death_signal_are_ended_by_the_next_start(fragile: RunningHouse) -> None:
    """As on macOS, where children outlive a killed supervisor: here they are stopped before they can hear of it."""
    assert fragile.process is not None
    orphans = [pid for pid in fragile.children().values() if pid]
    for pid in orphans:
        os.kill(pid, signal.SIGSTOP)
    fragile.process.kill()
    fragile.process.wait()
    assert all(alive(pid) for pid in orphans)
    before = fragile.output.read_text()
    fragile.start(wait=False)
    eventually(
        lambda: "was left by a house that was killed" in fragile.output.read_text().removeprefix(before),
        what="orphans noticed",
    )
    for pid in orphans:
        if alive(pid):
            os.kill(pid, signal.SIGCONT)
    fragile.wait_until_ready()
    assert not [pid for pid in orphans if alive(pid)]


def test_a_power_cut_while_the_database_is_made_leaves_a_house_that_opens(
    cut_while_made: tuple[RunningHouse, PowerCut], killed: RunningHouse
) -> None:
    assert cut_while_made[1] == PowerCut(at_work=True, database_made=False)
    killed.wait_until_ready()


def test_a_log_folder_that_is_deleted_comes_back(killed: RunningHouse) -> None:
    shutil.rmtree(killed.home.logs)
    kill_child(killed, "beat")
    assert "beat ended (SIGKILL)" in (killed.home.logs / "house.log").read_text()


@pytest.mark.slow
def test_a_pid_file_that_names_a_stranger_does_not_keep_the_house_closed(settled: Path) -> None:
    """After a power cut, PostgreSQL's old number may belong to another process of the same user."""
    house = RunningHouse(settled).start()
    postmaster = house.children()["postgres"]
    pid_file = house.home.database / "postmaster.pid"
    stale = pid_file.read_text().replace(str(postmaster), str(os.getpid()), 1)
    house.stop()
    pid_file.write_text(stale)
    house.start()
    house.stop()


def test_pages_say_one_moment_while_the_database_is_away(fragile: RunningHouse) -> None:
    postgres = fragile.children()["postgres"]
    assert postgres is not None
    seen = set()
    os.kill(postgres, signal.SIGKILL)
    for _ in range(20):
        status, page = fragile.get("/admin/login/?next=/admin/", Cookie="sessionid=abcdefghijklmnopqrstuvwxyz012345")
        seen.add(status)
        assert status != 500
        assert status == 200 or "One moment" in page
    fragile.wait_until_ready()
    assert seen <= {200, 503}
