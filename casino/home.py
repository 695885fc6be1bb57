"""The folder that holds a house: its database, its secret, its logs and its sockets.

lock            held by the running supervisor
house.json      who runs the house now: the supervisor, its port, its children
version         the newest version of the software that has opened this folder
secret_key      0600
postgres/       the database; a link where PostgreSQL's user cannot reach this folder
run/            sockets; a link to a short and plain path where this one is too long or too strange for a socket
log/            one file per child, and house.log: what the supervisor had to say
"""

import contextlib
import dataclasses
import fcntl
import json
import os
import re
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from casino import __version__
from casino.refusals import Refused

PROJECT = Path(__file__).resolve().parent.parent

# Linux allows 107 bytes, macOS 103; the longest name under run/ is pg/.s.PGSQL.5432.lock.
SOCKET_PATH_LIMIT = 100
LONGEST_SOCKET_NAME = "pg/.s.PGSQL.5432.lock"
# Socket paths travel in URLs and in libpq's lists of hosts, where # % , and others mean something.
PLAIN_PATH = re.compile(r"[A-Za-z0-9/._-]+")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def is_newer(version: str) -> bool:
    """Is this version of the software newer than ours? One that we cannot read is."""
    try:
        return _numbers(version) > _numbers(__version__)
    except ValueError:
        return True


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
class ChildState:
    name: str
    pid: int | None
    mark: str
    stop_signal: int
    restarts: int


@dataclass(frozen=True)
class HouseState:
    """Who runs the house, as others can read it. Without a port it is only lent to one command."""

    version: str
    pid: int
    mark: str
    host: str = ""
    port: int | None = None
    addresses: tuple[str, ...] = ()
    children: tuple[ChildState, ...] = ()

    @classmethod
    def from_json(cls, text: str) -> "HouseState | None":
        """The state that was written, or None for anything else: the file may be from another time."""
        try:
            fields = json.loads(text)
            children = tuple(ChildState(**child) for child in fields.pop("children"))
            state = cls(**{**fields, "addresses": tuple(fields["addresses"]), "children": children})
        except (ValueError, TypeError, KeyError, AttributeError):
            return None
        numbers = [state.pid, *(child.pid or 0 for child in children), *(child.stop_signal for child in children)]
        return state if all(isinstance(number, int) for number in numbers) else None


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
    def odds(self) -> Path:
        """Tables that can be worked out again: nothing is lost with them."""
        return self.path / "odds"

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

    def exists(self) -> bool:
        """Has a house been opened here before?"""
        with self._or_refuse():
            return (self.database / "PG_VERSION").exists()

    def make(self) -> None:
        """Create the folder if it is new; refuse it if it cannot be written or is from a newer version."""
        with self._or_refuse():
            if not self.path.exists():
                self.path.mkdir(parents=True)
                self.path.chmod(0o711)  # so that PostgreSQL's user, where it is another, can pass through
            self.logs.mkdir(mode=0o700, exist_ok=True)
            self._refuse_a_newer_house()
            write_private(self.path / "version", f"{__version__}\n")
            self._make_socket_folder()

    @contextlib.contextmanager
    def _or_refuse(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise Refused(
                "home_not_usable",
                f"The data folder {self.path} cannot be used: {error.strerror}. "
                "Make it yours, or set CASINO_HOME to another folder.",
            ) from error

    def _refuse_a_newer_house(self) -> None:
        try:
            made_by = (self.path / "version").read_text(errors="replace").strip()
        except FileNotFoundError:
            return
        if is_newer(made_by):
            raise Refused(
                "home_from_newer_version",
                f"The data folder {self.path} was made by casino {made_by}; this is casino {__version__}. "
                f"Run version {made_by} or newer, or set CASINO_HOME to another folder.",
            )

    def _make_socket_folder(self) -> None:
        here = self.path / "run"
        usable_here = len(os.fsencode(here / LONGEST_SOCKET_NAME)) <= SOCKET_PATH_LIMIT and PLAIN_PATH.fullmatch(
            str(here)
        )
        if here.is_symlink():
            # In /tmp, a restart of the machine has emptied it; in a copy of a house, it is the original's.
            if not self._owns(here):
                here.unlink()
        elif here.exists() and not usable_here:
            shutil.rmtree(here)  # the house was moved to a deeper place
        if not here.exists():
            if usable_here:
                here.mkdir()
            else:
                here.symlink_to(tempfile.mkdtemp(prefix="casino-", dir="/tmp"))
        self.claim(here)
        here.chmod(0o711)

    def claim(self, folder: Path) -> None:
        """Write into a folder of ours that lies elsewhere whose it is."""
        write_private(folder / "home", f"{self.path}\n")

    def _owns(self, folder: Path) -> bool:
        try:
            return (folder / "home").read_text() == f"{self.path}\n"
        except OSError:
            return False

    def secret_key(self) -> str:
        """The house's own secret, made once. Of two processes that both find none, the second waits and reads."""
        with self._or_refuse():
            if not self.path.exists():
                self.make()
            handle = os.open(self.path / "secret_key", os.O_RDWR | os.O_CREAT, 0o600)
            with os.fdopen(handle, "r+") as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                secret = file.read().strip()
                if not secret:
                    secret = secrets.token_urlsafe(64)
                    file.write(f"{secret}\n")
                    file.flush()
                    os.fsync(file.fileno())
        return secret

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        """Hold the house. The lock is the kernel's: it is gone with its process, however that ends."""
        with self._or_refuse():
            file = (self.path / "lock").open("a")
        with file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Refused("house_already_running", self._who_runs_it()) from None
            yield

    def _who_runs_it(self) -> str:
        state = self.read_state()
        where = f" at http://localhost:{state.port}" if state and state.port else ""
        who = f" (process {state.pid})" if state else ""
        return (
            f"A house is already running on {self.path}{where}{who}. "
            "Stop it first, or set CASINO_HOME to another folder."
        )

    def read_state(self) -> HouseState | None:
        try:
            return HouseState.from_json((self.path / "house.json").read_text(errors="replace"))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise Refused("home_not_usable", f"{self.path} cannot be read: {error.strerror}.") from error

    def write_state(self, state: HouseState) -> None:
        write_private(self.path / "house.json", json.dumps(dataclasses.asdict(state), indent=2) + "\n")
