"""What a guest does on a page: once for each key, as in the API, and told in a line on the page that follows."""

import json
import secrets
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from casino.api.answering import KEY, Act, once, question_of, retried
from casino.api.callers import Caller
from casino.api.problems import own
from casino.wording import words
from games.kit.errors import RuleBroken
from ledger.errors import LedgerError

NOT_ASKED = {"csrfmiddlewaretoken", "key"}


def fresh_key() -> str:
    """For a form that is about to be shown. Sent twice, it is done once."""
    return secrets.token_hex(16)


def do_once(request: HttpRequest, guest: Caller, act: Act, *, said: str, then: str) -> HttpResponse:
    """`act` moves counters. Done or refused, it is told on the page `then`; with its key again, it is only told."""
    asked = {name: values for name, values in request.POST.lists() if name not in NOT_ASKED}
    key = request.POST.get("key", "")
    try:
        if not KEY.fullmatch(key):
            raise own("malformed")
        answer = once(caller=guest.name, key=key, question=question_of("POST", request.path, asked), act=act)
    except (RuleBroken, LedgerError) as refused:
        return told(request, then, words(refused), refused=True)
    if answer.status_code >= 400:
        return told(request, then, json.loads(answer.content)["detail"], refused=True)
    return told(request, then, said)


def do(request: HttpRequest, act: Callable[[], Any], *, said: str, then: str) -> HttpResponse:
    """`act` moves no counters; to do it twice changes nothing."""
    try:
        retried(act)
    except (RuleBroken, LedgerError) as refused:
        return told(request, then, words(refused), refused=True)
    return told(request, then, said)


def told(request: HttpRequest, then: str, sentence: str, *, refused: bool = False) -> HttpResponse:
    if sentence:
        (messages.error if refused else messages.success)(request, sentence)
    response = redirect(then)
    response.status_code = 303
    return response
