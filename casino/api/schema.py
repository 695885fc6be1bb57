"""How drf-spectacular describes us: fields of our own, credentials, and what every answer has."""

import json
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema

from casino.api import problems
from casino.api.typed import Payload, union_name, unions
from casino.exports.progress import TICKET
from games.kit.errors import RuleBroken

EXAMPLES = Path(__file__).with_name("examples.json")  # recorded on an evening by `make examples`
NUMBER = {"type": "integer", "minimum": 1, "maximum": 2**53 - 1}
WORD = {"type": "string", "pattern": "^[a-z][a-z0-9_-]{0,39}$"}
# Every variable in an address, wherever it stands.
IN_ADDRESSES: dict[str, tuple[dict[str, Any], str]] = {
    "code": ({"type": "string", "pattern": "^[0-9A-Za-z]{4,12}$"}, "The code of the session, as guests type it."),
    "game": (WORD, "The slug of a game: `minoru`."),
    "edition": (WORD, "The name of an edition, as options and views have it: `miro-demo-1`."),
    "problem": (WORD, "The code of a problem: `staking_closed`."),
    "table_id": (NUMBER, "The table."),
    "round_id": (NUMBER, "The round."),
    "player_id": (NUMBER, "The player."),
    "device_id": (NUMBER, "The device."),
    "token_id": (NUMBER, "The token."),
    "prize_id": (NUMBER, "The prize."),
    "club_id": (NUMBER, "The club."),
    "ticket_id": ({"type": "string", "pattern": f"^{TICKET.pattern}$"}, "The ticket that the export was asked with."),
    "ticket": (NUMBER, "The number on the paper."),
}


class HouseSchema(AutoSchema):
    def get_tags(self) -> list[str]:
        return [self.view.tag]  # type: ignore[attr-defined]

    def _resolve_path_parameters(self, variables: list[str]) -> list[dict[str, Any]]:
        return [
            {
                "in": "path",
                "name": name,
                "required": True,
                "schema": IN_ADDRESSES[name][0],
                "description": IN_ADDRESSES[name][1],
            }
            for name in variables
        ]


class PayloadExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    target_class = "casino.api.shapes.GamePayload"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Any) -> dict[str, Any]:  # noqa: ARG002
        return {"$ref": f"#/components/schemas/{union_name(self.target.payload)}"}


class RawExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    target_class = "casino.api.shapes.Described"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Any) -> dict[str, Any]:  # noqa: ARG002
        return dict(self.target.described)


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "casino.api.callers.Bearer"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:  # noqa: ARG002
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "The token of a device (from joining, coming back or pairing) or of a member of staff.",
        }


class LoginScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "casino.api.callers.StaffLogin"
    name = "login"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:  # noqa: ARG002
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "Staff logged in to the admin site; what changes something also wants its CSRF token.",
        }


SERVER_TIME = {
    "description": "The time in the house when it answered: countdowns run by it.",
    "schema": {"type": "string", "format": "date-time"},
    "required": True,
}
REPLAYED = {
    "description": "This key was used before; this is what was answered then.",
    "schema": {"type": "string", "enum": ["true"]},
}
RETRY = {"description": "After how many seconds to ask again.", "schema": {"type": "string", "pattern": "^[0-9]+$"}}

CHALLENGE = {"description": "How to say who one is.", "schema": {"type": "string", "enum": [problems.CHALLENGE]}}
# What may be said again under a key. A problem that is found before anything is tried is found anew each time.
KEPT = {"200", "201", "403", "404", "422"}
# The problem that stands for each status, where the edge itself refuses.
USUAL = {
    "400": "malformed",
    "401": "not_authenticated",
    "403": "forbidden",
    "404": "not_found",
    "409": "key_in_use",
    "410": "epoch_changed",
    "413": "too_large",
    "415": "unsupported_media_type",
    "429": "throttled",
    "503": "busy",
}


@cache
def examples() -> dict[str, Any]:
    """What was answered to each operation when it went well."""
    found: dict[str, Any] = json.loads(EXAMPLES.read_text())
    return found


def _require_body(operation: dict[str, Any], schemas: dict[str, Any]) -> None:
    """A body without which something would be missing must come; one that may be empty may be left out, too."""
    if body := operation.get("requestBody"):
        taken = body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        body.pop("required", None)
        if schemas[taken].get("required"):
            body["required"] = True


def _refused(status: str) -> dict[str, Any]:
    """A problem with this status, as it is told."""
    if status == str(problems.REFUSED):
        template = problems.sentences()["over_limit"][0]
        return problems.document(RuleBroken("over_limit", template, most=6, room=2))
    more = {"errors": [{"where": "counters", "detail": "A valid integer is required."}]} if status == "400" else {}
    return problems.document(problems.own(USUAL[status]), **more)


def _illustrate(operation: dict[str, Any], status: str, response: dict[str, Any]) -> None:
    """Give an answer its example."""
    for kind, content in response.get("content", {}).items():
        if int(status) >= 400:
            content["examples"] = {"refused": {"value": _refused(status)}}
        elif recorded := examples().get(example_name(operation["operationId"], kind, response["content"])):
            content["examples"] = {"answer": {"value": recorded}}


def example_name(operation: str, kind: str, content: Collection[str]) -> str:
    """Under which an answer is recorded: of an operation that gives several kinds, one for each."""
    return operation if len(content) == 1 else f"{operation} {kind}"


def finish(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """The payloads of the games, and what every answer carries, said once for all of them."""
    components = result["components"]
    for payload in Payload:
        for name, schema in unions(payload):
            known = components["schemas"].setdefault(name, schema)
            assert known == schema, f"{name} is two things"
    components["schemas"] = dict(sorted(components["schemas"].items()))
    components["headers"] = {
        "Server-Time": SERVER_TIME,
        "Idempotent-Replayed": REPLAYED,
        "Retry-After": RETRY,
        "WWW-Authenticate": CHALLENGE,
    }
    components["responses"] = {}
    for operations in result["paths"].values():
        for operation in operations.values():
            _require_body(operation, components["schemas"])
            has_key = any(parameter["name"] == "Idempotency-Key" for parameter in operation.get("parameters", []))
            for status, response in operation["responses"].items():
                names = ["Server-Time"]
                names += ["Idempotent-Replayed"] if has_key and status in KEPT else []
                names += ["Retry-After"] if status in {"409", "429", "503"} else []
                names += ["WWW-Authenticate"] if status == "401" else []
                _illustrate(operation, status, response)
                response["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
                if int(status) >= 400:
                    name = f"Problem{status}{'Kept' * ('Idempotent-Replayed' in names)}"
                    components["responses"][name] = response
                    operation["responses"][status] = {"$ref": f"#/components/responses/{name}"}
    components["responses"] = dict(sorted(components["responses"].items()))
    return result
