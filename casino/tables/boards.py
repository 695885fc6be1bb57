"""What a round shows to everybody, as lines of words in the language of the page: for staff, whatever the game."""

from dataclasses import dataclass
from typing import Any

from casino.tables.models import Round
from casino.tables.naming import WIN, finish_in_words, said, selection_name
from casino.tables.playing import value_of, waiting
from casino.tables.speech import COUNTED, OF_A_SEAT, Speech, is_named, is_printed, label, told_apart
from games.kit.game import Game
from games.kit.round import Round as Value

RUNNERS = {"rights", "winners"}  # facts that name runners, by what is backed, in games that are races
FEWEST = 3  # facts of each in a list, to have a table of their own


@dataclass(frozen=True)
class Grid:
    """Several things with the same facts, players mostly. What there is less of is side by side."""

    title: str
    heads: list[str]  # that of the first column, too
    rows: list[list[str]]


@dataclass(frozen=True)
class Board:
    runners: list[tuple[str, str]]  # where each stands, in games that are races
    lines: list[tuple[str, str]]
    grids: list[Grid]


def board_of(round_: Round) -> Board:
    value = value_of(round_)
    game, speech = value.game, Speech(value.game, frozenset(round_.seats))
    view = told_apart(game.view(value.state, None), game.catalogue.signs)
    runners = _runners(game, view)
    told: dict[str, Any] = {"office": round_.office} if has_office(round_, value) else {}
    told["waiting_for"] = waiting(value)
    # A variant is called as its course, and a hand is nobody's but of who holds it.
    elsewhere = {"variant", "hand", *(("positions", "horses") if runners else ())}
    elsewhere |= {"positions"} if _says_where(view.get("horses")) else set()
    elsewhere |= {name for name in OF_A_SEAT if view.get(name) is None}
    told |= {name: fact for name, fact in view.items() if name not in elsewhere}
    grids = {name: fact for name, fact in told.items() if _is_grid(fact)}
    lines = {name: fact for name, fact in told.items() if name not in grids}
    return Board(
        runners,
        [(_label(name, fact), _words(value, speech, name, fact)) for name, fact in lines.items()],
        [_grid(speech, name, facts) for name, facts in grids.items()],
    )


def finish_of(round_: Round) -> str:
    """The places of a round that is over, in order; nothing if it was given up before its end."""
    value = value_of(round_)
    result = value.game.result(value.state)
    return finish_in_words(value.game, result.finish) if result else ""


def has_office(round_: Round, value: Value) -> bool:
    """Whether anybody stands on the other side of stakes, or may."""
    return round_.table.passes_round or bool(value.offers)


def _label(name: str, fact: Any) -> str:
    return str(OF_A_SEAT[name]) if name in OF_A_SEAT and isinstance(fact, str) else label(name)


def _words(value: Value, speech: Speech, name: str, fact: Any) -> str:
    """Runners by their names, and options by theirs."""
    if name in RUNNERS and fact and value.game.runners(value.state):
        return ", ".join(selection_name(value.game, str(each), WIN) for each in fact)
    if name == "edition" and fact in value.game.catalogue.courses:
        return said(value.game.catalogue.courses[fact].name)
    return speech.option(name, fact) or speech.words(fact)


def _says_where(horses: Any) -> bool:
    """Whether a list of horses has where each of them is."""
    return _is_grid(horses) and {"length", "lane"} <= horses[0].keys()


def _is_grid(fact: Any) -> bool:
    return (
        isinstance(fact, list)
        and bool(fact)
        and all(isinstance(each, dict) and not is_named(each) and not is_printed(each) for each in fact)
        and all(len(each) >= FEWEST and each.keys() == fact[0].keys() for each in fact)
    )


def _grid(speech: Speech, name: str, facts: list[dict[str, Any]]) -> Grid:
    heads = [label(part, name) for part in facts[0]]
    rows = [[_cell(speech, part, fact) for part, fact in each.items()] for each in facts]
    if len(rows) < len(heads):
        heads, *rows = [list(column) for column in zip(heads, *rows, strict=True)]
    return Grid(label(name), heads, rows)


def _cell(speech: Speech, name: str, fact: Any) -> str:
    if name in COUNTED:
        return str(len(fact))
    if name == "side":
        return ", ".join(fact)
    return speech.words(fact)


def _runners(game: Game[Any], view: dict[str, Any]) -> list[tuple[str, str]]:
    """Names beside positions: those of the horses, or of the first list of the course that is as long."""
    positions, course = view.get("positions"), view.get("course")
    if not isinstance(positions, list) or not isinstance(course, dict):
        return []
    for tracks in (view.get("horses"), *course.values()):
        if isinstance(tracks, list) and len(tracks) == len(positions) and all(is_named(track) for track in tracks):
            return [
                (_runner(game, track), f"{at} / {track['length']}" if "length" in track else str(at))
                for track, at in zip(tracks, positions, strict=True)
            ]
    return []


def _runner(game: Game[Any], track: dict[str, Any]) -> str:
    """By the catalogue, if the track says which of its selections runs there; whose it is, if it is somebody's."""
    if "number" in track:
        name = selection_name(game, str(track["number"]), WIN)
        return f"{name} ({track['owner']})" if track.get("owner") else name
    known = [fact for fact in track.values() if isinstance(fact, str) and fact in game.catalogue.selections]
    return selection_name(game, known[0]) if known else str(track["name"])
