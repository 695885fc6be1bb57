"""What happens to every request: a number and a log line, security headers, static files."""

import contextlib
import gzip
import re
import time
import uuid
from collections.abc import Callable
from functools import lru_cache
from http import HTTPStatus
from typing import Any

import structlog
from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils.cache import patch_vary_headers
from whitenoise.middleware import WhiteNoiseMiddleware

from casino.logs import HIDDEN, SECRET_NAMES

GetResponse = Callable[[HttpRequest], HttpResponseBase]

log = structlog.get_logger("casino.request")

ACCEPTABLE_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
QUIET = {"/healthz", "/readyz"}


class RequestLog:
    """One line per request, under an id that the answer and every other line of the request carry too."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        given = request.headers.get("X-Request-ID", "")
        request_id = given if ACCEPTABLE_ID.fullmatch(given) else uuid.uuid4().hex
        structlog.contextvars.bind_contextvars(request_id=request_id)
        started = time.perf_counter()
        try:
            response = self.get_response(request)
            response.headers["X-Request-ID"] = request_id
            say = log.debug if request.path in QUIET else log.info
            say(
                "request",
                method=request.method,
                path=path_without_secrets(request),
                status=response.status_code,
                milliseconds=round((time.perf_counter() - started) * 1000, 1),
            )
        finally:
            structlog.contextvars.clear_contextvars()
        return response


def path_without_secrets(request: HttpRequest) -> str:
    """The path, without its query, and with what a route calls a token or a key blotted out."""
    path = request.path
    for name, value in _arguments(request).items():
        if SECRET_NAMES.search(name):
            path = path.replace(str(value), HIDDEN)
    return path


def _arguments(request: HttpRequest) -> dict[str, Any]:
    """What the route takes from the path, also where a redirect answered before the route was found."""
    if request.resolver_match:
        return request.resolver_match.kwargs
    for path in (request.path_info, f"{request.path_info}/"):
        with contextlib.suppress(Resolver404):
            return resolve(path).kwargs
    return {}


STRICT = {
    "default-src": "'self'",
    "img-src": "'self' data:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
# The admin theme is written with Alpine.js, which evaluates the expressions in its attributes, and styles inline.
THEMED_ADMIN = {
    **STRICT,
    "script-src": "'self' 'unsafe-eval'",
    "style-src": "'self' 'unsafe-inline'",
}


def content_security_policy(path: str) -> str:
    themed = path.startswith("/admin/") and settings.ADMIN_THEME == "unfold"
    return "; ".join(f"{name} {value}" for name, value in (THEMED_ADMIN if themed else STRICT).items())


class SecurityHeaders:
    """What Django's own SecurityMiddleware leaves out."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", content_security_policy(request.path))
        response.headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        return response


class RefuseNul:
    """No address of the house holds a NUL, and PostgreSQL cannot be asked about one: a bad request, not our failure."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if "\0" in request.path or "%00" in request.META["QUERY_STRING"]:
            raise BadRequest("NUL in the address")
        return self.get_response(request)


class OneThread:
    """Does nothing, last in the chain and for synchronous calls only, so that the whole chain is synchronous.

    Otherwise Django runs its own middleware asynchronously and crosses into a thread and back for each of them.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise, answering with plain bytes: its file responses make Django warn on every one under ASGI. Text is
    compressed here, once: nothing is collected, so nobody has done it before.
    """

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        content = b""
        if found.file is not None:
            with found.file:
                content = found.file.read()
        response = HttpResponse(content, status=found.status)
        del response.headers["Content-Type"]
        for name, value in found.headers:
            response.headers[name] = value
        if found.status == HTTPStatus.OK and TEXT.match(response.headers.get("Content-Type", "")):
            _compress(response, request)
        return response


TEXT = re.compile("text/|image/svg|application/json")


def _compress(response: HttpResponse, request: HttpRequest) -> None:
    patch_vary_headers(response, ["Accept-Encoding"])
    if "gzip" in request.headers.get("Accept-Encoding", "") and "Content-Encoding" not in response.headers:
        response.content = _compressed(response.content)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.content))


@lru_cache(maxsize=256)  # the files of the house, as often as they are asked for
def _compressed(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)
