import fcntl
import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import override_settings
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from casino.home import Home
from tests.databases import migrated_database, module_database, own_database
from tests.houses import RunningHouse, settle_in
from tests.sharing import Share, for_all_workers

__all__ = ["migrated_database", "module_database", "own_database"]

# How long an example takes, or to find one, says more about the machine than about the house.
hypothesis_settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
hypothesis_settings.load_profile("house")


def pytest_collection_finish() -> None:
    """What is loaded now stays to the end. To look through all of it again and again, for what could be thrown away,
    took the collector a tenth of the tests' time.
    """
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


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
    place = for_all_workers(tmp_path_factory) / "opened-once"
    place.mkdir(exist_ok=True)
    with (place / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (place / "closed").exists():
            with RunningHouse(place / "var"):
                pass
            (place / "closed").touch()
    return Home(place / "var")


@pytest.fixture(scope="session")
def house(opened_once: Home, tmp_path_factory: pytest.TempPathFactory, share: Share) -> RunningHouse:
    """A running house that many files share. Nobody is its first organiser, and nobody closes it."""
    folder = tmp_path_factory.mktemp("house") / "var"
    settle_in(folder, opened_once)
    return share("house", RunningHouse(folder))


@pytest.fixture(scope="session")
def demo_house(tmp_path_factory: pytest.TempPathFactory, share: Share) -> RunningHouse:
    """A new house as it opens for the first time: with a demo and a sandbox that play by themselves."""
    house = RunningHouse(tmp_path_factory.mktemp("demo") / "var")
    house.arguments = []
    return share("demo_house", house)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A place for a house that does not exist yet."""
    return tmp_path / "var"


@pytest.fixture
def settled(folder: Path, opened_once: Home) -> Path:
    """The same place, with a closed house that was opened before and not used."""
    settle_in(folder, opened_once)
    return folder
