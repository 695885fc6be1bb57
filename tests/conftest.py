import fcntl
import os
from collections.abc import Generator, Iterator
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

# Files that take a minute or so, the longest first. xdist would begin with the files that have most tests, and end with
# one worker at one of these while the others have nothing left to do.
LONG = (
    "sessions/test_games.py",
    "casino/test_running.py",
    "casino/test_server_user.py",
    "casino/test_backup.py",
    "casino/api/test_generated_client.py",
    "faults/test_killed_rounds.py",
    "browser/test_evening.py",
    "browser/test_access.py",
    "browser/test_phones.py",
    "browser/test_lost_network.py",
    "faults/test_kill.py",
    "casino/test_demo.py",
    "casino/test_room_admin.py",
    "casino/api/test_permissions.py",
    "casino/api/test_joining.py",
    "casino/api/test_secrets.py",
    "casino/api/test_guide.py",
    "casino/api/test_fuzzed.py",
    "casino/api/test_stream.py",
    "casino/exports/test_tools.py",
    "test_docs.py",
    "sessions/test_evening.py",
    "faults/test_killed_postings.py",
    "casino/test_trying.py",
    "browser/test_pages.py",
)


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """One more than there are processors, unless somebody says how many: tests of a whole house mostly wait for it."""
    workers = yield
    return workers if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else workers + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    places = {Path(__file__).parent / name: place for place, name in enumerate(LONG)}
    items.sort(key=lambda item: places.get(item.path, len(places)))


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


@pytest.fixture(scope="module")
def house(opened_once: Home, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """A running house that the tests of one module share."""
    folder = tmp_path_factory.mktemp("house") / "var"
    settle_in(folder, opened_once)
    running = RunningHouse(folder).start()
    yield running
    running.stop()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A place for a house that does not exist yet."""
    return tmp_path / "var"


@pytest.fixture
def settled(folder: Path, opened_once: Home) -> Path:
    """The same place, with a closed house that was opened before and not used."""
    settle_in(folder, opened_once)
    return folder
