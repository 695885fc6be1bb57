import os
import subprocess
import sys
from pathlib import Path

import pytest

from casino import __version__
from casino.home import SOCKET_PATH_LIMIT, Home, write_private
from casino.refusals import Refused


def test_a_new_home_is_made_with_room_for_sockets(folder: Path) -> None:
    home = Home(folder)
    home.make()
    assert home.sockets == folder / "run"
    assert (folder / "version").read_text().strip() == __version__


def test_a_deep_folder_gets_a_short_place_for_its_sockets(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 60) / ("e" * 60) / "var"
    home = Home(deep)
    home.make()
    try:
        assert len(bytes(home.database_sockets / ".s.PGSQL.5432")) <= SOCKET_PATH_LIMIT
        before = home.sockets
        home.make()
        assert home.sockets == before
        before.rmdir()  # the machine was restarted, /tmp is empty
        home.make()
        assert home.sockets.is_dir()
    finally:
        home.sockets.rmdir()


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
    assert refusal.value.code == "home_not_writable"
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
    for text in ("", "{", "[]"):
        (folder / "house.json").write_text(text)
        assert home.read_state() == {}


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
