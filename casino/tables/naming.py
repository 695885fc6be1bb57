"""What things of a game are called on a page, in its language. What a catalogue does not name keeps its own word."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import get_language, gettext

from games.kit.catalogue import Words
from games.kit.game import Game
from games.kit.odds import Odds
from games.kit.offices import HOUSE


def said(words: Words) -> str:
    return words.said_in(get_language() or "en")


def title_of(game: Game[Any]) -> str:
    return said(game.catalogue.title)


def market_name(game: Game[Any], market: str) -> str:
    named = game.catalogue.markets.get(market)
    return said(named.name) if named else market


def selection_name(game: Game[Any], selection: str, market: str = "") -> str:
    """A horse, a colour, a number."""
    words = game.catalogue.selection(selection, market)
    return said(words) if words else selection


def outcome_name(game: Game[Any], outcome: str) -> str:
    """The winner, or the first ones in order."""
    return ", ".join(selection_name(game, each) for each in game.places(outcome))


def space_name(game: Game[Any], market: str, selection: str) -> str:
    facts = {"market": market_name(game, market), "selection": selection_name(game, selection, market)}
    return gettext("%(market)s: %(selection)s") % facts


def course_name(game: Game[Any], name: str) -> str:
    """The catalogue knows courses by their slugs, and a round has its course by its name."""
    found = [named for named in game.catalogue.courses.values() if named.name.en == name]
    return said(found[0].name) if found else name


def office_holder(name: str) -> str:
    return gettext("the house") if name == HOUSE else name


def finish_in_words(game: Game[Any], finish: Iterable[Any]) -> str:
    """The places in order; those in one place are a dead heat."""
    places = [[place] if isinstance(place, str) else place for place in finish]
    return ", ".join(" = ".join(selection_name(game, each) for each in place) for place in places)


def odds_in_words(odds: Odds) -> str:
    if odds.winnings == odds.per:
        return gettext("evens")
    return gettext("%(winnings)s to %(per)s") % {"winnings": odds.winnings, "per": odds.per}
