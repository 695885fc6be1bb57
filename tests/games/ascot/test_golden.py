"""Whole games as scripts, with every card, die and report."""

import json
from typing import Any

import pytest

from games.kit.replay import read_script, replay
from tests.games.ascot import golden
from tests.games.ascot.whole_games import ASCOT


def told(name: str) -> dict[str, Any]:
    return replay(ASCOT, read_script(json.loads((golden.FOLDER / f"{name}.json").read_text())))


@pytest.mark.rule("ascot:Z-1", "ascot:Z-2", "ascot:Z-4", "ascot:M-5", "ascot:P-6")
@pytest.mark.parametrize("name", golden.ONE)
def test_golden_scripts(name: str) -> None:
    golden.check(told(name))


@pytest.mark.rule("ascot:Z-7", "ascot:D4")
@pytest.mark.parametrize("name", golden.ROUNDS)
def test_what_nobody_has_won_is_won_in_the_next_game(name: str) -> None:
    first, second = told(name)["rounds"]
    carried = golden.check(first)
    assert carried > 0
    assert golden.check(second, carried) == 0
    assert [golden.happened(each, "dealt")[0]["dealer"] for each in (first, second)] == ["Ada", "Bob"]


def test_every_script_beside_them_is_a_golden_case() -> None:
    assert {path.stem for path in golden.FOLDER.glob("*.json")} == {*golden.ONE, *golden.ROUNDS}
