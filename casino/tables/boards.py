"""What a round shows to everybody, as lines of words: for staff, whatever the game."""

import json
from dataclasses import dataclass
from typing import Any

from casino.tables.models import Round
from casino.tables.playing import value_of
from casino.tables.showing import public_view


@dataclass(frozen=True)
class Board:
    runners: list[tuple[str, str]]  # where each stands, in games that are races
    lines: list[tuple[str, str]]
    markets: list[dict[str, Any]]


def board_of(round_: Round) -> Board:
    shown = public_view(round_)
    view = shown["view"]
    runners = _runners(view)
    told = {"office": shown["office"], "waiting for": shown["waiting_for"]}
    told |= {name: fact for name, fact in view.items() if name != "game" and (name != "positions" or not runners)}
    lines = [(name.replace("_", " "), _words(fact)) for name, fact in told.items()]
    return Board(runners, lines, shown["markets"])


def finish_of(round_: Round) -> str:
    """The places of a round that is over, in order; nothing if it was given up before its end."""
    value = value_of(round_)
    result = value.game.result(value.state)
    return ", ".join(" = ".join(place) for place in result.finish) if result else ""


def _runners(view: dict[str, Any]) -> list[tuple[str, str]]:
    """Names beside positions: those of the first list of the course that is as long."""
    positions, course = view.get("positions"), view.get("course")
    if not isinstance(positions, list) or not isinstance(course, dict):
        return []
    for tracks in course.values():
        if isinstance(tracks, list) and len(tracks) == len(positions) and all(_named(track) for track in tracks):
            return [
                (track["name"], f"{at} / {track['length']}" if "length" in track else str(at))
                for track, at in zip(tracks, positions, strict=True)
            ]
    return []


def _named(track: Any) -> bool:
    return isinstance(track, dict) and "name" in track


def _words(fact: Any) -> str:
    if fact is None or fact in ([], ""):
        return "–"
    if isinstance(fact, list) and all(isinstance(each, str | int) for each in fact):
        return " ".join(map(str, fact))
    if _named(fact):
        return str(fact["name"])
    return fact if isinstance(fact, str) else json.dumps(fact, ensure_ascii=False)
