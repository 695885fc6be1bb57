"""What is handed to a guest without a phone: the ticket of a stake, to be shown again when the race is over."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from casino.pages import Page
from casino.tables.models import Ticket
from casino.tables.naming import market_name, pays_in_words, selection_name, title_of
from casino.tables.playing import value_of
from games.kit.markets import find_offer


class TicketPaper(Page):
    name, label, template = "paper", _("Print the ticket"), "tables/ticket.html"

    @classmethod
    def shown(cls, request: HttpRequest, item: Ticket) -> dict[str, Any]:  # noqa: ARG003
        value = value_of(item.round)
        offer = find_offer(value.offers, item.market, item.selection)
        return {
            "game": title_of(value.game),
            "market": market_name(value.game, item.market),
            "selection": selection_name(value.game, item.selection, item.market),
            "odds": pays_in_words(offer, item.selection),
        }
