"""The games of the house, by their slugs. The one place in `games` that reads files: courses and words are data."""

from importlib import resources
from typing import Any

from games.kit.catalogue import read_catalogue
from games.kit.errors import RuleBroken
from games.kit.game import Game
from games.minoru.course import read_courses
from games.minoru.rules import Minoru


def _text(game: str, name: str) -> str:
    return resources.files("games").joinpath(game, name).read_text("utf-8")


GAMES: dict[str, Game[Any]] = {
    game.slug: game
    for game in (
        Minoru(read_courses(_text("minoru", "courses.toml")), read_catalogue(_text("minoru", "catalogue.toml"))),
    )
}


def find_game(slug: str) -> Game[Any]:
    try:
        return GAMES[slug]
    except (KeyError, TypeError):  # no name at all
        raise RuleBroken(
            "unknown_game", "%(game)s is no game of this house. It has: %(known)s.", game=slug, known=", ".join(GAMES)
        ) from None
