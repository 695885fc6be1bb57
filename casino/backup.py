"""A backup is one file: what it is, then PostgreSQL's own dump. It is complete or it is refused.

manifest.json   format, version of casino, when, and the SHA-256 and size of the dump
database.dump   pg_dump's custom format
"""

import contextlib
import hashlib
import io
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from psycopg.conninfo import make_conninfo

from casino import __version__, database, embedded
from casino.home import is_newer
from casino.refusals import Refused

FORMAT = "casino-backup-1"
CHUNK = 2**20


def _tool(name: str) -> str:
    """One of PostgreSQL's client programs. Those of the wheel cannot speak TLS; the system's can."""
    if database.parameters().get("sslmode") in {"require", "verify-ca", "verify-full"}:
        system = shutil.which(name)
        if system is None:
            raise Refused(
                "client_without_tls",
                f"DATABASE_URL asks for TLS, and the {name} that comes with the house cannot speak it. "
                "Install PostgreSQL's client programs (postgresql-client).",
            )
        return system
    return str(embedded.postgres_binaries() / name)


def _address() -> str:
    """The database's address for those programs, without the password: a command line shows in `ps`."""
    return make_conninfo(**{name: value for name, value in database.parameters().items() if name != "password"})


def _environment() -> dict[str, str]:
    password = database.parameters().get("password")
    return {**os.environ, "LC_ALL": "C", **({"PGPASSWORD": password} if password else {})}


def _scratch(folder: Path | None = None) -> IO[bytes]:
    """A file without a name, and without a buffer: other programs move its position too."""
    return tempfile.TemporaryFile(dir=folder, buffering=0)


def _sha256(file: IO[bytes]) -> str:
    file.seek(0)
    digest = hashlib.sha256()
    while chunk := file.read(CHUNK):
        digest.update(chunk)
    return digest.hexdigest()


def write(target: Path) -> int:
    """Dump the database into a new file, while the house runs or not. Returns the file's size."""
    try:
        if target.exists():
            raise Refused(
                "backup_exists", f"{target} exists already. Choose another name; backups are never overwritten."
            )
        draft_handle, draft = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise Refused("backup_not_writable", f"{target} cannot be written: {error.strerror}.") from None
    try:
        with os.fdopen(draft_handle, "wb") as file, _scratch(target.parent) as dump:
            _dump(dump)
            _pack(file, dump)
            file.flush()
            os.fsync(file.fileno())
        Path(draft).rename(target)
    except OSError as error:
        raise Refused("backup_not_writable", f"{target} cannot be written: {error.strerror}.") from None
    finally:
        Path(draft).unlink(missing_ok=True)
    return target.stat().st_size


def _dump(dump: IO[bytes]) -> None:
    done = subprocess.run(
        [_tool("pg_dump"), "--format=custom", "--no-owner", "--no-privileges", "--dbname", _address()],
        stdout=dump,
        stderr=subprocess.PIPE,
        env=_environment(),
        check=False,
    )
    if done.returncode != 0:
        raise Refused("backup_failed", f"The database could not be dumped: {done.stderr.decode().strip()}")


def _pack(file: IO[bytes], dump: IO[bytes]) -> None:
    digest = _sha256(dump)
    size = dump.seek(0, os.SEEK_END)
    dump.seek(0)
    manifest = {
        "format": FORMAT,
        "casino": __version__,
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "dump": {"bytes": size, "sha256": digest},
    }
    text = json.dumps(manifest, indent=2).encode() + b"\n"
    with tarfile.open(fileobj=file, mode="w") as archive:
        for name, content, length in (
            ("manifest.json", io.BytesIO(text), len(text)),
            ("database.dump", dump, size),
        ):
            member = tarfile.TarInfo(name)
            member.size = length
            archive.addfile(member, content)


@dataclass(frozen=True)
class Backup:
    """A backup that has been read whole and found complete."""

    made: str
    dump: IO[bytes]

    def restore(self, *, replace: bool) -> None:
        """Fill the house, all or nothing."""
        _refuse_to_overwrite(replace=replace)
        _load(self.dump)


@contextlib.contextmanager
def opened(source: Path) -> Iterator[Backup]:
    """Copy the dump out of a backup and check it, before anything is started or touched."""
    damaged = Refused("backup_damaged", f"{source} is not a backup, or is damaged or cut short. Nothing was changed.")
    with _scratch() as dump:
        try:
            manifest = _unpack(source, dump)
            made_by, made = str(manifest["casino"]), str(manifest["made"])
            promised = (manifest["dump"]["bytes"], manifest["dump"]["sha256"])
            complete = source.stat().st_size % tarfile.RECORDSIZE == 0  # or what cut the padding may have cut more
        except FileNotFoundError:
            raise Refused("backup_missing", f"There is no file {source}.") from None
        except OSError as error:
            raise Refused("backup_unreadable", f"{source} cannot be read: {error.strerror}.") from None
        except (tarfile.TarError, EOFError, LookupError, TypeError, ValueError):
            raise damaged from None
        if not complete or promised != (dump.tell(), _sha256(dump)):
            raise damaged
        if is_newer(made_by):
            raise Refused(
                "backup_from_newer_version",
                f"The backup was made by casino {made_by}; this is casino {__version__}. "
                f"Restore it with version {made_by} or newer.",
            )
        yield Backup(made, dump)


def _unpack(source: Path, dump: IO[bytes]) -> dict[str, Any]:
    with tarfile.open(source, "r:") as archive:
        manifest = json.loads(_member(archive, "manifest.json").read(CHUNK))
        if manifest["format"] != FORMAT:
            raise ValueError
        shutil.copyfileobj(_member(archive, "database.dump"), dump, CHUNK)
    return dict(manifest)


def _member(archive: tarfile.TarFile, name: str) -> IO[bytes]:
    member = archive.extractfile(name)
    if member is None:
        raise KeyError(name)
    return member


def _refuse_to_overwrite(*, replace: bool) -> None:
    with database.connect() as connection:
        if others := database.others_connected(connection):
            raise Refused(
                "house_is_running",
                f"The database is in use ({others} connections). Stop the house, then restore.",
            )
        if not replace and (used := database.tables_in_use(connection)):
            raise Refused(
                "house_not_empty",
                f"This house is not empty ({', '.join(used[:3])}…). Add --replace to give up everything in it.",
            )


def _load(dump: IO[bytes]) -> None:
    """Empty the database and fill it in one PostgreSQL transaction: a failure leaves what was there."""
    dump.seek(0)
    with _scratch() as script, tempfile.TemporaryFile() as edited:
        # The whole script first: piped, a reader that died half-way would look like the end of the script.
        _run([_tool("pg_restore"), "--no-owner", "--no-privileges", "--file=-"], stdin=dump, stdout=script)
        _drop_what_older_servers_do_not_know(script, edited)
        _run(
            [
                *(_tool("psql"), "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"),
                *("--command", "DROP SCHEMA public CASCADE; CREATE SCHEMA public;"),
                *("--file=-", "--dbname", _address()),
            ],
            stdin=edited,
            stdout=subprocess.DEVNULL,
        )


def _drop_what_older_servers_do_not_know(script: IO[bytes], edited: IO[bytes]) -> None:
    """pg_restore 18 begins with a setting that PostgreSQL 15 and 16 refuse; it only repeats the default."""
    script.seek(0)
    try:
        edited.write(script.read(4096).replace(b"SET transaction_timeout = 0;", b""))
        shutil.copyfileobj(script, edited, CHUNK)
        edited.flush()  # a script cut short by a full disk must be an error here, not a half restored house
    except OSError as error:
        raise Refused(
            "restore_failed", f"There is no room to restore; nothing was changed: {error.strerror}."
        ) from None
    os.lseek(edited.fileno(), 0, os.SEEK_SET)


def _run(command: list[str], *, stdin: IO[bytes], stdout: IO[bytes] | int) -> None:
    done = subprocess.run(command, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, env=_environment(), check=False)
    if done.returncode != 0:
        problems = done.stderr.decode(errors="replace").strip()
        raise Refused("restore_failed", f"The backup could not be restored; nothing was changed. {problems}")
