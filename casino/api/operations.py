"""One operation of the API: who may do it, what it takes, what it gives. A view parses, calls and renders; all of
that is here, and a resource only says what is called.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import JSONParser
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api import problems
from casino.api.answering import json_answer, once, question_of, require_key, retried
from casino.api.callers import Bearer, Caller, StaffLogin, Standing
from casino.api.fields import Shape
from casino.api.shapes import Problem
from casino.clubs.actors import Actor
from casino.clubs.models import Player

LARGEST_BODY = 2**18  # bytes
Who = frozenset[Standing]
ANYBODY: Who | None = None  # without a credential
SIGNED_IN: Who = frozenset()  # with any; the operation looks for itself

KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 100, "pattern": "^[!-~]+$"},
    OpenApiParameter.HEADER,
    required=True,
    description="Made and stored by the client before it asks; the same key and body get the same answer.",
    examples=[OpenApiExample("key", "0f9a61de-stake-1")],
)


@dataclass(frozen=True)
class Asked:
    """A request that was understood: by whom, about what, saying what."""

    request: Request
    caller: Caller | None
    standing: Standing | None
    item: Any  # what the address names
    said: Mapping[str, Any] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)

    @property
    def by(self) -> Actor:
        assert self.caller is not None
        return self.caller.actor

    @property
    def player(self) -> Player:
        assert self.caller is not None
        return self.caller.player


class Json(JSONParser):
    """JSON that can be kept: PostgreSQL has no NUL, half a surrogate is no character, and nothing here is deep."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        try:
            data = super().parse(stream, media_type, parser_context)
            kept = b"\0" not in "".join(_texts(data)).encode()
        except (RecursionError, UnicodeEncodeError):
            kept = False
        if not kept:
            raise ParseError
        return data


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        yield from data
        data = list(data.values())
    for inner in data if isinstance(data, list) else ():
        yield from _texts(inner)


class AlwaysJson(BaseContentNegotiation):
    """There is one way that answers are written; who wants another gets this one all the same."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        wanted = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == wanted), None)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:  # noqa: ARG002
        return renderers[0], renderers[0].media_type


def _nothing(*_: Any, **__: Any) -> None:
    """What an address without a name names."""


class Resource(APIView):
    """Something with an address. `find` looks for what it names, `session_of` says whose it is."""

    authentication_classes: Sequence[Any] = (Bearer, StaffLogin)
    permission_classes = ()
    parser_classes = (Json,)
    renderer_classes = (JSONRenderer,)
    content_negotiation_class = AlwaysJson
    http_method_names: Sequence[str] = ("get", "post", "put", "patch", "delete", "head")
    tag = ""  # the chapter of the document it stands in

    find: ClassVar[Any] = staticmethod(_nothing)  # (caller, *what the address names) -> item
    session_of: ClassVar[Any] = staticmethod(_nothing)  # (item) -> Session


class PublicResource(Resource):
    """For everybody; no token is looked at."""

    authentication_classes = ()


def operation(
    name: str,
    summary: str,
    *,
    who: Who | None,
    gives: Any = None,
    takes: type[Shape] | None = None,
    query: type[Shape] | None = None,
    status: int = 200,
    counters: bool = False,
    also: tuple[int, ...] = (),
    about: str = "",
) -> Callable[[Any], Any]:
    """`counters`: it moves some, so it wants a key and is done once. `also`: other problems it may answer with."""

    def decorate(act: Callable[[Any, Asked], Any]) -> Any:
        def handle(view: Resource, request: Request, **named: Any) -> HttpResponseBase:
            asked = _understood(view, request, named, who, takes, query)

            def run() -> tuple[int, Any]:
                return status, act(view, asked)

            if not counters:
                body = retried(lambda: act(view, asked))
                if body is None:
                    return HttpResponse(status=status)
                return body if isinstance(body, HttpResponseBase) else json_answer(status, body)
            assert asked.caller is not None
            key = require_key(request.META.get("HTTP_IDEMPOTENCY_KEY"))
            question = question_of(str(request.method), request.path, request.data if takes else None)
            return once(caller=asked.caller.name, key=key, question=question, act=run)

        handle.__doc__ = act.__doc__
        return extend_schema(
            operation_id=name,
            summary=summary,
            description=about or _paragraphs(act.__doc__) or f"{summary}.",
            request=takes,
            responses={
                **(gives if isinstance(gives, dict) else {status: gives}),
                **_problems(who, takes, counters=counters, also=also),
            },
            parameters=[*([query] if query else []), *([KEY] if counters else [])],
            auth=[] if who is ANYBODY else None,
        )(handle)

    return decorate


def _paragraphs(text: str | None) -> str:
    return " ".join((text or "").split())


def _understood(
    view: Resource,
    request: Request,
    named: dict[str, Any],
    who: Who | None,
    takes: type[Shape] | None,
    query: type[Shape] | None,
) -> Asked:
    """In this order: who asks, whether it is there for them, whether they may, whether it makes sense."""
    user: Any = request.user
    caller = user if isinstance(user, Caller) else None
    if who is not ANYBODY and caller is None:
        raise problems.own("not_authenticated")
    item = view.find(caller, **named)
    standing = None
    if who:
        assert caller is not None
        standing = caller.standing_in(view.session_of(item))
        if standing is None:
            raise problems.own("not_found")
        if standing not in who:
            raise problems.own("forbidden")
    if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST_BODY:
        raise problems.own("too_large")
    said = _read(takes, request.data) if takes else {}
    wanted = _read(query, request.query_params.dict()) if query else {}
    return Asked(request, caller, standing, item, said, wanted)


def _read(kind: type[Shape], data: Any) -> Mapping[str, Any]:
    shape = kind(data=data)
    shape.is_valid(raise_exception=True)
    read: Mapping[str, Any] = shape.validated_data
    return read


def _problems(
    who: Who | None, takes: Any, *, counters: bool, also: tuple[int, ...]
) -> dict[tuple[int, str], OpenApiResponse]:
    statuses = {400, 503, *also}
    if who is not ANYBODY:
        statuses |= {401}
    if who:
        statuses |= {403, 404}
    if takes:
        statuses |= {413, 415, 422}
    if counters:
        statuses |= {409, 422}
    return {
        (status, problems.MEDIA_TYPE): OpenApiResponse(Problem, description=PROBLEMS[status])
        for status in sorted(statuses)
    }


PROBLEMS = {
    400: "Not as this document says.",
    401: "Without a token that is known here.",
    403: "Not for this caller.",
    404: "Not there, or not for this caller to know.",
    409: "The same key is being answered just now.",
    410: "The house was restored since.",
    413: "Too large.",
    415: "Not JSON.",
    422: "Refused by the rules, or the key was used for something else.",
    429: "Too many failed tries.",
    503: "Busy; ask again.",
}
