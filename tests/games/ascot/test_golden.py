"""Whole games as scripts, with every card, die and report."""

import pytest

from tests.games.ascot import golden
from tests.games.ascot.whole_games import ASCOT
from tests.games.golden import happened, replayed


@pytest.mark.rule("ascot:Z-1", "ascot:Z-2", "ascot:Z-4", "ascot:M-5", "ascot:P-6")
@pytest.mark.parametrize("name", golden.ONE)
def test_golden_scripts(name: str) -> None:
    golden.check(replayed(ASCOT, name))


@pytest.mark.rule("ascot:Z-7", "ascot:D4")
@pytest.mark.parametrize("name", golden.ROUNDS)
def test_what_nobody_has_won_is_won_in_the_next_game(name: str) -> None:
    first, second = replayed(ASCOT, name)["rounds"]
    carried = golden.check(first)
    assert carried > 0
    assert golden.check(second, carried) == 0
    assert [happened(each, "dealt")[0]["dealer"] for each in (first, second)] == ["Ada", "Bob"]
