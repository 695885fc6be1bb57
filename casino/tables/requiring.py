"""What most acts at a table ask first."""

from casino.clubs.sessions import require_open
from casino.desk.counters import require_counters
from casino.tables.models import Round, Table
from games.kit.errors import RuleBroken, printable

LONGEST_REASON = 500
LIVE = (Round.Phase.OPEN, Round.Phase.RUNNING)


def require_open_table(table: Table) -> None:
    require_open(table.session)
    if table.closed_at is not None:
        raise RuleBroken("table_closed", "%(table)s is closed.", table=table.name)


def require_no_round(table: Table) -> None:
    """Between rounds."""
    require_open_table(table)
    if table.rounds.filter(phase__in=LIVE).exists():
        raise RuleBroken("round_live", "A round is being played at %(table)s.", table=table.name)


def require_live(round_: Round) -> None:
    if round_.phase == Round.Phase.SETTLED:
        raise RuleBroken("already_settled", "The round is settled; it is paid once.")
    if round_.phase == Round.Phase.VOID:
        raise RuleBroken("round_void", "The round is void.")


def require_reason(reason: object) -> str:
    if not isinstance(reason, str) or not printable(reason).strip():
        raise RuleBroken("reason_needed", "Say why: others will read it.")
    return printable(reason).strip()[:LONGEST_REASON]


def require_bank(table: Table, counters: object) -> int:
    """As many counters as a bank at this table has at least."""
    whole = require_counters(counters)
    if whole < table.least_bank:
        raise RuleBroken("bank_too_small", "The least bank here is %(least)s.", least=table.least_bank)
    return whole
