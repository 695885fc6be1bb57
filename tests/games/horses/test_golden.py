import pytest

from tests.games.golden import replayed
from tests.games.horses import golden
from tests.games.horses.racing import HORSES


@pytest.mark.rule("horses:H-R8", "horses:H-R9", "horses:H-R10", "horses:H-R12")
@pytest.mark.parametrize("name", golden.SCRIPTS)
def test_golden_cases(name: str) -> None:
    golden.check(name, replayed(HORSES, name))
