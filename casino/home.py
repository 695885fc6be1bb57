"""The folder that holds a house: its database, its secret, its logs and its sockets.

lock            held by the running supervisor
house.json      who runs the house now: the supervisor, its port, its children
version         the newest version of the software that has opened this folder
secret_key      0600
postgres/       the database; a link where PostgreSQL's user cannot reach this folder
run/            sockets; a link to a short path where this one is too long for a socket
log/            one file per child, and house.log: what the supervisor had to say
"""

import contextlib
import fcntl
import json
import os
import secrets
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from casino import __version__
from casino.refusals import Refused

PROJECT = Path(__file__).resolve().parent.parent

# Linux allows 107 bytes, macOS 103; the longest name under run/ is pg/.s.PGSQL.5432.lock.
SOCKET_PATH_LIMIT = 100
LONGEST_SOCKET_NAME = "pg/.s.PGSQL.5432.lock"


def version_key(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def write_private(path: Path, text: str) -> None:
    """Replace a file in one step, readable by its owner only: a crash leaves the old text or the new."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@dataclass(frozen=True)
class Home:
    path: Path

    @classmethod
    def from_environment(cls) -> "Home":
        chosen = os.environ.get("CASINO_HOME", "").strip()
        return cls(Path(chosen).expanduser().absolute() if chosen else PROJECT / "var")

    @property
    def logs(self) -> Path:
        return self.path / "log"

    @property
    def database(self) -> Path:
        return (self.path / "postgres").resolve()

    @property
    def sockets(self) -> Path:
        return (self.path / "run").resolve()

    @property
    def database_sockets(self) -> Path:
        return self.sockets / "pg"

    @property
    def redis_socket(self) -> Path:
        return self.sockets / "redis.sock"

    def make(self) -> None:
        """Create the folder if it is new; refuse it if it cannot be written or is from a newer version."""
        try:
            self.path.mkdir(mode=0o711, parents=True, exist_ok=True)
            self.logs.mkdir(mode=0o700, exist_ok=True)
            self._refuse_a_newer_house()
            write_private(self.path / "version", f"{__version__}\n")
            self._make_socket_folder()
        except OSError as error:
            raise Refused(
                "home_not_writable",
                f"The data folder {self.path} cannot be used: {error.strerror}. "
                "Make it writable, or set CASINO_HOME to another folder.",
            ) from error

    def _refuse_a_newer_house(self) -> None:
        try:
            made_by = (self.path / "version").read_text().strip()
        except FileNotFoundError:
            return
        try:
            newer = version_key(made_by) > version_key(__version__)
        except ValueError:
            newer = True
        if newer:
            raise Refused(
                "home_from_newer_version",
                f"The data folder {self.path} was made by casino {made_by}; this is casino {__version__}. "
                f"Run version {made_by} or newer, or set CASINO_HOME to another folder.",
            )

    def _make_socket_folder(self) -> None:
        here = self.path / "run"
        if here.is_symlink() and not here.exists():
            here.unlink()  # the short folder was in /tmp, and a restart of the machine has emptied it
        if not here.exists():
            if len(os.fsencode(here / LONGEST_SOCKET_NAME)) > SOCKET_PATH_LIMIT:
                here.symlink_to(tempfile.mkdtemp(prefix="casino-", dir="/tmp"))
            else:
                here.mkdir()
        here.chmod(0o711)

    def secret_key(self) -> str:
        """The house's own secret, made once. Two processes that both find none agree on one."""
        path = self.path / "secret_key"
        try:
            return path.read_text().strip()
        except FileNotFoundError:
            self.make()
        draft = path.with_name(f".secret_key.{os.getpid()}")
        write_private(draft, secrets.token_urlsafe(64) + "\n")
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
        return path.read_text().strip()

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        """Hold the house. The lock is the kernel's: it is gone with its process, however that ends."""
        with (self.path / "lock").open("a") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Refused("house_already_running", self._who_runs_it()) from None
            yield

    def _who_runs_it(self) -> str:
        running = self.read_state()
        where = f" at http://localhost:{running['port']}" if "port" in running else ""
        who = f" (process {running['pid']})" if "pid" in running else ""
        return (
            f"A house is already running on {self.path}{where}{who}. "
            "Stop it first, or set CASINO_HOME to another folder."
        )

    def read_state(self) -> dict[str, Any]:
        try:
            state = json.loads((self.path / "house.json").read_text())
        except (FileNotFoundError, json.JSONDecodeError):
            return {}
        return state if isinstance(state, dict) else {}

    def write_state(self, state: dict[str, Any]) -> None:
        write_private(self.path / "house.json", json.dumps(state, indent=2) + "\n")
