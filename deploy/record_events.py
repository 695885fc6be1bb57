"""`make fixtures`: docs/api/events-*.jsonl, what a client hears of an evening, for tests without a house.

A short evening of each game is played in a house that is thrown away. Each line is an event just as
`GET …/events` gives it, in three files: for everybody, for one player, for staff. Seeds are fixed and clocks regular,
so that another recording differs only where the house does.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

from casino.clock import when

if TYPE_CHECKING:
    from casino.clubs.models import Session

PROJECT = Path(__file__).resolve().parent.parent
FOLDER = PROJECT / "docs" / "api"
VIEWS = ("public", "player", "staff")
BEGINNING = datetime(2026, 1, 1, 20, tzinfo=UTC)


def recording(game: str, view: str) -> Path:
    return FOLDER / f"events-{game}-{view}.jsonl"


def minoru() -> "Session":
    """Two tables: at one the bank passes round and the house deals; at the other a croupier does, with mistakes."""
    from deploy.recorded_minoru import evening

    return evening()


def ascot() -> "Session":
    """One game from the deal to the prizes."""
    from deploy.recorded_ascot import evening

    return evening()


def _of(game: str) -> Callable[[], "Session"]:
    """A short evening of another game. What is imported needs Django's settings, which are not there yet."""

    def evening() -> "Session":
        from deploy import recorded_games

        session: Session = getattr(recorded_games, game)()
        return session

    return evening


EVENINGS: dict[str, Callable[[], "Session"]] = {
    "minoru": minoru,
    "double-event": _of("double_event"),
    "horses": _of("horses"),
    "roulette": _of("roulette"),
    "derby": _of("derby"),
    "musical-casino": _of("musical_casino"),
    "ascot": ascot,
}


def lines(session: "Session", view: str) -> Iterator[dict[str, Any]]:
    from casino.api.events import event_json
    from casino.events.reading import Reader, events_after

    player = session.players.order_by("pk")[0].pk if view == "player" else None
    reader, last = Reader(player, staff=view == "staff"), 0
    while found := events_after(session.pk, last, reader=reader):
        for event in found:
            last = event.number or last
            yield _by_a_regular_clock(event_json(event, staff=reader.staff), last)


def _by_a_regular_clock(event: dict[str, Any], number: int) -> dict[str, Any]:
    """One event a second."""

    at = BEGINNING + timedelta(seconds=number)
    body = dict(event["body"])
    if body.get("due_at"):
        body["due_at"] = when(at + timedelta(seconds=20))
    return {**event, "at": when(at), "body": body}


def fixed_seeds() -> Any:
    numbers = count()
    draw = lambda size=32: hashlib.sha256(f"recorded {next(numbers)}".encode()).hexdigest()[: 2 * size]  # noqa: E731
    return mock.patch("casino.tables.opening.secrets.token_hex", draw)


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="casino-recorded-", dir="/tmp") as folder:  # paths of sockets are short
        os.environ["CASINO_HOME"] = folder
        os.environ["CASINO_LOG_LEVEL"] = "error"  # that nobody listens is no news here
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
        from casino import running, servers
        from casino.home import Home

        with servers.database_at_hand(Home(Path(folder)), lambda _: None, alone=True):
            running.migrate(print)
            record()


def record() -> None:
    import django

    django.setup()
    from django.db import connection

    from casino.tables.carrying import driven_here

    FOLDER.mkdir(exist_ok=True)
    for game, evening in EVENINGS.items():
        with driven_here(), fixed_seeds():
            session = evening()
        for view in VIEWS:
            path = recording(game, view)
            written = [json.dumps(line, ensure_ascii=False) for line in lines(session, view)]
            path.write_text("\n".join(written) + "\n")
            print(f"{path.relative_to(PROJECT)}: {len(written)} events")
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]


if __name__ == "__main__":
    main()
