"""What the house should have gained by its own odds, and how far off luck may put it: exact, round by round.

Counted are settled rounds in which the house held the office. What a round was expected to bring is the sum over its
stakes of counters times edge; its variance follows from what each outcome would have brought, given the stakes.
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
from games.kit.errors import RuleBroken
from games.kit.markets import Space
from games.kit.values import canonical
from games.registry import find_game
from ledger.rows import rows

Laid = Mapping[tuple[str, str], int]  # counters by market and selection


@dataclass(frozen=True)
class Cloth:
    """The spaces of a round and the chances of its outcomes, as whole parts of `parts`."""

    spaces: Mapping[tuple[str, str], Space]
    chances: Mapping[str, int]
    parts: int

    def gain(self, laid: Laid, outcome: str) -> int:
        """What the office gains if the round ends so."""
        found = ((self.spaces[space], counters) for space, counters in laid.items())
        return sum(-space.odds.won_by(n) if outcome in space.wins else n for space, n in found)

    def prospect(self, laid: Laid) -> tuple[Fraction, Fraction]:
        """What the office gains on average, and the variance of it."""
        gains = [(chance, self.gain(laid, outcome)) for outcome, chance in self.chances.items()]
        mean = sum(chance * gain for chance, gain in gains)
        square = sum(chance * gain * gain for chance, gain in gains)
        return Fraction(mean, self.parts), Fraction(square * self.parts - mean * mean, self.parts * self.parts)


@lru_cache(maxsize=256)  # tables play the same course all evening
def cloth_of(game: str, options: bytes) -> Cloth | None:
    """Of a round that starts from these options with the house in the office; none if the game cannot say."""
    rules = find_game(game)
    try:
        state = rules.start(rules.read_options(json.loads(options)), ())
        chances = rules.outcome_chances(state)
    except RuleBroken:
        return None
    if not chances:
        return None
    spaces = {(market.name, space.selection): space for market in rules.markets(state) for space in market.spaces}
    parts = lcm(*(chance.denominator for chance in chances.values()))
    return Cloth(spaces, {outcome: int(chance * parts) for outcome, chance in chances.items()}, parts)


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
    for pk, game, options in _rounds(session):
        cloth = cloth_of(game, options)
        stakes = laid.get(pk, {})
        if cloth is None or not stakes.keys() <= cloth.spaces.keys():
            left_out += bool(stakes)
            continue
        mean, variance = cloth.prospect(stakes)
        last = Point(last.rounds + 1, last.actual + gained.get(pk, 0), last.expected + mean, last.variance + variance)
        points.append(last)
    return Course(points, left_out)


def _rounds(session: Session) -> Iterator[tuple[int, str, bytes]]:
    rounds = Round.objects.filter(table__session=session, phase=Round.Phase.SETTLED, holder=None)
    found = rounds.order_by("ended_at", "pk").values_list("pk", "table__game", "options")
    for pk, game, options in found.iterator():
        yield pk, game, canonical(options)


def _laid(session_id: int) -> dict[int, dict[tuple[str, str], int]]:
    """What lay on each space of each round, whoever laid it."""
    found: dict[int, dict[tuple[str, str], int]] = {}
    for round_id, market, selection, counters in rows(
        """
        SELECT stake.round_id, stake.market, stake.selection, sum(stake.counters)::bigint
        FROM tables_stake stake
        JOIN tables_round round ON round.id = stake.round_id
        JOIN tables_table room ON room.id = round.table_id
        WHERE room.session_id = %(session)s AND round.phase = 'settled' AND round.holder_id IS NULL
          AND stake.counters > 0
        GROUP BY stake.round_id, stake.market, stake.selection
        """,
        session=session_id,
    ):
        found.setdefault(round_id, {})[market, selection] = counters
    return found


def _gained(session_id: int) -> dict[int, int]:
    """What the bank gained by each round: stakes lost to it, in mid-round or at the end, less winnings. What a
    correction reversed cancels out. Entries of a round say whose they are in their keys.
    """
    return dict(
        rows(
            """
            SELECT split_part(entry.key, ':', 2)::bigint,
                   sum(CASE WHEN transfer.payee_id = room.bank_id THEN transfer.amount
                            ELSE -transfer.amount END)::bigint
            FROM tables_table room
            JOIN ledger_transfer transfer ON room.bank_id IN (transfer.payer_id, transfer.payee_id)
             AND transfer.reason::text = ANY (%(reasons)s)
            JOIN ledger_entry entry ON entry.id = transfer.entry_id AND entry.key LIKE 'round:%%'
            WHERE room.session_id = %(session)s
            GROUP BY 1
            """,
            session=session_id,
            reasons=[*map(str, (*LOST, Reason.WINNINGS))],
        )
    )
