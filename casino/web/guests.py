"""Who looks at a page: a guest's phone or a screen, known by a cookie that no script can read."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from casino.api.callers import SCREEN_COOKIE, SEAT_COOKIE, Caller
from casino.clubs.joining import SCREEN_LIFE, TOKEN_LIFE, find_token
from casino.clubs.models import DeviceToken, Session
from games.kit.errors import RuleBroken

COOKIES = {DeviceToken.Kind.PLAYER: SEAT_COOKIE, DeviceToken.Kind.SCREEN: SCREEN_COOKIE}

View = Callable[..., HttpResponse]


def known(request: HttpRequest, kind: DeviceToken.Kind) -> Caller | None:
    """The device of this kind that asks; nothing if its cookie is gone, or worth nothing any more."""
    secret = request.COOKIES.get(COOKIES[kind])
    if not secret:
        return None
    try:
        device = find_token(secret)
    except RuleBroken:
        return None
    return Caller(device=device) if device.kind == kind else None


def guest_of(request: HttpRequest) -> Caller | None:
    return known(request, DeviceToken.Kind.PLAYER)


def session_of(caller: Caller) -> Session:
    assert caller.device is not None
    return caller.device.session


def remember(response: HttpResponse, kind: DeviceToken.Kind, secret: str) -> None:
    """A hall's network is plain HTTP: the cookie is for the house alone, and on TLS for TLS alone."""
    age = TOKEN_LIFE if kind == DeviceToken.Kind.PLAYER else SCREEN_LIFE
    response.set_cookie(
        COOKIES[kind], secret, max_age=age, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
    )


def forget(response: HttpResponse, kind: DeviceToken.Kind) -> None:
    response.delete_cookie(COOKIES[kind], samesite="Lax")


def for_guests(view: View) -> View:
    """A page for whoever has joined. Everybody else is told how to."""

    @wraps(view)
    def look(request: HttpRequest, **named: Any) -> HttpResponse:
        guest = guest_of(request)
        if guest is None:
            return render(request, "web/scan_again.html", status=401)
        return view(request, guest, **named)

    return look


def while_it_lasts(view: View) -> View:
    """The same, as long as the session is open."""

    @for_guests
    @wraps(view)
    def look(request: HttpRequest, guest: Caller, **named: Any) -> HttpResponse:
        if session_of(guest).state != Session.State.OPEN:
            return render(request, "web/session_over.html", {"guest": guest, "session": session_of(guest)}, status=410)
        return view(request, guest, **named)

    return look
