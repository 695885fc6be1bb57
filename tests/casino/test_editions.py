"""`casino edition check` and `casino edition show`, as somebody types them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.ascot.editions import TEXT
from tests.houses import clean_environment
from tests.terminal import casino


def written(tmp_path: Path, content: str | bytes) -> str:
    file = tmp_path / "mine.toml"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(file)


def test_the_edition_of_the_house_is_shown_and_can_be_played(tmp_path: Path) -> None:
    shown = casino("edition", "show")
    assert (shown.returncode, shown.stdout, shown.stderr) == (0, TEXT, "")
    done = casino("edition", "check", written(tmp_path, shown.stdout))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "Ascot, first edition of the house (miro-demo-1)",
        "This edition can be played: 12 horses, 8 businesses, 40 cells, 3 packs of 12 reports, 66 lengths, "
        "281,000 francs for each player.",
        "Where its 111 items come from: 32 printed, 2 reported, 77 reconstructed.",
    ]


def test_the_edition_is_shown_as_it_is_at_a_terminal_without_accents() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "casino", "edition", "show"],
        env=clean_environment(PYTHONIOENCODING="ascii"),
        capture_output=True,
        check=False,
    )
    assert done.stdout == TEXT.encode()


def test_every_problem_is_told_at_once(tmp_path: Path) -> None:
    text = TEXT.replace("bonus = 4", "bonus = 7").replace("dead = 6", "dead = 5").replace("hops = 1", "hops = -1")
    done = casino("edition", "check", written(tmp_path, text))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [
        "colours[0].bonus should be a whole number from 1 to 6.",
        "deal[0] should be 20 cards in all, at least 1 for each player and for the dead hand.",
        "training.hops should be a whole number from 0 to 200.",
    ]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "name should be there."),
        ("{", "TOML"),
        (TEXT.replace("cash_unit = 100", 'cash_unit = "a hundred"'), "money.cash_unit should be a whole number."),
        (TEXT.replace("cash_unit = 100", f"cash_unit = 0x{'F' * 9000}"), "money.cash_unit"),
        (f"a = {'[' * 100_000}", "TOML"),
        (b"name = '\xff'", "no text in UTF-8"),
        (b"#" * 1_000_001, "more than 1,000,000 bytes"),
    ],
    ids=["empty", "JSON", "words for a number", "huge number", "deep", "other encoding", "huge file"],
)
def test_a_file_that_is_no_edition_gets_a_sentence(tmp_path: Path, content: str | bytes, sentence: str) -> None:
    done = casino("edition", "check", written(tmp_path, content))
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_that_cannot_be_read_gets_a_sentence(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for file, sentence in (
        ("none.toml", "cannot be read"),
        ("", "is no file"),
        ("pipe", "is no file"),
        ("a" * 300, "cannot be read"),
    ):
        done = casino("edition", "check", str(tmp_path / file))
        assert done.returncode == 2
        assert sentence in done.stderr
        assert "Traceback" not in done.stderr


def test_what_a_file_says_does_not_speak_to_the_terminal(tmp_path: Path) -> None:
    done = casino("edition", "check", written(tmp_path, '"\\u001b[31m" = 1'))
    assert done.returncode == 2
    assert "\x1b" not in done.stderr


def test_an_edition_is_checked_without_a_database_at_hand(tmp_path: Path) -> None:
    """It should not wait for what it does not need."""
    program = (
        "import sys; from casino.cli import app; app(['edition', 'check', sys.argv[1]], standalone_mode=False);"
        "print('django.db' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, written(tmp_path, TEXT)],
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines()[-1] == "False", done.stderr
