"""Run: the one page from which an evening is run. Every table with what can be done there now, and every guest."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from casino.acts import Act, ActingAdmin, Done
from casino.clock import when
from casino.clubs.actors import Actor
from casino.clubs.announcing import MESSAGE_LENGTH, show_message
from casino.clubs.models import Player, Session, Staff
from casino.clubs.parts import MANAGES, RUNS_TABLES, part_in
from casino.pages import Page
from casino.tables.acts import (
    CallTheOff,
    CloseTable,
    Deal,
    LetRoundsFollow,
    OpenRound,
    Pause,
    Resume,
    Settle,
    SitDown,
    StopRounds,
    TakeBack,
    TakeOver,
    Void,
)
from casino.tables.correct_page import Correct
from casino.tables.floor import TableNow, tables_now
from casino.tables.guest_field import GUESTS, GuestAct
from casino.tables.models import Round, Seat, Table
from casino.tables.sheet_page import Sheet
from casino.tables.ticket_acts import SellTicket
from ledger import balances

MOST_PLAYERS = 200
IN_A_ROUND: tuple[type[Act], ...] = (*(TakeOver, CallTheOff, Deal, TakeBack, Settle, Pause, Resume, SellTicket, Void),)
LIVE_PART = "live"  # ?part=live: only what changes


class ShowMessage(Act):
    name, label, parts = "message", _("Message to the screen"), RUNS_TABLES
    text = forms.CharField(
        label=_("message"),
        max_length=MESSAGE_LENGTH,
        required=False,
        help_text=_("One line for everybody in the room. Empty: nothing is shown any longer."),
    )

    @classmethod
    def fits(cls, item: Session) -> bool:
        return item.state == Session.State.OPEN

    def prepare(self) -> None:
        self.initial["text"] = self.item.message

    def do(self, by: Actor) -> Done:
        show_message(self.item.pk, text=self.cleaned_data["text"], by=by)
        return self.done()


@dataclass(frozen=True)
class TablePart:
    """A table and its forms. They are new in the page only when their `version` is: a finger may be on one. A page that
    `has` them already is not sent them again: to write forms is most of the work.
    """

    now: TableNow
    acts: list[Act]
    grave: list[Act]  # behind another button: where buttons come and go, a finger may miss
    sheet: str
    correct: str
    has: frozenset[str]

    @property
    def known(self) -> bool:
        return self.version in self.has

    @property
    def version(self) -> str:
        step = f"{self.now.table.pk}.{self.now.round.pk}.{self.now.round.step}" if self.now.round else self.now.table.pk
        return " ".join([str(step), *(act.name for act in (*self.acts, *self.grave))])

    @property
    def grave_typed(self) -> bool:
        """Whether one of these was tried and has to be shown as it was typed."""
        return any(act.is_bound for act in self.grave)


class Run(Page):
    name, label, template, is_step = "run", _("Run"), "tables/run.html", True
    acts = (ShowMessage,)

    @classmethod
    def fits(cls, item: Session) -> bool:
        return item.book_id is not None

    @classmethod
    def shown(cls, request: HttpRequest, item: Any) -> dict[str, Any]:
        only_live = request.GET.get("part") == LIVE_PART
        return {
            "frame": "tables/part.html" if only_live else "clubs/page.html",
            "live": f"{cls.address(item)}?part={LIVE_PART}",
            "now": when(timezone.now()),
            "tables": [_part(request, now) for now in tables_now(item)],
            "players": players_now(item),
            "players_counted": item.players.filter(removed_at=None).count(),
            "guests": GUESTS,
        }


def _part(request: HttpRequest, now: TableNow) -> TablePart:
    live, last = now.live, now.last
    corrects = last is not None and Correct.fits(last) and _part_in(request, now.table) in MANAGES
    acts = _acts(request, now)
    return TablePart(
        now=now,
        acts=[act for act in acts if not act.is_grave],
        grave=[act for act in acts if act.is_grave],
        sheet=Sheet.address(live) if live else "",
        correct=Correct.address(last) if last and corrects else "",
        has=frozenset(request.GET.getlist("have")),
    )


def _acts(request: HttpRequest, now: TableNow) -> list[Act]:
    """What fits now, in the order in which an evening needs it."""
    acts: list[Act] = []
    if now.live is None:
        acts += _offered(request, now.table, (OpenRound,))
    if now.round is not None:
        acts += _offered(request, now.round, IN_A_ROUND if now.live else (TakeOver,))
    acts += _offered(request, now.table, (SitDown, StopRounds, LetRoundsFollow))
    if now.live is None:
        acts += _offered(request, now.table, (CloseTable,))
    return acts


def _offered(request: HttpRequest, item: Table | Round, acts: tuple[type[Act], ...]) -> list[Act]:
    found = _admin_of(item).offered(request, item, acts)
    for act in found:
        if isinstance(act, GuestAct):
            act.by_nickname()
    return found


def _admin_of(item: Model) -> ActingAdmin:
    found = admin.site.get_model_admin(type(item))
    assert isinstance(found, ActingAdmin)
    return found


def _part_in(request: HttpRequest, table: Table) -> Staff.Part | None:
    return part_in(request, table.session.club_id)


def players_now(session: Session) -> list[dict[str, Any]]:
    """The first by name: what each holds and has staked, and where they sit."""
    rows = session.players.filter(removed_at=None).select_related("purse__unit").order_by("folded")
    players: list[Player] = list(rows[:MOST_PLAYERS])
    held = balances.balances([account for each in players for account in (each.purse_id, each.stakes_account_id)])
    sitting: dict[int, list[Table]] = {}
    seats = Seat.objects.filter(player__in=players, left_at=None, table__closed_at=None).select_related("table")
    for seat in seats.order_by("table"):
        sitting.setdefault(seat.player_id, []).append(seat.table)
    return [
        {
            "player": player,
            "purse": player.purse.unit.shown(held[player.purse_id]),
            "staked": player.purse.unit.shown(held[player.stakes_account_id]),
            "tables": sitting.get(player.pk, []),
        }
        for player in players
    ]
