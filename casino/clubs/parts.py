"""What staff see and do in the admin: a matter of their part in the club, not of Django's permissions.

An organiser manages the club's things, a croupier runs its tables, an auditor reads. Of other clubs nobody sees a row.
"""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import Http404, HttpRequest

from casino.admin import PageAdmin
from casino.clubs import actors
from casino.clubs.actors import part_of
from casino.clubs.models import Club, Staff
from ledger.models import Book

MANAGES = frozenset({Staff.Part.ORGANISER})
RUNS_TABLES = frozenset({Staff.Part.ORGANISER, Staff.Part.CROUPIER})
ANYBODY = frozenset(Staff.Part)


def clubs_of(request: HttpRequest, parts: frozenset[Staff.Part] = ANYBODY) -> QuerySet[Club]:
    """The clubs in which this person has one of these parts."""
    return actors.clubs_of(request.user, parts)


def books_of(request: HttpRequest) -> QuerySet[Book]:
    return Book.objects.filter(session__club__in=clubs_of(request))


def is_staff_somewhere(request: HttpRequest, parts: frozenset[Staff.Part] = ANYBODY) -> bool:
    return request.user.is_superuser or _asked_once(request, parts, lambda: clubs_of(request, parts).exists())


def part_in(request: HttpRequest, club: int) -> Staff.Part | None:
    part: Staff.Part | None = _asked_once(request, club, lambda: part_of(request.user, club))
    return part


def _asked_once(request: HttpRequest, about: Any, ask: Any) -> Any:
    """A page asks for permissions dozens of times: the answer is kept for as long as the request lasts."""
    known = request.__dict__.setdefault("parts_asked", {})
    if about not in known:
        known[about] = ask()
    return known[about]


class OwnChoices(admin.RelatedFieldListFilter):
    """A filter that names only what its own list would show this person."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> Any:
        related = model_admin.admin_site.get_model_admin(field.remote_field.model)
        seen = related.get_queryset(request).order_by().values("pk")
        return field.get_choices(
            include_blank=False,
            ordering=self.field_admin_ordering(field, request, model_admin),
            limit_choices_to={"pk__in": seen},
        )


class RoomAdmin(PageAdmin):
    """Rows of one's own clubs. They are read here; what changes them is mostly an act, and nothing deletes them."""

    club_path = ""  # from a row to its club
    organisers_add = False
    organisers_change = False

    class Media:
        css = {"all": ["desk/ledger.css", "clubs/room.css", "clubs/spoken.css"]}  # noqa: RUF012

    def club_of(self, item: Any) -> int:
        for name in filter(None, self.club_path.split("__")):
            item = getattr(item, name)
        pk: int = item.pk
        return pk

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = self._in(clubs_of(request), super().get_queryset(request))
        # With one relation asked for, Django no longer looks at `list_select_related`.
        listed = self.list_select_related if isinstance(self.list_select_related, tuple) else ()
        related = [*filter(None, [self.club_path]), *listed]
        return rows.select_related(*related) if related else rows

    def managed(self, request: HttpRequest) -> QuerySet[Any]:
        """The rows that this person may hang something new on."""
        return self._in(clubs_of(request, MANAGES), self.model._default_manager.all())

    def _in(self, clubs: QuerySet[Club], rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.filter(**{f"{self.club_path or 'pk'}__in": clubs})

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        found = super().get_object(request, object_id, from_field)
        if found is None:
            raise Http404
        return found

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Only what the list is filtered by. By any other column, digests say, could be guessed letter by letter."""
        filters = [
            each if isinstance(each, str) else each[0] for each in self.list_filter if not isinstance(each, type)
        ]
        known = {each.split("__")[0] for each in filters}
        return lookup.split("__")[0] in known and super().lookup_allowed(lookup, value, request)

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        related = self.admin_site._registry.get(db_field.related_model)
        if isinstance(related, RoomAdmin):
            kwargs["queryset"] = related.managed(request)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def has_part(self, request: HttpRequest, item: Any, parts: frozenset[Staff.Part]) -> bool:
        if item is None:
            return is_staff_somewhere(request, parts)
        return part_in(request, self.club_of(item)) in parts

    def has_module_permission(self, request: HttpRequest) -> bool:
        return is_staff_somewhere(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_part(request, obj, ANYBODY)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.organisers_add and self.has_part(request, None, MANAGES)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.organisers_change and self.has_part(request, obj, MANAGES)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False
