"""What goes wrong, told as RFC 9457 problem documents. Every code is a `type` with a page of its own in the catalogue.

`problems.json` has the sentences of all codes of the house, collected from the sources by `make schema`.
"""

import json
from functools import cache
from http import HTTPStatus
from importlib import resources
from typing import Any

import redis
import structlog
from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpResponse
from django.utils.translation import gettext_noop as _
from rest_framework import exceptions

from casino.errors import PASSING
from casino.throttling import Throttled
from casino.wording import words
from games.kit.errors import RuleBroken, shown
from ledger.errors import LedgerError

log = structlog.get_logger("casino.api")

MEDIA_TYPE = "application/problem+json"
ADDRESS = "/api/v1/problems/{code}/"
CHALLENGE = 'Bearer realm="casino"'

# What the edge itself refuses.
OWN = {
    "malformed": _("Something in the request is not as the document says."),
    "key_missing": _("This moves counters: send an Idempotency-Key of 1 to 100 printable characters with it."),
    "not_authenticated": _("Say who you are: send a token, or log in."),
    "bad_login": _("There is no member of staff with this name and password."),
    "forbidden": _("This is not for you to see or do."),
    "not_found": _("There is nothing here."),
    "method_not_allowed": _("This cannot be done here."),
    "key_in_use": _("The same request is being answered just now; ask again."),
    "epoch_changed": _("The house was restored from a backup: fetch everything anew."),
    "too_large": _("The request is larger than any that makes sense here."),
    "unsupported_media_type": _("Requests are written in JSON."),
    "throttled": _("Too many failed tries. Wait a little."),
    "internal": _("Something went wrong in the house. It has been noted."),
    "busy": _("The house is busy or its database away: ask again in a moment."),
}
# Every code that is not here is the rules' own word, and 422.
STATUS = {
    **dict.fromkeys(("malformed", "key_missing", "bad_cursor"), 400),
    **dict.fromkeys(("not_authenticated", "bad_token", "bad_login"), 401),
    "forbidden": 403,
    **dict.fromkeys(("not_found", "unknown_round", "unknown_table", "unknown_session", "unknown_ticket"), 404),
    **dict.fromkeys(("unknown_code", "unknown_recovery_code", "unknown_pairing_code"), 404),
    "method_not_allowed": 405,
    "key_in_use": 409,
    "epoch_changed": 410,
    "too_large": 413,
    "unsupported_media_type": 415,
    "throttled": 429,
    "internal": 500,
    "busy": 503,
}
REFUSED = 422
WAIT = {"key_in_use": 1, "busy": 2, "throttled": 30}  # seconds, where nothing better is known


@cache
def sentences() -> dict[str, list[str]]:
    """By code: the sentences it is told with, as templates."""
    text = resources.files("casino.api").joinpath("problems.json").read_text()
    collected: dict[str, list[str]] = json.loads(text)
    return collected


def status_of(code: str) -> int:
    return STATUS.get(code, REFUSED)


def own(code: str) -> RuleBroken:
    """A refusal of the edge itself."""
    return RuleBroken(code, OWN[code])


def document(refused: RuleBroken | LedgerError, **more: Any) -> dict[str, Any]:
    facts = {name: shown(fact) for name, fact in refused.facts.items()}
    return {
        "type": ADDRESS.format(code=refused.code),
        "title": title(refused.code),
        "status": status_of(refused.code),
        "detail": words(refused),
        "code": refused.code,
        "facts": facts,
        **more,
    }


def title(code: str) -> str:
    return code.replace("_", " ").capitalize()


def answer(refused: RuleBroken | LedgerError, *, wait: int | None = None, **more: Any) -> HttpResponse:
    told = document(refused, **more)
    response = HttpResponse(json.dumps(told, ensure_ascii=False), status=told["status"], content_type=MEDIA_TYPE)
    wait = WAIT.get(refused.code) if wait is None else wait
    if wait is not None:
        response.headers["Retry-After"] = str(wait)
    if told["status"] == HTTPStatus.UNAUTHORIZED:
        response.headers["WWW-Authenticate"] = CHALLENGE
    return response


def handle(error: Exception, context: Any = None) -> HttpResponse:
    """DRF calls this for everything that was raised in a view. Nothing leaves the house as a page of ours."""
    if isinstance(error, RuleBroken | LedgerError):
        return answer(error)
    if isinstance(error, Throttled):
        return answer(own("throttled"), wait=error.wait)
    if isinstance(error, exceptions.ValidationError):
        return answer(own("malformed"), errors=list(_fields(error.detail)))
    if isinstance(error, exceptions.MethodNotAllowed):
        response = answer(own("method_not_allowed"))
        if view := (context or {}).get("view"):
            response.headers["Allow"] = ", ".join(view.allowed_methods)
        return response
    for kinds, code in _KINDS:
        if isinstance(error, kinds):
            if code == "busy":
                log.warning("a server is away", error=str(error))
            return answer(own(code))
    log.error("unhandled", exc_info=error)
    return answer(own("internal"))


_KINDS: tuple[tuple[Any, str], ...] = (
    (exceptions.NotAuthenticated, "not_authenticated"),
    (exceptions.AuthenticationFailed, "not_authenticated"),
    ((exceptions.PermissionDenied, PermissionDenied), "forbidden"),
    ((exceptions.NotFound, Http404), "not_found"),
    (exceptions.UnsupportedMediaType, "unsupported_media_type"),
    ((exceptions.ParseError, BadRequest, SuspiciousOperation), "malformed"),
    ((*PASSING, redis.RedisError), "busy"),
)


def _fields(detail: Any, where: str = "") -> Any:
    """Every problem with its place: `stakes.0.counters`."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            yield from _fields(inner, f"{where}.{name}" if where else str(name))
    elif isinstance(detail, list):
        for at, inner in enumerate(detail):
            yield from _fields(inner, f"{where}.{at}" if isinstance(inner, dict) else where)
    else:
        yield {"where": where, "detail": str(detail)}
