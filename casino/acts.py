"""Acts in the admin: buttons and small forms on the page of a thing, each calling one function of the house.

Whether an act is allowed by the rules is for that function to say; here it is only asked who may try. A form is good
once: whoever presses the button twice has still said it once.
"""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.contrib.admin.models import LogEntry
from django.contrib.admin.utils import unquote
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import Resolver404, URLPattern, path, resolve, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.text import capfirst
from django.utils.translation import gettext

from casino.clubs import actors
from casino.clubs.addresses import house_address
from casino.clubs.models import Session, Staff
from casino.clubs.parts import MANAGES, RoomAdmin, clubs_of
from casino.desk import counters
from casino.wording import words
from games.kit.errors import RuleBroken
from ledger.errors import LedgerError

REFUSALS = (RuleBroken, LedgerError)
MOST_COUNTERS = counters.MOST

_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"


@dataclass(frozen=True)
class Done:
    """What is said about an act that was done, and what is shown next if it was done on the page of its item."""

    sentence: str
    show: Model | None = None
    away: bool = False  # shown even if it was done on another page: there is nothing left to do there


class Act(forms.Form):
    """One act on one thing. Its fields are what has to be said."""

    name: ClassVar[str]
    label: ClassVar[Any]
    parts: ClassVar[frozenset[Staff.Part]] = MANAGES
    is_grave: ClassVar[bool] = False  # what it ends, stays ended
    house = ""  # its address, where it is being acted: for what is handed over
    is_long: ClassVar[bool] = False  # more than one database transaction; doing it again changes nothing

    once = forms.RegexField("^[0-9a-f]{12}$", widget=forms.HiddenInput, initial=lambda: secrets.token_hex(6))

    def __init__(self, item: Any, data: Any = None) -> None:
        super().__init__(data, auto_id=f"{self.name}-{item.pk}-%s")
        self.item = item
        self.prepare()

    @classmethod
    def fits(cls, item: Any) -> bool:  # noqa: ARG003
        """Whether there is any sense in offering it now. The act itself looks again."""
        return True

    def prepare(self) -> None:
        """Fill in what can be chosen."""

    def do(self, by: actors.Actor) -> Done:
        raise NotImplementedError

    @property
    def address(self) -> str:
        return act_address(self.item, self.name)

    def done(self, show: Model | None = None, *, away: bool = False) -> Done:
        return Done(gettext("Done: %(act)s.") % {"act": self.label}, show, away)


class ActingAdmin(RoomAdmin):
    acts: tuple[type[Act], ...] = ()
    change_form_template = "clubs/item.html"

    def get_urls(self) -> list[URLPattern]:
        name = f"{self.opts.app_label}_{self.opts.model_name}_act"
        view = self.admin_site.admin_view(self.act_view)
        return [path("<path:object_id>/act/<slug:name>/", view, name=name), *super().get_urls()]

    def act_named(self, name: str) -> type[Act] | None:
        return next((act for act in self.acts if act.name == name), None)

    def act_view(self, request: HttpRequest, object_id: str, name: str) -> HttpResponse:
        item = self.get_object(request, unquote(object_id))
        kind = self.act_named(name)
        if kind is None:
            raise Http404
        if request.method != "POST":
            return HttpResponse(status=405, headers={"Allow": "POST"})
        if not self.has_part(request, item, kind.parts):
            raise PermissionDenied
        act = kind(item, request.POST)
        act.house = house_address(request)
        done = self._try(request, item, act)
        if done and done.away:
            return redirect(page_of(done.show or item))
        return redirect(_back(request) or page_of((done and done.show) or item))

    def _try(self, request: HttpRequest, item: Any, act: Act) -> Done | None:
        if not act.is_valid():
            complain(request, act, act.label)
            _keep(request, act)
            return None
        try:
            done = self._once(request, item, act)
        except REFUSALS as refused:
            messages.error(request, words(refused))
            _keep(request, act)
            return None
        if done is None:
            messages.warning(request, gettext("This was sent twice; it was done once."))
            return None
        messages.success(request, done.sentence)
        return done

    def _once(self, request: HttpRequest, item: Any, act: Act) -> Done | None:
        if not act.is_long:
            return self._noted(request, item, act)
        done = act.do(actor_of(request))
        self.log_change(request, item, str(act.label))
        return done

    @transaction.atomic
    def _noted(self, request: HttpRequest, item: Any, act: Act) -> Done | None:
        """Act, and note it in the history of the item in the same database transaction. A twin waits, and finds it."""
        once = act.cleaned_data["once"]
        with connection.cursor() as cursor:
            cursor.execute(_LOCK, [once])
        kept = ContentType.objects.get_for_model(item)
        noted = LogEntry.objects.filter(user=request.user.pk, content_type=kept, object_id=str(item.pk))
        if noted.filter(change_message__endswith=f"({once})").exists():
            return None
        done = act.do(actor_of(request))
        self.log_change(request, item, f"{act.label} ({once})")
        return done

    def offered(self, request: HttpRequest, item: Any, acts: Iterable[type[Act]]) -> list[Act]:
        """Those of these acts that make sense now and that this person may try; one that failed as it was typed."""
        found = [act for act in acts if act.fits(item) and self.has_part(request, item, act.parts)]
        return [_as_typed(request, item, act) or act(item) for act in found]

    def below(self, request: HttpRequest, item: Any) -> dict[str, Any]:
        return {**super().below(request, item), "acts": self.offered(request, item, self.acts)}


def complain(request: HttpRequest, form: forms.Form, label: Any = "") -> None:
    """Say what is wrong with each field; with the form itself, under its label."""
    for field, problems in form.errors.items():
        name = form.fields[field].label or field if field in form.fields else label
        messages.error(request, f"{capfirst(name)}: {' '.join(map(str, problems))}")


_FAILED = "failed_act"
_LONGEST_KEPT = 20_000


def _keep(request: HttpRequest, act: Act) -> None:
    """What was typed into an act that failed, for the next page that offers it."""
    typed = request.POST.urlencode()
    if len(typed) <= _LONGEST_KEPT:
        request.session[_FAILED] = [act.address, typed]


def _as_typed(request: HttpRequest, item: Any, kind: type[Act]) -> Act | None:
    kept = request.session.get(_FAILED)
    if kept is None or kept[0] != act_address(item, kind.name):
        return None
    del request.session[_FAILED]
    return kind(item, QueryDict(kept[1]))


def _back(request: HttpRequest) -> str | None:
    """The page the act was done on, if that was not the one of its item."""
    back = request.POST.get("back", "")
    try:
        found = resolve(back)
    except Resolver404:
        return None
    return back if found.app_name == "admin" and url_has_allowed_host_and_scheme(back, None) else None


def act_address(item: Model, name: str) -> str:
    return reverse(f"admin:{item._meta.app_label}_{item._meta.model_name}_act", args=[item.pk, name])


def actor_of(request: HttpRequest) -> actors.Actor:
    assert isinstance(request.user, User), "the admin lets nobody else in"
    return actors.staff(request.user)


def page_of(item: Model) -> str:
    return reverse(f"admin:{item._meta.app_label}_{item._meta.model_name}_change", args=[item.pk])


class AddForm(forms.ModelForm):  # type: ignore[type-arg]
    """What is added by an act of the house. Refused, the sentence stands above the form, and what was typed in it."""

    by: actors.Actor  # whoever asked for the form

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.label = capfirst(field.label)

    def make(self, said: dict[str, Any]) -> Model:
        raise NotImplementedError

    def _post_clean(self) -> None:
        """In place of a row of the form's own, checked by the model: the house makes and checks it."""
        if self.errors:
            return
        try:
            self.instance = self.make(self.cleaned_data)
        except REFUSALS as refused:
            self.add_error(None, words(refused))

    def save(self, commit: bool = True) -> Any:  # noqa: ARG002, FBT001, FBT002
        return self.instance

    def save_m2m(self) -> None:
        """Nothing hangs on what was made."""


class AddingAdmin(ActingAdmin):
    """Things that organisers add through a form that acts, and that are then only read."""

    organisers_add = True
    add_form: type[AddForm]
    add_fields: tuple[Any, ...]  # those that stand on one line together

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:  # noqa: FBT001, FBT002
        if obj is not None:
            return super().get_form(request, obj, change=change, **kwargs)
        form = super().get_form(request, obj, change=change, form=self.add_form, **kwargs)
        form.by = actor_of(request)
        return form

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        given: dict[str, Any] = super().get_changeform_initial_data(request)
        if "club" in self.add_fields:
            clubs = list(clubs_of(request, MANAGES)[:2])
            return {"club": clubs[0].pk, **given} if len(clubs) == 1 else given
        if "session" not in self.add_fields:
            return given
        open_ones = Session.objects.filter(state=Session.State.OPEN, club__in=clubs_of(request, MANAGES))
        return {"session": open_ones.order_by("pk").values_list("pk", flat=True).last(), **given}

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.add_fields if obj is None else super().get_fields(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return () if obj is None else super().get_readonly_fields(request, obj)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: FBT001
        if change:  # what is added has been made already
            super().save_model(request, obj, form, change)
