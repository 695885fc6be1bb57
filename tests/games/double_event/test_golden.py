import json

import pytest

from games.kit.replay import read_script, replay
from tests.games.double_event import golden
from tests.games.double_event.racing import GAME


@pytest.mark.rule("double-event:D-R4", "double-event:D-R5", "double-event:B3", "double-event:B4")
@pytest.mark.parametrize("name", golden.FINISH)
def test_golden_cases(name: str) -> None:
    script = read_script(json.loads((golden.FOLDER / f"{name}.json").read_text()))
    golden.check(name, replay(GAME, script))


def test_every_script_beside_them_is_a_golden_case() -> None:
    assert {path.stem for path in golden.FOLDER.glob("*.json")} == set(golden.FINISH)


@pytest.mark.rule("double-event:D-R6")
def test_any_first_pack_of_d5_leaves_every_horse_one_short() -> None:
    told = replay(GAME, read_script(json.loads((golden.FOLDER / "D5.json").read_text())))
    assert told["moves"][51]["positions"] == [13, 13, 13, 13, 4, 4, 2]
    assert told["moves"][52]["happenings"][0] == {"pack_shuffled": {"number": 2, "size": 52}}
