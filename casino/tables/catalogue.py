"""The games of the house as organisers choose them and as guests read them on a card: courses, odds, who gains."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language

from casino.tables.beside import read_beside
from casino.tables.naming import WIN, market_name, pays_in_words, selection_name, sign_name
from casino.tables.showing import view_of
from casino.tables.speech import joined
from casino.tables.wording import edge_words, number_words, origin_words, percent_words, played_words, terms_words
from games.kit.beside import Beside, Sides
from games.kit.catalogue import Named
from games.kit.game import Game
from games.kit.markets import Priced, alike, names_of, price
from games.kit.odds import Shares
from games.kit.values import canonical
from games.registry import GAMES, find_game

_HOLDER = "player"  # of the office, any one
COURSES = ("course", "edition")  # as games call it
FAMILY = ("variant", "donkey")  # options that make another game of it


@dataclass(frozen=True)
class SpaceCard:
    market: str
    name: str
    odds: str
    chance: str
    edge: str
    favours_players: bool


@dataclass(frozen=True)
class FaceCard:
    """A card of the pack: how many there are of it, and what stands below its name."""

    name: str
    count: int
    below: str


@dataclass(frozen=True)
class CourseCard:
    """One way to play a game, in words. `variant` is how forms call it."""

    game: str
    variant: str
    title: str
    about: str
    origin: str
    spaces: tuple[SpaceCard, ...]
    figures: tuple[tuple[str, str], ...]  # in words; of a game whose own spaces pay no counters
    chances: tuple[tuple[str, str], ...] = ()  # of each runner, in a race that has no odds of its own
    faces: tuple[FaceCard, ...] = ()  # of the pack, where players have to know what is printed on it
    terms: tuple[str, ...] = ()  # what stands beside at a table, in sentences


@dataclass(frozen=True)
class GameCard:
    slug: str
    title: str
    about: str
    rules: tuple[str, ...]
    courses: tuple[CourseCard, ...]


def games() -> list[GameCard]:
    return [_game(slug, _language()) for slug in GAMES]


def game_card(slug: str) -> GameCard:
    return _game(slug, _language())


def cards_of(
    slug: str, options: Mapping[str, Any], *, passes_round: bool = False, beside: Any = None
) -> list[CourseCard]:
    """A card for what a table is played by. Where its holder decides that before each round, all that it may be."""
    game, terms = find_game(slug), read_beside(beside)
    if passes_round and _holder_decides(game, game.read_options(options)):
        ways = zip(_ways(slug), game.variants(), strict=True)
        said = tuple(terms_words(terms))
        return [replace(card, terms=said) for card, way in ways if way.get("course") == options.get("course")]
    card = _course(slug, canonical(dict(options)).decode(), _language())
    played = played_words(view_of(game, game.start(game.read_options(options), ()), None))
    said = (*played, *terms_words(terms))
    return [replace(card, spaces=card.spaces + _prices(game, options, terms), terms=said)]


def _holder_decides(game: Game[Any], options: Any) -> bool:
    """Whether odds that the house would have are for the holder of the office to choose."""
    held = game.start(options, (_HOLDER,), holder=_HOLDER) if game.markets(game.start(options, ())) else None
    return held is not None and not game.markets(held)


def _prices(game: Game[Any], options: Mapping[str, Any], terms: Beside) -> tuple[SpaceCard, ...]:
    """What a bookmaker pays before the race, as far as its chances are known by then."""
    state = game.start(game.read_options(options), ())
    found = Sides.opened(terms, game, state).priced(game, state)
    return tuple(_line(game, spaces) for spaces in alike(found))


def variants() -> list[tuple[str, list[tuple[str, str]]]]:
    """Every course of every game, for a form to choose from."""
    return [(card.title, [(course.variant, course.title) for course in card.courses]) for card in games()]


def options_of(variant: str) -> tuple[str, dict[str, Any]]:
    """The game and the options that a form meant by a variant."""
    slug, _, place = variant.rpartition(":")
    return slug, dict(find_game(slug).variants()[int(place)])


def variant_of(slug: str, options: Mapping[str, Any]) -> str:
    """How a form calls these options; nothing if they are more than a variant."""
    ways = [dict(way) for way in find_game(slug).variants()]
    return f"{slug}:{ways.index(dict(options))}" if dict(options) in ways else ""


def course_title(slug: str, options: Mapping[str, Any]) -> str:
    game, said = find_game(slug), _language()
    course = _course_of(options)
    named = _named(game, course)
    title = named.name.said_in(said) if named else _own_name(course)
    more = [_option(game, name, value, said) for name, value in options.items() if name not in COURSES]
    return ", ".join(filter(None, [title, *more]))


def game_title(game: Game[Any], options: Mapping[str, Any]) -> str:
    """What is played by these options: of a family of games, which of them."""
    chosen = game.read_options(options)
    varied = [_option(game, name, getattr(chosen, name), _language()) for name in FAMILY if hasattr(chosen, name)]
    told = ", ".join(filter(None, varied))
    return told[:1].upper() + told[1:] if told else game.catalogue.title.said_in(_language())


def _language() -> str:
    return get_language() or "en"


@lru_cache(maxsize=64)  # exact odds of every course take a while, and never change
def _game(slug: str, said: str) -> GameCard:
    game = find_game(slug)
    words = game.catalogue
    rules = tuple(rule.words.said_in(said) for rule in words.rules)
    return GameCard(slug, words.title.said_in(said), words.about.said_in(said), rules, tuple(_ways(slug)))


def _ways(slug: str) -> list[CourseCard]:
    ways = find_game(slug).variants()
    return [_course(slug, canonical(dict(options)).decode(), _language()) for options in ways]


@lru_cache(maxsize=256)
def _course(slug: str, written: str, said: str) -> CourseCard:
    game, options = find_game(slug), json.loads(written)
    state = game.start(game.read_options(options), ())
    view = view_of(game, state, None)
    course = view["course"] if isinstance(view.get("course"), dict) else {}
    named = _named(game, _course_of(options))
    return CourseCard(
        game=slug,
        variant=variant_of(slug, options),
        title=course_title(slug, options),
        about=named.about.said_in(said) if named else str(course.get("about", "")),
        origin=origin_words(course.get("provenance")),
        spaces=_spaces(game, state),
        figures=() if game.markets(state) else _figures(game, state, said),
        chances=() if game.markets(state) else _chances(game, state),
        faces=_faces(game, state),
    )


def _spaces(game: Game[Any], state: Any) -> tuple[SpaceCard, ...]:
    """A line for each space. Of a market with many, one for all that are worth the same."""
    found = price(game.markets(state), game.chances(state))
    return tuple(_line(game, spaces) for spaces in alike(found))


def _faces(game: Game[Any], state: Any) -> tuple[FaceCard, ...]:
    return tuple(
        FaceCard(sign_name(game, face.name), face.count, joined(", ", (sign_name(game, each) for each in face.below)))
        for face in game.faces(state)
    )


def _figures(game: Game[Any], state: Any, said: str) -> tuple[tuple[str, str], ...]:
    words = game.catalogue.figures
    return tuple(
        (words[each.name].said_in(said), percent_words(each.value) if each.chance else number_words(each.value))
        for each in game.figures(state)
    )


def _chances(game: Game[Any], state: Any) -> tuple[tuple[str, str], ...]:
    """What a win of each runner is worth, where that is known exactly. Those that are alike stand together."""
    shares = game.shares(state) if game.runners(state) else Shares({})
    if shares.error is not None:
        return ()
    alike_ones: dict[Fraction, list[str]] = {}
    for runner, share in shares.each.items():
        alike_ones.setdefault(share, []).append(selection_name(game, runner, WIN))
    return tuple((", ".join(names), percent_words(share)) for share, names in alike_ones.items())


def _line(game: Game[Any], spaces: list[Priced]) -> SpaceCard:
    first = spaces[0]
    names = [selection_name(game, priced.space.selection, priced.market.name) for priced in spaces]
    return SpaceCard(
        market=market_name(game, first.market.name),
        name=names_of(names),
        odds=pays_in_words(first.market, first.space.selection),
        chance=percent_words(first.chance),
        edge=edge_words(first.edge),
        favours_players=first.edge < 0,
    )


def _course_of(options: Mapping[str, Any]) -> Any:
    """What is printed for a table: a course, or boards and cards together."""
    return next((options[name] for name in COURSES if name in options), None)


def _named(game: Game[Any], course: Any) -> Named | None:
    return game.catalogue.courses.get(course) if isinstance(course, str) else None


def _own_name(course: Any) -> str:
    return str(course.get("name", "")) if isinstance(course, dict) else ""


def _option(game: Game[Any], name: str, value: Any, said: str) -> str:
    """What a table may vary, as the game's catalogue calls it; what it does not name is nobody's to choose by."""
    key = f"{name}={str(value).lower()}"
    words = game.catalogue.variants.get(key)
    return words.said_in(said) if words else ""
