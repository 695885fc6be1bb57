"""Every game has scripts that were worked out by hand."""

from importlib import import_module
from typing import Any

import pytest

from games.kit.game import Game
from games.registry import GAMES
from tests.games.golden import folder, package


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_every_script_is_a_golden_case(game: Game[Any]) -> None:
    expected = import_module(f"tests.games.{package(game)}.golden")
    assert {path.stem for path in folder(game).glob("*.json")} == set(expected.SCRIPTS)
