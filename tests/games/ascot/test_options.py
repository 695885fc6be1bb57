"""What a table of Ascot may be told, and what not."""

import pytest

from tests.games.ascot.whole_games import ASCOT
from tests.games.driving import refusal


@pytest.mark.parametrize("name", ["dealer", "horses_each"])
def test_a_place_at_the_table_and_horses_for_each_go_from_one_to_six(name: str) -> None:
    for number in range(1, 7):
        assert getattr(ASCOT.read_options({name: number}), name) == number
    for number in (0, -1, 7):
        assert refusal(ASCOT.read_options, {name: number}) == "bad_option"
