"""The front door: what is on, the games of the house, and the way to everything else."""

import json
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from casino.clubs.models import Session
from casino.tables import catalogue
from casino.tables.naming import said
from casino.web import boards
from casino.web.guests import guest_of
from casino.web.joining import CodeForm
from games.registry import GAMES, find_game


@dataclass(frozen=True)
class Played:
    """A game by the name it is known under: of a family, one way to play it."""

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    called: str = ""  # in the catalogue, where it is called otherwise than a table of it

    @property
    def title(self) -> str:
        game = find_game(self.game)
        words = said(game.catalogue.variants[self.called]) if self.called else ""
        return words[:1].upper() + words[1:] or catalogue.game_title(game, self.options)

    @property
    def board(self) -> str:
        return _board(self.game, json.dumps(self.options), get_language() or "en")


@lru_cache(maxsize=64)
def _board(slug: str, options: str, _language: str) -> str:
    """As it is before the first move; it stays so."""
    game = find_game(slug)
    state = game.start(game.read_options(json.loads(options)), ())
    return boards.wide(game, game.view(state, None))


# Every game, in the order of the rule books.
PLAYED = (
    Played("minoru"),
    Played("double-event"),
    Played("horses"),
    Played("ascot"),
    Played("derby", {"variant": "derby-day"}),
    Played("derby", {"variant": "kentucky"}),
    Played("derby", {"variant": "grand-national"}),
    Played("derby", {"variant": "myopia"}),
    Played("derby", {"donkey": True}, "donkey=true"),
    Played("roulette"),
    Played("musical-casino"),
)


@require_safe
def front_page(request: HttpRequest) -> HttpResponse:
    """On a hall's own network whoever is there may join; a house that the world can see asks for the code."""
    sessions = (
        Session.objects.filter(state=Session.State.OPEN, cleared_at=None).select_related("club").order_by("-opened_at")
    )
    facts = {
        "sessions": sessions[:12],
        "names_codes": not settings.CASINO_URL,
        "form": CodeForm(),
        "guest": guest_of(request),
        "games": PLAYED,
        "styles": boards.stylesheets(*GAMES),
    }
    return render(request, "web/front.html", facts)


@require_safe
def game_page(request: HttpRequest, game: str) -> HttpResponse:
    """A game: its rules, and every bet with exact odds and who gains by it."""
    if game not in GAMES:
        raise Http404
    facts = {
        "card": catalogue.game_card(game),
        "game": Played(game),
        "styles": boards.stylesheets(game),
    }
    return render(request, "web/game.html", facts)
