"""Exports in the admin: of a session, and of a club's evenings in a period. A form, and a file."""

from datetime import date
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Max, Min
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from casino.acts import REFUSALS, complain
from casino.clubs.models import Club, Session
from casino.exports.chart import Journal
from casino.exports.choosing import booked, evenings_of
from casino.exports.formats import FORMATS, file_name
from casino.exports.progress import TICKET, Told
from casino.exports.reading import Wish
from casino.exports.sending import send_export
from casino.pages import Page, PagedAdmin
from casino.wording import words

JOURNALS = {
    Journal.MONEY: _("Money: what a treasurer enters"),
    Journal.COUNTERS: _("Counters: every entry of the book"),
}


class ExportForm(forms.Form):
    """What is wished for. Sent with GET: it changes nothing, and its address can be kept."""

    journal = forms.ChoiceField(label=_("journal"), choices=[(each.value, label) for each, label in JOURNALS.items()])
    format = forms.ChoiceField(
        label=_("format"), choices=[(each.name, each.label) for each in FORMATS.values()], initial="xlsx"
    )
    summary = forms.BooleanField(
        label=_("only the sum"), required=False, help_text=_("An evening in one entry, without the detail.")
    )
    names = forms.BooleanField(
        label=_("names of guests"), required=False, help_text=_("Otherwise accounts are known by numbers only.")
    )
    ticket = forms.RegexField(rf"\A{TICKET.pattern}\Z", required=False, widget=forms.HiddenInput)

    def wish(self) -> Wish:
        said = self.cleaned_data
        return Wish(Journal(said["journal"]), summary=said["summary"], names=said["names"])

    def evenings(self, item: Any) -> list[Session]:
        return [item]

    def period(self) -> dict[str, date]:
        return {}

    def named(self, item: Any) -> str:
        return str(item.code)


class _Day(forms.DateField):
    """Chosen in the browser's own calendar, which speaks every language and sends one."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateInput(format=_ISO, attrs={"type": "date"})
        super().__init__(widget=widget, input_formats=[_ISO], **kwargs)


_ISO = "%Y-%m-%d"


class PeriodForm(ExportForm):
    since = _Day(label=_("from"))
    until = _Day(label=_("until"))
    field_order = ("since", "until", "journal", "format", "summary", "names", "ticket")

    def evenings(self, item: Club) -> list[Session]:
        return evenings_of(item, **self.period())

    def period(self) -> dict[str, date]:
        return {"since": self.cleaned_data["since"], "until": self.cleaned_data["until"]}

    def named(self, item: Club) -> str:
        return f"{item.pk}-{self.cleaned_data['since']}-{self.cleaned_data['until']}"


class ExportPage(Page):
    """Of a session, once it has a book."""

    name, label, template, is_step = "export", _("Export"), "exports/export.html", True
    form: ClassVar[type[ExportForm]] = ExportForm

    @classmethod
    def fits(cls, item: Any) -> bool:
        return item.book_id is not None

    @classmethod
    def shown(cls, request: HttpRequest, item: Any) -> dict[str, Any]:
        journal = Journal.MONEY if item.currency else Journal.COUNTERS
        return {**cls.asked(request, item, journal=journal.value), "period": PeriodPage.address(item.club)}

    @classmethod
    def asked(cls, request: HttpRequest, item: Any, **usual: Any) -> dict[str, Any]:
        """The form, with what was asked for before if that was refused."""
        form = cls.form(auto_id="export-%s", initial={**usual, **request.GET.dict()})
        return {"form": form, "file": f"{cls.address(item)}file/"}


class PeriodPage(ExportPage):
    """Of a club."""

    form = PeriodForm

    @classmethod
    def fits(cls, item: Any) -> bool:  # noqa: ARG003
        return True

    @classmethod
    def shown(cls, request: HttpRequest, item: Club) -> dict[str, Any]:
        had = booked(item).aggregate(
            since=Min("accounting_date"), until=Max("accounting_date"), evenings=Count("accounting_date")
        )
        return {**cls.asked(request, item, since=had["since"], until=had["until"]), "evenings": had["evenings"]}


class ExportingAdmin(PagedAdmin):
    """Has one of these pages, and sends the file that its form asks for."""

    export_page: type[ExportPage]

    def get_urls(self) -> list[URLPattern]:
        name = f"{self.opts.app_label}_{self.opts.model_name}_export-file"
        view = self.admin_site.admin_view(self.export_file)
        return [path("<int:object_id>/export/file/", view, name=name), *super().get_urls()]

    def export_file(self, request: HttpRequest, object_id: int) -> HttpResponseBase:
        item, page = self.get_object(request, str(object_id)), self.export_page
        if not self.has_part(request, item, page.parts):
            raise PermissionDenied
        if not page.fits(item):
            raise Http404
        form = page.form(request.GET)
        if form.is_valid():
            try:
                return self._send(request, item, form)
            except REFUSALS as refused:
                messages.error(request, words(refused))
        complain(request, form)
        return redirect(f"{page.address(item)}?{request.GET.urlencode()}")

    def _send(self, request: HttpRequest, item: Any, form: ExportForm) -> HttpResponseBase:
        wish, format_ = form.wish(), FORMATS[form.cleaned_data["format"]]
        name = file_name(form.named(item), wish, format_.ending)
        told = Told(form.cleaned_data["ticket"])
        evenings = form.evenings(item)
        return send_export(request, evenings, wish, format_, name=name, told=told, **form.period())
