"""A throw-away PostgreSQL and Redis for the tests, never the organiser's. Loaded with `-p tests.servers`.

They run from a temporary folder with the same code as a house's own, before Django reads its settings, and end with
pytest. Under xdist only the controller starts them; its workers inherit their addresses, and so does a run within a
run, which says so with CASINO_TEST_INHERITS.
CASINO_TEST_POSTGRES=16 tests on the wheel's older PostgreSQL.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from casino import embedded
from casino.home import Home
from casino.server_user import OUTSIDE
from casino.supervisor import Supervisor

POSTGRES_VERSION = int(os.environ.get("CASINO_TEST_POSTGRES", embedded.POSTGRES_VERSION))

# Most tests copy a whole database, which in memory takes a tenth of the time. A container's /dev/shm may be tiny.
MEMORY = Path("/dev/shm")
MEMORY_NEEDED = 4 * 2**30

INHERITS = {"PYTEST_XDIST_WORKER", "CASINO_TEST_INHERITS"}

_running: list[tuple[Supervisor, Path]] = []


def _roomy_memory() -> bool:
    return MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= MEMORY_NEEDED


def _start() -> None:
    folder = Path(tempfile.mkdtemp(prefix="casino-test-", dir=MEMORY if _roomy_memory() else "/tmp"))
    home = Home(folder)
    home.make()
    supervisor = Supervisor(logs=home.logs, say=lambda _: None, note=lambda: None)
    _running.append((supervisor, folder))
    installation = embedded.install_postgres(home, version=POSTGRES_VERSION)
    supervisor.start(embedded.postgres_program(home, installation, options=embedded.FAST_AND_LOOSE))
    supervisor.start(embedded.redis_program(home))

    def up() -> bool:
        try:
            psycopg.connect(host=str(home.database_sockets), user=embedded.USER, dbname="postgres").close()
            return bool(redis.Redis(unix_socket_path=str(home.redis_socket)).ping())
        except (psycopg.OperationalError, redis.RedisError):
            return False

    if not supervisor.wait_for(up, seconds=60):
        raise pytest.UsageError(f"The test servers did not start; see {home.logs}.")
    os.environ["DATABASE_URL"] = f"postgresql://{embedded.USER}@/casino?host={home.database_sockets}"
    os.environ["REDIS_URL"] = f"unix://{home.redis_socket}"
    os.environ["SECRET_KEY"] = (
        "a secret for tests only, long enough for Django's own checks, and different from all others"
    )
    os.environ["CASINO_HOME"] = str(folder)


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests() -> Iterator[None]:
    # A wrapper, so that it runs before pytest-django loads the settings.
    if not INHERITS.intersection(os.environ):
        _start()
    return (yield)


def pytest_unconfigure(config: pytest.Config) -> None:
    while _running:
        supervisor, folder = _running.pop()
        supervisor.stop()
        shutil.rmtree(folder)
        _sweep(folder, config._tmp_path_factory.getbasetemp())  # type: ignore[attr-defined]


def _sweep(*ours: Path) -> None:
    """Remove what houses of this run have left elsewhere: sockets, and data under OUTSIDE. Each says whose it is."""
    for claim in [*Path("/tmp").glob("casino-*/home"), *OUTSIDE.glob("*/home")]:
        owner = Path(claim.read_text().strip())
        if any(owner.is_relative_to(folder) for folder in ours):
            shutil.rmtree(claim.parent)
