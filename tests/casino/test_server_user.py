"""Who runs PostgreSQL: an ordinary user, root with user namespaces, root without."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from casino import server_user
from casino.embedded import postgres_binaries
from casino.home import PROJECT, Home
from tests.casino.far_house import FarHouse, permissions_up_from
from tests.houses import RunningHouse, casino_process, settle_in

ROOT_ONLY = pytest.mark.skipif(os.geteuid() != 0, reason="only root can pretend to be other users")


def can_unshare() -> bool:
    return subprocess.run(["unshare", "--user", "true"], capture_output=True, check=False).returncode == 0


NAMESPACES_ONLY = pytest.mark.skipif(
    os.geteuid() == 0 and not can_unshare(), reason="this machine has no user namespaces to pretend with"
)


def as_(kind: str) -> list[str]:
    return [sys.executable, "-m", "tests.namespaces", kind]


def other_user() -> server_user.ServerUser:
    return next(user for user in server_user.candidates() if not user.in_namespace)


def owner_of_postgres(house: RunningHouse) -> int:
    pid = house.children()["postgres"]
    assert pid is not None
    return psutil.Process(pid).uids().real


@pytest.fixture
def private(tmp_path: Path) -> Path:
    """A home that only its owner may enter."""
    home = tmp_path / "private"
    home.mkdir(mode=0o700)
    return home


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that anybody may enter."""
    folder = Path(tempfile.mkdtemp(prefix="casino-open-", dir="/tmp"))
    folder.chmod(0o755)
    yield folder
    if (data := (folder / "var" / "postgres").resolve()).is_relative_to(server_user.OUTSIDE):
        shutil.rmtree(data.parent)
    shutil.rmtree(folder)


@ROOT_ONLY
@NAMESPACES_ONLY
def test_root_runs_it_in_a_private_home_and_changes_no_folder_and_no_user(far_house: FarHouse) -> None:
    assert far_house.house.home.database == far_house.house.home.path / "postgres"
    assert far_house.house.home.database.is_relative_to(far_house.private)
    assert far_house.untouched() == far_house.before


@ROOT_ONLY
@NAMESPACES_ONLY
def test_an_ordinary_user_runs_it_as_themselves(private: Path) -> None:
    house = RunningHouse(private / "var").start(command=as_("ordinary"))
    house.stop()
    assert (private / "var" / "postgres" / "PG_VERSION").exists()


@pytest.mark.slow
@ROOT_ONLY
@NAMESPACES_ONLY
def test_root_in_a_container_takes_another_user_in_place_if_that_user_can_enter(open_folder: Path) -> None:
    house = RunningHouse(open_folder / "var").start(command=as_("container"))
    try:
        assert owner_of_postgres(house) != 0
        in_place = other_user().can_run(postgres_binaries() / "postgres")
        assert (house.home.database == open_folder / "var" / "postgres") == in_place
    finally:
        house.stop()
    house.start(command=as_("container"))
    house.stop()


@pytest.mark.slow
@ROOT_ONLY
@NAMESPACES_ONLY
def test_root_in_a_container_moves_out_of_a_private_home_and_keeps_the_data(private: Path, opened_once: Home) -> None:
    settle_in(private / "var", opened_once)
    before = permissions_up_from(private)
    house = RunningHouse(private / "var").start()  # root, with user namespaces
    with house.connect() as connection:
        connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
    house.stop()
    for command in (as_("container"), as_("container"), None):  # then without, again without, and with once more
        house.start(command=command)
        try:
            assert house.home.database.is_relative_to(server_user.OUTSIDE)
            assert (owner_of_postgres(house) == 0) == (command is None)
            with house.connect() as connection:
                assert connection.execute("SELECT answer FROM kept").fetchone() == (42,)
        finally:
            house.stop()
    assert permissions_up_from(private) == before
    assert str(house.home.database) in house.output.read_text()


@pytest.mark.slow
@ROOT_ONLY
@NAMESPACES_ONLY
def test_a_strict_umask_keeps_nobody_out(private: Path) -> None:
    house = RunningHouse(private / "var").start(
        command=["/bin/sh", "-c", 'umask 077; exec "$@"', "sh", *as_("container")]
    )
    house.stop()
    assert house.home.database.is_relative_to(server_user.OUTSIDE)


@pytest.mark.slow
@ROOT_ONLY
@NAMESPACES_ONLY
def test_a_copy_of_a_house_whose_data_lie_outside_is_refused_but_a_move_is_not(
    private: Path, opened_once: Home
) -> None:
    settle_in(private / "var", opened_once)
    house = RunningHouse(private / "var").start(command=as_("container"))
    house.stop()
    shutil.copytree(private / "var", private / "copy", symlinks=True)
    done = casino_process("run", CASINO_HOME=str(private / "copy"))
    assert (done.returncode, "leads to the database of the house in" in done.stderr) == (2, True), done.stderr
    (private / "var").rename(private / "moved")
    RunningHouse(private / "moved").start(command=as_("container")).stop()


@ROOT_ONLY
@NAMESPACES_ONLY
def test_data_that_somebody_has_moved_out_of_reach_are_not_forgotten(private: Path, opened_once: Home) -> None:
    settle_in(private / "var", opened_once)
    house = RunningHouse(private / "var")
    (private / "var" / "postgres").rename(private / "elsewhere")
    (private / "var" / "postgres").symlink_to(private / "elsewhere")
    house.start(command=as_("container"), wait=False)
    assert house.process is not None
    assert house.process.wait(60) == 2
    assert "cannot enter" in house.output.read_text()
    done = casino_process("backup", str(private / "found"), CASINO_HOME=str(private / "var"))
    assert done.returncode == 0, done.stderr
    assert house.home.database == private / "elsewhere"


@ROOT_ONLY
@NAMESPACES_ONLY
def test_control_in_the_container_there_are_no_user_namespaces() -> None:
    done = subprocess.run(
        [*as_("container"), "unshare", "--user", "true"], capture_output=True, cwd=PROJECT, check=False
    )
    assert done.returncode != 0
    who = subprocess.run([*as_("container"), "id", "-u"], capture_output=True, text=True, cwd=PROJECT, check=False)
    assert who.stdout == "0\n"


@ROOT_ONLY
def test_postgresql_itself_refuses_root() -> None:
    """The reason for all of this."""
    done = subprocess.run(
        [postgres_binaries() / "initdb", "-D", "/nowhere"], capture_output=True, text=True, check=False
    )
    assert "cannot be run as root" in done.stderr
