"""A guest's own books: every movement of the purse, and what became of every stake."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from casino.api.callers import Caller
from casino.desk.accounts import Reason
from casino.tables.models import Stake
from casino.tables.naming import space_name
from casino.tables.playing import game_of
from casino.tables.requiring import LIVE
from casino.tables.showing import returned_by
from casino.web.frame import frame
from casino.web.guests import for_guests
from ledger.balances import statement
from ledger.errors import LedgerError

STAKES_ON_A_PAGE = 50

# Why counters come and go, to whoever they belong to.
WHY = {
    Reason.BUY_IN: _("bought"),
    Reason.CASH_OUT: _("cashed in"),
    Reason.STAKE: _("staked"),
    Reason.WITHDRAWN: _("stake taken back"),
    Reason.RETURNED: _("stake returned"),
    Reason.WINNINGS: _("winnings"),
    Reason.FLOAT: _("bank"),
    Reason.ANTE: _("ante"),
    Reason.POT: _("pot"),
    Reason.DIVIDEND: _("dividend"),
    Reason.PRIZE: _("prize"),
    Reason.SWEEP: _("handed in at the end"),
    Reason.COVER: _("covered by the house"),
}


@require_safe
@for_guests
def my_statement(request: HttpRequest, guest: Caller) -> HttpResponse:
    try:
        page = statement(guest.player.purse_id, older=request.GET.get("older"))
    except LedgerError:
        raise Http404 from None
    lines = [{"line": line, "why": WHY.get(Reason(line.reason), line.reason)} for line in page.lines]
    return render(
        request, "web/statement.html", {**frame(guest), "tab": "statement", "lines": lines, "older": page.older}
    )


@require_safe
@for_guests
def history(request: HttpRequest, guest: Caller) -> HttpResponse:
    rows = Stake.objects.filter(seat__player=guest.player, counters__gt=0).exclude(round__phase__in=LIVE)
    newest = rows.select_related("round__table", "round__secret").order_by("-pk")[:STAKES_ON_A_PAGE]
    return render(
        request, "web/history.html", {**frame(guest), "tab": "history", "stakes": [_past(row) for row in newest]}
    )


def _past(row: Stake) -> dict[str, Any]:
    return {
        "round": row.round,
        "name": space_name(game_of(row.round), row.market, row.selection),
        "counters": row.counters,
        "returned": returned_by(row.round, row.market, row.selection, row.counters),
    }
