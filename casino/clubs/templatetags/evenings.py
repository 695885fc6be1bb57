"""What the first page of the admin shows before its lists: the evenings of whoever looks, and the way to them."""

from typing import Any

from django import template
from django.contrib import admin
from django.http import HttpRequest

from casino.clubs.actors import clubs_of
from casino.clubs.models import Club, Session, Staff

register = template.Library()

SHOWN = 10


@register.simple_tag
def first_steps(request: HttpRequest) -> dict[str, Any]:
    """Sessions that are open, then drafts, each with its steps."""
    return {
        "no_club": request.user.is_superuser and not Club.objects.exists(),
        "sessions": _sessions(request),
        "may_add": clubs_of(request.user, [Staff.Part.ORGANISER]).exists(),
    }


def _sessions(request: HttpRequest) -> list[dict[str, Any]]:
    pages: Any = admin.site.get_model_admin(Session)
    current = pages.get_queryset(request).filter(state__in=[Session.State.OPEN, Session.State.DRAFT])
    found = current.order_by("-state", "-pk")[:SHOWN]  # open before draft
    return [{"session": session, "steps": pages.steps(request, session, None)} for session in found]
