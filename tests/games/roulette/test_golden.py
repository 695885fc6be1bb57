import json

import pytest

from games.kit.replay import read_script, replay
from tests.games.roulette import golden
from tests.games.roulette.playing import ROULETTE


@pytest.mark.rule("roulette:L-R4", "roulette:L-R5", "roulette:E5", "roulette:E7", "roulette:E8")
@pytest.mark.parametrize("name", golden.FINISH)
def test_golden_cases(name: str) -> None:
    script = read_script(json.loads((golden.FOLDER / f"{name}.json").read_text()))
    golden.check(name, replay(ROULETTE, script))


def test_every_script_beside_them_is_a_golden_case() -> None:
    assert {path.stem for path in golden.FOLDER.glob("*.json")} == set(golden.FINISH) == set(golden.NET)
