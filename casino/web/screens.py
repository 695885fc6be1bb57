"""The big screen: it shows a code, an organiser lets it in, and from then on it shows the room, table by table."""

from contextlib import suppress
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.admin.views.decorators import staff_member_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from casino.api.callers import Caller, Standing
from casino.api.problems import own
from casino.clock import when
from casino.clubs import codes
from casino.clubs.actors import clubs_of, staff
from casino.clubs.addresses import house_address, join_address
from casino.clubs.models import DeviceToken, Session, Staff
from casino.clubs.pairing import is_offered, offer_pairing, pair
from casino.clubs.sheets import qr_code
from casino.desk.standings import standings
from casino.throttling import Throttled, asked_over, counted
from casino.web import boards
from casino.web.at_table import AtTable, table_in, tables_of
from casino.web.guests import known, remember, session_of
from casino.web.odds import odds_of
from casino.web.reading import whole
from casino.wording import words
from games.kit.errors import RuleBroken
from games.registry import GAMES

LEADERS = 5
MOST_LINES = 8
PAIRING_COOKIE = "casino_pairing"  # the code that this screen shows until somebody lets it in


class OfferedForm(forms.Form):
    """For whoever was given a code in the admin."""

    pairing = forms.CharField(label=_("Code"), max_length=40, widget=forms.TextInput({"autocapitalize": "characters"}))


class LetInForm(forms.Form):
    session = forms.ModelChoiceField(Session.objects.none(), label=_("Session"), empty_label=None)
    label = forms.CharField(label=_("What the screen is called"), max_length=80, required=False)


@require_http_methods(["GET", "HEAD", "POST"])
def screen(request: HttpRequest) -> HttpResponse:
    caller = known(request, DeviceToken.Kind.SCREEN)
    if caller is not None and session_of(caller).state == Session.State.OPEN:
        return _show(request, caller, None)
    return _pairing(request)


@require_safe
def one_table(request: HttpRequest, table_id: int) -> HttpResponse:
    """A screen that stays at one table."""
    caller = known(request, DeviceToken.Kind.SCREEN)
    if caller is None or session_of(caller).state != Session.State.OPEN:
        return redirect("screen")
    return _show(request, caller, table_id)


def _show(request: HttpRequest, caller: Caller, fixed: int | None) -> HttpResponse:
    """The whole page; with `?live` only what changes. `?table=` is the one that is shown now."""
    session = session_of(caller)
    room = tables_of(session)
    wanted = fixed or whole(request.GET.get("table"))
    at = next((each for each in room if each.table.pk == wanted), None) or next(iter(room), None)
    if fixed and (at is None or at.table.pk != fixed):
        at = AtTable(table_in(session, fixed))
    address = join_address(request, session.code)
    facts = {
        "session": session,
        "at": at,
        "room": room,
        "fixed": fixed,
        "figures": _figures(at, caller),
        "styles": boards.stylesheets(*GAMES),
        "leaders": standings(session)[:LEADERS] if session.leaderboard else [],
        "join": address,
        "qr": qr_code(address),
        "now": when(timezone.now()),
    }
    return render(request, "web/screen_live.html" if "live" in request.GET else "web/screen.html", facts)


def _figures(at: AtTable | None, caller: Caller) -> dict[str, Any] | None:
    """What the room sees beside the board: what is paid, and once it runs how likely each is from here."""
    odds = odds_of(at, caller, Standing.SCREEN) if at else None
    if at is None or odds is None:
        return None
    if at.is_running and any(line.chance for line in odds.runners):
        lines = [(line.name, line.figure) for line in odds.runners]
        return {"title": gettext("Chances from here"), "lines": lines[:MOST_LINES]}
    market, first = odds.spaces[0] if odds.spaces else ("", [])
    return {"title": market, "lines": [(line.name, line.figure) for line in first[:MOST_LINES]]}


def _pairing(request: HttpRequest) -> HttpResponse:
    """What a new screen shows: a code and where to scan it. As soon as somebody has, it is let in."""
    form = OfferedForm(request.POST or None)
    code = request.COOKIES.get(PAIRING_COOKIE, "")
    if request.method == "POST" and form.is_valid():
        code = form.cleaned_data["pairing"]
        try:
            with counted("pair", asked_over(request)):
                return _let_in(code)
        except RuleBroken as refused:
            form.add_error("pairing", words(refused))
        except Throttled:
            form.add_error("pairing", words(own("throttled")))
        code = ""
    elif code and is_offered(code):
        with suppress(RuleBroken):  # its session was closed meanwhile
            return _let_in(code)
        code = ""
    code = code if codes.is_recovery_code(code) else codes.recovery_code()
    address = f"{house_address(request)}/screen/pair/{code}"
    facts = {"code": code, "qr": qr_code(address), "address": address, "form": form}
    response = render(request, "web/pairing.html", facts)
    response.set_cookie(
        PAIRING_COOKIE, code, httponly=True, samesite="Lax", max_age=3600, secure=settings.SESSION_COOKIE_SECURE
    )
    return response


def _let_in(code: str) -> HttpResponse:
    device, secret = pair(code, kind=DeviceToken.Kind.SCREEN)
    response = redirect("screen")
    response.status_code = 303
    remember(response, DeviceToken.Kind(device.kind), secret)
    response.delete_cookie(PAIRING_COOKIE, samesite="Lax")
    return response


@staff_member_required
@require_http_methods(["GET", "HEAD", "POST"])
def let_in(request: HttpRequest, code: str) -> HttpResponse:
    """An organiser has scanned what a screen shows: which session is it for?"""
    if not codes.is_recovery_code(code):
        raise Http404
    form = LetInForm(request.POST or None)
    clubs = clubs_of(request.user, [Staff.Part.ORGANISER])
    open_now = Session.objects.filter(club__in=clubs, state=Session.State.OPEN, cleared_at=None).order_by("-opened_at")
    form.fields["session"].queryset = open_now  # type: ignore[attr-defined]
    done = False
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        kind, by = DeviceToken.Kind.SCREEN, staff(request.user)  # type: ignore[arg-type]
        try:
            offer_pairing(said["session"], kind=kind, label=said["label"], by=by, code=code)
            done = True
        except RuleBroken as refused:
            form.add_error(None, words(refused))
    facts = {"form": form, "code": code, "done": done, "sessions": open_now}
    return render(request, "web/let_in.html", facts, status=422 if form.errors else 200)
