"""The verifier: a page on which the guest's own browser deals a round again. Nothing is asked while it judges."""

from functools import lru_cache
from typing import Any

from django.contrib.staticfiles import finders
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from casino.api.callers import is_staff
from casino.clubs.actors import clubs_of
from casino.tables.fairness import transcript_of
from casino.tables.models import Round
from casino.web.guests import guest_of, session_of
from casino.web.reading import whole
from casino.web.verifier_packs import packs
from casino.web.verifier_words import FULL_CHECK, sentences

MOST_ROUNDS = 12  # to pick from


@require_safe
def verify_page(request: HttpRequest) -> HttpResponse:
    shown = {
        "rounds": [(round_.pk, title_of(round_)) for round_ in rounds_for(request)[:MOST_ROUNDS]],
        "picked": [{"title": title, "text": text} for title, text in transcripts(request)],
        "picked_id": _picked(request),
    }
    return render(request, "web/verify.html", {**_needed(), **shown})


@require_safe
def offline_file(request: HttpRequest) -> HttpResponse:
    """The same page as one file to keep, with all it needs inside. A file on a disk is under nobody's policy."""
    inside = {
        "script": _inlined("web/verify.js"),
        "styles": [_inlined(f"web/{name}.css") for name in ("house", "verify")],
    }
    answer = render(request, "web/verify_offline.html", {**_needed(), **inside})
    answer.headers["Content-Disposition"] = 'attachment; filename="verifier.html"'
    return answer


def transcripts(request: HttpRequest) -> list[tuple[str, str]]:
    """A title and the transcript of the round that was picked with `?round=`, if whoever asks may see it."""
    picked = rounds_for(request).filter(pk=_picked(request))
    return [(title_of(each), transcript_of(each).decode()) for each in picked]


def _picked(request: HttpRequest) -> int:
    """The number that was asked for; 0, which no round has, if it is none."""
    return whole(request.GET.get("round")) or 0


def rounds_for(request: HttpRequest) -> QuerySet[Round]:
    """Rounds that are over and whose transcripts this person may see, the last one first: guests those of their
    session, staff those of their clubs.
    """
    over = Round.objects.filter(phase__in=[Round.Phase.SETTLED, Round.Phase.VOID])
    seen = Round.objects.none()
    if guest := guest_of(request):
        seen = over.filter(table__session=session_of(guest))
    elif is_staff(request.user):
        seen = over.filter(table__session__club__in=clubs_of(request.user))
    return seen.select_related("table__session", "chain", "secret").order_by("-ended_at", "-pk")


def title_of(round_: Round) -> str:
    told = {"session": round_.table.session.name, "table": round_.table.name, "round": round_.number}
    return gettext("%(session)s: %(table)s, round %(round)s") % told


def _needed() -> dict[str, Any]:
    return {"packs": packs(), "sentences": sentences(), "full_check": FULL_CHECK}


@lru_cache
def _inlined(name: str) -> SafeString:
    """A static file of ours, to stand inside a page."""
    with open(finders.find(name), encoding="utf-8") as file:  # type: ignore[arg-type]  # noqa: PTH123
        text = file.read()
    assert "</" not in text, "it would end the element that it stands in"
    return mark_safe(text)  # noqa: S308 - our own file
