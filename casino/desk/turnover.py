"""What the offices of a session took and paid: bank, bookmaker, totalisator, auctioneer. PostgreSQL adds it up."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from casino.clubs.models import Session
from casino.desk.accounts import Reason, Role
from ledger import balances
from ledger.balances import Movement
from ledger.rows import rows

OFFICES = (Role.BANK, Role.BOOKMAKER, Role.TOTALISATOR, Role.AUCTIONEER)
KEEPERS = (Role.COMMISSION, Role.BREAKAGE)
FLOATS = frozenset({Reason.FLOAT, Reason.COVER, Reason.SWEEP})  # put up and taken back: no result of play
WINNINGS = frozenset({Reason.WINNINGS, Reason.DIVIDEND})
# What a void round had collected early goes back as returned.
COLLECTED = frozenset({Reason.COLLECTED_FIRST, Reason.COLLECTED_SECOND, Reason.COLLECTED_THIRD, Reason.RETURNED})
LOST = frozenset({Reason.LOST, *COLLECTED})


@dataclass(frozen=True)
class Turnover:
    """One office at one table, or several together. `other` is what came, or went, for reasons besides these."""

    name: str
    role: str
    unit: str
    account: int | None = None
    staked: int = 0
    lost: int = 0  # by players, to the office
    winnings: int = 0
    other: int = 0
    float_in: int = 0
    float_out: int = 0
    counted: int = 0  # what was found too much or too little

    @property
    def result(self) -> int:
        return self.lost - self.winnings + self.other


def turnover_of(session: Session) -> list[Turnover]:
    """One line for each office account of the book, in the order of their codes."""
    if session.book_id is None:
        return []
    staked, names = _staked(session.pk), dict(session.tables.values_list("bank", "name"))
    moved = balances.movements(session.book_id, OFFICES)
    return [
        _line(list(lines), names.get(account), staked.get(account, 0))
        for account, lines in groupby(moved, key=lambda each: each.account)
    ]


def _line(moved: list[Movement], name: str | None, staked: int) -> Turnover:
    first = moved[0]
    return Turnover(
        name=name or first.code,
        role=first.role,
        unit=first.unit,
        account=first.account,
        staked=staked,
        lost=_came(moved, LOST),
        winnings=-_came(moved, WINNINGS),
        other=sum(each.came - each.went for each in moved if each.reason not in _NAMED),
        float_in=sum(each.came for each in moved if each.reason in FLOATS),
        float_out=sum(each.went for each in moved if each.reason in FLOATS),
        counted=_came(moved, {Reason.TILL_COUNT}),
    )


_NAMED = {Reason.TILL_COUNT, *LOST, *WINNINGS, *FLOATS}


def _came(moved: Iterable[Movement], reasons: Iterable[str]) -> int:
    return sum(each.came - each.went for each in moved if each.reason in reasons)


def in_all(lines: Iterable[Turnover]) -> list[Turnover]:
    """The same by kind of office and unit."""
    sums: dict[tuple[str, str], Counter[str]] = {}
    for line in lines:
        total = sums.setdefault((line.role, line.unit), Counter())
        for part in ("staked", "lost", "winnings", "other", "float_in", "float_out", "counted"):
            total[part] += getattr(line, part)
    return [Turnover(name=role, role=role, unit=unit, **total) for (role, unit), total in sorted(sums.items())]


def kept_of(session: Session) -> list[Movement]:
    """Commission and breakage: what was kept of pools, by whom and why."""
    return balances.movements(session.book_id, KEEPERS) if session.book_id else []


def _staked(session_id: int) -> Mapping[int, int]:
    """By bank: all stakes of rounds that were settled, lost or returned."""
    return dict(
        rows(
            """
            SELECT room.bank_id, sum(stake.counters)::bigint
            FROM tables_table room
            JOIN tables_round round ON round.table_id = room.id AND round.phase = 'settled'
            JOIN tables_stake stake ON stake.round_id = round.id
            WHERE room.session_id = %(session)s
            GROUP BY room.bank_id HAVING sum(stake.counters) > 0
            """,
            session=session_id,
        )
    )
