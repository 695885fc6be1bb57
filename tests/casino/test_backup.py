"""One file holds the house, complete or refused."""

import hashlib
import io
import json
import os
import signal
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest
from pytest_django import Settings

from casino import backup as backups
from casino import database, embedded
from casino.home import PROJECT, Home
from casino.refusals import Refused
from casino.supervisor import Supervisor
from tests.houses import RunningHouse, casino_process, clean_environment, eventually, settle_in
from tests.terminal import casino


@pytest.fixture(scope="module")
def full_house(house: RunningHouse) -> RunningHouse:
    """A running house with something in it."""
    with house.connect() as connection:
        connection.execute("CREATE TABLE guests (id bigint PRIMARY KEY, name text NOT NULL)")
        connection.execute("INSERT INTO guests SELECT n, 'Zoë ' || n FROM generate_series(1, 1000) n")
        connection.execute("CREATE FUNCTION stay() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'never'; END$$")
        connection.execute("CREATE TRIGGER stay BEFORE DELETE ON guests EXECUTE FUNCTION stay()")
        connection.execute("ALTER TABLE guests ENABLE ALWAYS TRIGGER stay")
    return house


@pytest.fixture(scope="module")
def backup(full_house: RunningHouse, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup made while the house runs."""
    file = tmp_path_factory.mktemp("backups") / "evening.casino"
    done = casino_process("backup", str(file), CASINO_HOME=str(full_house.home.path))
    assert done.returncode == 0, done.stderr
    assert full_house.ready()
    return file


def rows(house: RunningHouse) -> list[tuple[object, ...]]:
    with house.connect() as connection:
        return connection.execute("SELECT id, name FROM guests ORDER BY id").fetchall()


def restore(file: Path, folder: Path, *options: str) -> tuple[int, str]:
    done = casino_process("restore", str(file), *options, CASINO_HOME=str(folder))
    return done.returncode, done.stdout + done.stderr


def refused(file: Path, folder: Path) -> tuple[int, str]:
    """What is said of a file that is no backup, before anybody looks for a database."""
    done = casino("restore", str(file), "--replace", CASINO_HOME=str(folder))
    return done.returncode, done.stdout + done.stderr


@contextmanager
def server_of(
    home: Home, *, version: int = embedded.POSTGRES_VERSION, options: list[str] | None = None
) -> Iterator[None]:
    """PostgreSQL alone on a house's data, without the house: enough to look at what it keeps."""
    home.make()
    supervisor = Supervisor(logs=home.logs, say=lambda _: None, note=lambda: None)
    installation = embedded.install_postgres(home, version=version)
    supervisor.start(embedded.postgres_program(home, installation, options=options))

    def up() -> bool:
        try:
            embedded.create_database(home)
        except psycopg.OperationalError:
            return False
        return True

    try:
        assert supervisor.wait_for(up, seconds=60)
        yield
    finally:
        supervisor.stop()


@contextmanager
def looking_into(house: RunningHouse) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
    """The database of a house that is closed."""
    with server_of(house.home), house.connect() as connection:
        yield connection


@pytest.fixture(scope="module")
def with_table(opened_once: Home, tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A house, closed again, with one row in a table of its own; to be copied."""
    folder = tmp_path_factory.mktemp("used") / "var"
    settle_in(folder, opened_once)
    with looking_into(RunningHouse(folder)) as connection:
        connection.execute("CREATE TABLE mine AS SELECT 7 AS kept")
    return Home(folder)


def test_a_backup_restored_into_an_empty_house_has_the_same_rows(
    full_house: RunningHouse, backup: Path, folder: Path
) -> None:
    code, text = restore(backup, folder)
    assert (code, "Restored the house" in text) == (0, True), text
    restored = RunningHouse(folder).start()
    try:
        assert rows(restored) == rows(full_house)
        assert len(rows(restored)) == 1000
        with restored.connect() as connection:
            (enabled,) = connection.execute("SELECT tgenabled FROM pg_trigger WHERE tgname = 'stay'").fetchone() or (
                "",
            )
        assert enabled == "A"  # laws that the database keeps are restored with it
    finally:
        restored.stop()


def test_a_backup_is_private_and_says_what_it_is(backup: Path) -> None:
    assert backup.stat().st_mode & 0o777 == 0o600
    with tarfile.open(backup) as archive:
        assert archive.getnames() == ["manifest.json", "database.dump"]
        manifest = archive.extractfile("manifest.json")
        assert manifest is not None
        assert json.load(manifest)["format"] == "casino-backup-1"


def test_a_house_that_is_not_running_can_be_backed_up(with_table: Home, tmp_path: Path) -> None:
    settle_in(tmp_path / "var", with_table)
    done = casino_process("backup", str(tmp_path / "b"), CASINO_HOME=str(tmp_path / "var"))
    assert done.returncode == 0, done.stderr
    code, text = restore(tmp_path / "b", tmp_path / "other")
    assert code == 0, text


def test_a_house_that_was_opened_but_not_used_counts_as_empty(backup: Path, settled: Path) -> None:
    code, text = restore(backup, settled)
    assert code == 0, text


def test_a_house_in_use_is_not_overwritten_unless_told_to(backup: Path, with_table: Home, folder: Path) -> None:
    settle_in(folder, with_table)
    house = RunningHouse(folder)
    code, text = restore(backup, folder)
    assert (code, "not empty" in text, "--replace" in text) == (2, True, True)
    with looking_into(house) as connection:
        assert connection.execute("SELECT kept FROM mine").fetchone() == (7,)
    code, text = restore(backup, folder, "--replace")
    assert code == 0, text
    with looking_into(house) as connection:
        assert connection.execute("SELECT to_regclass('mine'), count(*) FROM guests").fetchone() == (None, 1000)


def test_a_running_house_is_not_restored_over(full_house: RunningHouse, backup: Path) -> None:
    code, text = restore(backup, full_house.home.path, "--replace")
    assert (code, "already running" in text) == (2, True)
    assert len(rows(full_house)) == 1000


def test_a_running_house_on_a_server_is_not_restored_over(full_house: RunningHouse, backup: Path) -> None:
    url = f"postgresql://casino@/casino?host={full_house.home.database_sockets}"
    done = casino_process("restore", str(backup), "--replace", DATABASE_URL=url, SECRET_KEY="k" * 60)
    assert (done.returncode, "Stop the house" in done.stderr) == (2, True)
    assert len(rows(full_house)) == 1000


@pytest.mark.parametrize("keep", [0, 100, 600, 2000, -20_000, -2000])
def test_a_backup_cut_short_is_refused_and_changes_nothing(
    backup: Path, with_table: Home, tmp_path: Path, keep: int
) -> None:
    whole = backup.read_bytes()
    short = tmp_path / "short.casino"
    short.write_bytes(whole[:keep])
    house = RunningHouse(tmp_path / "var")
    if keep == 2000:
        settle_in(house.home.path, with_table)
    code, text = refused(short, house.home.path)
    assert (code, "Nothing was changed" in text) == (2, True), text
    if keep == 2000:
        with looking_into(house) as connection:
            assert connection.execute("SELECT kept FROM mine").fetchone() == (7,)


def test_a_backup_with_one_wrong_byte_is_refused(backup: Path, tmp_path: Path) -> None:
    damaged = bytearray(backup.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    (tmp_path / "damaged").write_bytes(damaged)
    code, text = refused(tmp_path / "damaged", tmp_path / "var")
    assert (code, "Nothing was changed" in text) == (2, True), text


def test_a_backup_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    dump = b"whatever it holds"
    manifest = {
        "format": "casino-backup-1",
        "casino": "99.0.0",
        "made": "2099-01-01",
        "dump": {"bytes": len(dump), "sha256": hashlib.sha256(dump).hexdigest()},
    }
    with tarfile.open(tmp_path / "newer", "w") as archive:
        for name, content in (("manifest.json", json.dumps(manifest).encode()), ("database.dump", dump)):
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    code, text = refused(tmp_path / "newer", tmp_path / "var")
    assert (code, "made by casino 99.0.0" in text) == (2, True)


def test_a_house_that_never_was_is_not_backed_up(tmp_path: Path) -> None:
    done = casino_process("backup", str(tmp_path / "b"), CASINO_HOME=str(tmp_path / "mistyped"))
    assert (done.returncode, "There is no house" in done.stderr) == (2, True)
    assert not (tmp_path / "b").exists()
    assert not (tmp_path / "mistyped").exists()


def test_a_backup_that_is_refused_makes_no_house(tmp_path: Path) -> None:
    code, _ = refused(tmp_path / "nothing", tmp_path / "var")
    assert (code, (tmp_path / "var").exists()) == (2, False)


@pytest.fixture(scope="module")
def postgres_16(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that is older than the client programs."""
    home = Home(tmp_path_factory.mktemp("sixteen") / "var")
    with server_of(home, version=16, options=embedded.FAST_AND_LOOSE):
        yield f"postgresql://casino@/casino?host={home.database_sockets}"


def test_a_backup_goes_to_an_older_server_and_comes_back(backup: Path, postgres_16: str, tmp_path: Path) -> None:
    server = {"DATABASE_URL": postgres_16, "SECRET_KEY": "k" * 60}
    there = casino_process("restore", str(backup), **server)
    assert there.returncode == 0, there.stderr
    with psycopg.connect(postgres_16) as connection:
        assert connection.execute("SELECT count(*) FROM guests").fetchone() == (1000,)
    back = casino_process("backup", str(tmp_path / "b"), **server)
    assert back.returncode == 0, back.stderr
    code, text = restore(tmp_path / "b", tmp_path / "var")
    assert code == 0, text


def test_a_database_that_asks_for_tls_needs_the_systems_client(
    postgres_16: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.DATABASES["default"]["OPTIONS"]["sslmode"] = "verify-full"
    try:
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(Refused, match="Install PostgreSQL's client programs"):
            backups.write(tmp_path / "b")
        assert list(tmp_path.iterdir()) == []
    finally:
        del settings.DATABASES["default"]["OPTIONS"]["sslmode"]


def test_orphans_do_not_keep_a_backup_from_being_made(settled: Path, tmp_path: Path) -> None:
    house = RunningHouse(settled).start(wait=False)
    assert house.process is not None
    postgres = eventually(lambda: house.children().get("postgres"), what="PostgreSQL")
    eventually(lambda: (settled / "postgres" / "postmaster.pid").exists(), what="that it has begun")
    os.kill(postgres, signal.SIGSTOP)  # it does not hear that its supervisor has died
    house.process.kill()
    house.process.wait()
    making = subprocess.Popen(
        [sys.executable, "-m", "casino", "backup", str(tmp_path / "b")],
        env=clean_environment(CASINO_HOME=str(settled), PYTHONPATH=str(PROJECT)),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert making.stdout is not None
    line = ""
    while "was left by" not in line:
        line = making.stdout.readline()
        assert line, "the orphan was not noticed"
    if psutil.pid_exists(postgres):
        os.kill(postgres, signal.SIGCONT)
    making.communicate(timeout=60)
    assert making.returncode == 0
    assert (tmp_path / "b").exists()


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    code, text = refused(tmp_path / "nothing", tmp_path / "var")
    assert (code, "There is no file" in text) == (2, True)
    code, text = refused(tmp_path, tmp_path / "var")
    assert code == 2, text


def test_a_backup_is_never_overwritten(full_house: RunningHouse, backup: Path) -> None:
    before = backup.read_bytes()
    done = casino_process("backup", str(backup), CASINO_HOME=str(full_house.home.path))
    assert (done.returncode, "exists already" in done.stderr) == (2, True)
    assert backup.read_bytes() == before


def test_a_backup_into_no_folder_is_refused(full_house: RunningHouse, tmp_path: Path) -> None:
    done = casino_process("backup", str(tmp_path / "no" / "such" / "b"), CASINO_HOME=str(full_house.home.path))
    assert (done.returncode, "cannot be written" in done.stderr) == (2, True)


def test_bookkeeping_tables_are_those_a_new_house_has(settled: Path) -> None:
    with looking_into(RunningHouse(settled)) as connection:
        assert database.tables_in_use(connection) == []
        (rows_,) = connection.execute("SELECT count(*) FROM auth_permission").fetchone() or (0,)
        assert rows_ > 0
