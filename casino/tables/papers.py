"""What is handed to a guest without a phone: the ticket of a stake, to be shown again when the race is over."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from casino.pages import Page
from casino.tables.models import Ticket
from casino.tables.playing import value_of
from games.kit.markets import find


class TicketPaper(Page):
    name, label, template = "paper", _("Print the ticket"), "tables/ticket.html"

    @classmethod
    def shown(cls, request: HttpRequest, item: Ticket) -> dict[str, Any]:  # noqa: ARG003
        value, said = value_of(item.round), get_language() or "en"
        words = value.game.catalogue
        _market, space = find(value.game.markets(value.state), item.market, item.selection)
        return {
            "game": words.title.said_in(said),
            "market": words.markets[item.market].name.said_in(said),
            "selection": words.selections[item.selection].said_in(said),
            "odds": space.odds.spoken,
        }
