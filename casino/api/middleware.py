"""What every answer of the API has: the time in the house; and whatever went wrong on the way is told as a problem."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

from casino.api import problems
from casino.clock import when

PREFIX = "/api/"
CODES = {400: "malformed", 403: "forbidden", 404: "not_found", 405: "method_not_allowed", 413: "too_large", 503: "busy"}
PAGES = "text/html"


class ApiAnswers:
    """Pages are for people: what Django itself refuses, or what nobody caught, leaves the API as a problem document."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not request.path.startswith(PREFIX):
            return response
        if response.status_code >= 400 and response.headers.get("Content-Type", PAGES).startswith(PAGES):
            response = problems.answer(problems.own(CODES.get(response.status_code, "internal")))
        response.headers["Server-Time"] = when(timezone.now()) or ""
        return response
