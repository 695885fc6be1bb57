"""The ledger for people to read: books with their trial balance, accounts with their statement, entries.

Nobody changes anything here, superusers included: counters move through `ledger.posting` and no other way.
"""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.contrib.postgres.expressions import ArraySubquery
from django.core.paginator import Paginator
from django.db.models import Func, IntegerField, OuterRef, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format, number_format
from django.utils.html import format_html, format_html_join
from django.utils.text import Truncator
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.admin import PageAdmin
from casino.clubs.parts import OwnChoices, books_of, is_staff_somewhere
from casino.desk.finding import (
    MOST,
    CappedPaginator,
    PostedFilter,
    ReasonFilter,
    StateFilter,
    entries_matching,
)
from casino.desk.trial import trial_of
from ledger import balances, errors
from ledger.models import Account, Book, Entry, Transfer

TRANSFERS_A_PAGE = 100


def link(item: Account | Book | Entry | None) -> str:
    if item is None:
        return ""
    return format_html(
        '<a class="ledger-link" href="{}">{}</a>',
        reverse(f"admin:ledger_{item._meta.model_name}_change", args=[item.pk]),
        item,
    )


class ReadOnlyAdmin(PageAdmin):
    """What is in the books of one's own clubs; or in all, for whom Django's permissions let see them."""

    paginator = CappedPaginator
    show_full_result_count = False
    change_list_template = "desk/ledger_list.html"
    book_path = "book"

    class Media:
        css = {"all": ["desk/ledger.css"]}  # noqa: RUF012

    def has_module_permission(self, request: HttpRequest) -> bool:
        return super().has_module_permission(request) or is_staff_somewhere(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        # What somebody may not see is not in the queryset.
        return super().has_view_permission(request, obj) or is_staff_somewhere(request)

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        if super().has_view_permission(request):
            return rows
        return rows.filter(**{f"{self.book_path}__in": books_of(request)})


@admin.register(Book)
class BookAdmin(ReadOnlyAdmin):
    book_path = "pk"
    list_display = ("code", "opened_at", "closed_at", "accounts", "entries")
    list_filter = (StateFilter,)
    list_per_page = 20
    search_fields = ("code",)
    search_help_text = _("Part of a code")
    ordering = ("-opened_at", "-id")
    fields = ("code", ("opened_at", "closed_at"), ("accounts", "entries"))
    change_form_template = "desk/book.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Book]:
        books: QuerySet[Book] = super().get_queryset(request)
        return books.annotate(accounts_counted=_counted(Account), entries_counted=_counted(Entry))

    @admin.display(description=_("accounts"))
    def accounts(self, book: Any) -> str:
        return self._rows_of(book, "account", book.accounts_counted)

    @admin.display(description=_("entries"))
    def entries(self, book: Any) -> str:
        return self._rows_of(book, "entry", book.entries_counted)

    def _rows_of(self, book: Book, model: str, counted: int) -> str:
        most = number_format(MOST, force_grouping=True)
        shown = gettext("more than %s") % most if counted > MOST else number_format(counted, force_grouping=True)
        return format_html(
            '<a class="ledger-link" href="{}?book__id__exact={}">{}</a>',
            reverse(f"admin:ledger_{model}_changelist"),
            book.pk,
            shown,
        )

    def below(self, request: HttpRequest, item: Book) -> dict[str, Any]:  # noqa: ARG002
        return {"trial": trial_of(item.pk)}


def _counted(model: Any) -> Func:
    rows = model.objects.filter(book=OuterRef("pk")).values("pk")[: MOST + 1]
    return Func(ArraySubquery(rows), function="cardinality", output_field=IntegerField())


@admin.register(Account)
class AccountAdmin(ReadOnlyAdmin):
    list_display = ("code", "role", "unit", "book", "held", "opened_at", "closed_at")
    list_filter = (("book", OwnChoices), "role", "unit", StateFilter)
    # `icontains` knows the capitals of ASCII only, as codes have the collation C; `contains` finds é as it is written.
    search_fields = ("code__icontains", "code__contains")
    search_help_text = _("Part of a code")
    sortable_by = ("code", "opened_at", "closed_at")
    ordering = ("-book_id", "code")
    fields = (("code", "book"), ("role", "unit"), ("opened_at", "closed_at"), "held")
    change_form_template = "desk/account.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Account]:
        accounts: QuerySet[Account] = super().get_queryset(request)
        return accounts.select_related("book", "role", "unit")

    def complete(self, rows: list[Any]) -> None:
        held = balances.balances(account.pk for account in rows)
        for account in rows:
            account.now = held[account.pk]

    @admin.display(description=_("balance"))
    def held(self, account: Any) -> str:
        if not hasattr(account, "now"):  # kept, because the theme asks for every field several times
            account.now = balances.balance(account.pk)
        return str(account.unit.shown(account.now))

    def below(self, request: HttpRequest, item: Account) -> dict[str, Any]:
        older = request.GET.get("older")
        try:
            page = balances.statement(item.pk, older=older)
        except errors.BadCursor as refusal:
            return {"refusal": refusal.sentence, "is_older": True}
        codes = {line.other for line in page.lines}
        others = {other.code: other for other in Account.objects.filter(book=item.book_id, code__in=codes)}
        unit = item.unit
        lines = [
            (line, link(others[line.other]), unit.shown(line.amount), unit.shown(line.balance)) for line in page.lines
        ]
        return {"lines": lines, "older": page.older, "is_older": bool(older)}


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ("posted", "key", "book", "size", "reasons", "reversal", "short_memo")
    list_display_links = ("posted", "key")
    list_filter = (("book", OwnChoices), PostedFilter, ReasonFilter)
    search_fields = ("key",)  # shows the search box; what it finds is said below
    search_help_text = _("Start of a key or account code, or a reason")
    sortable_by = ()
    fields = (("key", "book"), ("posted", "size"), "reversal", "memo")
    change_form_template = "desk/entry.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        entries: QuerySet[Entry] = super().get_queryset(request)
        return entries.select_related("book", "reverses", "reversed_by")

    def get_ordering(self, request: HttpRequest) -> list[str]:
        # Ids rise with time, near enough for a list, and have an index to read backwards. Once a time is asked for, its
        # own index finds few enough rows to sort; in id order PostgreSQL would read from the newest to that time.
        timed = any(request.GET.get(name) for name in PostedFilter.parameters)
        return ["-posted_at", "-id"] if timed else ["-id"]

    def get_search_results(
        self,
        request: HttpRequest,  # noqa: ARG002
        queryset: QuerySet[Entry],
        search_term: str,
    ) -> tuple[QuerySet[Entry], bool]:
        return (queryset & entries_matching(search_term) if search_term else queryset), False

    def complete(self, rows: list[Any]) -> None:
        found = Transfer.objects.filter(entry__in=[entry.pk for entry in rows]).order_by("reason")
        pairs = list(found.values_list("entry", "reason").distinct())
        for entry in rows:
            entry.reasons_found = [reason for of, reason in pairs if of == entry.pk]

    @admin.display(description=_("posted"))
    def posted(self, entry: Entry) -> str:
        return date_format(localtime(entry.posted_at), "Y-m-d H:i:s")

    @admin.display(description=_("reasons"))
    def reasons(self, entry: Any) -> str:
        return ", ".join(entry.reasons_found)

    @admin.display(description=_("reversal"), empty_value="")
    def reversal(self, entry: Entry) -> str:
        marks = [
            (gettext("reverses"), link(entry.reverses)),
            (gettext("reversed by"), link(getattr(entry, "reversed_by", None))),
        ]
        return format_html_join(" ", "{} {}", ((words, other) for words, other in marks if other))

    @admin.display(description=_("memo"))
    def short_memo(self, entry: Entry) -> str:
        return Truncator(entry.memo).chars(80)

    def below(self, request: HttpRequest, item: Entry) -> dict[str, Any]:
        # An entry knows its size and its transfers are numbered, so that pages need no counting.
        page = Paginator(range(1, item.size + 1), TRANSFERS_A_PAGE).get_page(request.GET.get("page"))
        transfers: Iterable[Transfer] = (
            item.transfers.filter(position__range=(page.start_index(), page.end_index()))
            .select_related("payer", "payee", "unit")
            .order_by("position")
        )
        rows = [(each, link(each.payer), link(each.payee), each.unit.shown(each.amount)) for each in transfers]
        return {"rows": rows, "page": page}
