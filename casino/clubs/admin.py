"""Clubs, the people who run them, the sessions they run and the guests in these."""

from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.utils import flatten_fieldsets
from django.contrib.auth import admin as auth_admin
from django.contrib.auth.models import Group, User
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from casino.acts import AddingAdmin, actor_of, page_of
from casino.admin import ModelAdmin
from casino.clubs.acts import (
    AddPlayer,
    ClearDemo,
    OpenSession,
    PairDevice,
    PutTables,
    Reissue,
    Remove,
    Rename,
    code_told,
)
from casino.clubs.login import HouseLogin
from casino.clubs.models import Club, Player, Session, Staff
from casino.clubs.parts import MANAGES, OwnChoices
from casino.clubs.session_forms import AddSession, SessionForm
from casino.clubs.sessions import change_session
from casino.clubs.sheets import QrSheet, Sheet, TableCards
from casino.clubs.staff_admin import StaffAdmin
from casino.clubs.terms import FIXED_BY_OPENING
from casino.desk.acts import BuyIn, CashOut, Claim
from casino.desk.audit import Audit, AuditSheet, Verify
from casino.desk.dashboard import Dashboard
from casino.desk.money import shown as money_shown
from casino.desk.pages import ClosePage, ClosingSheet, DeskPage, PrizesPage, SaleSlip
from casino.desk.prices import price_words
from casino.desk.trial import trial_of
from casino.exports import archive
from casino.exports.pages import ExportingAdmin, ExportPage, PeriodPage
from casino.pages import PagedAdmin
from casino.tables.catalogue import course_title, game_card
from casino.tables.models import PlannedTable
from casino.tables.naming import BESIDE
from casino.tables.planning import chosen_options, waiting_plans
from casino.tables.run_page import Run
from ledger import balances

__all__ = ["StaffAdmin"]  # registers itself

admin.site.login_form = HouseLogin
admin.site.index_template = "clubs/index.html"
admin.site.unregister([User, Group])


_KEPT = _("Accounts are never deleted: what they did stays under their name. Switch off “Active” instead.")


@admin.register(User)
class UserAdmin(auth_admin.UserAdmin, ModelAdmin):  # type: ignore[type-arg, misc]
    if settings.ADMIN_THEME == "unfold":
        from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

        form = UserChangeForm
        add_form = UserCreationForm
        change_password_form = AdminPasswordChangeForm

    fieldsets = tuple(
        (name, {**said, "description": _KEPT} if "is_active" in said["fields"] else said)
        for name, said in auth_admin.UserAdmin.fieldsets or ()
    )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False


@admin.register(Group)
class GroupAdmin(auth_admin.GroupAdmin, ModelAdmin):  # type: ignore[misc]
    pass


@admin.register(Club)
class ClubAdmin(ExportingAdmin):
    """Whoever made the house makes clubs in it, and gives each its organiser."""

    first_step, steps_label = _("Club"), _("Pages of the club")
    pages = (PeriodPage,)
    export_page = PeriodPage
    change_form_template = "clubs/club.html"
    organisers_change = True
    search_fields = ("name",)
    ordering = ("name",)
    fields = ("name",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return request.user.is_superuser

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """What keeps a club is said in short: an old one has hundreds of sessions."""
        kept = [
            f"{capfirst(model._meta.verbose_name_plural)}: {number}"
            for model in (Session, Staff)
            if (number := model._default_manager.filter(club__in=objs).count())
        ]
        return ([], {}, set(), kept) if kept else super().get_deleted_objects(objs, request)


_COMPUTED = ("players", "book", "costs", "prize_limit")


@admin.register(Session)
class SessionAdmin(ExportingAdmin, AddingAdmin):
    club_path = "club"
    first_step = _("Prepare")
    pages = (
        *(QrSheet, TableCards),
        *(Run, DeskPage, PrizesPage, ClosePage, ClosingSheet),
        *(Audit, AuditSheet, Verify, Dashboard, ExportPage),
    )
    export_page = ExportPage
    organisers_change = True
    acts = (OpenSession, PutTables, PairDevice, ClearDemo)
    form = SessionForm
    add_form = AddSession
    add_fields = ("club", "name", "language", "like", "starting_counters")
    list_display = ("name", "club", "state", "code", "opened_at", "closed_at")
    list_filter = ("state", ("club", OwnChoices))
    search_fields = ("name", "code")
    ordering = ("-made_at",)
    readonly_fields = ("club", "state", "code", "opened_at", "closed_at", "accounting_date", *_COMPUTED)
    change_form_template = "clubs/session.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Session]:
        sessions: QuerySet[Session] = super().get_queryset(request)
        return sessions.filter(cleared_at=None).annotate(players_counted=Count("players"))

    def managed(self, request: HttpRequest) -> QuerySet[Any]:
        """Tables and players are added to sessions that are open."""
        return super().managed(request).filter(state=Session.State.OPEN)

    def has_change_permission(self, request: HttpRequest, obj: Session | None = None) -> bool:
        closed = obj is not None and obj.state == Session.State.CLOSED
        return not closed and super().has_change_permission(request, obj)

    def get_fields(self, request: HttpRequest, obj: Session | None = None) -> Any:
        return self.add_fields if obj is None else flatten_fieldsets(self.get_fieldsets(request, obj))

    def get_fieldsets(self, request: HttpRequest, obj: Session | None = None) -> Any:
        if obj is None:
            return [(None, {"fields": self.add_fields})]
        changes = self.has_change_permission(request, obj)
        typed = changes and obj.state == Session.State.DRAFT
        price = [("currency", "price", "price_for"), ("costs", "buys_back")] if typed else [("costs", "buys_back")]
        evening = ("name", "club"), ("state", "code"), ("language", "leaderboard"), ("opened_at", "closed_at")
        caps = "stake_cap", "prize_cap" if changes else "prize_limit"
        return [
            (_("The evening"), {"fields": [*evening, ("accounting_date",), ("players", "book")]}),
            (_("Counters and money"), {"fields": ["starting_counters", *price]}),
            (_("What charity law asks for"), {"fields": ["good_cause", caps, ("hide_odds", "staff_play")]}),
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Session | None = None) -> Any:
        shown = super().get_readonly_fields(request, obj)
        opened = obj is not None and obj.state != Session.State.DRAFT
        return (*shown, *FIXED_BY_OPENING) if opened else shown

    @admin.display(description=_("price"))
    def costs(self, session: Session) -> str:
        return price_words(session)

    @admin.display(description=_("prize cap"))
    def prize_limit(self, session: Session) -> str:
        if session.prize_cap is None:
            return "–"
        return money_shown(session.currency, session.prize_cap) if session.currency else str(session.prize_cap)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.archive_view)
        return [path("<int:object_id>/archive.zip", view, name="clubs_session_archive"), *super().get_urls()]

    def archive_view(self, request: HttpRequest, object_id: int) -> StreamingHttpResponse:
        session: Session = self.get_object(request, str(object_id))
        if session.book_id is None:
            raise Http404
        return archive.response(request, session)

    def save_model(self, request: HttpRequest, obj: Session, form: Any, change: bool) -> None:  # noqa: FBT001
        if change and form.changed_data:  # only what was typed: it may be opened or closed at the same moment
            said = {name: getattr(obj, name) for name in form.changed_data}
            change_session(obj.pk, by=actor_of(request), **said)

    def response_post_save_add(self, request: HttpRequest, obj: Session) -> HttpResponse:  # noqa: ARG002
        return redirect(page_of(obj))  # there is more to prepare

    @admin.display(description=_("players"))
    def players(self, session: Any) -> str:
        address = reverse("admin:clubs_player_changelist")
        return format_html(
            '<a class="ledger-link" href="{}?session__id__exact={}">{}</a>',
            address,
            session.pk,
            session.players_counted,
        )

    @admin.display(description=_("book"))
    def book(self, session: Session) -> str:
        return _link(session.book)

    def below(self, request: HttpRequest, item: Session) -> dict[str, Any]:
        return {
            **super().below(request, item),
            "may_add": item.state == Session.State.OPEN and self.has_part(request, item, MANAGES),
            "may_plan": item.state == Session.State.DRAFT and self.has_part(request, item, MANAGES),
            "planned": [_planned(each) for each in waiting_plans(item).annotate(races_counted=Count("races"))],
            "sheets": [
                (page.label, page.address(item)) for page in self.pages if issubclass(page, Sheet) and page.fits(item)
            ],
            "tables": item.tables.order_by("pk"),
            "trial": None if item.book_id is None else trial_of(item.book_id),
        }


@admin.register(Player)
class PlayerAdmin(PagedAdmin, AddingAdmin):
    club_path = "session__club"
    acts = (BuyIn, CashOut, Claim, Rename, Reissue, Remove)
    pages = (SaleSlip,)
    add_form = AddPlayer
    add_fields = ("session", "nickname", "automatic")
    list_display = ("nickname", "session", "held", "automatic", "joined_at")
    list_filter = (("session", OwnChoices), "automatic")
    search_fields = ("nickname",)
    ordering = ("-pk",)
    fields = (("nickname", "session"), ("held", "staked"), ("automatic", "joined_at"), ("removed_at",))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        players: QuerySet[Player] = super().get_queryset(request)
        shown = players.filter(session__cleared_at=None)
        return shown.select_related("session__club", "purse__unit", "stakes_account__unit")

    def complete(self, rows: list[Any]) -> None:
        found = balances.balances(player.purse_id for player in rows)
        for player in rows:
            player.now = found[player.purse_id]

    @admin.display(description=_("purse"))
    def held(self, player: Any) -> str:
        if hasattr(player, "now"):
            return str(player.purse.unit.shown(player.now))
        return _link(player.purse, player.purse.unit.shown(balances.balance(player.purse_id)))

    @admin.display(description=_("staked"))
    def staked(self, player: Player) -> str:
        account = player.stakes_account
        return _link(account, account.unit.shown(balances.balance(account.pk)))

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: ARG002, FBT001
        messages.warning(request, code_told(obj, form.recovery))

    def response_post_save_add(self, request: HttpRequest, obj: Player) -> HttpResponse:  # noqa: ARG002
        return redirect(DeskPage.address(obj.session))  # where counters are sold


def _planned(table: PlannedTable) -> dict[str, Any]:
    options = chosen_options(table.game, table.settings)
    return {
        "table": table,
        "game": game_card(table.game).title,
        "course": course_title(table.game, options),
        "beside": [BESIDE[name] for name in BESIDE if (table.settings.get("beside") or {}).get(name) is not None],
    }


def _link(item: Any, text: str = "") -> str:
    if item is None:
        return ""
    return format_html('<a class="ledger-link" href="{}">{}</a>', page_of(item), text or item)
