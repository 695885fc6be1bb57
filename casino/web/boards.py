"""Boards on pages: what a game draws, with everything that is known of each space, as SVG."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext

from casino.tables.naming import market_name, pays_in_words, selection_name, space_name, title_of
from games.kit.counters import COLOURS
from games.kit.drawing import Drawing, Spot
from games.kit.game import Game
from games.kit.markets import Offer
from games.kit.values import canonical
from games.registry import BOARDS, find_game


@dataclass(frozen=True)
class Space:
    """What can be backed, as a guest is told it: its name and odds, what they have there, and where to lay more."""

    market: str
    selection: str
    name: str
    full_name: str  # with that of its market
    pays: str
    laid: int = 0
    href: str = ""

    @property
    def spoken(self) -> str:
        """With its market: a horse may be backed in several."""
        told = [self.full_name, self.pays]
        if self.laid:
            told.append(gettext("yours: %(counters)s") % {"counters": self.laid})
        return ", ".join(filter(None, told))


@dataclass(frozen=True)
class PaintedSpot:
    """A spot of the cloth and what is written on it."""

    spot: Spot
    space: Space

    def __getattr__(self, name: str) -> Any:
        """What the drawing says of it."""
        return getattr(self.spot, name)

    href = property(lambda self: self.space.href)
    laid = property(lambda self: self.space.laid)
    spoken = property(lambda self: self.space.spoken)
    middle = property(lambda self: self.spot.x + self.spot.width // 2)
    centre = property(lambda self: self.spot.y + self.spot.height // 2)
    upper = property(lambda self: self.spot.y + self.spot.height * 3 // 10)
    lower = property(lambda self: self.spot.y + self.spot.height * 7 // 10)
    right = property(lambda self: self.spot.x + self.spot.width)
    label = property(lambda self: self.spot.label or self.space.name)

    @property
    def below(self) -> str:
        return self.space.pays if self.spot.priced else ""

    @property
    def chip(self) -> str:
        """The dearest colour that is in it."""
        return max((worth, colour) for colour, worth in COLOURS.items() if worth <= self.space.laid)[1]


Spaces = Mapping[tuple[str, str], Space]


def spaces_of(game: Game[Any], offers: Iterable[Offer]) -> dict[tuple[str, str], Space]:
    """Everything that is offered, before anybody asks whose it is."""
    return {
        (offer.name, selection): Space(
            offer.name,
            selection,
            selection_name(game, selection, offer.name),
            space_name(game, offer.name, selection),
            pays_in_words(offer, selection),
        )
        for offer in offers
        for selection in offer.selections
    }


def upright(game: Game[Any], view: Any, spaces: Spaces, *, folded: bool = False) -> str:
    return _painted(game.slug, Seen(canonical(view), view), tuple(spaces.values()), folded, _said())


@dataclass(frozen=True)
class Seen:
    """What somebody may see. Two views that are written alike are the same."""

    written: bytes
    view: Any = field(compare=False)


@lru_cache(maxsize=512)
def _painted(slug: str, seen: Seen, spaces: tuple[Space, ...], folded: bool, _language: str) -> str:  # noqa: FBT001
    """Once for all who see the same: a hall of phones asks after every card."""
    game = find_game(slug)
    board = drawn(game, seen.view)
    known = {(space.market, space.selection): space for space in spaces}
    return _svg(game, board, "upright", known, board.fold if folded and board.fold else board.height)


def drawn(game: Game[Any], view: Any) -> Drawing:
    return BOARDS[game.slug].upright(game, view, _said())


def wide(game: Game[Any], view: Any) -> str:
    board = BOARDS[game.slug].wide(game, view, _said())
    return _svg(game, board, "wide", {}, board.height)


def line(game: Game[Any], view: Any) -> str:
    return BOARDS[game.slug].line(game, view, _said())


def elsewhere(game: Game[Any], view: Any, spaces: Spaces) -> list[tuple[str, list[Space]]]:
    """What is not on the cloth, under the name of its market: a totalisator, a bookmaker."""
    on_it = {(spot.market, spot.selection) for spot in drawn(game, view).spots}
    found: dict[str, list[Space]] = {}
    for where, space in spaces.items():
        if where not in on_it:
            found.setdefault(market_name(game, space.market), []).append(space)
    return list(found.items())


def folder(game: Game[Any]) -> str:
    """Of its templates and static files."""
    return game.slug.replace("-", "_")


@cache
def stylesheets(*games: str) -> list[str]:
    """What boards of these games need beside the one that all have."""
    sheets = [f"{folder(find_game(game))}/board.css" for game in games]
    return ["kit/board.css", *(sheet for sheet in sheets if finders.find(sheet))]


def _svg(game: Game[Any], board: Drawing, kind: str, spaces: Spaces, height: int) -> str:
    """Down to this height."""
    known = [spot for spot in board.spots if spot.y < height and (spot.market, spot.selection) in spaces]
    facts = {
        "board": board,
        "height": height,
        "kind": kind,
        "title": title_of(game),
        "drawing": f"{folder(game)}/{kind}.html",
        "spots": [PaintedSpot(spot, spaces[spot.market, spot.selection]) for spot in known],
    }
    return render_to_string("web/board.html", facts)


def _said() -> str:
    return get_language() or "en"
