"""Golden scripts: rounds worked out by hand, in the folder `golden` of a game. `golden.py` has what they come to."""

import json
from pathlib import Path
from typing import Any

from games.kit.game import Game
from games.kit.replay import read_script, replay


def package(game: Game[Any]) -> str:
    return game.slug.replace("-", "_")


def folder(game: Game[Any]) -> Path:
    return Path(__file__).parent / package(game) / "golden"


def script_of(game: Game[Any], name: str) -> Path:
    return folder(game) / f"{name}.json"


def replayed(game: Game[Any], name: str) -> dict[str, Any]:
    """What `casino replay --json` answers."""
    return replay(game, read_script(json.loads(script_of(game, name).read_text())))


def check_settled(told: dict[str, Any], finish: list[Any], net: dict[str, int]) -> None:
    """How a round ended, and what everybody has gained."""
    assert told["phase"] == "settled"
    assert told["finish"] == finish
    assert told["net"] == net


def check_rounds(told: dict[str, Any], **wanted: list[Any]) -> None:
    """Of several rounds at one table, what is told of each: who held the office, how it ended."""
    for what, of_each in wanted.items():
        assert [round_[what] for round_ in told["rounds"]] == of_each


def happened(told: dict[str, Any], act: str) -> list[Any]:
    return [each[act] for move in told["moves"] for each in move["happenings"] if act in each]


def paid(told: dict[str, Any]) -> list[tuple[str, str, int]]:
    """Why something was paid, which seat paid it or was paid, or who else, and how much."""
    return [(payment["reason"], _who(payment), payment["amount"]) for payment in told["payments"]]


def _who(payment: dict[str, Any]) -> str:
    who: str = payment["payer"]["seat"] or payment["payee"]["seat"] or payment["payee"]["role"]
    return who
