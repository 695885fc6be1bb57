"""What is printed, as the verifier's script needs it: a browser knows no rules, but draws from the same packs."""

from collections.abc import Callable
from functools import cache
from typing import Any

from games.kit.cards import JOKER, PACK
from games.kit.game import Game, tag
from games.kit.offices import NOT_SEATS
from games.kit.values import to_json
from games.registry import GAMES
from games.roulette.wheel import WHEEL


@cache
def packs() -> dict[str, Any]:
    """By game: its title, usual options and acts, and the packs, dice and courses that decide what a draw is."""
    return {slug: {**_every(game), **PRINTED[slug](game)} for slug, game in GAMES.items()}


def _every(game: Game[Any]) -> dict[str, Any]:
    return {
        "title": game.title,
        "options": to_json(game.options_type()),
        "acts": [tag(kind) for kind in game.move_types],
        "not_seats": sorted(NOT_SEATS),
    }


def _minoru(game: Any) -> dict[str, Any]:
    courses = {name: {"joker": course.joker} for name, course in game.courses.items()}
    return {"pack": to_json(PACK), "joker": str(JOKER), "courses": courses}


def _cards(game: Any) -> dict[str, Any]:  # noqa: ARG001 - whatever the course
    return {"pack": to_json(PACK)}


def _wheel(game: Any) -> dict[str, Any]:  # noqa: ARG001 - whatever the course
    return {"pack": to_json(WHEEL)}


def _derby(game: Any) -> dict[str, Any]:
    return {"courses": {name: {"dice": course.dice} for name, course in game.courses.items()}}


def _musical_casino(game: Any) -> dict[str, Any]:
    return {"courses": {name: {"pack": to_json(course.pack)} for name, course in game.courses.items()}}


def _ascot(game: Any) -> dict[str, Any]:
    return {"editions": {name: _edition(edition) for name, edition in game.editions.items()}}


def _edition(edition: Any) -> dict[str, Any]:
    reports = {pack: [report.card for report in cards] for pack, cards in vars(edition.reports).items()}
    return {"cards": list(edition.cards), "deal": to_json(edition.deal), "reports": reports}


PRINTED: dict[str, Callable[[Any], dict[str, Any]]] = {
    "minoru": _minoru,
    "double-event": _cards,
    "horses": _cards,
    "roulette": _wheel,
    "derby": _derby,
    "musical-casino": _musical_casino,
    "ascot": _ascot,
}
