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


def test_the_commands_of_every_day_run_as_written(house: RunningHouse, tmp_path: Path) -> None:
    for folder in ("tests", "docs"):  # which have scripts for the examples
        (tmp_path / folder).symlink_to(PROJECT / folder)
    for command in commands(".venv/bin/casino "):
        line = command.replace(".venv/bin/casino", f"{shlex.quote(sys.executable)} -m casino")
        done = subprocess.run(
            ["/bin/sh", "-c", line],
            env=clean_environment(CASINO_HOME=str(house.home.path), PYTHONPATH=str(PROJECT)),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    assert (tmp_path / "evening.casino").exists()
    assert (tmp_path / "another-house" / "postgres").exists()


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
