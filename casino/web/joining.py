"""Coming in: by the code on the wall, with a nickname and a language; and coming back, with the code that was shown."""

import secrets
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override
from django.utils.translation.trans_real import parse_accept_lang_header
from django.views.decorators.http import require_http_methods, require_safe

from casino.api.callers import Caller
from casino.api.problems import own
from casino.clubs import codes
from casino.clubs.joining import come_back, find_session, join
from casino.clubs.models import NICKNAME_LENGTH, DeviceToken, Session
from casino.desk.prices import price_words
from casino.throttling import Throttled, asked_over, counted
from casino.web.frame import frame
from casino.web.guests import for_guests, forget, guest_of, remember, session_of
from casino.wording import words
from games.kit.errors import RuleBroken

RECOVERY_COOKIE = "casino_recovery"  # the code a guest was shown, so that the page can show it again


class JoinForm(forms.Form):
    nickname = forms.CharField(
        label=_("Your name tonight"), max_length=NICKNAME_LENGTH, widget=forms.TextInput({"autocomplete": "nickname"})
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    # Made with the form: sent twice, it finds the same seat, and never makes a second one.
    secret = forms.CharField(widget=forms.HiddenInput, min_length=20, max_length=100)


class CodeForm(forms.Form):
    code = forms.CharField(
        label=_("Code on the wall"), max_length=40, widget=forms.TextInput({"autocapitalize": "characters"})
    )


class ComeBackForm(forms.Form):
    recovery = forms.CharField(
        label=_("The code you were shown"), max_length=40, widget=forms.TextInput({"autocapitalize": "characters"})
    )


@require_safe
def with_code(request: HttpRequest) -> HttpResponse:
    """`?code=` of the form on the front page."""
    form = CodeForm(request.GET if "code" in request.GET else None)
    if form.is_valid():
        return redirect("join", code=codes.as_typed(form.cleaned_data["code"]) or "-")
    return render(request, "web/code.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
def join_session(request: HttpRequest, code: str) -> HttpResponse:
    session = _found(request, code)
    if isinstance(session, HttpResponse):
        return session
    here = guest_of(request)
    form = JoinForm(request.POST or None, initial=_first(request, session))
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            joined = join(code=session.code, nickname=said["nickname"], secret=said["secret"])
        except RuleBroken as refused:
            form.add_error("nickname", words(refused))
        else:
            return _came_in(joined, said["language"])
    facts = {"form": form, "session": session, "price": price_words(session)}
    with override(_language(request, session)):
        already = here if here and session_of(here).pk == session.pk else None
        return render(request, "web/join.html", {**facts, "already": already}, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def come_back_to(request: HttpRequest, code: str) -> HttpResponse:
    session = _found(request, code)
    if isinstance(session, HttpResponse):
        return session
    form = ComeBackForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            with counted("come-back", asked_over(request)):
                joined = come_back(code=session.code, recovery=form.cleaned_data["recovery"])
        except RuleBroken as refused:
            form.add_error("recovery", words(refused))
        except Throttled:
            form.add_error("recovery", words(own("throttled")))
        else:
            return _came_in(joined, _language(request, session))
    facts = {"form": form, "session": session}
    return render(request, "web/come_back.html", facts, status=422 if form.errors else 200)


@require_safe
@for_guests
def recovery(request: HttpRequest, guest: Caller) -> HttpResponse:
    """What to come back with on another phone: to be printed, and shown for as long as this phone has it."""
    code = request.COOKIES.get(RECOVERY_COOKIE, "")
    return render(request, "web/recovery.html", {**frame(guest), "tab": "code", "code": code})


@require_http_methods(["POST"])
def leave(_request: HttpRequest) -> HttpResponse:
    """This browser forgets the guest. With the recovery code they come back."""
    response = redirect("front")
    forget(response, DeviceToken.Kind.PLAYER)
    response.delete_cookie(RECOVERY_COOKIE, samesite="Lax")
    return response


def _found(request: HttpRequest, code: str) -> Session | HttpResponse:
    """The open session with this code, or the page that says why there is none."""
    try:
        with counted("join", asked_over(request)):
            return find_session(code)
    except RuleBroken as refused:
        over = Session.objects.filter(code=codes.as_typed(code), state=Session.State.CLOSED).first()
        if over:
            return render(request, "web/session_over.html", {"session": over, "guest": guest_of(request)}, status=410)
        return render(request, "web/code.html", {"form": CodeForm(), "why": words(refused)}, status=404)
    except Throttled:
        return render(request, "web/code.html", {"form": CodeForm(), "why": words(own("throttled"))}, status=429)


def _first(request: HttpRequest, session: Session) -> dict[str, Any]:
    return {"language": _language(request, session), "secret": secrets.token_urlsafe(24)}


def _language(request: HttpRequest, session: Session) -> str:
    """What the guest chose before, or what their phone speaks if the house does, or that of the session."""
    spoken = [tag for tag, _ in parse_accept_lang_header(request.headers.get("Accept-Language", ""))]
    wanted = [request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""), *spoken]
    known = (each.partition("-")[0] for each in wanted)
    return next((each for each in known if each in dict(settings.LANGUAGES)), session.language)


def _came_in(joined: Any, language: str) -> HttpResponse:
    response = redirect("recovery")
    response.status_code = 303
    remember(response, DeviceToken.Kind.PLAYER, joined.token)
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(RECOVERY_COOKIE, joined.recovery, httponly=True, samesite="Lax", secure=secure, max_age=172800)
    response.set_cookie(settings.LANGUAGE_COOKIE_NAME, language, samesite="Lax", secure=secure, max_age=31536000)
    return response
