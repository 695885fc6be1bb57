"""One house that every file here kills again and again. It comes back from whatever the test before did to it."""

import contextlib
from dataclasses import dataclass

import psutil
import pytest

from tests.houses import RunningHouse, eventually
from tests.sharing import Share


@dataclass(frozen=True)
class PowerCut:
    """What was there after the lights went out while the database was being made."""

    at_work: bool
    database_made: bool


@pytest.fixture(scope="session")
def cut_while_made(tmp_path_factory: pytest.TempPathFactory) -> tuple[RunningHouse, PowerCut]:
    """A house, closed, whose very first opening ended in a power cut."""
    house = RunningHouse(tmp_path_factory.mktemp("killed") / "var").start(wait=False)
    assert house.process is not None
    eventually(lambda: (house.home.path / "postgres.new").exists(), what="initdb at work")
    for process in [*psutil.Process(house.process.pid).children(recursive=True), psutil.Process(house.process.pid)]:
        with contextlib.suppress(psutil.NoSuchProcess):  # initdb's helpers come and go
            process.kill()
    house.process.wait()
    return house, PowerCut((house.home.path / "postgres.new").exists(), (house.home.path / "postgres").exists())


@pytest.fixture(scope="session")
def killed(cut_while_made: tuple[RunningHouse, PowerCut], share: Share) -> RunningHouse:
    return share("killed", cut_while_made[0])
