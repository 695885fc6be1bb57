import pytest

from tests.games.double_event import golden
from tests.games.double_event.racing import GAME
from tests.games.golden import replayed


@pytest.mark.rule("double-event:D-R4", "double-event:D-R5", "double-event:B3", "double-event:B4")
@pytest.mark.parametrize("name", golden.SCRIPTS)
def test_golden_cases(name: str) -> None:
    golden.check(name, replayed(GAME, name))


@pytest.mark.rule("double-event:D-R6")
def test_any_first_pack_of_d5_leaves_every_horse_one_short() -> None:
    told = replayed(GAME, "D5")
    assert told["moves"][51]["positions"] == [13, 13, 13, 13, 4, 4, 2]
    assert told["moves"][52]["happenings"][0] == {"pack_shuffled": {"number": 2, "size": 52}}
