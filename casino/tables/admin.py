"""Tables, their rounds, and what is staked on them. Of a round that is live, only what everybody sees.

Seeds, states and moves have no page, no column and no filter here; they are published when the round is over.
"""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from casino.acts import REFUSALS, AddingAdmin, page_of
from casino.clubs.models import Session
from casino.clubs.parts import OwnChoices, RoomAdmin
from casino.desk.accounts import Role
from casino.desk.finding import StateFilter
from casino.pages import PagedAdmin
from casino.tables.acts import (
    CallTheOff,
    ChangeProgramme,
    ChooseHolder,
    CloseTable,
    CountBank,
    Deal,
    LetRoundsFollow,
    OfferBank,
    OpenRound,
    PassOffice,
    Pause,
    Resume,
    Settle,
    SitDown,
    StandUp,
    StopRounds,
    TakeBack,
    TakeOver,
    TopUpBank,
    Void,
)
from casino.tables.backed import backed_in
from casino.tables.beside import beside_of
from casino.tables.boards import board_of, finish_of
from casino.tables.correct_page import Correct
from casino.tables.fairness import transcript_of
from casino.tables.forms import BESIDE_FIELDS, AddTable
from casino.tables.models import Round, Stake, Table, Ticket
from casino.tables.naming import market_name, selection_name
from casino.tables.papers import TicketPaper
from casino.tables.planned_admin import PlannedTableAdmin
from casino.tables.playing import game_of, holder_name, value_of
from casino.tables.redealing import Redeal
from casino.tables.run_page import Run
from casino.tables.sheet_page import Sheet
from casino.tables.showing import race_of, returns_of
from casino.tables.ticket_acts import PayTicket, SellTicket, WithdrawTicket
from casino.tables.wording import terms_words
from casino.wording import words
from ledger import balances

__all__ = ["PlannedTableAdmin"]  # registers itself

ROUNDS_ON_A_PAGE = 10


# What a table has beside its bank.
ACCOUNTS: dict[str, Any] = {
    Role.TOTALISATOR: _("Totalisator"),
    Role.BOOKMAKER: _("Bookmaker"),
    Role.COMMISSION: _("Commission"),
    Role.BREAKAGE: _("Breakage"),
    Role.CARRY_OVER: _("Carried over to the next pool"),
    Role.POT: _("Pot"),
}


def linked(item: Any, text: str) -> str:
    return format_html('<a class="ledger-link" href="{}">{}</a>', page_of(item), text)


def moment(field: str, description: Any) -> Callable[[Any, Any], str]:
    """A column with a time to the second: rounds are short."""

    @admin.display(description=description, ordering=field)
    def shown(_admin: Any, item: Any) -> str:
        when = getattr(item, field)
        return date_format(localtime(when), "Y-m-d H:i:s") if when else "–"

    return shown


@admin.register(Table)
class TableAdmin(AddingAdmin):
    club_path = "session__club"
    acts = (
        *(OpenRound, SitDown, StandUp, TopUpBank, CountBank, OfferBank, PassOffice, ChooseHolder),
        *(StopRounds, LetRoundsFollow, ChangeProgramme, CloseTable),
    )
    add_form = AddTable
    add_fields = (
        *("session", "name", "game", "variant", "options", *BESIDE_FIELDS, "pace", "staking_time"),
        *("turn_time", "rest", "by_hand", "passes_round", "passing", "least_bank", "house_float"),
    )
    list_display = ("name", "session", "game", "by_hand", "opened_at", "closed_at")
    list_filter = (StateFilter, ("session", OwnChoices))
    search_fields = ("name",)
    ordering = ("-pk",)
    fields = (
        ("name", "session"),
        ("game", "options"),
        ("held", "office"),
        "terms",
        ("pace", "staking_time"),
        ("turn_time", "rest"),
        "least_bank",
        ("by_hand", "passes_round", "passing"),
        ("opened_at", "closed_at"),
    )
    change_form_template = "tables/table.html"
    add_form_template = "tables/planned.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        tables: QuerySet[Table] = super().get_queryset(request)
        shown = tables.filter(session__cleared_at=None)
        return shown.select_related("session__club", "bank__unit", "holder__player")

    def response_post_save_add(self, request: HttpRequest, obj: Table) -> HttpResponse:  # noqa: ARG002
        return redirect(Run.address(obj.session))  # where its first round is opened

    @admin.display(description=_("bank"))
    def held(self, table: Table) -> str:
        return linked(table.bank, table.bank.unit.shown(balances.balance(table.bank_id)))

    @admin.display(description=_("beside its own odds"))
    def terms(self, table: Table) -> str:
        return " ".join(terms_words(beside_of(table))) or "–"

    @admin.display(description=_("office held by"))
    def office(self, table: Table) -> str:
        return holder_name(table.holder)

    def below(self, request: HttpRequest, item: Table) -> dict[str, Any]:
        return {
            **super().below(request, item),
            "rounds": item.rounds.select_related("race").order_by("-pk")[:ROUNDS_ON_A_PAGE],
            "races": item.races.filter(round=None).order_by("place", "pk"),
            "seats": item.seats.filter(left_at=None).select_related("player").order_by("place"),
            "accounts": account_lines(item),
        }


def account_lines(table: Table) -> list[tuple[str, str]]:
    """What the table has beside its bank, with what each holds, as the way to its page."""
    rows = list(table.accounts.select_related("account__unit").order_by("pk"))
    held = balances.balances(row.account_id for row in rows)
    return [
        (str(ACCOUNTS.get(row.role, row.role)), linked(row.account, row.account.unit.shown(held[row.account_id])))
        for row in rows
    ]


@admin.register(Round)
class RoundAdmin(PagedAdmin):
    club_path = "table__session__club"
    acts = (TakeOver, CallTheOff, Deal, TakeBack, Settle, Pause, Resume, SellTicket, Void)
    first_step = _("Round")
    pages = (Sheet, Correct, Redeal)
    list_display = ("of", "session", "phase", "opened", "off", "ended")
    list_display_links = ("of",)
    list_filter = ("phase", ("table__session", OwnChoices), ("table", OwnChoices))
    ordering = ("-pk",)
    fields = (
        ("table_link", "number"),
        ("phase", "void_reason"),
        ("due", "paused"),
        ("opened", "off"),
        ("ended", "by_hand"),
        "settlement_link",
    )
    change_form_template = "tables/round.html"
    due = moment("due_at", _("due"))
    paused = moment("paused_at", _("paused"))
    opened = moment("opened_at", _("opened"))
    off = moment("off_at", _("off"))
    ended = moment("ended_at", _("ended"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Round]:
        rounds: QuerySet[Round] = super().get_queryset(request)
        shown = rounds.filter(table__session__cleared_at=None)
        return shown.select_related("table__session__club", "secret", "settlement", "race")

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.transcript_view)
        return [path("<path:object_id>/transcript.json", view, name="tables_round_transcript"), *super().get_urls()]

    def transcript_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        round_ = self.get_object(request, object_id)
        try:
            transcript = transcript_of(round_)
        except REFUSALS as refused:
            messages.error(request, words(refused))
            return redirect(page_of(round_))
        name = f'attachment; filename="round-{round_.chain.name}-{round_.number}.json"'
        return HttpResponse(transcript, content_type="application/json", headers={"Content-Disposition": name})

    @admin.display(description=_("round"), ordering="pk")
    def of(self, round_: Round) -> str:
        return f"{round_.table.name}, {round_.number}"

    @admin.display(description=_("session"))
    def session(self, round_: Round) -> Session:
        return round_.table.session

    @admin.display(description=_("table"))
    def table_link(self, round_: Round) -> str:
        return linked(round_.table, round_.table.name)

    @admin.display(description=_("settlement"))
    def settlement_link(self, round_: Round) -> str:
        return linked(round_.settlement, round_.settlement.key) if round_.settlement else "–"

    def below(self, request: HttpRequest, item: Round) -> dict[str, Any]:
        over = {} if item.live else {"finish": finish_of(item), "seed": item.secret.seed}
        corrects = Correct.fits(item) and self.has_part(request, item, Correct.parts)
        return {
            **super().below(request, item),
            **over,
            "race": race_of(item),
            "board": board_of(item),
            "backed": backed_in(item, value_of(item)),
            "stakes": stake_lines(item),
            "tickets": item.tickets.order_by("number"),
            "sheet": Sheet.address(item) if Sheet.fits(item) else "",
            "correct": Correct.address(item) if corrects else "",
        }


def stake_lines(round_: Round) -> list[dict[str, Any]]:
    """Every stake by its names, and what it returned if the round is over."""
    game, returned = game_of(round_), None if round_.live else returns_of(round_)
    stakes = round_.stakes.filter(counters__gt=0).select_related("seat__player").order_by("pk")
    return [
        {
            "player": stake.seat.player.nickname,
            "market": market_name(game, stake.market),
            "selection": selection_name(game, stake.selection, stake.market),
            "counters": stake.counters,
            "returned": returned(stake.market, stake.selection, stake.counters) if returned else None,
        }
        for stake in stakes
    ]


@admin.register(Stake)
class StakeAdmin(RoomAdmin):
    club_path = "round__table__session__club"
    list_display = ("player", "of", "market", "selection", "counters")
    list_filter = (("round__table__session", OwnChoices), ("round__table", OwnChoices))
    list_select_related = ("seat__player", "round__table")
    search_fields = ("seat__player__nickname",)
    ordering = ("-pk",)
    fields = ("player", "of", ("market", "selection"), "counters")

    @admin.display(description=_("player"))
    def player(self, stake: Stake) -> str:
        return stake.seat.player.nickname

    @admin.display(description=_("round"))
    def of(self, stake: Stake) -> str:
        return linked(stake.round, f"{stake.round.table.name}, {stake.round.number}")


@admin.register(Ticket)
class TicketAdmin(PagedAdmin):
    club_path = "session__club"
    acts = (PayTicket, WithdrawTicket)
    pages = (TicketPaper,)
    change_form_template = "tables/ticket_item.html"
    list_display = ("number", "session", "player", "of", "market", "selection", "counters", "paid_at")
    list_filter = (("session", OwnChoices), ("paid_at", admin.EmptyFieldListFilter))
    list_select_related = ("seat__player", "round__table", "session")
    search_fields = ("=number", "=code", "seat__player__nickname")
    ordering = ("-pk",)
    fields = (
        ("number", "session"),
        ("player", "of"),
        ("market", "selection"),
        ("counters", "code"),
        ("paid_at", "withdrawn_at"),
    )

    @admin.display(description=_("player"))
    def player(self, ticket: Ticket) -> str:
        return ticket.seat.player.nickname

    @admin.display(description=_("round"))
    def of(self, ticket: Ticket) -> str:
        return linked(ticket.round, f"{ticket.round.table.name}, {ticket.round.number}")
