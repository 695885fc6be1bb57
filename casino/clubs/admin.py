"""Clubs, the people who run them, the sessions they run and the guests in these."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth import admin as auth_admin
from django.contrib.auth.models import Group, User
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from casino.acts import AddingAdmin, actor_of, page_of
from casino.admin import ModelAdmin, TextInput
from casino.clubs import noting
from casino.clubs.acts import (
    AddPlayer,
    AddSession,
    ClearDemo,
    OpenSession,
    PairDevice,
    Reissue,
    Remove,
    Rename,
    code_told,
)
from casino.clubs.models import Club, Player, Session, Staff
from casino.clubs.parts import MANAGES, OwnChoices, RoomAdmin
from casino.clubs.sessions import change_session
from casino.desk.acts import BuyIn, CashOut, Claim
from casino.desk.audit import Audit, AuditSheet, Verify
from casino.desk.dashboard import Dashboard
from casino.desk.pages import ClosePage, ClosingSheet, DeskPage, PrizesPage, SaleSlip
from casino.desk.trial import trial_of
from casino.exports import archive, journal
from casino.pages import PagedAdmin
from casino.tables.run_page import Run
from ledger import balances

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
class ClubAdmin(RoomAdmin):
    """Whoever made the house makes clubs in it, and gives each its organiser."""

    organisers_change = True
    search_fields = ("name",)
    ordering = ("name",)
    fields = ("name",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return request.user.is_superuser

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """What keeps a club says so itself; that nobody may delete it either is beside the point."""
        found, counts, lacking, protected = super().get_deleted_objects(objs, request)
        return found, counts, set() if protected else lacking, protected


class StaffForm(forms.ModelForm):  # type: ignore[type-arg]
    # Typed, not chosen: the names of everybody in the house are not for every organiser to read.
    user = forms.ModelChoiceField(
        User.objects.filter(is_active=True, is_staff=True),
        to_field_name="username",
        widget=TextInput,
        label=_("username"),
        error_messages={"invalid_choice": _("There is no account of this name with staff status.")},
    )


@admin.register(Staff)
class StaffAdmin(RoomAdmin):
    club_path = "club"
    organisers_add = organisers_change = True
    form = StaffForm
    list_display = ("user", "part", "club")
    list_filter = ("part", ("club", OwnChoices))
    list_select_related = ("user", "club")
    fields = ("club", "user", "part")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:  # noqa: ARG002
        return () if obj is None else ("club", "user")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_part(request, obj, MANAGES)

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> Any:  # noqa: ARG002, FBT001, FBT002
        return noting.part_changed(form.instance, None if add else form.initial["part"])

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        return noting.note_removed(request, queryset)


@admin.register(Session)
class SessionAdmin(PagedAdmin, AddingAdmin):
    club_path = "club"
    first_step = _("Prepare")
    pages = (
        *(Run, DeskPage, PrizesPage, ClosePage, ClosingSheet),
        *(Audit, AuditSheet, Verify, Dashboard),
    )
    organisers_change = True
    acts = (OpenSession, PairDevice, ClearDemo)
    add_form = AddSession
    add_fields = ("club", "name", "language", "starting_counters", "leaderboard")
    list_display = ("name", "club", "state", "code", "opened_at", "closed_at")
    list_filter = ("state", ("club", OwnChoices))
    search_fields = ("name", "code")
    ordering = ("-made_at",)
    fields = (
        ("name", "club"),
        ("state", "code"),
        ("language", "starting_counters"),
        ("leaderboard",),
        ("opened_at", "closed_at"),
        ("players", "book"),
    )
    readonly_fields = ("club", "state", "code", "opened_at", "closed_at", "players", "book")
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

    def get_urls(self) -> list[URLPattern]:
        found = [
            path(
                f"<path:object_id>/{name}",
                self.admin_site.admin_view(view),
                name=f"clubs_session_{name.partition('.')[0]}",
            )
            for name, view in (("journal.csv", self.journal_view), ("archive.zip", self.archive_view))
        ]
        return [*found, *super().get_urls()]

    def journal_view(self, request: HttpRequest, object_id: str) -> StreamingHttpResponse:
        return journal.response(request, self._with_book(request, object_id))

    def archive_view(self, request: HttpRequest, object_id: str) -> StreamingHttpResponse:
        return archive.response(request, self._with_book(request, object_id))

    def _with_book(self, request: HttpRequest, object_id: str) -> Session:
        session: Session = self.get_object(request, object_id)
        if session.book_id is None:
            raise Http404
        return session

    def save_model(self, request: HttpRequest, obj: Session, form: Any, change: bool) -> None:  # noqa: FBT001
        if change:
            change_session(obj, changed=form.changed_data, by=actor_of(request))

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


def _link(item: Any, text: str = "") -> str:
    if item is None:
        return ""
    return format_html('<a class="ledger-link" href="{}">{}</a>', page_of(item), text or item)
