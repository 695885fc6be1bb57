"""What a round shows to everybody, as lines of words in the language of the page: for staff, whatever the game."""

import json
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.tables.models import Round
from casino.tables.naming import WIN, course_name, finish_in_words, market_name, office_holder, said, selection_name
from casino.tables.playing import game_of, value_of
from casino.tables.showing import public_view
from games.kit.game import Game

# What games call what everybody sees. A word that is missing here is shown as the game has it.
LABELS = {
    "office": _("office held by"),
    "waiting_for": _("waiting for"),
    "course": _("course"),
    "banker": _("banker"),
    "joker": _("joker"),
    "positions": _("positions"),
    "deals": _("deals"),
    "pack_number": _("pack"),
    "aside": _("cards dealt"),
    "winner": _("winner"),
    "bookie": _("Bookie"),
    "finish": _("home"),
    "mode": _("how it is played"),
    "payout_mode": _("odds are"),
    "run_mode": _("runs"),
    "layout": _("layout"),
    "turn": _("turn"),
    "card": _("card"),
    "target": _("target"),
    "markers": _("markers a turn"),
    "players": _("players"),
    "done": _("done"),
    "out": _("out of the play-off"),
    "donkey": _("donkey race"),
    "calls": _("calls"),
    "race": _("race of the evening"),
    "horses": _("horses"),
    "thrower": _("thrower"),
    "shaken": _("dice shaken"),
    "throws": _("throws"),
    "dice": _("dice"),
    "rights": _("may be called"),
    "winners": _("winners"),
    "ante": _("ante"),
    "places": _("places still free"),
}
RUNNERS = {"rights", "winners"}  # facts that name runners, by what is backed
NOTHING_TO_CALL = {("calls", "auto"): _("none, hurdles are jumped without")}


@dataclass(frozen=True)
class Board:
    runners: list[tuple[str, str]]  # where each stands, in games that are races
    lines: list[tuple[str, str]]


def board_of(round_: Round) -> Board:
    shown, game = public_view(round_), game_of(round_)
    view = shown["view"]
    runners, speech = _runners(game, view), _Speech(game, frozenset(round_.seats))
    told = {"office": shown["office"], "waiting_for": shown["waiting_for"]}
    elsewhere = {"game", "variant", *(("positions", "horses") if runners else ())}  # a variant is called as its course
    told |= {name: fact for name, fact in view.items() if name not in elsewhere}
    lines = [(_label(name), _option(game, name, fact) or speech.words(fact)) for name, fact in told.items()]
    return Board(runners, lines)


def finish_of(round_: Round) -> str:
    """The places of a round that is over, in order; nothing if it was given up before its end."""
    value = value_of(round_)
    result = value.game.result(value.state)
    return finish_in_words(value.game, result.finish) if result else ""


def _label(name: str) -> str:
    return str(LABELS.get(name, name.replace("_", " ")))


def _runners(game: Game[Any], view: dict[str, Any]) -> list[tuple[str, str]]:
    """Names beside positions: those of the horses, or of the first list of the course that is as long."""
    positions, course = view.get("positions"), view.get("course")
    if not isinstance(positions, list) or not isinstance(course, dict):
        return []
    for tracks in (view.get("horses"), *course.values()):
        if isinstance(tracks, list) and len(tracks) == len(positions) and all(_named(track) for track in tracks):
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


def _option(game: Game[Any], name: str, fact: Any) -> str:
    """What the table may vary, as the catalogue calls it; and runners by their names."""
    if name in RUNNERS and isinstance(fact, list):
        return ", ".join(selection_name(game, str(each), WIN) for each in fact)
    if not isinstance(fact, str):
        return ""
    words = game.catalogue.variants.get(f"{name}={fact}")
    return said(words) if words else str(NOTHING_TO_CALL.get((name, fact), ""))


def _named(track: Any) -> bool:
    return isinstance(track, dict) and "name" in track


@dataclass(frozen=True)
class _Speech:
    """Facts in words. A guest is called as they like, also if that is what a horse or a colour is called."""

    game: Game[Any]
    seats: frozenset[str]

    def words(self, fact: Any) -> str:
        if fact is None or fact in ([], ""):
            return "–"
        if isinstance(fact, bool):
            return gettext("yes") if fact else gettext("no")
        if isinstance(fact, list):
            return self._list(fact)
        if _named(fact):
            return course_name(self.game, str(fact["name"]))
        if isinstance(fact, dict):
            told = {name: part for name, part in fact.items() if part is not None and part is not False and part != []}
            return " ".join(self._part(name, part) for name, part in told.items())
        return self._name(fact) if isinstance(fact, str) else json.dumps(fact, ensure_ascii=False)

    def _list(self, facts: list[Any]) -> str:
        if all(isinstance(each, str) and each in self.game.catalogue.selections for each in facts):
            return ", ".join(selection_name(self.game, each) for each in facts)
        if all(isinstance(each, str | int) for each in facts):
            return " ".join(map(str, facts))
        return "; ".join(self.words(each) for each in facts)

    def _part(self, name: str, fact: Any) -> str:
        """Of something that has several: what is true of it by its name, and what is a list of its own in brackets."""
        if fact is True:
            return _label(name)
        return f"({self.words(fact)})" if isinstance(fact, list) else self.words(fact)

    def _name(self, fact: str) -> str:
        if fact in self.seats:
            return fact
        if fact in self.game.catalogue.markets:
            return market_name(self.game, fact)
        return office_holder(selection_name(self.game, fact))
