"""What `casino verify` says of the test's own database."""

from casino.verifying import findings_of


def room_findings() -> list[tuple[str, str]]:
    """The law and the row of each finding, in the books and in the room."""
    return [(finding.law, finding.row) for finding in findings_of(None)]
