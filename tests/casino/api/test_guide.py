"""Every request in docs/client.md is sent to a house, in its order, and answered as it says there."""

import hashlib
import http.client
import json
import re
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from casino.home import PROJECT
from tests.casino.api.wire import conforms, described, operation_at
from tests.houses import RunningHouse, eventually

GUIDE = PROJECT / "docs" / "client.md"
BLOCK = re.compile(r"^```http\n(.*?)^```", re.MULTILINE | re.DOTALL)
MORE = "…"
PATIENCE = 90  # seconds: a round of the sandbox and a half


@dataclass(frozen=True)
class Exchange:
    """A request as it stands in the guide, and what it says that comes back."""

    method: str
    path: str
    headers: dict[str, str]
    body: str
    status: int
    shown_headers: dict[str, str]
    shown: str


def exchanges() -> list[Exchange]:
    return [_read(block) for block in BLOCK.findall(GUIDE.read_text())]


def _read(block: str) -> Exchange:
    asked, status, told = re.split(r"^HTTP/1\.1 (\d+)[^\n]*\n", block, maxsplit=1, flags=re.MULTILINE)
    request, _, body = asked.partition("\n\n")
    first, *headers = request.strip().splitlines()
    method, path, _ = first.split(" ")
    shown_headers, _, shown = f"\n{told}".partition("\n\n")
    return Exchange(
        method, path, _headers(headers), body.strip(), int(status), _headers(shown_headers.splitlines()), shown
    )


def _headers(lines: list[str]) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in lines if line)


@dataclass
class Reader:
    """Somebody who reads the guide and does what it says, filling in what the answers before have told."""

    port: int
    known: dict[str, Any] = field(default_factory=dict)

    def filled(self, text: str) -> str:
        return re.sub(r"\$([A-Z_]+)", lambda found: str(self.known[found[1]]), text)

    def send(self, exchange: Exchange, patience: float = 30) -> tuple[http.client.HTTPConnection, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience)
        headers = {name: self.filled(value) for name, value in exchange.headers.items()}
        connection.request(exchange.method, self.filled(exchange.path), self.filled(exchange.body) or None, headers)
        return connection, connection.getresponse()

    def follow(self, exchange: Exchange) -> None:
        """What was sent is as the document says, the answer too, and it looks as it is shown."""
        if exchange.path.endswith("/stream/"):
            self.listen(exchange)
            return
        operation = operation_at(exchange.method, self.filled(exchange.path))
        if exchange.body:
            content = described(operation["requestBody"])["content"]["application/json"]
            conforms(json.loads(self.filled(exchange.body)), content["schema"])
        connection, answer = self.send(exchange)
        said = answer.read()
        connection.close()
        assert answer.status == exchange.status, said
        assert answer.headers["Server-Time"]
        for name, value in exchange.shown_headers.items():
            assert answer.headers[name] == value
        told = json.loads(said)
        content = described(operation["responses"][str(answer.status)])["content"]
        conforms(told, content[answer.headers["Content-Type"].partition(";")[0]]["schema"])
        self.match(as_shown(exchange.shown), told, exchange.path)

    def listen(self, exchange: Exchange) -> None:
        """Until every message that is shown has come, in this order; others may come between them."""
        connection, answer = self.send(exchange, PATIENCE)
        assert answer.status == exchange.status
        expected = [dict(line.split(": ", 1) for line in each.strip().splitlines()) for each in _messages(exchange)]
        give_up = time.monotonic() + PATIENCE
        while expected:
            assert time.monotonic() < give_up, expected[0]
            message = dict(line.split(": ", 1) for line in iter(lambda: answer.readline().decode().rstrip("\n"), ""))
            if message.get("event") != expected[0]["event"]:
                continue
            told, shown = json.loads(message["data"]), as_shown(expected[0]["data"])
            if told.get("table") not in {None, self.known["TABLE"]}:  # something at another table of the house
                continue
            if message["event"] != "hello":
                conforms(told, {"$ref": "#/components/schemas/Event"})
            self.match(shown, told, message["event"])
            if "id" in expected[0]:
                assert message["id"] == self.filled(expected[0]["id"])
            expected.pop(0)
        connection.close()

    def match(self, shown: Any, told: Any, where: str) -> None:
        """`$NAME` stands for what is told the first time and the same from then on, `…` for anything, or for more."""
        if isinstance(shown, str) and (found := re.fullmatch(r"([$#])([A-Z_]+)", shown)):
            assert type(told) is (int if found[1] == "#" else str), where
            assert self.known.setdefault(found[2], told) == told, where
        elif isinstance(shown, dict):
            assert isinstance(told, dict), where
            missing = set(shown) - {MORE} - set(told)
            assert not missing, f"{where}: {missing}"
            assert MORE in shown or set(shown) == set(told), f"{where}: {set(told) - set(shown)}"
            for name in set(shown) - {MORE}:
                self.match(shown[name], told[name], f"{where} {name}")
        elif isinstance(shown, list):
            first = shown[:-1] if shown[-1:] == [MORE] else shown
            assert len(told) == len(first) or (len(told) > len(first) and first != shown), where
            for one, other in zip(first, told, strict=False):
                self.match(one, other, where)
        elif shown == MORE:
            assert isinstance(told, str), where
        else:
            assert shown == told, where


def _messages(exchange: Exchange) -> list[str]:
    return [each for each in exchange.shown.split("\n\n") if each.strip()]


def as_shown(text: str) -> Any:
    """JSON with `…` for more of it, and `$NAME` without quotes for a number."""
    text = re.sub(r'(?<!")\$([A-Z_]+)', r'"#\1"', text)
    text = re.sub(r",\s*…\s*}", ', "…": null}', text)
    text = re.sub(r",\s*…\s*]", ', "…"]', text)
    return json.loads(text)


def test_every_request_of_the_guide_is_answered_as_it_says(demo_house: RunningHouse) -> None:
    eventually(lambda: "code SANDBOX" in demo_house.output.read_text(), what="the sandbox")
    reader = Reader(
        demo_house.port,
        {
            "NICKNAME": "Ada",
            "SECRET": secrets.token_urlsafe(24),
            "KEY": secrets.token_urlsafe(24),
            "ANOTHER_KEY": secrets.token_urlsafe(24),
            "ENTROPY": secrets.token_hex(32),
        },
    )
    asked = exchanges()
    assert len(asked) >= 12
    for exchange in asked:
        if "$COMMITMENT" in exchange.body:
            reader.known["COMMITMENT"] = hashlib.sha256(reader.filled(formula()).encode()).hexdigest()
        reader.follow(exchange)


def formula() -> str:
    """What is hashed for a commitment, as the guide writes it."""
    return str(re.findall(r"`(\[\"fair-1\",[^`]*)`", GUIDE.read_text())[0])


def test_addresses_that_are_only_mentioned_are_in_the_document() -> None:
    for method, path in re.findall(r"`(GET|POST) (/api/v1/[^`]*)`", GUIDE.read_text()):
        assert operation_at(method, path.replace("$ROUND", "1"))


def test_moves_that_are_only_mentioned_are_as_the_document_says() -> None:
    mentioned = re.findall(r'`(\{"number":[^`]*)`', GUIDE.read_text())
    assert len(mentioned) >= 3
    for move in mentioned:
        conforms(json.loads(move), {"$ref": "#/components/schemas/MoveWish"})
