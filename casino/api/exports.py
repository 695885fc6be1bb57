"""The books in other people's formats."""

from datetime import date
from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers

from casino.api import problems
from casino.api.callers import READS_ALL, Caller
from casino.api.fields import Choice, QueryFlag, Shape
from casino.api.operations import SIGNED_IN, Asked, Resource, operation
from casino.api.sessions import SessionResource, member_of_staff
from casino.clubs.actors import clubs_of
from casino.clubs.models import Club, Session
from casino.exports import csv_files
from casino.exports.chart import Journal
from casino.exports.choosing import evenings_of, session_with_book
from casino.exports.formats import FORMATS, file_name
from casino.exports.progress import TICKET, Told, progress_of
from casino.exports.reading import Wish, reading
from casino.exports.sending import send_export, sent

KINDS = sorted({each.kind for each in FORMATS.values()})


class ExportQuery(Shape):
    format = Choice(choices=list(FORMATS), help_text="`hledger` is for ledger, too; `csv` is a ZIP of tables.")
    journal = Choice(choices=[each.value for each in Journal], help_text="Counters and money are never mixed.")
    summary = QueryFlag(required=False, help_text="Each evening in one entry.")
    names = QueryFlag(required=False, help_text="Say whose accounts are; otherwise only numbers do.")
    ticket = serializers.RegexField(
        f"^{TICKET.pattern}$",
        required=False,
        help_text="Chosen by the client, to ask meanwhile how far the export has come.",
    )


class PeriodQuery(ExportQuery):
    since = serializers.DateField(help_text="The first accounting date.")
    until = serializers.DateField(help_text="The last.")


class ProgressShape(Shape):
    read = serializers.IntegerField(help_text="Transfers read so far; some formats read each more than once.")
    total = serializers.IntegerField(help_text="Transfers to be read in all.")
    done = serializers.BooleanField(help_text="The file is made, and being sent.")


class SessionExport(SessionResource):
    tag = "accounts"

    @operation(
        "export_session",
        "The books of an evening, for accountants' tools",
        who=READS_ALL,
        query=ExportQuery,
        gives={(200, kind): OpenApiTypes.BINARY for kind in KINDS},
        also=(422,),
    )
    def get(self, asked: Asked) -> Any:
        """A file for spreadsheets, hledger, ledger or beancount, or as JSON Lines. It says how to check it."""
        return _sent(asked, [session_with_book(asked.item)], of=asked.item.code)


class ClubResource(Resource):
    """A club that the caller works for."""

    def find(self, caller: Caller | None, *, club_id: int) -> Club:
        found = clubs_of(member_of_staff(caller)).filter(pk=club_id).first()
        if found is None:
            raise problems.own("forbidden")
        return found


class ClubExport(ClubResource):
    tag = "accounts"

    @operation(
        "export_period",
        "The books of all evenings of a club in a period",
        who=SIGNED_IN,
        query=PeriodQuery,
        gives={(200, kind): OpenApiTypes.BINARY for kind in KINDS},
        also=(403, 404, 422),
    )
    def get(self, asked: Asked) -> Any:
        """Those whose accounting date lies in the period, in one file. Demos are left out."""
        period = {"since": asked.query["since"], "until": asked.query["until"]}
        sessions = evenings_of(asked.item, **period)
        return _sent(asked, sessions, of=f"{asked.item.pk}-{period['since']}-{period['until']}", **period)


def _sent(asked: Asked, sessions: list[Session], *, of: str, **period: date) -> Any:
    query, format_ = asked.query, FORMATS[asked.query["format"]]
    wish = Wish(Journal(query["journal"]), summary=query.get("summary", False), names=query.get("names", False))
    told, name = Told(query.get("ticket", "")), file_name(of, wish, format_.ending)
    return send_export(asked.request._request, sessions, wish, format_, name=name, told=told, **period)


class Progress(Resource):
    tag = "accounts"

    def find(self, _caller: Caller | None, *, ticket_id: str) -> str:
        return ticket_id

    @operation("get_export_progress", "How far an export has come", who=SIGNED_IN, gives=ProgressShape, also=(404,))
    def get(self, asked: Asked) -> Any:
        """Of an export that was asked for with this ticket, and for some minutes after it. Nothing is read of one that
        has not begun.
        """
        return progress_of(asked.item)


class JournalFile(SessionResource):
    tag = "accounts"

    @operation(
        "get_journal",
        "The journal of counters as one CSV file",
        who=READS_ALL,
        gives={(200, "text/csv"): OpenApiTypes.STR},
    )
    def get(self, asked: Asked) -> Any:
        """One line for each transfer, in the order of their entries. `export_session` has the rest of the books."""
        if asked.item.book_id is None:
            raise problems.own("not_found")

        def write(file: Any) -> None:
            with reading([asked.item], Wish(Journal.COUNTERS)) as export:
                csv_files.write_journal(export, file)

        name, kind = f"journal-{asked.item.code}.csv", "text/csv; charset=utf-8"
        return sent(asked.request._request, write, name=name, kind=kind)
