"""Who waits for whom at a table. One order for all: tickets, table, round, seat, exposure, then the ledger's own.

Whoever changes a round owns its table and the round. Stakes only share the round, so that many are made at once, and
none while somebody owns it. PostgreSQL queues advisory locks fairly: stakes that come while the off waits, wait too.
"""

from casino.prepared import Prepared
from casino.tables.models import Exposure, Round, Seat, Table
from games.kit.errors import RuleBroken
from ledger.line import ask

_ROUND = 0x0CA51202  # the class of these advisory locks; the other half is the round
_TICKETS = 0x0CA51204

MOST_ROUNDS = 2**31 - 1

_ROUNDS = Prepared(lambda id_: Round.objects.select_related("table__session", "secret").filter(pk=id_))
_SEATS = Prepared(lambda table, player: Seat.objects.select_for_update(no_key=True).filter(table=table, player=player))
_EXPOSURES = Prepared(
    lambda round_, office: Exposure.objects.select_for_update(no_key=True).filter(round=round_, office=office)
)


def share_round(round_id: int) -> None:
    _advise("SELECT pg_advisory_xact_lock_shared(%s, %s)", _ROUND, round_id)


def own_round(round_id: int) -> None:
    _advise("SELECT pg_advisory_xact_lock(%s, %s)", _ROUND, round_id)


def own_table_of(round_id: int) -> None:
    """Only the lock: who owns a round reads it afterwards, table and all."""
    _advise(
        "SELECT FROM tables_table WHERE id = (SELECT table_id FROM tables_round WHERE id = %s) FOR NO KEY UPDATE",
        round_id,
    )


def own_table(table_id: int) -> Table:
    """The table with all that belongs to it. Two statements: after waiting, one that joined would have the table as it
    is now, beside the holder's seat of before, or none where the office has passed meanwhile.
    """
    if not Table.objects.select_for_update(no_key=True).filter(pk=table_id).values("pk"):
        raise RuleBroken("unknown_table", "There is no such table.")
    tables = Table.objects.select_related("session", "holder__player", "last_holder__player")
    return tables.get(pk=table_id)


def own_seat(table_id: int, player_id: int) -> Seat | None:
    return _SEATS.first(table_id, player_id)


def own_exposure(round_id: int, office: str) -> Exposure:
    (exposure,) = _EXPOSURES.all(round_id, office)
    return exposure


def own_tickets(session_id: int) -> None:
    _advise("SELECT pg_advisory_xact_lock(%s, %s)", _TICKETS, session_id)


def own(round_id: int) -> Round:
    """The round, as it is now, and nobody else changes it or stakes on it meanwhile."""
    _require_number(round_id)
    own_table_of(round_id)
    own_round(round_id)
    return read(round_id)


def share(round_id: int) -> Round:
    """The round, as it is now; others may stake at the same time, and nobody changes it meanwhile."""
    _require_number(round_id)
    share_round(round_id)
    return read(round_id)


def read(round_id: int) -> Round:
    """The round with what every act needs. After a lock: a statement sees what was committed before it began."""
    found = _ROUNDS.first(round_id)
    if found is None:
        raise _unknown_round()
    return found


def _unknown_round() -> RuleBroken:
    return RuleBroken("unknown_round", "There is no such round.")


def _require_number(round_id: int) -> None:
    """One that PostgreSQL can lock; there are no others."""
    if not 0 < round_id <= MOST_ROUNDS:
        raise _unknown_round()


def _advise(statement: str, *key: int) -> None:
    ask(statement, *map(str, key))
