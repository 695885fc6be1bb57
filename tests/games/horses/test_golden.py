import json

import pytest

from games.kit.replay import read_script, replay
from tests.games.horses import golden
from tests.games.horses.racing import HORSES


@pytest.mark.rule("horses:H-R8", "horses:H-R9", "horses:H-R10", "horses:H-R12")
@pytest.mark.parametrize("name", [*golden.FINISH, "rotation"])
def test_golden_cases(name: str) -> None:
    script = read_script(json.loads((golden.FOLDER / f"{name}.json").read_text()))
    golden.check(name, replay(HORSES, script))


def test_every_script_beside_them_is_a_golden_case() -> None:
    assert {path.stem for path in golden.FOLDER.glob("*.json")} == {*golden.FINISH, "rotation"}
