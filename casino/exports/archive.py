"""The archive of a session: one file with all that is needed to check the evening when the house is gone."""

import json
import zipfile
from typing import Any, BinaryIO

from django.http import HttpRequest, StreamingHttpResponse

from casino.clock import when
from casino.clubs.models import Session
from casino.events.models import Audience, Event
from casino.exports import csv_files
from casino.exports.chart import Journal
from casino.exports.reading import Wish, export_of
from casino.exports.sending import sent
from casino.exports.sheets import sheets_of
from casino.tables.fairness import transcript_of
from casino.tables.models import Round
from ledger.rows import one_view

README = """The archive of {name} ({code}).

counters/      the journal of counters as tables: every entry, every statement, what every account holds
money/         the same of money, if counters were sold
events.jsonl   what happened, and who did it; what was told to one guest only is left out
transcripts/   every round that is over, as dealt; fair-1 says how to deal it again
session.json   what the evening was set up with
"""


def response(request: HttpRequest, session: Session) -> StreamingHttpResponse:
    """The file, for whoever asked."""
    name = f"session-{session.code}.zip"
    return sent(request, lambda file: _write(session, file), name=name, kind="application/zip")


def _write(session: Session, file: BinaryIO) -> None:
    with one_view(), zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", README.format(name=session.name, code=session.code))
        archive.writestr("session.json", json.dumps(_settings(session), indent=1, ensure_ascii=False))
        for journal in Journal if session.currency else [Journal.COUNTERS]:
            export = export_of([session], Wish(journal, names=True))
            for sheet in sheets_of(export, csv_files.CHECK):
                csv_files.pack(export, sheet, archive, f"{journal}/{sheet.name}.csv")
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
    times["accounting_date"] = session.accounting_date.isoformat() if session.accounting_date else None
    return {"club": session.club.name, **{name: getattr(session, name) for name in names}, **times}


def _events(session: Session) -> Any:
    return Event.objects.filter(session_id=session.pk).exclude(audience=Audience.SEAT).order_by("id")


def _line(event: Event) -> bytes:
    told = {"at": when(event.at), "kind": event.kind, "table": event.table_id, "round": event.round_id}
    return (json.dumps({**told, "by": event.by, "body": event.body}, ensure_ascii=False) + "\n").encode()


def _rounds(session: Session) -> Any:
    over = [Round.Phase.SETTLED, Round.Phase.VOID]
    rounds = Round.objects.filter(table__session=session, phase__in=over)
    return rounds.select_related("table__session", "chain", "secret").order_by("pk")
