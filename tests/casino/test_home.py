import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from casino import __version__
from casino.home import PLAIN_PATH, SOCKET_PATH_LIMIT, ChildState, Home, HouseState, write_private
from casino.refusals import Refused


def test_a_new_home_is_made_with_room_for_sockets() -> None:
    folder = Path(tempfile.mkdtemp(prefix="casino-open-", dir="/tmp"))
    home = Home(folder)
    home.make()
    assert home.sockets == folder / "run"
    assert (folder / "version").read_text().strip() == __version__
    shutil.rmtree(folder)


def test_a_deep_folder_gets_a_short_place_for_its_sockets(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 60) / ("e" * 60) / "var"
    home = Home(deep)
    home.make()
    try:
        assert len(bytes(home.database_sockets / ".s.PGSQL.5432")) <= SOCKET_PATH_LIMIT
        before = home.sockets
        home.make()
        assert home.sockets == before
        shutil.rmtree(before)  # the machine was restarted, /tmp is empty
        home.make()
        assert home.sockets.is_dir()
        copy = Home(tmp_path / ("f" * 60) / ("g" * 60) / "var")
        shutil.copytree(deep, copy.path, symlinks=True)
        copy.make()
        try:
            assert copy.sockets != home.sockets
        finally:
            shutil.rmtree(copy.sockets)
    finally:
        shutil.rmtree(home.sockets)


@pytest.mark.parametrize("name", ["Club #1", "100%41", "a,b", "bar?x=1", "e@mail"])
def test_a_strange_name_gets_a_plain_place_for_its_sockets(tmp_path: Path, name: str) -> None:
    home = Home(tmp_path / name)
    home.make()
    try:
        assert PLAIN_PATH.fullmatch(str(home.sockets))
    finally:
        shutil.rmtree(home.sockets)


def test_a_house_moved_to_a_deeper_place_gets_new_sockets(tmp_path: Path) -> None:
    Home(tmp_path / "var").make()
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    deep.mkdir(parents=True)
    (tmp_path / "var").rename(deep / "var")
    home = Home(deep / "var")
    home.make()
    try:
        assert not home.sockets.is_relative_to(deep)
    finally:
        shutil.rmtree(home.sockets)


def test_a_home_from_a_newer_version_is_refused_and_left_alone(folder: Path) -> None:
    home = Home(folder)
    home.make()
    (folder / "version").write_text("99.0.0\n")
    with pytest.raises(Refused, match=r"made by casino 99\.0\.0") as refusal:
        home.make()
    assert refusal.value.code == "home_from_newer_version"
    assert (folder / "version").read_text() == "99.0.0\n"


def test_a_home_from_an_older_version_is_taken_over(folder: Path) -> None:
    home = Home(folder)
    home.make()
    (folder / "version").write_text("0.0.9\n")
    home.make()
    assert (folder / "version").read_text().strip() == __version__


@pytest.mark.parametrize("where", ["/proc/no-such-place/var", "/dev/null/var"])
def test_a_place_that_cannot_be_written_is_refused(where: str) -> None:
    with pytest.raises(Refused) as refusal:
        Home(Path(where)).make()
    assert refusal.value.code == "home_not_usable"
    assert where in refusal.value.sentence


def test_the_lock_is_held_once_and_gone_with_its_process(folder: Path) -> None:
    home = Home(folder)
    home.make()
    with home.lock(), pytest.raises(Refused, match="already running") as refusal, home.lock():
        pass
    assert refusal.value.code == "house_already_running"
    with home.lock():
        pass


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "state"
    write_private(path, "old")

    def power_cut(_: int) -> None:
        raise OSError("no power")

    monkeypatch.setattr(os, "fsync", power_cut)
    with pytest.raises(OSError, match="no power"):
        write_private(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_damaged_state_file_is_no_state(folder: Path) -> None:
    home = Home(folder)
    home.make()
    whole = HouseState(version="0.1.0", pid=1, mark="m", children=(ChildState("web", 2, "n", 15, 0),))
    home.write_state(whole)
    assert home.read_state() == whole
    strange = ["", "{", "[]", '{"pid": 1}', '{"children": 5}', '{"children": [5], "pid": 1}', '"text"', "\udcff"]
    strange.append((folder / "house.json").read_text().replace('"pid": 2', '"pid": "2"'))
    for text in strange:
        (folder / "house.json").write_bytes(text.encode(errors="surrogateescape"))
        assert home.read_state() is None, text


def test_an_empty_secret_is_no_secret(folder: Path) -> None:
    Home(folder).make()
    (folder / "secret_key").touch()
    secret = Home(folder).secret_key()
    assert len(secret) > 50
    assert Home(folder).secret_key() == secret


@pytest.mark.parametrize("version", ["99.0.0", "0.2.0rc1", "\xff", ""])
def test_a_version_that_cannot_be_read_counts_as_newer(version: str, folder: Path) -> None:
    Home(folder).make()
    (folder / "version").write_bytes(version.encode("latin-1"))
    with pytest.raises(Refused, match="made by casino"):
        Home(folder).make()


def test_two_processes_agree_on_one_secret(folder: Path) -> None:
    Home(folder).make()
    command = [
        sys.executable,
        "-c",
        f"from casino.home import Home, Path; print(Home(Path({str(folder)!r})).secret_key())",
    ]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    answers = {process.communicate()[0] for process in both}
    assert len(answers) == 1
