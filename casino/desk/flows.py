"""What has moved in a book in all: between which roles, in which unit, for which reason. Read in one question."""

from dataclasses import dataclass
from functools import cached_property

from casino.clubs.models import Session
from casino.desk.accounts import Reason, Role
from ledger.rows import rows

# Counters given on joining are no sale: their entries say so in their keys.
_FLOWS = """
    SELECT unit.code, transfer.reason::text, payer.role, payee.role, entry.key LIKE 'start:%%',
           sum(transfer.amount)::bigint, count(*)
    FROM ledger_transfer transfer
    JOIN ledger_entry entry ON entry.id = transfer.entry_id
    JOIN ledger_unit unit ON unit.id = transfer.unit_id
    JOIN ledger_account payer ON payer.id = transfer.payer_id
    JOIN ledger_account payee ON payee.id = transfer.payee_id
    WHERE entry.book_id = %(book)s
    GROUP BY 1, 2, 3, 4, 5
"""


@dataclass(frozen=True)
class Flow:
    unit: str
    reason: str
    payer: str
    payee: str
    at_start: bool
    amount: int
    transfers: int


@dataclass(frozen=True)
class Flows:
    session: Session

    @cached_property
    def all(self) -> list[Flow]:
        return [Flow(*row) for row in rows(_FLOWS, book=self.session.book_id)]

    def moved(
        self, reason: Reason, payer: Role, payee: Role, *, money: bool = False, at_start: bool | None = None
    ) -> int:
        """From one role to another for a reason, less what was reversed."""
        unit = self.session.currency if money else "counter"
        return sum(
            flow.amount if (flow.payer, flow.payee) == (payer, payee) else -flow.amount
            for flow in self.all
            if flow.unit == unit
            and flow.reason == reason
            and {flow.payer, flow.payee} == {payer, payee}
            and at_start in {None, flow.at_start}
        )
