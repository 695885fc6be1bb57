"""A throw-away PostgreSQL and Redis for the tests, never the organiser's. Loaded with `-p tests.servers`.

They run from a temporary folder with the same code as a house's own, before Django reads its settings, and end with
pytest. Under xdist the controller starts PostgreSQL, where every worker has databases of its own, and each worker a
Redis: tries are counted there, and streams hear of each other. A run within a run, which says so with
CASINO_TEST_INHERITS, uses what is there.
CASINO_TEST_POSTGRES=16 tests on the wheel's older PostgreSQL.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
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

_running: list[tuple[Supervisor, Path]] = []


def _roomy_memory() -> bool:
    return MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= MEMORY_NEEDED


def _open(name: str) -> tuple[Home, Supervisor]:
    folder = Path(tempfile.mkdtemp(prefix=f"casino-{name}-", dir=MEMORY if _roomy_memory() else "/tmp"))
    home = Home(folder)
    home.make()
    supervisor = Supervisor(logs=home.logs, say=lambda _: None, note=lambda: None)
    _running.append((supervisor, folder))
    return home, supervisor


def _wait(supervisor: Supervisor, home: Home, up: Callable[[], bool]) -> None:
    def answers() -> bool:
        try:
            return up()
        except (psycopg.OperationalError, redis.RedisError):
            return False

    if not supervisor.wait_for(answers, seconds=60):
        raise pytest.UsageError(f"A test server did not start; see {home.logs}.")


def _start_postgres() -> None:
    home, supervisor = _open("test")
    installation = embedded.install_postgres(home, version=POSTGRES_VERSION)
    supervisor.start(embedded.postgres_program(home, installation, options=embedded.FAST_AND_LOOSE))

    def up() -> bool:
        psycopg.connect(host=str(home.database_sockets), user=embedded.USER, dbname="postgres").close()
        return True

    _wait(supervisor, home, up)
    os.environ["DATABASE_URL"] = f"postgresql://{embedded.USER}@/casino?host={home.database_sockets}"
    os.environ["SECRET_KEY"] = (
        "a secret for tests only, long enough for Django's own checks, and different from all others"
    )
    os.environ["CASINO_HOME"] = str(home.path)


def _start_redis() -> None:
    home, supervisor = _open("test-redis")
    supervisor.start(embedded.redis_program(home))
    _wait(supervisor, home, lambda: bool(redis.Redis(unix_socket_path=str(home.redis_socket)).ping()))
    os.environ["REDIS_URL"] = f"unix://{home.redis_socket}"


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests() -> Iterator[None]:
    # A wrapper, so that it runs before pytest-django loads the settings.
    if "CASINO_TEST_INHERITS" not in os.environ:
        if "PYTEST_XDIST_WORKER" not in os.environ:
            _start_postgres()
        _start_redis()
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
