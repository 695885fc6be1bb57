"""A whole house in a process of its own, on its own data, as an organiser would run it."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import psutil
import psycopg

from casino.home import PROJECT, Home
from casino.processes import die_with_parent

CHILDREN = ["redis", "postgres", "worker", "beat", "web"]

NOT_OURS = (
    *("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "CASINO_HOME", "DJANGO_SETTINGS_MODULE", "ALLOWED_HOSTS"),
    "PYTHONDONTWRITEBYTECODE",  # a hundred processes would each compile all there is
)


def clean_environment(**variables: str) -> dict[str, str]:
    """The environment of a fresh terminal, without what the tests have set for themselves."""
    kept = {
        name: value for name, value in os.environ.items() if name not in NOT_OURS and not name.startswith("PYTEST_")
    }
    return {**kept, "COLUMNS": "200", **variables}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def casino_process(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run one `casino` command to its end, in a process of its own. Most need none: see `tests.terminal`."""
    return subprocess.run(
        [sys.executable, "-m", "casino", *arguments],
        env=clean_environment(PYTHONPATH=str(PROJECT), **variables),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def eventually(condition: Callable[[], Any], *, seconds: float = 60.0, what: str = "condition") -> Any:
    give_up = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < give_up, f"{what}: not within {seconds:.0f} s"
        time.sleep(0.05)
    return found


def alive(pid: int) -> bool:
    """Does the process run? One that has ended and waits for its parent to notice does not."""
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def settle_in(folder: Path, original: Home) -> None:
    """Make the folder a house that was opened before and closed: the original's database, secret and version.

    Sockets, locks and logs belong to a place, and the house makes them there. That a new house opens is shown by tests
    that give it an empty folder; to all others initdb and every migration once more only cost time.
    """
    folder.mkdir(parents=True)
    folder.chmod(0o711)
    shutil.copytree(original.database, folder / "postgres", symlinks=True)
    for name in ("version", "secret_key"):
        shutil.copy2(original.path / name, folder / name)


class RunningHouse:
    def __init__(self, folder: Path, **variables: str) -> None:
        self.home = Home(folder)
        self.port = free_port()
        self.variables = variables
        self.arguments = ["--no-demo"]
        self.output = folder.with_name(f"{folder.name}.out")
        self.process: subprocess.Popen[bytes] | None = None
        self._kept: psycopg.Connection[tuple[Any, ...]] | None = None

    def start(self, *, command: list[str] | None = None, wait: bool = True) -> Self:
        with self.output.open("ab") as output:
            self.process = subprocess.Popen(
                [*(command or []), sys.executable, "-m", "casino", "run", "--port", str(self.port), *self.arguments],
                env=clean_environment(
                    **{"CASINO_HOME": str(self.home.path), "PYTHONPATH": str(PROJECT), **self.variables}
                ),
                stdout=output,
                stderr=subprocess.STDOUT,
                preexec_fn=lambda: die_with_parent(signal.SIGTERM),  # a test that fails leaves no house behind
            )
        if wait:
            self.wait_until_ready()
        return self

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        assert self.process is not None
        if self._kept is not None:
            self._kept.close()
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(60)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def children(self) -> dict[str, int | None]:
        state = self.home.read_state()
        return {child.name: child.pid for child in state.children} if state else {}

    def get(self, path: str, host: str = "127.0.0.1", **headers: str) -> tuple[int, str]:
        request = urllib.request.Request(f"http://{host}:{self.port}{path}", headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=15) as answer:  # noqa: S310
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def ready(self) -> bool:
        try:
            status, body = self.get("/readyz")
        except OSError:
            return False
        return status == 200 and bool(json.loads(body)["ready"])

    def wait_until_ready(self) -> None:
        def ready() -> bool:
            assert self.process is not None
            assert self.process.poll() is None, self.output.read_text()
            return self.ready()

        eventually(ready, seconds=90, what="the house is ready")

    @property
    def kept_connection(self) -> psycopg.Connection[tuple[Any, ...]]:
        """One connection for all who ask again and again; another once it was cut."""
        if self._kept is None or self._kept.closed:
            self._kept = self.connect()
        return self._kept

    def connect(self) -> psycopg.Connection[tuple[Any, ...]]:
        return psycopg.connect(
            host=str(self.home.database_sockets), user="casino", dbname="casino", connect_timeout=5, autocommit=True
        )
