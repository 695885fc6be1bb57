"""`casino verify`: the books by the ledger's own command, then the room. What is wrong is named."""

import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from typing import Any

from django.core.management import call_command
from rich.console import Console
from rich.progress import Progress

from casino.clubs.models import Session
from casino.refusals import Refused
from casino.tables import verifying
from casino.terminal import say
from ledger.findings import Finding
from ledger.rows import one_view
from ledger.verifying import CHECKS

MANY = 200  # rounds; below it a bar would only flicker


def verify(code: str | None, *, as_json: bool) -> bool:
    """Whether the books and the room of one session, or of all, are in order."""
    session = _session(code)
    findings = findings_of(session)
    if as_json:
        checks = [*CHECKS, *verifying.SESSION_CHECKS, *verifying.ROUND_CHECKS]
        told: dict[str, Any] = {"session": session.code if session else None, "checks": checks}
        told["findings"] = [finding._asdict() for finding in findings]
        sys.stdout.write(json.dumps({**told, "clean": not findings}) + "\n")
        return not findings
    for finding in findings:
        say(f"{finding.law}: {finding.row}: {finding.sentence}")
    of = f" of {session.name}" if session else ""
    if findings:
        say(f"{len(findings)} finding{'s' * (len(findings) > 1)}. The books{of} are not in order.")
    else:
        rounds = verifying.rounds_of(session.pk if session else None).count()
        say(f"The books{of} are in order.")
        played = f"{rounds:,} round{'s' * (rounds != 1)} replayed"
        say(f"The room is in order: {played}, each paid as it pays and dealt as its seed deals.")
    return not findings


def findings_of(session: Session | None) -> list[Finding]:
    """First what the ledger finds in its books, then what does not fit them in the room."""
    return [*_books(session), *_room(session.pk if session else None)]


def _session(code: str | None) -> Session | None:
    if code is None:
        return None
    session = Session.objects.filter(code=code.upper()).first()
    if session is None:
        raise Refused("unknown_session", f"There is no session {code}.")
    if session.book_id is None:
        raise Refused("session_not_open", f"{session.name} has not been opened; it has no book yet.")
    return session


def _books(session: Session | None) -> list[Finding]:
    output = StringIO()
    with suppress(SystemExit):  # with findings it ends as a shell would want it to
        call_command("verify_ledger", book=session.code if session else None, json=True, stdout=output)
    return [Finding(**finding) for finding in json.loads(output.getvalue())["findings"]]


def _room(session_id: int | None) -> Iterator[Finding]:
    """One view of everything, so that a running house can be verified."""
    with one_view():
        for check in verifying.SESSION_CHECKS.values():
            yield from check(session_id)
        rounds = verifying.rounds_of(session_id)
        count = rounds.count()
        quiet = count < MANY or not sys.stderr.isatty()
        with Progress(console=Console(stderr=True), transient=True, disable=quiet) as bar:
            for round_ in bar.track(rounds.iterator(), total=count, description="Replaying rounds"):
                yield from verifying.round_stands(round_)
