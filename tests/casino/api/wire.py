"""Asking the API as a client would, over the whole of Django; every answer is held against the document."""

import json
import uuid
from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml
from django.http import HttpResponse
from django.test.client import Client, ClientHandler
from jsonschema_rs import Draft202012Validator

from casino.api.problems import MEDIA_TYPE
from casino.home import PROJECT

PREFIX = "/api/v1"


@cache
def document() -> dict[str, Any]:
    text = (PROJECT / "docs" / "openapi.yaml").read_text()
    found: dict[str, Any] = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506
    return found


def described(part: dict[str, Any]) -> dict[str, Any]:
    """What a reference refers to."""
    while "$ref" in part:
        found: Any = document()
        for name in part["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        part = found
    return part


def conforms(value: Any, schema: dict[str, Any]) -> None:
    """Whether a value is as a schema of the document says."""
    _validator(json.dumps(schema)).validate(value)


@cache  # each is compiled with the whole document
def _validator(schema: str) -> Draft202012Validator:
    return Draft202012Validator({**json.loads(schema), "components": document()["components"]})


def operation_at(method: str, path: str) -> dict[str, Any]:
    """The operation of the document that this request is."""
    asked = path.partition("?")[0].split("/")
    for template, operations in document()["paths"].items():
        parts = template.split("/")
        fits = len(parts) == len(asked) and all(
            part == given or part.startswith("{") for part, given in zip(parts, asked, strict=True)
        )
        if fits and method.lower() in operations:
            found: dict[str, Any] = operations[method.lower()]
            return found
    raise AssertionError(f"{method} {path} is not in the document")


@dataclass(frozen=True)
class Told:
    """An answer that is as the document says it may be."""

    status: int
    body: Any
    headers: Any

    @property
    def code(self) -> str:
        return str(self.body["code"])


@cache
def _house() -> ClientHandler:
    """One for all wires: each would look through all static files first, which takes longer than to answer."""
    house = ClientHandler(enforce_csrf_checks=False)
    house.load_middleware()
    return house


class Wire:
    """A client with a token, or with none."""

    def __init__(self, token: str | None = None, **headers: str) -> None:
        self.client = Client(raise_request_exception=False)
        self.client.handler = _house()
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.headers |= headers

    def ask(self, method: str, path: str, body: Any = None, *, key: str | None = None, **headers: str) -> Told:
        given = {**self.headers, **headers}
        if key:
            given["Idempotency-Key"] = key
        response = self.client.generic(
            method,
            f"{PREFIX}{path}",
            b"" if body is None else json.dumps(body).encode(),
            content_type="application/json",
            headers=given,
        )
        return self._held_against_the_document(method, path, response)

    def get(self, path: str, **headers: str) -> Told:
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: Any = None, *, key: str | None = None, **headers: str) -> Told:
        """With a fresh key, which does no harm where none is wanted."""
        return self.ask("POST", path, {} if body is None else body, key=key or str(uuid.uuid4()), **headers)

    def put(self, path: str, body: Any) -> Told:
        return self.ask("PUT", path, body)

    def _held_against_the_document(self, method: str, path: str, response: Any) -> Told:
        operation = operation_at(method, f"{PREFIX}{path}")
        status = str(response.status_code)
        assert status in operation["responses"], f"{method} {path}: {status} {response.content!r}"
        assert response.headers["Server-Time"].endswith("Z")
        content = described(operation["responses"][status]).get("content", {})
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        assert kind in content or not content, f"{method} {path}: {kind}"
        if response.status_code >= 400:
            assert kind == MEDIA_TYPE
        body = None
        if kind in {"application/json", MEDIA_TYPE}:
            body = json.loads(response.content)
            conforms(body, content[kind]["schema"])
        elif isinstance(response, HttpResponse):
            body = response.content
        else:
            body = b"".join(response.streaming_content)
        return Told(response.status_code, body, response.headers)


def price_of(wire: Wire, round_id: int, market: str = "win") -> str:
    odds = wire.get(f"/rounds/{round_id}/odds/").body
    return next(str(space["price"]) for space in [*odds["spaces"], *odds["pools"]] if space["market"] == market)


def stake_body(wire: Wire, round_id: int, selection: str, counters: Any, market: str = "win") -> dict[str, Any]:
    price = price_of(wire, round_id, market)
    return {"market": market, "selection": selection, "counters": counters, "price": price}
