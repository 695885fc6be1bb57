"""`make lint`, beside all other tests: on a fresh clone mypy takes a minute, in which a worker can do nothing else."""

import subprocess

import pytest

from casino.home import PROJECT


@pytest.mark.long
def test_lint_has_nothing_to_say() -> None:
    done = subprocess.run(
        ["make", "--no-print-directory", "lint"], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
