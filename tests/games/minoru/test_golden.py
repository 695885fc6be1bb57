import pytest

from tests.games.golden import replayed
from tests.games.minoru import golden
from tests.games.minoru.racing import MINORU


@pytest.mark.rule("minoru:M-R15")
@pytest.mark.parametrize("name", golden.SCRIPTS)
def test_golden_cases(name: str) -> None:
    golden.check(name, replayed(MINORU, name))
