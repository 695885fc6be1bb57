import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.test import override_settings
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from casino.home import Home
from tests.databases import migrated_database, module_database, own_database
from tests.houses import RunningHouse, settle_in

__all__ = ["migrated_database", "module_database", "own_database"]

# How long an example takes, or to find one, says more about the machine than about the house.
hypothesis_settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
hypothesis_settings.load_profile("house")


@pytest.fixture(autouse=True)
def own_language() -> Iterator[None]:
    """A request in another language leaves it with its thread, and in tests that is the next test's, too."""
    yield
    translation.deactivate()


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Every test of the admin makes a user, and none is about how long guessing a password takes."""
    with override_settings(PASSWORD_HASHERS=["tests.hashing.OnceHashed"]):
        yield


@pytest.fixture(scope="session")
def opened_once(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A closed house to copy with `settle_in`: it was new, became ready, and nobody has used it.

    Under xdist the first worker that wants it makes it for all.
    """
    base = tmp_path_factory.getbasetemp()
    place = (base.parent if base.name.startswith("popen-") else base) / "opened-once"
    place.mkdir(exist_ok=True)
    with (place / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (place / "closed").exists():
            RunningHouse(place / "var").start().stop()
            (place / "closed").touch()
    return Home(place / "var")


@contextmanager
def opened(house: RunningHouse) -> Iterator[RunningHouse]:
    house.start()
    yield house
    house.stop()


@pytest.fixture(scope="session")
def house(opened_once: Home, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """A running house that many files share. Nobody is its first organiser, and nobody closes it."""
    folder = tmp_path_factory.mktemp("house") / "var"
    settle_in(folder, opened_once)
    with opened(RunningHouse(folder)) as house:
        yield house


@pytest.fixture(scope="session")
def demo_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """A new house as it opens for the first time: with a demo and a sandbox that play by themselves."""
    house = RunningHouse(tmp_path_factory.mktemp("demo") / "var")
    house.arguments = []
    with opened(house):
        yield house


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A place for a house that does not exist yet."""
    return tmp_path / "var"


@pytest.fixture
def settled(folder: Path, opened_once: Home) -> Path:
    """The same place, with a closed house that was opened before and not used."""
    settle_in(folder, opened_once)
    return folder
