"""What is true of every game's boards: they are drawn at every moment, in three languages, with nothing left out."""

import re
from functools import cache
from typing import Any

import pytest
from django.template.loader import get_template
from django.utils import translation

from casino.web import boards
from games.kit.drawing import UPRIGHT, WIDE
from games.kit.game import Game, waited_for
from games.registry import BOARDS, GAMES
from tests.casino.web.browsing import read
from tests.games.driving import draws, play_through
from tests.games.rounds import starts
from tests.games.test_laws import chooser

LANGUAGES = ("en", "fr", "es")
SEATS = ("Ada", "Bob", "Cy")
MOMENTS = 8  # of a round that are drawn, from the first to the last
# How a round is played here that leads through what a board can show.
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "roulette": [{}, {"mode": "points", "target": 8}],
    "derby": [{"variant": name} for name in ("derby-day", "kentucky", "grand-national", "myopia")] + [{"donkey": True}],
    "musical-casino": [{"players": 2, "ante": 3, "target": 1}],
    "ascot": [{"players": 3, "ante": 3}],
}
games = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
# What a template writes where something is missing, and what no page may have.
UNFILLED = re.compile(r"[{}]|\bNone\b|\bnan\b|Undefined|object at 0x")
FORBIDDEN = re.compile(r"<script|\sstyle=|\son\w+=|javascript:|<style|<foreignObject", re.IGNORECASE)


@cache
def played(slug: str) -> list[Any]:
    """Moments of rounds that are played at random: the first states, the last, and some between."""
    game, found = GAMES[slug], []
    for options in OPTIONS.get(slug, [{}]):
        start = game.start(game.read_options(options), SEATS, "Bob")
        _, states = play_through(game, start, SEATS, draws(11), chooser(11))
        found += [states[0], *states[1 : -1 : max(1, len(states) // MOMENTS)], states[-1]]
    return found


def svgs(game: Game[Any], state: Any, seat: str | None = None) -> list[str]:
    """Both boards with everything that can be backed on them."""
    view = game.view(state, seat)
    return [boards.upright(game, view, boards.spaces_of(game, game.markets(state))), boards.wide(game, view)]


def faults(svg: str) -> list[str]:
    """What is not filled in, not allowed, or not well formed, by what stands there."""
    read(svg)  # what is not closed as it was opened is raised
    shown = re.sub(r'href="[^"]*"', "", svg)
    return [found[0] for pattern in (UNFILLED, FORBIDDEN) if (found := pattern.search(shown))]


def test_every_game_has_boards_and_nothing_else_has() -> None:
    assert set(BOARDS) == set(GAMES)
    for game in GAMES.values():
        for kind in ("upright", "wide"):
            assert get_template(f"{boards.folder(game)}/{kind}.html")


@games
def test_every_variant_is_drawn_before_its_first_move(game: Game[Any]) -> None:
    for language in LANGUAGES:
        with translation.override(language):
            for state in starts(game):
                for svg in svgs(game, state):
                    assert faults(svg) == [], language


@games
def test_every_moment_of_a_round_is_drawn_for_everybody(game: Game[Any]) -> None:
    for at, state in enumerate(played(game.slug)):
        language = LANGUAGES[at % len(LANGUAGES)]
        waited = waited_for(game, state, SEATS)
        with translation.override(language):
            for seat in (None, waited[0] if waited else "Cy"):
                for svg in svgs(game, state, seat):
                    assert faults(svg) == [], f"{language}, {seat}, moment {at}"


@games
def test_what_a_speaker_says_is_whole_at_every_moment_and_in_every_language(game: Game[Any]) -> None:
    said = set()
    for state in (*starts(game), *played(game.slug)):
        lines = [BOARDS[game.slug].line(game, game.view(state, None), language) for language in LANGUAGES]
        assert len({bool(line) for line in lines}) == 1, lines
        for line in lines:
            assert not UNFILLED.search(line), line
            assert line == " ".join(line.split(" ")).strip()
        said.update(lines)
    assert len(said) > len(LANGUAGES), "it says something else as the round goes on"


@games
def test_boards_have_the_size_they_promise_and_every_spot_lies_on_them(game: Game[Any]) -> None:
    for state in (*starts(game), *played(game.slug)):
        view = game.view(state, None)
        for language in LANGUAGES:
            upright = BOARDS[game.slug].upright(game, view, language)
            wide = BOARDS[game.slug].wide(game, view, language)
            assert upright.width == UPRIGHT
            assert (wide.width, wide.height) == WIDE
            assert 0 <= upright.fold <= upright.height
            for spot in upright.spots:
                assert spot.x >= 0
                assert spot.x + spot.width <= upright.width
                assert spot.y >= 0
                assert spot.y + spot.height <= upright.height


@games
def test_no_space_is_drawn_twice_and_none_that_cannot_be_backed(game: Game[Any]) -> None:
    for state in starts(game):
        markets = {(market.name, selection) for market in game.markets(state) for selection in market.selections}
        drawn = [(spot.market, spot.selection) for spot in boards.drawn(game, game.view(state, None)).spots]
        assert len(set(drawn)) == len(drawn)
        assert set(drawn) <= markets or not markets  # where only markers are laid, all spaces are there for them


@pytest.mark.parametrize(
    "svg",
    [
        "<svg><text>{name}</text></svg>",
        "<svg><text>None</text></svg>",
        '<svg><g style="fill:red"></g></svg>',
        "<svg><script></script></svg>",
        '<svg onload="x()"></svg>',
    ],
)
def test_a_fault_is_seen(svg: str) -> None:
    assert faults(svg)


def test_what_is_not_closed_is_seen() -> None:
    with pytest.raises(AssertionError):
        faults("<svg><g></svg>")
