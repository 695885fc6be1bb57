"""What our middleware costs: /healthz through the whole stack, beside bare Django and beside bare ASGI (the limit).

The three run in this process, without a socket, interleaved, so that a noisy machine hurts all of them alike.
"""

import asyncio
import json
import os
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
App = Callable[[Any, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]], Awaitable[None]]

SCOPE = {
    "type": "http",
    "asgi": {"version": "3.0"},
    "http_version": "1.1",
    "method": "GET",
    "path": "/healthz",
    "raw_path": b"/healthz",
    "query_string": b"",
    "headers": [(b"host", b"localhost")],
    "client": ("127.0.0.1", 1),
    "server": ("127.0.0.1", 80),
}
HEAD = {"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]}


async def bare_asgi(_scope: Any, _receive: Any, send: Callable[[Message], Awaitable[None]]) -> None:
    await send(dict(HEAD))
    await send({"type": "http.response.body", "body": b'{"status": "ok"}'})


def applications() -> dict[str, App]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    import django
    from django.core.handlers.asgi import ASGIHandler
    from django.test.utils import override_settings

    django.setup()
    whole = ASGIHandler()
    with override_settings(MIDDLEWARE=[]):
        bare_django = ASGIHandler()
    return {"bare ASGI": bare_asgi, "bare Django": bare_django, "the house": whole}  # type: ignore[dict-item]


async def seconds_for(app: App, requests: int) -> float:
    def request() -> Callable[[], Awaitable[Message]]:
        """The whole request at once, and then a client that stays on the line."""
        messages = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Message:
            if messages:
                return messages.pop()
            return await asyncio.Future()

        return receive

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] != 200:
            raise AssertionError(f"answered {message['status']}")

    started = time.perf_counter()
    for _ in range(requests):
        await app(dict(SCOPE), request(), send)
    return time.perf_counter() - started


def main(*, quick: bool, as_json: bool) -> None:
    with tempfile.TemporaryDirectory(prefix="casino-bench-") as home:
        os.environ["CASINO_HOME"] = home  # settings want one; never the organiser's
        apps = applications()
    rounds, requests = (3, 200) if quick else (7, 1000)
    times: dict[str, list[float]] = {name: [] for name in apps}
    for _ in range(rounds):
        for name, app in apps.items():
            times[name].append(asyncio.run(seconds_for(app, requests)) / requests)
    median = {name: statistics.median(samples) for name, samples in times.items()}
    if as_json:
        print(json.dumps({"house_vs_bare_django": median["the house"] / median["bare Django"]}))
        return
    print(f"web: {requests} × GET /healthz, median of {rounds} interleaved rounds")
    for name, seconds in median.items():
        print(f"  {name:<12} {seconds * 1e6:8.0f} µs   {seconds / median['bare Django']:6.2f} × bare Django")
