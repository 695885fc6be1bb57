"""Planned tables in the admin: organisers write them down while the session is a draft; later they are only read."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _

from casino.acts import AddingAdmin, actor_of, page_of
from casino.clubs.models import Session
from casino.clubs.parts import MANAGES, OwnChoices, clubs_of, is_staff_somewhere
from casino.tables import catalogue
from casino.tables.beside import read_beside
from casino.tables.forms import BESIDE_FIELDS, PlanTable
from casino.tables.models import PlannedTable
from casino.tables.planning import chosen_options, drop_plan
from casino.tables.wording import terms_words

LONGEST_KEY = 19  # digits


def drafts_of(request: HttpRequest) -> QuerySet[Session]:
    return Session.objects.filter(state=Session.State.DRAFT, cleared_at=None, club__in=clubs_of(request, MANAGES))


@admin.register(PlannedTable)
class PlannedTableAdmin(AddingAdmin):
    club_path = "session__club"
    organisers_change = True
    form = add_form = PlanTable
    add_fields = (
        *("session", "name", "game", "variant", "options", *BESIDE_FIELDS, "programme", "pace", "staking_time"),
        *("turn_time", "rest", "by_hand", "passes_round", "passing", "least_bank", "house_float"),
    )
    read_fields = (("name", "session"), ("game", "course"), "terms", "races")
    list_display = ("name", "session", "game", "course")
    list_filter = (("session", OwnChoices),)
    list_select_related = ("session",)
    search_fields = ("name",)
    ordering = ("-pk",)
    change_form_template = "tables/planned.html"
    add_form_template = "tables/planned.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[PlannedTable]:
        planned: QuerySet[PlannedTable] = super().get_queryset(request)
        return planned.filter(session__cleared_at=None)

    # --- Who may, and when

    def has_change_permission(self, request: HttpRequest, obj: PlannedTable | None = None) -> bool:
        return _is_draft(obj) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: PlannedTable | None = None) -> bool:
        return _is_draft(obj) and self.has_part(request, obj, MANAGES)

    # --- The form

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:  # noqa: FBT001, FBT002
        form = super().get_form(request, obj, change=change, **kwargs)
        form.by = actor_of(request)
        return form

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.add_fields if obj is None or self.has_change_permission(request, obj) else self.read_fields

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:  # noqa: ARG002
        return () if obj is None else ("session", "course", "terms", "races")

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        newest = drafts_of(request).order_by("pk").values_list("pk", flat=True).last()
        return {**super().get_changeform_initial_data(request), "session": newest, **request.GET.dict()}

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_foreignkey(db_field, request, **kwargs)
        field.queryset = drafts_of(request)
        return field

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: FBT001
        """The form has written it already."""

    def delete_model(self, request: HttpRequest, obj: PlannedTable) -> None:
        drop_plan(obj.pk, by=actor_of(request))

    def response_post_save_add(self, request: HttpRequest, obj: PlannedTable) -> HttpResponse:  # noqa: ARG002
        return redirect(page_of(obj.session))

    response_post_save_change = response_post_save_add

    # --- What is read

    @admin.display(description=_("course"))
    def course(self, planned: PlannedTable) -> str:
        return catalogue.course_title(planned.game, chosen_options(planned.game, planned.settings))

    @admin.display(description=_("beside its own odds"))
    def terms(self, planned: PlannedTable) -> str:
        return " ".join(terms_words(read_beside(planned.settings.get("beside")))) or "–"

    @admin.display(description=_("programme"))
    def races(self, planned: PlannedTable) -> str:
        named = planned.table.races.all() if planned.table else planned.races.all()
        return format_html_join("", "<div>{} {}</div>", ((race, race.sponsor) for race in named)) or "–"

    # --- The catalogue

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.catalogue_view)
        return [path("catalogue/", view, name="tables_catalogue"), *super().get_urls()]

    def catalogue_view(self, request: HttpRequest) -> HttpResponse:
        """Every game and course of the house, with its odds in words."""
        if not is_staff_somewhere(request):
            raise PermissionDenied
        shown = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "media": self.media,
            "title": _("Catalogue"),
            "games": catalogue.games(),
            "session": drafts_of(request).filter(pk=_number(request.GET.get("session", ""))).first(),
        }
        return TemplateResponse(request, "tables/catalogue.html", shown)


def _is_draft(planned: PlannedTable | None) -> bool:
    return planned is None or planned.session.state == Session.State.DRAFT


def _number(text: str) -> int:
    """A key from an address; nothing has 0."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < LONGEST_KEY else 0
