"""What things of a game are called on a page, in its language. What a catalogue does not name keeps its own word."""

from collections.abc import Iterable
from typing import Any

from django.utils.html import format_html
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from casino.tables.wording import odds_words, price_words
from games.kit.beside import BOOKMAKER, PLACED, TOTALISATOR
from games.kit.catalogue import Words
from games.kit.game import Game
from games.kit.markets import Market, Offer, among
from games.kit.offices import HOUSE

WIN = "win"  # under this a race calls its runners, if it calls them otherwise than by their names
# What can be backed beside a game's own odds.
BESIDE = {
    TOTALISATOR: _("Totalisator"),
    BOOKMAKER: _("Bookmaker"),
    PLACED: _("Bookmaker, placed"),
}


def said(words: Words) -> str:
    return words.said_in(get_language() or "en")


def title_of(game: Game[Any]) -> str:
    return said(game.catalogue.title)


def market_name(game: Game[Any], market: str) -> str:
    named = game.catalogue.markets.get(market)
    return said(named.name) if named else str(BESIDE.get(market, market))


def selection_name(game: Game[Any], selection: str, market: str = "") -> str:
    """A horse, a colour, a number. Runners are called the same wherever they are backed."""
    words = game.catalogue.selection(selection, WIN if market in BESIDE else market)
    return said(words) if words else selection


def sign_name(game: Game[Any], name: str) -> str:
    """A tone or a chord as it is printed, F♯, and for who listens as it is read out: F sharp."""
    sign = game.catalogue.signs.get(name)
    if sign is None:
        return name
    shown, spoken = said(sign.shown), said(sign.spoken)
    if shown == spoken:
        return shown
    return format_html(
        '<span aria-hidden="true">{}</span><span class="visually-hidden">{}</span>', unbroken(shown), spoken
    )


def unbroken(text: str) -> str:
    """With blanks at which no line ends."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def outcome_name(game: Game[Any], outcome: str) -> str:
    """The winner, those of a dead heat, or the first ones in order."""
    between = " = " if among(outcome) > 1 else ", "
    return between.join(selection_name(game, each, WIN) for each in game.places(outcome))


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
    return ", ".join(" = ".join(selection_name(game, each, WIN) for each in place) for place in places)


def pays_in_words(offer: Offer, selection: str) -> str:
    """The odds, a bookmaker's price, or that what is paid depends on all stakes."""
    if isinstance(offer, Market):
        odds = offer.space(selection).odds
        return price_words(odds) if offer.name in BESIDE else odds_words(odds)
    return gettext("by all stakes together")
