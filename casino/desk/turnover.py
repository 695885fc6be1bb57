"""What the offices of a session took and paid: bank, bookmaker, totalisator, auctioneer. PostgreSQL adds it up."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from casino.clubs.models import Session
from casino.desk.accounts import Reason, Role
from games.kit.beside import BOOKMAKER, PLACED, TOTALISATOR
from ledger import balances
from ledger.balances import Movement
from ledger.rows import rows

OFFICES = (Role.BANK, Role.BOOKMAKER, Role.TOTALISATOR, Role.AUCTIONEER)
KEEPERS = (Role.COMMISSION, Role.BREAKAGE)
# Put up and taken back, or passed on to whoever holds the office: no result of play.
FLOATS = frozenset({Reason.FLOAT, Reason.COVER, Reason.SWEEP, Reason.OFFICE})
PRIZES = frozenset(
    {Reason.PRIZE_FIRST, Reason.PRIZE_SECOND, Reason.PRIZE_THIRD, Reason.PRIZE_SHARED, Reason.BANKER_COMMISSION}
)
WINNINGS = frozenset({Reason.WINNINGS, Reason.DIVIDEND, *PRIZES})
# What a void round had collected early goes back as returned.
COLLECTED = frozenset({Reason.COLLECTED_FIRST, Reason.COLLECTED_SECOND, Reason.COLLECTED_THIRD, Reason.RETURNED})
LOST = frozenset({Reason.LOST, *COLLECTED})
# What players of Ascot pay to its offices.
PAID = frozenset(
    {Reason.HAMMER_PRICE, Reason.CARD_PRICE, Reason.RACE_ENTRY, Reason.AUCTION_COMMISSION, Reason.PLACE_STAKE}
)
LAID = frozenset({Reason.POOLED, *LOST, *PAID})  # what players laid and did not get back as a stake


@dataclass(frozen=True)
class Turnover:
    """One office at one table, or several together. `other` is what came, or went, for reasons besides these."""

    name: str
    role: str
    unit: str
    account: int | None = None
    staked: int = 0
    lost: int = 0  # by players, to the office; of a totalisator, what was pooled with it
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
    staked, names = _staked(session.pk), table_names(session)
    moved = balances.movements(session.book_id, OFFICES)
    return [
        _line(list(lines), names.get(account), staked.get(account, 0))
        for account, lines in groupby(moved, key=lambda each: each.account)
    ]


def table_names(session: Session) -> dict[int, str]:
    """Of every account that is a table's, as which table it is: its bank, and what it has beside it."""
    return dict(session.tables.values_list("bank", "name")) | dict(
        session.tables.exclude(accounts=None).values_list("accounts__account", "name")
    )


def _line(moved: list[Movement], name: str | None, staked: int) -> Turnover:
    first = moved[0]
    return Turnover(
        name=name or first.code,
        role=first.role,
        unit=first.unit,
        account=first.account,
        staked=staked,
        lost=_came(moved, LAID),
        winnings=-_came(moved, WINNINGS),
        other=sum(each.came - each.went for each in moved if each.reason not in _NAMED),
        float_in=sum(each.came for each in moved if each.reason in FLOATS),
        float_out=sum(each.went for each in moved if each.reason in FLOATS),
        counted=_came(moved, {Reason.TILL_COUNT}),
    )


_NAMED = {Reason.TILL_COUNT, *LAID, *WINNINGS, *FLOATS}


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


def kept_by_table(session: Session, unit: str) -> list[tuple[str, str, int]]:
    """The same, by table and for whatever reason: with the name of the table and the role of the account."""
    names, kept = table_names(session), Counter[tuple[str, str]]()
    for each in kept_of(session):
        if each.unit == unit:
            kept[names.get(each.account, each.code), each.role] += each.came - each.went
    return [(name, role, amount) for (name, role), amount in kept.items()]


def _staked(session_id: int) -> Mapping[int, int]:
    """By account: all stakes of rounds that were settled, lost or returned. They are laid with the bank, unless what
    was backed is the totalisator's or that of a bookmaker beside it.
    """
    return dict(
        rows(
            """
            SELECT coalesce(beside.account_id, room.bank_id), sum(stake.counters)::bigint
            FROM tables_table room
            JOIN tables_round round ON round.table_id = room.id AND round.phase = 'settled'
            JOIN tables_stake stake ON stake.round_id = round.id
            LEFT JOIN tables_tableaccount beside ON beside.table_id = room.id AND beside.role = CASE
                WHEN stake.market = %(totalisator)s THEN 'totalisator'
                WHEN stake.market IN (%(bookmaker)s, %(placed)s) THEN 'bookmaker' END
            WHERE room.session_id = %(session)s
            GROUP BY 1 HAVING sum(stake.counters) > 0
            """,
            session=session_id,
            totalisator=TOTALISATOR,
            bookmaker=BOOKMAKER,
            placed=PLACED,
        )
    )
