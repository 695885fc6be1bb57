"""Who has done best: by what they hold, by what play has brought them, or by what one game has."""

from collections.abc import Iterable
from dataclasses import dataclass

from casino.clubs.models import Player, Session
from casino.desk.accounts import Reason
from casino.desk.models import Prize
from ledger import balances
from ledger.rows import rows

# What is not play: counters bought, given back, won as a prize, or swept up when the evening was over.
_DESK = (Reason.BUY_IN, Reason.CASH_OUT, Reason.PRIZE, Reason.SWEEP)
_AFTERWARDS = (Reason.PRIZE, Reason.SWEEP)

_MOVED = """
    SELECT account, sum(amount)::bigint FROM (
        SELECT payee_id AS account, amount FROM ledger_transfer
        WHERE payee_id = ANY (%(accounts)s) AND reason::text = ANY (%(reasons)s)
        UNION ALL
        SELECT payer_id, -amount FROM ledger_transfer
        WHERE payer_id = ANY (%(accounts)s) AND reason::text = ANY (%(reasons)s)
    ) moved GROUP BY account
"""
# The entries of a round and of an office say whose they are in their keys.
_PLAYED = """
    SELECT account, sum(amount)::bigint FROM (
        SELECT payee_id AS account, entry_id, amount FROM ledger_transfer WHERE payee_id = ANY (%(accounts)s)
        UNION ALL
        SELECT payer_id, entry_id, -amount FROM ledger_transfer WHERE payer_id = ANY (%(accounts)s)
    ) moved
    JOIN ledger_entry entry ON entry.id = moved.entry_id
    WHERE (split_part(entry.key, ':', 1) = 'table' AND split_part(entry.key, ':', 2) IN (
            SELECT id::text FROM tables_table WHERE session_id = %(session)s AND game = %(game)s))
       OR (split_part(entry.key, ':', 1) = 'round' AND split_part(entry.key, ':', 2) IN (
            SELECT round.id::text FROM tables_round round JOIN tables_table "table" ON "table".id = round.table_id
            WHERE "table".session_id = %(session)s AND "table".game = %(game)s))
    GROUP BY account
"""


@dataclass(frozen=True)
class Score:
    player: Player
    points: int


def scores(session: Session, measure: Prize.Measure, game: str = "") -> list[Score]:
    """The best first, those who came earlier before their equals. Robots and who was sent away win nothing."""
    players = list(session.players.filter(removed_at=None, automatic=False).order_by("pk"))
    accounts = [account for player in players for account in (player.purse_id, player.stakes_account_id)]
    if measure == Prize.Measure.GAME:
        by_account = dict(rows(_PLAYED, accounts=accounts, session=session.pk, game=game))
    else:
        by_account = _held_less(accounts, _DESK if measure == Prize.Measure.NET else _AFTERWARDS)
    found = [Score(player, sum(by_account.get(account, 0) for account in _own(player))) for player in players]
    return sorted(found, key=lambda score: -score.points)


def _own(player: Player) -> Iterable[int]:
    return player.purse_id, player.stakes_account_id


def _held_less(accounts: list[int], reasons: Iterable[Reason]) -> dict[int, int]:
    """What the accounts hold, but for what came or went for these reasons."""
    held = balances.balances(accounts)
    moved: dict[int, int] = dict(rows(_MOVED, accounts=accounts, reasons=[str(reason) for reason in reasons]))
    return {account: amount - moved.get(account, 0) for account, amount in held.items()}
