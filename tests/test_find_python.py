"""Which Python the house is set up with."""

import subprocess
from pathlib import Path

import pytest

from casino.home import PROJECT

TOO_OLD, SLOW, QUICK = range(3)
# A stand-in answers the two questions that are asked: is it new enough, and was it built to be quick?
STAND_IN = """#!/bin/sh
case "$2" in *tuned*) exit {slow} ;; *) exit {too_old} ;; esac
"""


def chosen(folder: Path, pythons: dict[str, int], **environment: str) -> subprocess.CompletedProcess[str]:
    for name, kind in pythons.items():
        stand_in = folder / name
        stand_in.write_text(STAND_IN.format(slow=int(kind != QUICK), too_old=int(kind == TOO_OLD)))
        stand_in.chmod(0o755)
    return subprocess.run(
        ["/bin/sh", PROJECT / "deploy" / "find-python"],
        env={"PATH": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("pythons", "wanted"),
    [
        ({"python3": QUICK, "python3.12": QUICK}, "python3"),
        ({"python3": SLOW, "python3.12": QUICK}, "python3.12"),
        ({"python3": TOO_OLD, "python3.12": SLOW, "python3.11": QUICK}, "python3.11"),
    ],
)
def test_the_first_that_was_built_to_be_quick_is_chosen(tmp_path: Path, pythons: dict[str, int], wanted: str) -> None:
    assert chosen(tmp_path, pythons).stdout == f"{wanted}\n"


def test_a_slow_one_is_better_than_none_and_the_machine_s_own_is_looked_at(tmp_path: Path) -> None:
    found = chosen(tmp_path, {"python3.13": SLOW, "python3.12": SLOW}).stdout
    assert found in {"python3.13\n", "/usr/bin/python3\n"}


def test_whoever_says_which_gets_that_one(tmp_path: Path) -> None:
    assert chosen(tmp_path, {"python3": QUICK, "mine": SLOW}, PYTHON="mine").stdout == "mine\n"


@pytest.mark.parametrize("named", ["nowhere", "old"])
def test_one_that_is_named_and_does_not_do_is_refused(tmp_path: Path, named: str) -> None:
    done = chosen(tmp_path, {"python3": QUICK, "old": TOO_OLD}, PYTHON=named)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Python 3.11 or newer is needed" in done.stderr
