"""A backup is one file: what it is, then PostgreSQL's own dump. It is complete or it is refused.

manifest.json   format, version of casino, when, and the SHA-256 and size of the dump
database.dump   pg_dump's custom format
"""

import hashlib
import io
import json
import os
import subprocess
import tarfile
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from casino import __version__, database, embedded
from casino.home import version_key
from casino.refusals import Refused

FORMAT = "casino-backup-1"
CHUNK = 2**20


def _tool(name: str) -> str:
    return str(embedded.postgres_binaries() / name)


def _libpq_environment() -> dict[str, str]:
    """The database's address as libpq's variables: a password on a command line would show in `ps`."""
    variables = {
        "host": "PGHOST",
        "port": "PGPORT",
        "user": "PGUSER",
        "password": "PGPASSWORD",
        "dbname": "PGDATABASE",
        "sslmode": "PGSSLMODE",
        "sslrootcert": "PGSSLROOTCERT",
        "sslcert": "PGSSLCERT",
        "sslkey": "PGSSLKEY",
        "connect_timeout": "PGCONNECT_TIMEOUT",
    }
    parameters = database.parameters()
    named = {variable: str(parameters[name]) for name, variable in variables.items() if name in parameters}
    return {**os.environ, **named, "LC_ALL": "C"}


def _sha256(file: IO[bytes]) -> str:
    file.seek(0)
    digest = hashlib.sha256()
    while chunk := file.read(CHUNK):
        digest.update(chunk)
    return digest.hexdigest()


def write(target: Path) -> int:
    """Dump the database into a new file, while the house runs or not. Returns the file's size."""
    if target.exists():
        raise Refused("backup_exists", f"{target} exists already. Choose another name; backups are never overwritten.")
    try:
        draft_handle, draft = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise Refused("backup_not_writable", f"{target} cannot be written: {error.strerror}.") from None
    try:
        with os.fdopen(draft_handle, "wb") as file, tempfile.TemporaryFile(dir=target.parent) as dump:
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
        [_tool("pg_dump"), "--format=custom", "--no-owner", "--no-privileges"],
        stdout=dump,
        stderr=subprocess.PIPE,
        env=_libpq_environment(),
        text=False,
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


def restore(source: Path, *, replace: bool) -> dict[str, Any]:
    """Fill the house from a backup, all or nothing. Returns the backup's manifest."""
    with tempfile.TemporaryFile() as dump:
        manifest = _unpack(source, dump)
        _refuse_a_newer_backup(manifest)
        _refuse_to_overwrite(replace=replace)
        _load(dump)
    return manifest


def _unpack(source: Path, dump: IO[bytes]) -> dict[str, Any]:
    """Copy the dump out of the backup and check it before anything is touched."""
    try:
        with tarfile.open(source, "r:") as archive:
            manifest = json.loads(_member(archive, "manifest.json").read(CHUNK))
            if manifest["format"] != FORMAT:
                raise Refused("backup_unknown", f"{source} is a backup of a kind this version does not know.")
            content = _member(archive, "database.dump")
            while chunk := content.read(CHUNK):
                dump.write(chunk)
            size, digest = dump.tell(), _sha256(dump)
        if source.stat().st_size % tarfile.RECORDSIZE:
            raise EOFError  # only padding is missing, but what cut it may have cut more of the next one
    except FileNotFoundError:
        raise Refused("backup_missing", f"There is no file {source}.") from None
    except (tarfile.TarError, EOFError, KeyError, TypeError, ValueError):
        raise Refused("backup_damaged", f"{source} is not a backup, or is cut short. Nothing was changed.") from None
    except OSError as error:
        raise Refused("backup_unreadable", f"{source} cannot be read: {error.strerror}.") from None
    if (size, digest) != (manifest["dump"]["bytes"], manifest["dump"]["sha256"]):
        raise Refused("backup_damaged", f"{source} is damaged or cut short. Nothing was changed.")
    dump.seek(0)
    return dict(manifest)


def _member(archive: tarfile.TarFile, name: str) -> IO[bytes]:
    member = archive.extractfile(name)
    if member is None:
        raise KeyError(name)
    return member


def _refuse_a_newer_backup(manifest: dict[str, Any]) -> None:
    if version_key(manifest["casino"]) > version_key(__version__):
        raise Refused(
            "backup_from_newer_version",
            f"The backup was made by casino {manifest['casino']}; this is casino {__version__}. "
            f"Restore it with version {manifest['casino']} or newer.",
        )


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
    with tempfile.TemporaryFile() as script:
        # The whole script first: piped, a reader that died half-way would look like the end of the script.
        _run([_tool("pg_restore"), "--no-owner", "--no-privileges", "--file=-"], stdin=dump, stdout=script)
        script.seek(0)
        _run(
            [
                *(_tool("psql"), "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"),
                *("--command", "DROP SCHEMA public CASCADE; CREATE SCHEMA public;", "--file=-"),
            ],
            stdin=script,
            stdout=subprocess.DEVNULL,
        )


def _run(command: list[str], *, stdin: IO[bytes], stdout: IO[bytes] | int) -> None:
    done = subprocess.run(
        command, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, env=_libpq_environment(), check=False
    )
    if done.returncode != 0:
        problems = done.stderr.decode(errors="replace").strip()
        raise Refused("restore_failed", f"The backup could not be restored; nothing was changed. {problems}")
