"""`casino verify` for one session, from a page."""

from dataclasses import dataclass

from casino.clubs.models import Session
from casino.tables.models import Round
from casino.verifying import findings_of
from ledger.findings import Finding


@dataclass(frozen=True)
class Proof:
    findings: list[Finding]
    rounds: int  # that were replayed


def proof_of(session: Session) -> Proof | None:
    """Every law of the ledger and of the room, looked at now. A session that was never open has nothing to prove."""
    if session.book_id is None:
        return None
    return Proof(findings_of(session), Round.objects.filter(table__session=session).count())
