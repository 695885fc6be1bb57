"""A house where one can hardly be, and what became of it: everything that is strange about a place, in one start."""

import contextlib
import pwd
import signal
import stat
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from casino.home import PROJECT
from tests.houses import RunningHouse

# What a shell may have set for other programs.
STRANGE = {
    "PGHOSTADDR": "203.0.113.1",
    "PGSERVICE": "none",
    "PGSSLMODE": "verify-full",
    "WEB_CONCURRENCY": "3",
    "CELERY_BROKER_URL": "redis://203.0.113.1/0",
    "UVICORN_PORT": "1",
}
DEEP = Path("deep" * 15) / ("deeper" * 10) / "café & bar" / "var"


def permissions_up_from(path: Path) -> dict[Path, tuple[int, int]]:
    """Mode and owner of a folder and everything above it."""
    found = {}
    for folder in (path, *path.parents):
        status = folder.stat()
        found[folder] = (stat.S_IMODE(status.st_mode), status.st_uid)
    return found


def system_users() -> list[str]:
    return sorted(entry.pw_name for entry in pwd.getpwall())


@dataclass
class FarHouse:
    """In a home that only its owner may enter, deep down, called by a relative name, among strange variables."""

    private: Path
    house: RunningHouse = field(init=False)

    def __post_init__(self) -> None:
        self.private.mkdir(mode=0o700)
        self.before = self.untouched()
        self.house = RunningHouse(self.private / DEEP, **STRANGE, CASINO_HOME=str(DEEP))
        self.house.output = self.private / "out"

    def untouched(self) -> tuple[object, ...]:
        """What is not the house's, and should stay as it was."""
        return permissions_up_from(self.private), permissions_up_from(PROJECT), system_users()

    def start(self) -> "FarHouse":
        with contextlib.chdir(self.private):
            self.house.start()
        return self


@dataclass(frozen=True)
class Closed:
    """A house after a signal."""

    house: RunningHouse
    pids: list[int]
    code: int

    @classmethod
    def by(cls, number: signal.Signals, house: RunningHouse) -> "Closed":
        pids = [pid for pid in house.children().values() if pid]
        return cls(house, pids, house.stop(number))


@contextlib.contextmanager
def far_away() -> Iterator[FarHouse]:
    with tempfile.TemporaryDirectory(prefix="casino-far-", dir="/tmp") as folder:
        far = FarHouse(Path(folder) / "private").start()
        try:
            yield far
        finally:
            far.house.stop()
