import json

import pytest

from games.kit.replay import read_script, replay
from tests.games.minoru import golden
from tests.games.minoru.racing import MINORU


@pytest.mark.rule("minoru:M-R15")
@pytest.mark.parametrize("name", [*golden.FINISH, "M7"])
def test_golden_cases(name: str) -> None:
    script = read_script(json.loads((golden.FOLDER / f"{name}.json").read_text()))
    golden.check(name, replay(MINORU, script))


def test_every_script_beside_them_is_a_golden_case() -> None:
    assert {path.stem for path in golden.FOLDER.glob("*.json")} == {*golden.FINISH, "M7"}
