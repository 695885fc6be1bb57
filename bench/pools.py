"""A totalisator beside fixed odds, on the same race: stakes, which in a pool wait for nobody, and a large settlement.

On one server that keeps what it commits.
"""

import json
import signal
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from bench import server
from bench.apart import Apart
from bench.server import Server
from bench.table import Ratio, Row, duration, rate, text
from bench.tables import EMPTY, Beside, end

TERMS: dict[str, dict[str, str]] = {"totalisator": {}}
POOL, FIXED = "totalisator", "win"


@dataclass(frozen=True)
class Plan:
    turns: int
    settlements: int
    seconds: float  # of each slice
    stakes: int = 10_000
    processes: Sequence[int] = (1, 8)
    guests: int = 400


FULL = Plan(turns=15, settlements=9, seconds=1.0)
QUICK = Plan(turns=5, settlements=3, seconds=0.6)


def main(*, quick: bool, as_json: bool) -> None:
    signal.signal(signal.SIGTERM, end)
    plan = QUICK if quick else FULL
    with server.running() as serving:
        serving.start_redis()
        serving.create(EMPTY)
        with Apart("bench.ledger.house", serving.environment(EMPTY)) as house:
            house.ask("migrate")
        durability = serving.durability()
        rows = [*_stakes(serving, plan), _settlement(serving, plan)]
    if as_json:
        print(json.dumps({ratio.key: ratio.value for row in rows for ratio in row.ratios}))
        return
    print(f"pools: one race with both, median of {plan.turns} interleaved turns; {durability}")
    print(text(rows, ours="pool", limit="fixed odds", peer=""))


def _stakes(serving: Server, plan: Plan) -> list[Row]:
    serving.create("pooled_stakes", template=EMPTY)
    environment = serving.environment("pooled_stakes")
    with Apart("bench.tables.staking", environment) as room:
        rounds, players = room.ask("open_floor", 1, plan.guests, TERMS)
    with ExitStack() as stack:
        most = max(plan.processes)
        crew = [stack.enter_context(Apart("bench.tables.staking", environment)) for _ in range(most)]
        for place, member in enumerate(crew):
            member.tell("come", rounds, players[place::most])
        for member in crew:
            member.hear()
        return [_stakes_row(crew[:count], plan) for count in plan.processes]


def _stakes_row(crew: Sequence[Apart], plan: Plan) -> Row:
    beside, count = Beside(), len(crew)
    for turn in range(plan.turns):
        for market in (POOL, FIXED) if turn % 2 else (FIXED, POOL):
            (beside.ours if market == POOL else beside.other).append(_stakes_per_second(crew, plan, market))
    return Row(
        f"stakes on one race, {count} process{'es' * (count > 1)}",
        [rate(stakes) for stakes in beside.medians],
        [Ratio(f"pool_stakes_{count}_vs_fixed", beside.ratio, "fixed", least=1.0)],
    )


def _stakes_per_second(crew: Sequence[Apart], plan: Plan, market: str) -> float:
    for member in crew:
        member.tell("stake_for", plan.seconds, True, 1, market)  # noqa: FBT003 - over the line
    done: list[tuple[int, float]] = [member.hear() for member in crew]
    return sum(stakes / seconds for stakes, seconds in done)


def _settlement(serving: Server, plan: Plan) -> Row:
    serving.create("pooled_settlement", template=EMPTY)
    beside = Beside()
    with Apart("bench.tables.settling", serving.environment("pooled_settlement")) as room:
        room.ask("fill_room", plan.stakes, TERMS)
        for turn in range(plan.settlements + 1):
            for market in (POOL, FIXED) if turn % 2 else (FIXED, POOL):
                seconds = room.ask("seconds_to_settle", room.ask("finish_round", market))
                (beside.ours if market == POOL else beside.other).append(seconds)
    del beside.ours[0], beside.other[0]  # to warm up
    return Row(
        f"settling {plan.stakes:,} stakes",
        [duration(seconds) for seconds in beside.medians],
        [Ratio("settle_pool_vs_fixed", beside.ratio, "fixed", most=1.3)],
    )
