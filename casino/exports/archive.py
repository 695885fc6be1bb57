"""The archive of a session: one file with all that is needed to check the evening when the house is gone."""

import csv
import io
import json
import tempfile
import zipfile
from collections.abc import Generator
from typing import Any

from django.http import HttpRequest, StreamingHttpResponse

from casino.clock import when
from casino.clubs.models import Session
from casino.events.models import Audience, Event
from casino.exports import journal
from casino.exports.sending import sent
from casino.tables.fairness import transcript_of
from casino.tables.models import Round
from ledger import balances

PIECE = 64 * 1024
IN_MEMORY = 8 * 1024 * 1024  # more than that is written to disk
README = """The archive of {name} ({code}).

journal.csv        every transfer of the book, in the order of their entries
trial-balance.csv  what every account holds; in each unit it comes to zero
events.jsonl       what happened, and who did it; what was told to one guest only is left out
transcripts/       every round that is over, as dealt: `casino verify-round FILE` deals it again
session.json       what the evening was set up with
"""


def response(request: HttpRequest, session: Session) -> StreamingHttpResponse:
    """The file, for whoever asked."""
    return sent(request, pieces(session), name=f"session-{session.code}.zip", kind="application/zip")


def pieces(session: Session) -> Generator[bytes, None, None]:
    """The file, written to the end first: where a part begins stands at its end."""
    with tempfile.SpooledTemporaryFile(max_size=IN_MEMORY) as file:
        _write(session, file)
        file.seek(0)
        while piece := file.read(PIECE):
            yield piece


def _write(session: Session, file: Any) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", README.format(name=session.name, code=session.code))
        archive.writestr("session.json", json.dumps(_settings(session), indent=1, ensure_ascii=False))
        assert session.book_id is not None
        with archive.open("journal.csv", "w") as part:
            for piece in journal.pieces(session.book_id):
                part.write(piece)
        archive.writestr("trial-balance.csv", _trial(session.book_id))
        with archive.open("events.jsonl", "w") as part:
            for event in _events(session).iterator(chunk_size=1000):
                part.write(_line(event))
        for round_ in _rounds(session).iterator(chunk_size=100):
            archive.writestr(f"transcripts/{round_.chain.name}-{round_.number}.json", transcript_of(round_))


def _settings(session: Session) -> dict[str, Any]:
    names = (
        *("name", "code", "language", "starting_counters", "currency", "price", "price_for", "buys_back"),
        *("stake_cap", "prize_cap", "hide_odds", "staff_play", "good_cause", "leaderboard"),
    )
    times = {name: when(getattr(session, name)) for name in ("opened_at", "closed_at")}
    return {"club": session.club.name, **{name: getattr(session, name) for name in names}, **times}


def _trial(book: int) -> str:
    file = io.StringIO()
    rows = csv.writer(file)
    rows.writerow(("account", "role", "unit", "balance"))
    rows.writerows(
        (journal.cell(line.code), line.role, line.unit, line.balance) for line in balances.trial_balance(book)
    )
    return file.getvalue()


def _events(session: Session) -> Any:
    return Event.objects.filter(session_id=session.pk).exclude(audience=Audience.SEAT).order_by("id")


def _line(event: Event) -> bytes:
    told = {"at": when(event.at), "kind": event.kind, "table": event.table_id, "round": event.round_id}
    return (json.dumps({**told, "by": event.by, "body": event.body}, ensure_ascii=False) + "\n").encode()


def _rounds(session: Session) -> Any:
    over = [Round.Phase.SETTLED, Round.Phase.VOID]
    rounds = Round.objects.filter(table__session=session, phase__in=over)
    return rounds.select_related("table__session", "chain", "secret").order_by("pk")
