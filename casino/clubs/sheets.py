"""Sheets to print before the evening: the code on the wall, and a card for every table. In the guests' language."""

from typing import Any, ClassVar

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from casino.clubs.addresses import join_address
from casino.clubs.models import Session
from casino.desk.money import shown
from casino.desk.prices import price_words
from casino.pages import Page
from casino.tables import catalogue
from casino.tables.models import PlannedTable, Table
from casino.tables.planning import chosen_options

RULES_ON_A_CARD = 8


class Sheet(Page):
    """For guests, so in the language of the session; `?lang=` chooses another."""

    about: ClassVar[Any]

    @classmethod
    def language(cls, request: HttpRequest, item: Session) -> str:
        asked = request.GET.get("lang", "")
        return asked if asked in dict(settings.LANGUAGES) else item.language

    @classmethod
    def shown(cls, request: HttpRequest, item: Session) -> dict[str, Any]:
        address = join_address(request, item.code)
        return {"languages": settings.LANGUAGES, "join": address, "qr": qr_code(address)}


class QrSheet(Sheet):
    name, label, template = "qr-sheet", _("Sheet with the join code"), "clubs/qr_sheet.html"

    @classmethod
    def shown(cls, request: HttpRequest, item: Session) -> dict[str, Any]:
        cap = item.prize_cap
        return {
            **super().shown(request, item),
            "price": price_words(item),
            "prize_cap": shown(item.currency, cap) if cap and item.currency else cap,
        }


class TableCards(Sheet):
    name, label, template = "table-cards", _("Cards for the tables"), "clubs/table_cards.html"

    @classmethod
    def shown(cls, request: HttpRequest, item: Session) -> dict[str, Any]:
        planned = item.planned_tables.filter(table=None).prefetch_related("races").order_by("pk")
        tables = item.tables.filter(closed_at=None).prefetch_related("races").order_by("pk")
        return {**super().shown(request, item), "cards": [*map(_card, tables), *map(_card, planned)]}


def qr_code(text: str) -> SafeString:
    """As a drawing in the page itself: a printer asks nobody for it. Its size is for the stylesheet to say."""
    drawn = segno.make(text, error="m", micro=False).svg_inline(omitsize=True, svgclass="qr", lineclass=None)
    return mark_safe(drawn)  # noqa: S308 - segno draws squares; what it encodes is not in it as text


def _card(table: Table | PlannedTable) -> dict[str, Any]:
    if isinstance(table, Table):
        options, passes_round, beside = table.options, table.passes_round, table.beside
    else:
        options, passes_round = chosen_options(table.game, table.settings), bool(table.settings.get("passes_round"))
        beside = table.settings.get("beside")
    game = catalogue.game_card(table.game)
    return {
        "table": table,
        "game": game,
        "rules": game.rules[:RULES_ON_A_CARD],
        "courses": catalogue.cards_of(table.game, options, passes_round=passes_round, beside=beside),
        "races": list(table.races.all()),
    }
