"""What is true of every game's catalogue: it names all that can be seen of the game, and nothing else."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from deploy.rules_page import all_rules
from games.kit.catalogue import Catalogue, Words
from games.kit.game import Figure, Game, Move, tag
from games.kit.markets import price
from games.registry import GAMES
from tests.games.acts_named import facts, facts_that_differ, strange_facts, unknown, unnamed
from tests.games.driving import draws, play_through
from tests.games.rounds import starts
from tests.games.sale import SALE
from tests.games.test_laws import SEATS, chooser

games = pytest.mark.parametrize("game", [*GAMES.values(), SALE], ids=lambda game: game.slug)
games_of_the_house = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
NO_BREAK = "\N{NO-BREAK SPACE}"
# The moves that no seat makes, and that need no words: cards and dice.
CHANCE = {
    "minoru": {"deal"},
    "double-event": {"turn"},
    "horses": {"turn"},
    "roulette": {"turn"},
    "derby": {"throw"},
    "musical-casino": {"deal"},
    "ascot": {"deal", "roll", "report"},
}


def figures(game: Game[Any]) -> list[Figure]:
    return [figure for state in starts(game) for figure in game.figures(state)]


def races(game: Game[Any]) -> set[tuple[str, str]]:
    """Runners can be backed to win with a totalisator or a bookmaker, also where the game has no market for it."""
    return {("win", runner) for state in starts(game) for runner in game.runners(state)}


def courses(game: Game[Any]) -> set[str]:
    """Every course that a variant names; where they differ in more than their boards, they are variants themselves."""
    chosen = (variant.get(kind) for variant in game.variants() for kind in ("course", "variant", "edition"))
    return {name for name in chosen if name}


def sentences(catalogue: Catalogue) -> Iterator[Words]:
    yield catalogue.about
    yield from (rule.words for rule in catalogue.rules)
    yield from (named.about for named in (*catalogue.markets.values(), *catalogue.courses.values()))


def names(catalogue: Catalogue) -> Iterator[Words]:
    yield catalogue.title
    yield from (named.name for named in (*catalogue.markets.values(), *catalogue.courses.values()))
    yield from (*catalogue.selections.values(), *catalogue.figures.values(), *catalogue.words.values())
    yield from (*catalogue.variants.values(), *catalogue.acts.values(), *catalogue.lines.values())


def slips(language: str, text: str) -> list[str]:
    """What a printer would not let pass."""
    wrong = ["'", '"', r"\.\.\.", r"\s\s", r"^\s|\s$", "^$"]
    if language == "fr":
        wrong += [f"(?<!{NO_BREAK})[;:!?»]", f"«(?!{NO_BREAK})"]
    else:
        wrong += [r"\s[;:!?»]", r"«\s"]
    if language == "es":
        wrong += [r"^[^¿]*\?", r"^[^¡]*!"]
    return [found[0] for pattern in wrong if (found := re.search(pattern, text))]


@games
def test_every_variant_starts_and_has_its_prices(game: Game[Any]) -> None:
    variants = game.variants()
    assert variants
    assert all(variants.count(variant) == 1 for variant in variants)
    for state in starts(game):
        assert len(price(game.markets(state), game.chances(state))) == len(game.chances(state))


@games_of_the_house
def test_the_rules_are_those_of_the_readme_by_number_and_in_order(game: Game[Any]) -> None:
    """Decisions, which explain a rule and have a number without a hyphen, stay in the README."""
    numbers = [rule.id.removeprefix(f"{game.slug}:") for rule in all_rules() if rule.id.startswith(f"{game.slug}:")]
    assert [rule.number for rule in game.catalogue.rules] == [number for number in numbers if "-" in number] != []


@games
def test_every_market_selection_course_and_figure_has_words_and_nothing_else_has(game: Game[Any]) -> None:
    markets = [market for state in starts(game) for market in game.markets(state)]
    catalogue = game.catalogue
    assert set(catalogue.markets) == {market.name for market in markets}
    spaces = {(market.name, space.selection) for market in markets for space in market.spaces} | races(game)
    assert [space for space in spaces if catalogue.selection(space[1], space[0]) is None] == []
    assert set(catalogue.selections) <= {known for market, name in spaces for known in (name, f"{market}={name}")}
    assert set(catalogue.courses) == courses(game)
    assert set(catalogue.figures) == {figure.name for figure in figures(game)}


@games
def test_the_catalogue_says_in_english_what_the_game_says(game: Game[Any]) -> None:
    assert game.catalogue.title.en == game.title
    for figure in figures(game):
        assert game.catalogue.figures[figure.name].en == figure.words


@games
def test_every_sentence_is_translated_and_ends(game: Game[Any]) -> None:
    for words in sentences(game.catalogue):
        assert len({words.en, words.fr, words.es}) == 3, words.en
        for text in (words.en, words.fr, words.es):
            assert text.endswith((".", "?", "!")), text


@games
def test_every_text_is_set_as_its_language_wants_it(game: Game[Any]) -> None:
    for words in (*sentences(game.catalogue), *names(game.catalogue)):
        for language in ("en", "fr", "es"):
            text = words.said_in(language)
            assert slips(language, text) == [], text


def of_chance(game: Game[Any]) -> tuple[type[Move], ...]:
    return tuple(kind for kind in game.move_types if tag(kind) in CHANCE[game.slug])


@games_of_the_house
def test_chance_makes_the_moves_that_are_called_its_own_and_no_others(game: Game[Any]) -> None:
    start = game.start(game.read_options({}), SEATS, "Bob")
    moves, _ = play_through(game, start, SEATS, draws(11), chooser(11))
    assert {tag(type(move)) for move in moves if move.seat is None} == CHANCE[game.slug]
    assert {tag(type(move)) for move in moves if move.seat} & CHANCE[game.slug] == set()


@games_of_the_house
def test_every_act_of_a_seat_has_words_and_nothing_else_has(game: Game[Any]) -> None:
    assert unnamed(game, of_chance=of_chance(game)) == []
    assert unknown(game, of_chance=of_chance(game)) == []


@games_of_the_house
def test_facts_in_acts_are_fields_of_the_move_and_the_same_in_every_language(game: Game[Any]) -> None:
    assert strange_facts(game) == []
    assert facts_that_differ(game) == []


@games_of_the_house
def test_every_line_has_the_same_facts_in_every_language(game: Game[Any]) -> None:
    for name, words in game.catalogue.lines.items():
        told = [sorted(facts(words, language)) for language in ("en", "fr", "es")]
        assert told[0] == told[1] == told[2], name
        assert all(fact.isidentifier() for fact in told[0]), name


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The banker's."),
        ("en", "Evens : one."),
        ("en", " Evens"),
        ("en", ""),
        ("fr", "À égalité : un."),
        ("fr", "À égalité; un."),
        ("fr", f"« dix contre un{NO_BREAK}»"),
        ("es", "Quién paga?"),
        ("es", "A la par : uno."),
    ],
)
def test_a_slip_is_seen(language: str, text: str) -> None:
    assert slips(language, text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The banker’s: “evens”?"),
        ("fr", f"L’égalité{NO_BREAK}: «{NO_BREAK}un contre un{NO_BREAK}»{NO_BREAK}?"),
        ("es", "A la par: «uno contra uno». ¿Quién paga? ¡Usted!"),
    ],
)
def test_what_is_set_well_passes(language: str, text: str) -> None:
    assert slips(language, text) == []
