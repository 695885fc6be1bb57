"""Children are started again with growing pauses, and stopped in order."""

import signal
import sys
import time
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from casino import supervisor as supervisors
from casino.home import HouseState
from casino.supervisor import Child, Program, Supervisor, end_orphans
from tests.houses import alive, eventually

# Writes its name into a file when it is asked to end.
SIGNER = """
import signal, sys, time
def sign(*_):
    with open(sys.argv[1], "a") as file:
        file.write(sys.argv[2])
    sys.exit()
signal.signal(signal.SIGTERM, sign)
print("up", flush=True)
time.sleep(60)
"""
SLEEPER = [sys.executable, "-c", "import time; time.sleep(60)"]


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def supervisor(tmp_path: Path, said: list[str]) -> Supervisor:
    return Supervisor(logs=tmp_path, say=said.append, note=lambda: None)


def test_a_child_that_is_killed_is_started_again_with_a_line(supervisor: Supervisor, said: list[str]) -> None:
    supervisor.start(Program("sleeper", SLEEPER))
    child = supervisor.child("sleeper")
    assert child.process is not None
    first = child.process.pid
    child.process.kill()
    child.process.wait()
    assert supervisor.wait_for(
        lambda: child.alive() and child.process is not None and child.process.pid != first, seconds=10
    )
    assert said == ["sleeper ended (SIGKILL); starting it again in 0.2 s"]
    supervisor.stop()


def test_pauses_grow_to_a_limit_and_shrink_after_a_healthy_life(tmp_path: Path) -> None:
    child = Child(Program("brief", []), tmp_path / "log")
    child.started = time.monotonic()
    assert [child.note_death() for _ in range(8)] == [0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10.0, 10.0]
    child.started = time.monotonic() - supervisors.HEALTHY_AFTER
    assert child.note_death() == 0.2


def test_children_stop_in_the_reverse_order(supervisor: Supervisor, tmp_path: Path) -> None:
    order = tmp_path / "order"
    for name in ("a", "b", "c"):
        supervisor.start(Program(name, [sys.executable, "-c", SIGNER, str(order), name]))
    eventually(lambda: all("up" in (tmp_path / f"{name}.log").read_text() for name in "abc"))
    supervisor.stop()
    assert order.read_text() == "cba"


def test_a_child_that_does_not_listen_is_ended_by_force(supervisor: Supervisor, tmp_path: Path) -> None:
    deaf = "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('up', flush=True)\ntime.sleep(60)"
    supervisor.start(Program("deaf", [sys.executable, "-c", deaf], stop_seconds=0.5))
    process = supervisor.child("deaf").process
    assert process is not None
    eventually(lambda: "up" in (tmp_path / "deaf.log").read_text())
    supervisor.stop()
    assert process.returncode == -signal.SIGKILL


def test_orphans_are_ended_but_not_a_stranger_with_the_same_number(supervisor: Supervisor, said: list[str]) -> None:
    for name in ("orphan", "stranger"):
        supervisor.start(Program(name, SLEEPER))
    first, second = (child.state() for child in supervisor.children)
    second = replace(second, mark="another birth")  # the number belonged to another process then
    end_orphans(HouseState(version="", pid=1, mark="", children=(first, second)), said.append)
    orphan, stranger = (child.process for child in supervisor.children)
    assert orphan is not None
    assert stranger is not None
    assert orphan.wait(10) is not None
    assert not alive(orphan.pid)
    assert psutil.Process(stranger.pid).status() != psutil.STATUS_ZOMBIE
    assert len(said) == 1
    supervisor.stop()


def test_a_log_that_has_grown_too_long_is_put_aside(
    supervisor: Supervisor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisors, "LOG_SIZE_LIMIT", 10)
    (tmp_path / "sleeper.log").write_text("x" * 11)
    supervisor.start(Program("sleeper", SLEEPER))
    supervisor.stop()
    assert (tmp_path / "sleeper.log.old").read_text() == "x" * 11
    assert (tmp_path / "sleeper.log").read_text() == ""
