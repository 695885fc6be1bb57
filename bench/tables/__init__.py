"""What the tables cost: a tick beside many others, a large settlement beside the ledger's own, stakes with and without
events; and how late ticks are. On one server that keeps what it commits, with a real Redis, worker and beat.
"""

import json
import signal
import statistics
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from types import FrameType

from bench import server
from bench.apart import Apart
from bench.server import Server
from bench.table import Ratio, Row, duration, rate, text
from bench.tables.plan import FULL, QUICK, Plan
from casino import running

EMPTY = "casino_empty"


def main(*, quick: bool, as_json: bool) -> None:
    signal.signal(signal.SIGTERM, end)  # the servers and their folder go as well
    plan = QUICK if quick else FULL
    # When a tick was done is when it was committed, and PostgreSQL tells only if it was asked to before.
    with server.running(options=["-c", "track_commit_timestamp=on"]) as serving:
        serving.start_redis()
        serving.create(EMPTY)
        with Apart("bench.ledger.house", serving.environment(EMPTY)) as house:
            house.ask("migrate")
        durability = serving.durability()
        rows = [*_ticks(serving, plan), *_lateness(serving, plan), _settlement(serving, plan), _stakes(serving, plan)]
    if as_json:
        print(json.dumps({ratio.key: ratio.value for row in rows for ratio in row.ratios}))
        return
    print(f"tables: median of {plan.turns} interleaved turns; {durability}")
    print(text(rows, ours="house", limit="beside", peer=""))


@dataclass
class Beside:
    """Figures of two things measured in turns."""

    ours: list[float] = field(default_factory=list)
    other: list[float] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        """The median of each turn's own ratio: what was measured within a moment is compared."""
        return statistics.median(our / other for our, other in zip(self.ours, self.other, strict=True))

    @property
    def medians(self) -> tuple[float, float]:
        return statistics.median(self.ours), statistics.median(self.other)


def _apart(serving: Server, module: str, database: str) -> Apart:
    return Apart(f"bench.tables.{module}", serving.environment(database))


def _ticks(serving: Server, plan: Plan) -> list[Row]:
    """Each number of rounds in a database of its own."""
    with ExitStack() as stack:
        rooms = {}
        for count in plan.concurrent:
            serving.create(f"rounds_{count}", template=EMPTY)
            rooms[count] = stack.enter_context(_apart(serving, "ticking", f"rounds_{count}"))
            rooms[count].tell("start_rounds", count, plan.turns * plan.ticks)
        for room in rooms.values():
            room.hear()
        serving.checkpoint()
        times: dict[int, list[float]] = {count: [] for count in rooms}
        for turn in range(plan.turns):
            first = turn % len(rooms)  # nobody always follows the same one
            for count in (*plan.concurrent[first:], *plan.concurrent[:first]):
                times[count].append(rooms[count].ask("seconds_per_tick", plan.ticks))
    return [_tick_row(count, Beside(times[count], times[plan.concurrent[0]]), plan) for count in times]


def _tick_row(count: int, beside: Beside, plan: Plan) -> Row:
    fewest, *_, most = plan.concurrent
    held = 1.3 if count == most else None
    ratios = [] if count == fewest else [Ratio(f"tick_{count}_vs_1", beside.ratio, "1 round", most=held)]
    return Row(f"tick, {count} round{'s' * (count > 1)} running", [duration(beside.medians[0])], ratios)


def _lateness(serving: Server, plan: Plan) -> list[Row]:
    """Few rounds show what carrying a message takes, many what one worker can do."""
    return [row for count in plan.late_rounds for row in _late_rows(serving, plan, count)]


def _late_rows(serving: Server, plan: Plan, count: int) -> list[Row]:
    database = f"late_{count}"
    serving.create(database, template=EMPTY)
    serving.empty_redis()  # of messages about rounds of other databases
    with (
        serving.program(running.worker_program(), database),
        serving.program(running.beat_program(), database),
        _apart(serving, "lateness", database) as room,
    ):
        begun, done = room.ask("watch_rounds", count, plan.pace, plan.watched)
    return [_late_row(plan, count, "begun", begun), _late_row(plan, count, "done", done)]


def _late_row(plan: Plan, count: int, what: str, late: Sequence[float]) -> Row:
    median, most_of_them, most = late[len(late) // 2], late[len(late) * 95 // 100], late[-1]
    return Row(
        f"{count} rounds, ticks {what} late: median, 95 %, most",
        [duration(seconds) for seconds in (median, most_of_them, most)],
        [Ratio(f"late_{what}_{count}_vs_pace", median / plan.pace, "pace")],
    )


def _settlement(serving: Server, plan: Plan) -> Row:
    serving.create("settlement", template=EMPTY)
    beside = Beside()
    with _apart(serving, "settling", "settlement") as room:
        room.ask("fill_room", plan.stakes)
        for _ in range(plan.settlements + 1):
            finished = room.ask("finish_round")
            before = room.ask("seconds_to_post")  # and once more after: so short a moment may be a noisy one
            beside.ours.append(room.ask("seconds_to_settle", finished))
            beside.other.append((before + room.ask("seconds_to_post")) / 2)
    del beside.ours[0], beside.other[0]  # to warm up
    return Row(
        f"settling {plan.stakes:,} stakes; posting as many transfers",
        [duration(seconds) for seconds in beside.medians],
        [Ratio("settle_vs_post", beside.ratio, "ledger", most=2.0)],
    )


def _stakes(serving: Server, plan: Plan) -> Row:
    serving.create("stakes", template=EMPTY)
    with _apart(serving, "staking", "stakes") as room:
        rounds, players = room.ask("open_floor", plan.staking_tables, plan.staking_guests)
    beside = Beside()
    with ExitStack() as stack:
        crew = [stack.enter_context(_apart(serving, "staking", "stakes")) for _ in range(plan.staking_processes)]
        for place, member in enumerate(crew):
            member.tell("come", rounds, players[place :: len(crew)])
        for member in crew:
            member.hear()
        for turn in range(plan.turns):
            for told in (True, False) if turn % 2 else (False, True):
                (beside.ours if told else beside.other).append(_stakes_per_second(crew, plan, told=told))
    return Row(
        f"stakes, {len(crew)} processes, with events; without",
        [rate(stakes) for stakes in beside.medians],
        [Ratio("stakes_with_events", beside.ratio, "without", least=0.9)],
    )


def _stakes_per_second(crew: Sequence[Apart], plan: Plan, *, told: bool) -> float:
    for member in crew:
        member.tell("stake_for", plan.staking, told)
    done: list[tuple[int, float]] = [member.hear() for member in crew]
    return sum(stakes / seconds for stakes, seconds in done)


def end(_signal: int, _frame: FrameType | None) -> None:
    sys.exit("ended")
