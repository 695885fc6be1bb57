"""The file of starts, worked out again."""

import pytest

from deploy.derby_starts import FILE, races, section
from games.derby.law import Race
from games.derby.prospect import read_starts
from tests.games.derby.boards import STARTS

TINY = 1e-11


def work_out_again(words: str, race: Race) -> None:
    (again,) = read_starts(section(words, race)).values()
    on_file = STARTS[race.name]
    for one, other in zip(again.shares, on_file.shares, strict=True):
        assert abs(one - other) < TINY
    for one, other in zip(again.dead_heats, on_file.dead_heats, strict=True):
        assert abs(one - other) < TINY
    assert abs(again.throws - on_file.throws) < TINY
    assert abs(again.deviation - on_file.deviation) < 100 * TINY


@pytest.mark.parametrize(("words", "race"), [found for found in races() if found[1].horses == 4])
def test_the_file_is_what_its_command_writes_for_four_horses(words: str, race: Race) -> None:
    work_out_again(words, race)


@pytest.mark.slow
@pytest.mark.parametrize(("words", "race"), [found for found in races() if found[1].horses > 4])
def test_the_file_is_what_its_command_writes_for_more_horses(words: str, race: Race) -> None:
    work_out_again(words, race)


def test_the_file_says_which_race_is_which() -> None:
    lines = FILE.read_text().splitlines()
    for words, race in races():
        assert lines[lines.index(f"[{race.name}]") - 1] == f"# {words}"
