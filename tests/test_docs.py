"""Every command in the documents is run, or is a target that this very run came through."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from casino.home import PROJECT
from tests.houses import RunningHouse, clean_environment
from tests.terminal import casino

DOCUMENTS = [
    *(PROJECT / name for name in ("README.md", "CONTRIBUTING.md")),
    *sorted((PROJECT / "docs").glob("*.md")),
    *sorted((PROJECT / "games").glob("*/README.md")),
]


def commands(kind: str) -> list[str]:
    found = []
    for document in DOCUMENTS:
        for block in re.findall(r"^```sh\n(.*?)^```", document.read_text(), re.MULTILINE | re.DOTALL):
            found += [line for line in block.splitlines() if kind in line]
    return found


def all_commands() -> list[str]:
    return commands("")


def test_every_command_is_of_a_kind_that_is_tested_here() -> None:
    known = [*commands("make "), *commands(".venv/bin/casino "), *commands(".venv/bin/python -m pytest ")]
    assert sorted(known) == sorted(all_commands())
    assert len(known) >= 10


@pytest.mark.parametrize("command", dict.fromkeys(commands("make ")))
def test_make_targets_exist(command: str) -> None:
    done = subprocess.run(
        ["make", "-n", *shlex.split(command)[1:]], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


OF_A_HOUSE = {"status", "demo", "verify", "export", "backup", "restore"}


@pytest.fixture
def beside_the_scripts(tmp_path: Path) -> Path:
    """A folder to run commands in, where the examples find what they name."""
    for folder in ("tests", "docs"):
        (tmp_path / folder).symlink_to(PROJECT / folder)
    return tmp_path


def act_of(command: str) -> str:
    return command.partition(".venv/bin/casino ")[2].split()[0]


def test_the_commands_of_every_day_run_as_written(house: RunningHouse, beside_the_scripts: Path) -> None:
    """By a shell, one after the other; of those that need no house, the first of each act."""
    run: list[str] = []
    for command in dict.fromkeys(commands(".venv/bin/casino ")):
        if act_of(command) in run and act_of(command) not in OF_A_HOUSE:
            continue
        run.append(act_of(command))
        line = command.replace(".venv/bin/casino", f"{shlex.quote(sys.executable)} -m casino")
        done = subprocess.run(
            ["/bin/sh", "-c", line],
            env=clean_environment(CASINO_HOME=str(house.home.path), PYTHONPATH=str(PROJECT)),
            cwd=beside_the_scripts,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    assert (beside_the_scripts / "evening.casino").exists()
    assert (beside_the_scripts / "another-house" / "postgres").exists()
    every_day = {*OF_A_HOUSE, "version", "odds", "replay", "simulate", "verify-round", "edition"}
    assert set(run) == every_day


def test_every_command_that_needs_no_house_does_what_is_written(
    beside_the_scripts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also those that differ from the first of their act in what they ask for."""
    monkeypatch.chdir(beside_the_scripts)
    for command in commands(".venv/bin/casino "):
        if act_of(command) not in OF_A_HOUSE:
            words, _, file = command.removeprefix(".venv/bin/casino ").partition(" > ")
            done = casino(*shlex.split(words))
            assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
            if file:
                Path(file).write_text(done.stdout)


@pytest.mark.parametrize("command", commands(".venv/bin/python -m pytest "))
def test_the_example_of_one_test_runs(command: str) -> None:
    line = command.replace(".venv/bin/python", shlex.quote(sys.executable))
    done = subprocess.run(
        ["/bin/sh", "-c", f"{line} -q -p no:cacheprovider"],
        env=clean_environment(),
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert " passed" in done.stdout, done.stdout


def test_links_lead_to_files() -> None:
    for document in DOCUMENTS:
        for target in re.findall(r"\]\((?!https?://)([^)#]+)", document.read_text()):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


def test_the_changelog_is_kept() -> None:
    assert "## Unreleased" in (PROJECT / "CHANGELOG.md").read_text()


def test_lock_files_carry_hashes_and_name_no_index() -> None:
    for name in ("requirements.lock", "requirements-dev.lock", "requirements-bench.lock"):
        text = (PROJECT / "deploy" / name).read_text()
        assert "://" not in text, name
        assert "index" not in text, name
        requirements = re.findall(r"^[a-z].*?(?=^[a-z]|\Z)", text, re.MULTILINE | re.DOTALL)
        assert len(requirements) > 20
        assert all("==" in requirement and "--hash=sha256:" in requirement for requirement in requirements), name


def test_the_tree_has_the_shape_the_readme_draws() -> None:
    drawn = re.findall(r"^(\w+)/ +", (PROJECT / "README.md").read_text(), re.MULTILINE)
    assert set(drawn) == {"casino", "games", "ledger", "tests", "bench", "docs", "deploy"}
    assert all((PROJECT / folder).is_dir() for folder in drawn)
    assert os.access(PROJECT / ".ci" / "run", os.X_OK)
