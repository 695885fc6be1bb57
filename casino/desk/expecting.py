"""What the house should have gained by its own odds, and how far off luck may put it: exact, round by round.

Counted are settled rounds in which the house held the office, and what was laid in them at fixed odds: the game's own,
or those of a bookmaker beside it. A pool costs the house nothing and is left out. What a round was expected to bring is
what each outcome would have brought, given the stakes, by its chance; the variance follows from the same.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm, sqrt
from typing import Self

from casino.clubs.models import Session
from casino.desk.accounts import Reason
from casino.desk.turnover import LOST
from casino.tables.models import Round
from games.kit.beside import TOTALISATOR, Sides
from games.kit.errors import RuleBroken
from games.kit.markets import Space
from games.kit.values import canonical, from_json
from games.registry import find_game
from ledger.rows import rows

Laid = Mapping[tuple[str, str, int], int]  # how many stakes, by market, selection and counters: each is paid for itself


@dataclass(frozen=True)
class Cloth:
    """The spaces of a round and the chances of its outcomes, as whole parts of `parts`."""

    spaces: Mapping[tuple[str, str], Space]
    chances: Mapping[str, int]
    parts: int

    def holds(self, laid: Laid) -> bool:
        return all((market, selection) in self.spaces for market, selection, _ in laid)

    def gain(self, laid: Laid, outcome: str) -> int:
        """What the offices gain if the round ends so."""
        return sum(
            stakes * (counters - self.spaces[market, selection].returned(counters, outcome))
            for (market, selection, counters), stakes in laid.items()
        )

    def prospect(self, laid: Laid) -> tuple[Fraction, Fraction]:
        """What the office gains on average, and the variance of it."""
        gains = [(chance, self.gain(laid, outcome)) for outcome, chance in self.chances.items()]
        mean = sum(chance * gain for chance, gain in gains)
        square = sum(chance * gain * gain for chance, gain in gains)
        return Fraction(mean, self.parts), Fraction(square * self.parts - mean * mean, self.parts * self.parts)


@lru_cache(maxsize=256)  # tables play the same course all evening
def cloth_of(game: str, options: bytes, sides: bytes = b"{}", seats: tuple[str, ...] = ()) -> Cloth | None:
    """Of a round that starts from these options with the house in the office; none if the game cannot say. Prices of a
    bookmaker are those that were made for the round.
    """
    rules, beside = find_game(game), _read_sides(sides)
    try:
        state = rules.start(rules.read_options(json.loads(options)), seats)
        chances = rules.outcome_chances(state)
    except RuleBroken:
        return None
    if not chances:
        return None
    markets = (*rules.markets(state), *beside.markets(rules, state))
    spaces = {(market.name, space.selection): space for market in markets for space in market.spaces}
    parts = lcm(*(chance.denominator for chance in chances.values()))
    return Cloth(spaces, {outcome: int(chance * parts) for outcome, chance in chances.items()}, parts)


def _read_sides(written: bytes) -> Sides:
    sides: Sides = from_json(Sides, json.loads(written))
    return sides


@dataclass(frozen=True)
class Point:
    """After so many rounds: what the house has gained, was expected to gain, and the variance of that."""

    rounds: int
    actual: int
    expected: Fraction
    variance: Fraction

    @classmethod
    def none(cls) -> Self:
        return cls(0, 0, Fraction(), Fraction())

    @property
    def band(self) -> float:
        """Two standard deviations: about 95 of 100 evenings are within."""
        return 2 * sqrt(self.variance)


@dataclass(frozen=True)
class Course:
    points: list[Point]
    left_out: int  # rounds whose chances nobody can say


def course_of(session: Session) -> Course:
    """The evening from round to round, in the order in which they ended."""
    laid, gained = _laid(session.pk), _gained(session.pk)
    points: list[Point] = []
    left_out, last = 0, Point.none()
    for pk, cloth in _rounds(session):
        stakes = laid.get(pk, {})
        if cloth is None or not cloth.holds(stakes):
            left_out += bool(stakes)
            continue
        if not cloth.spaces:  # nothing but a pool
            continue
        mean, variance = cloth.prospect(stakes)
        last = Point(last.rounds + 1, last.actual + gained.get(pk, 0), last.expected + mean, last.variance + variance)
        points.append(last)
    return Course(points, left_out)


def _rounds(session: Session) -> Iterator[tuple[int, Cloth | None]]:
    rounds = Round.objects.filter(table__session=session, phase=Round.Phase.SETTLED, holder=None)
    found = rounds.order_by("ended_at", "pk").values_list("pk", "table__game", "options", "sides", "seats")
    for pk, game, options, sides, seats in found.iterator():
        book = {"bookmaker": sides["bookmaker"], "book": sides["book"]} if sides.get("book") else {}
        # Who sits there can decide how many run, and that only matters to a bookmaker.
        sitting = tuple(seats) if book else ()
        yield pk, cloth_of(game, canonical(options), canonical(book), sitting)


def _laid(session_id: int) -> dict[int, dict[tuple[str, str, int], int]]:
    """What lay at fixed odds in each round, whoever laid it."""
    found: dict[int, dict[tuple[str, str, int], int]] = {}
    for round_id, market, selection, counters, stakes in rows(
        """
        SELECT stake.round_id, stake.market, stake.selection, stake.counters, count(*)
        FROM tables_stake stake
        JOIN tables_round round ON round.id = stake.round_id
        JOIN tables_table room ON room.id = round.table_id
        WHERE room.session_id = %(session)s AND round.phase = 'settled' AND round.holder_id IS NULL
          AND stake.counters > 0 AND stake.market <> %(pool)s
        GROUP BY stake.round_id, stake.market, stake.selection, stake.counters
        """,
        session=session_id,
        pool=TOTALISATOR,
    ):
        found.setdefault(round_id, {})[market, selection, counters] = stakes
    return found


def _gained(session_id: int) -> dict[int, int]:
    """What bank and bookmaker gained by each round: stakes lost to them, in mid-round or at the end, less winnings, and
    not what nobody won of a pool. What a correction reversed cancels out. Entries of a round say whose they are in
    their keys.
    """
    return dict(
        rows(
            """
            WITH office AS (
                SELECT bank_id AS account FROM tables_table WHERE session_id = %(session)s
                UNION ALL
                SELECT beside.account_id FROM tables_tableaccount beside
                JOIN tables_table room ON room.id = beside.table_id
                WHERE room.session_id = %(session)s AND beside.role = 'bookmaker'
            ), pool AS (
                SELECT beside.account_id AS account FROM tables_tableaccount beside
                JOIN tables_table room ON room.id = beside.table_id
                WHERE room.session_id = %(session)s AND beside.role = 'totalisator'
            )
            SELECT split_part(entry.key, ':', 2)::bigint,
                   sum(CASE WHEN transfer.payee_id = office.account THEN transfer.amount
                            ELSE -transfer.amount END)::bigint
            FROM office
            JOIN ledger_transfer transfer ON office.account IN (transfer.payer_id, transfer.payee_id)
             AND transfer.reason::text = ANY (%(reasons)s)
            JOIN ledger_entry entry ON entry.id = transfer.entry_id AND entry.key LIKE 'round:%%'
            WHERE NOT EXISTS (SELECT FROM pool WHERE pool.account IN (transfer.payer_id, transfer.payee_id))
            GROUP BY 1
            """,
            session=session_id,
            reasons=[*map(str, (*LOST, Reason.WINNINGS))],
        )
    )
