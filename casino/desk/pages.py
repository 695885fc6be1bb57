"""The desk, the prizes and the closing of a session in the admin, and the papers that go with them."""

from typing import Any

from django.http import Http404, HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.clubs.acts import CloseSession
from casino.clubs.models import Player, Session
from casino.clubs.parts import ANYBODY
from casino.desk import money as coins
from casino.desk.accounts import Reason, Role
from casino.desk.acts import (
    AnnouncePrize,
    AwardPrizes,
    BuyBack,
    CloseTables,
    CountTill,
    DropPrize,
    HandOver,
    PayPaper,
    PutFloat,
    SellCounters,
    Sweep,
)
from casino.desk.closing import sheet_of, steps_of
from casino.desk.own_accounts import held
from casino.desk.prices import price_words
from casino.desk.prizes import awarded, planned
from casino.pages import Page
from ledger.models import Entry, Transfer

SALES_SHOWN = 20
GUESTS_SHOWN = 200


class BookPage(Page):
    """A step of the evening, once there is a book."""

    is_step = True

    @classmethod
    def fits(cls, item: Session) -> bool:
        return item.book_id is not None


class DeskPage(BookPage):
    name, label, template = "desk", _("Desk"), "desk/desk.html"
    parts = ANYBODY
    acts = (SellCounters, BuyBack, PayPaper, PutFloat, CountTill)

    @classmethod
    def shown(cls, request: HttpRequest, item: Session) -> dict[str, Any]:  # noqa: ARG003
        guests = item.players.filter(removed_at=None)
        return {
            "price": price_told(item),
            "till": coins.shown(item.currency, held(item, Role.TILL, money=True)) if item.currency else "",
            "sales": _sales(item),
            "guests": guests.count(),
            "players": guests.select_related("purse__kept", "stakes_account__kept").order_by("folded")[:GUESTS_SHOWN],
        }


def price_told(session: Session) -> str:
    told = f"{price_words(session)}."
    if session.buys_back or not session.currency:
        return told
    return told + " " + gettext("They are not bought back.")


def _sales(session: Session) -> list[dict[str, Any]]:
    """The newest movements between the issue and purses, with the guest and the money beside."""
    rows = (
        Transfer.objects.filter(entry__book=session.book_id, reason__in=[Reason.BUY_IN, Reason.CASH_OUT])
        .select_related("entry", "payer__purse_of", "payee__purse_of")
        .order_by("-pk")[:SALES_SHOWN]
    )
    newest = list(rows)
    paid = dict(
        Transfer.objects.filter(
            entry__in=[row.entry_id for row in newest], reason__in=[Reason.SALE, Reason.REFUND]
        ).values_list("entry", "amount")
    )
    return [_sale(session, row, paid.get(row.entry_id, 0)) for row in newest]


def _sale(session: Session, row: Transfer, paid: int) -> dict[str, Any]:
    is_sale = row.payer_id == session.issue_id
    player = (row.payee if is_sale else row.payer).purse_of
    return {
        "at": row.entry.posted_at,
        "player": player,
        "counters": row.amount if is_sale else -row.amount,
        "money": coins.shown(session.currency, paid if is_sale else -paid) if session.currency else "",
        "slip": f"{SaleSlip.address(player)}?entry={row.entry_id}",
    }


class SaleSlip(Page):
    """The receipt of one sale, for the guest."""

    name, label, template = "slip", _("Receipt"), "desk/slip.html"

    @classmethod
    def shown(cls, request: HttpRequest, item: Player) -> dict[str, Any]:
        asked = request.GET.get("entry", "")
        entries = Entry.objects.filter(book=item.session.book_id, pk=int(asked) if asked.isdecimal() else 0)
        entry = entries.filter(transfers__in=_over_the_desk(item)).first() if len(asked) < 19 else None
        if entry is None:
            raise Http404
        moved = {transfer.reason: transfer.amount for transfer in entry.transfers.all()}
        is_sale = Reason.BUY_IN in moved
        paid = moved.get(Reason.SALE if is_sale else Reason.REFUND, 0)
        return {
            "session": item.session,
            "entry": entry,
            "is_sale": is_sale,
            "counters": moved[Reason.BUY_IN if is_sale else Reason.CASH_OUT],
            "money": coins.shown(item.session.currency, paid) if item.session.currency else "",
            "price": price_told(item.session),
        }


def _over_the_desk(player: Player) -> Any:
    moved = Transfer.objects.filter(reason__in=[Reason.BUY_IN, Reason.CASH_OUT])
    return moved.filter(payer=player.purse_id) | moved.filter(payee=player.purse_id)


class PrizesPage(BookPage):
    name, label, template = "prizes", _("Prizes"), "desk/prizes.html"
    acts = (AnnouncePrize, DropPrize, AwardPrizes)

    @classmethod
    def shown(cls, request: HttpRequest, item: Session) -> dict[str, Any]:  # noqa: ARG003
        given = item.prizes.exclude(awarded_at=None)
        return {"planned": planned(item), "given": awarded(item, given)}


class ClosePage(BookPage):
    name, label, template = "close", _("Close"), "desk/close.html"
    acts = (CloseTables, AwardPrizes, Sweep, CountTill, HandOver, CloseSession)
    parts = ANYBODY

    @classmethod
    def shown(cls, request: HttpRequest, item: Session) -> dict[str, Any]:  # noqa: ARG003
        return {"closing": steps_of(item), **sheet_of(item)}


class ClosingSheet(BookPage):
    name, label, template = "closing-sheet", _("Closing sheet"), "desk/closing_sheet.html"
    is_step = False

    @classmethod
    def shown(cls, request: HttpRequest, item: Session) -> dict[str, Any]:  # noqa: ARG003
        return {"home": ClosePage.address(item), "closing": steps_of(item), **sheet_of(item)}
