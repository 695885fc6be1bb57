"""The games of the house, by their slugs. The one place in `games` that reads files: courses and words are data."""

from importlib import resources
from typing import Any

from games.ascot.drawing import BOARDS as ASCOT
from games.ascot.edition import read_edition
from games.ascot.rules import Ascot
from games.derby.course import Course as DerbyCourse
from games.derby.drawing import BOARDS as DERBY
from games.derby.odds import Prospects
from games.derby.prospect import read_starts
from games.derby.rules import Derby
from games.double_event.course import Course as DoubleEventCourse
from games.double_event.drawing import BOARDS as DOUBLE_EVENT
from games.double_event.rules import DoubleEvent
from games.horses.course import Course as HorsesCourse
from games.horses.drawing import BOARDS as HORSES
from games.horses.rules import Horses
from games.kit.catalogue import Catalogue, read_catalogue
from games.kit.courses import Course, read_courses
from games.kit.drawing import Boards
from games.kit.errors import RuleBroken
from games.kit.game import Game
from games.kit.keeping import Keep
from games.minoru.course import Course as MinoruCourse
from games.minoru.drawing import BOARDS as MINORU
from games.minoru.rules import Minoru
from games.musical_casino.course import Course as MusicalCasinoCourse
from games.musical_casino.drawing import BOARDS as MUSICAL_CASINO
from games.musical_casino.rules import MusicalCasino
from games.roulette.course import Course as RouletteCourse
from games.roulette.drawing import BOARDS as ROULETTE
from games.roulette.rules import Roulette


def _text(game: str, name: str) -> str:
    return resources.files("games").joinpath(game, name).read_text("utf-8")


def _courses(game: str, kind: type[Course]) -> dict[str, Course]:
    return read_courses(kind, _text(game, "courses.toml"))


def _catalogue(game: str) -> Catalogue:
    return read_catalogue(_text(game, "catalogue.toml"))


EDITIONS = ("miro-demo-1",)  # of Ascot
PROSPECTS = Prospects(read_starts(_text("derby", "starts.toml")))


def keep_tables(keep: Keep) -> None:
    """Where tables of odds are kept that take a while to work out: in memory, unless the house says better."""
    PROSPECTS.keep = keep


GAMES: dict[str, Game[Any]] = {
    game.slug: game
    for game in (
        Minoru(_courses("minoru", MinoruCourse), _catalogue("minoru")),
        DoubleEvent(_courses("double_event", DoubleEventCourse), _catalogue("double_event")),
        Horses(_courses("horses", HorsesCourse), _catalogue("horses")),
        Roulette(_courses("roulette", RouletteCourse), _catalogue("roulette")),
        Derby(_courses("derby", DerbyCourse), _catalogue("derby"), PROSPECTS),
        MusicalCasino(_courses("musical_casino", MusicalCasinoCourse), _catalogue("musical_casino")),
        Ascot({name: read_edition(_text("ascot", f"editions/{name}.toml")) for name in EDITIONS}, _catalogue("ascot")),
    )
}


def find_game(slug: str) -> Game[Any]:
    try:
        return GAMES[slug]
    except (KeyError, TypeError):  # no name at all
        raise RuleBroken(
            "unknown_game", "%(game)s is no game of this house. It has: %(known)s.", game=slug, known=", ".join(GAMES)
        ) from None


BOARDS: dict[str, Boards] = {
    "minoru": MINORU,
    "double-event": DOUBLE_EVENT,
    "horses": HORSES,
    "roulette": ROULETTE,
    "derby": DERBY,
    "musical-casino": MUSICAL_CASINO,
    "ascot": ASCOT,
}
