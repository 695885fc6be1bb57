import pytest

from tests.games.golden import replayed
from tests.games.roulette import golden
from tests.games.roulette.playing import ROULETTE


@pytest.mark.rule("roulette:L-R4", "roulette:L-R5", "roulette:E5", "roulette:E7", "roulette:E8")
@pytest.mark.parametrize("name", golden.SCRIPTS)
def test_golden_cases(name: str) -> None:
    golden.check(name, replayed(ROULETTE, name))


def test_every_golden_case_has_all_its_figures() -> None:
    assert set(golden.FINISH) == set(golden.NET)
