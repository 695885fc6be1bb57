"""Finding rows of the ledger in the admin. Nothing here may cost more because a million entries have been posted."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import number_format
from django.utils.functional import cached_property
from django.utils.text import smart_split, unescape_string_literal
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from casino.desk.accounts import Reason
from ledger.models import Account, Book, Entry, Transfer

REASONS = frozenset(map(str, Reason))
MOST = 10_000  # rows that are counted, and that can be leafed through; whoever wants others asks for them


class CappedPaginator(Paginator):  # type: ignore[type-arg]
    """Pages of the first MOST rows: PostgreSQL counts rows one by one."""

    @cached_property
    def _counted(self) -> int:
        rows: Any = self.object_list
        found: int = rows.order_by().values("pk")[: MOST + 1].count()
        return found

    @cached_property
    def count(self) -> int:
        return min(self._counted, MOST)

    @property
    def cut_at(self) -> str | None:
        """How many rows are listed, when there are more."""
        return number_format(MOST, force_grouping=True) if self._counted > MOST else None


def entries_matching(text: str) -> QuerySet[Entry]:
    """The entries that every word leads to: the beginning of a key or of an account's code, or a reason."""
    found = Entry.objects.all()
    for word in smart_split(text):
        if word[0] in "\"'" and len(word) > 1 and word[0] == word[-1]:
            word = unescape_string_literal(word)
        accounts = Account.objects.filter(code__startswith=word)
        ways: list[QuerySet[Any, Any]] = [
            Transfer.objects.filter(payer__in=accounts).values("entry"),
            Transfer.objects.filter(payee__in=accounts).values("entry"),
        ]
        if word in REASONS:  # they have no index, so no other word is looked for there
            ways.append(Transfer.objects.filter(reason=word).values("entry"))
        # Keys are indexed book by book. A union, because the same said with OR would read every entry.
        keyed = Entry.objects.filter(book__in=Book.objects.all(), key__startswith=word).values("pk")
        found = found.filter(pk__in=keyed.union(*ways, all=True))
    return found


class StateFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:  # noqa: ARG002
        return [("open", pgettext_lazy("state", "open")), ("closed", pgettext_lazy("state", "closed"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:  # noqa: ARG002
        value = self.value()
        return queryset.filter(closed_at__isnull=value == "open") if value in {"open", "closed"} else queryset


class ReasonFilter(admin.SimpleListFilter):
    title = _("reason")
    parameter_name = "reason"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:  # noqa: ARG002
        return [(name, name) for name in sorted(REASONS)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:  # noqa: ARG002
        if not self.value():
            return queryset
        if self.value() not in REASONS:
            return queryset.none()
        return queryset.filter(Exists(Transfer.objects.filter(entry=OuterRef("pk"), reason=self.value())))


class PostedFilter(admin.ListFilter):
    """Posted from one moment until before another. Django's date hierarchy would read every entry to name the years."""

    title = _("time")
    template = "desk/posted_filter.html"
    parameters = ("posted_from", "posted_until")

    def __init__(self, request: HttpRequest, params: dict[str, Any], model: Any, model_admin: Any) -> None:
        super().__init__(request, params, model, model_admin)
        for name in self.parameters:
            if name in params:
                self.used_parameters[name] = params.pop(name)[-1]

    def expected_parameters(self) -> list[str | None]:
        return [*self.parameters]

    def has_output(self) -> bool:
        return True

    def choices(self, changelist: Any) -> Iterator[Any]:
        """What its form needs: what is asked for now, and the other filters, which sending the form must not undo."""
        kept = [
            (name, value)
            for name, values in changelist.filter_params.items()
            if name not in self.parameters
            for value in values
        ]
        yield {
            "kept": kept,
            "posted_from": self.used_parameters.get("posted_from", ""),
            "posted_until": self.used_parameters.get("posted_until", ""),
            "without": changelist.get_query_string(remove=list(self.parameters)) if any(self._moments()) else None,
        }

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:  # noqa: ARG002
        start, end = self._moments()
        if start:
            queryset = queryset.filter(posted_at__gte=start)
        if end:
            queryset = queryset.filter(posted_at__lt=end)
        return queryset

    def _moments(self) -> list[datetime | None]:
        return [_moment(str(self.used_parameters.get(name, ""))) for name in self.parameters]


def _moment(text: str) -> datetime | None:
    if not text:
        return None
    try:
        moment = parse_datetime(text)
    except ValueError:
        moment = None
    if moment is None:
        raise IncorrectLookupParameters(text)
    return moment if timezone.is_aware(moment) else timezone.make_aware(moment)
