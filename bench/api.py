"""What the API costs: stakes over HTTP beside one bare INSERT and beside an empty view, on the same server, in turns;
and how long after its commit an event reaches everybody who listens. PostgreSQL keeps what it commits; the web server
is the house's own, in a process of its own.
"""

import json
import signal
import socket
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from bench import server
from bench.apart import Apart
from bench.http.clients import Hall
from bench.server import Server
from bench.table import Ratio, Row, duration, rate, text
from casino import running

STAKE, INSERT, EMPTY = "/api/v1/rounds/{round}/stakes/", "/api/bench/insert/", "/api/bench/empty/"
ONE_ROUND = "one round"
CONTENDERS = (STAKE, INSERT, EMPTY)


@dataclass(frozen=True)
class Plan:
    turns: int
    seconds: float  # of each slice
    events: int  # told to so many streams
    clients: tuple[int, ...] = (1, 8, 32)
    tables: int = 8
    guests: int = 96
    streams: tuple[int, ...] = (1, 300, 1000)
    pause: float = 0.3  # seconds between events


FULL = Plan(turns=15, seconds=1.0, events=40)
QUICK = Plan(turns=3, seconds=0.6, events=8)


def main(*, quick: bool, as_json: bool) -> None:
    signal.signal(signal.SIGTERM, _end)  # the servers and their folder go as well
    plan = QUICK if quick else FULL
    with server.running() as serving:
        serving.start_redis()
        serving.create("casino")
        with Apart("bench.ledger.house", serving.environment("casino")) as house:
            house.ask("migrate")
        with Apart("bench.http.hall", serving.environment("casino")) as house:
            hall: Hall = house.ask("open_hall", plan.tables, plan.guests, max(plan.streams))
            durability = serving.durability()
            rows = [*_stakes(serving, plan, hall), *_streams(serving, plan, hall, house)]
    if as_json:
        print(json.dumps({ratio.key: ratio.value for row in rows for ratio in row.ratios}))
        return
    print(f"api: median of {plan.turns} interleaved turns of {plan.seconds} s; {durability}")
    print(text(rows, ours="stakes", limit="INSERT", peer="empty view"))


@contextmanager
def _web(serving: Server) -> Iterator[int]:
    """The house's own web server, as it is started for an evening; and the port it listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    program = running.web_program(host="127.0.0.1", port=port)
    with serving.program(program, "casino", {"DJANGO_SETTINGS_MODULE": "bench.http.settings"}):
        if not serving.supervisor.wait_for(lambda: running.somebody_answers("127.0.0.1", port), seconds=60):
            raise SystemExit(f"The web server did not start:\n{(serving.home.logs / 'web.log').read_text()}")
        yield port


def _stakes(serving: Server, plan: Plan, hall: Hall) -> list[Row]:
    """Every contender, and all stakes on one round, in turns."""
    rates: dict[tuple[str, int], list[float]] = defaultdict(list)
    slices = [(name, count) for count in plan.clients for name in (*CONTENDERS, ONE_ROUND)]
    with _web(serving) as port, Apart("bench.http.clients", {}) as phones:
        for turn in range(plan.turns + 1):
            if turn == 1:
                serving.checkpoint()
                rates.clear()  # that was to warm up
            for name, count in slices if turn % 2 else slices[::-1]:  # nobody always follows the same one
                path, rounds = (STAKE, hall.rounds[:1]) if name == ONE_ROUND else (name, hall.rounds)
                tokens = hall.tokens[: plan.guests]
                done, seconds = phones.ask("ask_for", plan.seconds, port, count, path, rounds, tokens)
                rates[name, count].append(done / seconds)
    return [
        *(_stake_row(rates, count, STAKE, f"{plan.tables} rounds") for count in plan.clients),
        *(_stake_row(rates, count, ONE_ROUND, "one round") for count in plan.clients if count > 1),
    ]


def _stake_row(rates: dict[tuple[str, int], list[float]], count: int, ours: str, where: str) -> Row:
    def ratio(other: str) -> float:
        """The median of each turn's own ratio: what was measured within a moment is compared."""
        both = zip(rates[ours, count], rates[other, count], strict=True)
        return statistics.median(our / their for our, their in both)

    key = f"stakes_{count}" if ours == STAKE else f"stakes_one_round_{count}"
    return Row(
        f"stakes, {count} client{'s' * (count > 1)}, {where}",
        [rate(statistics.median(rates[name, count])) for name in (ours, INSERT, EMPTY)],
        [
            Ratio(f"{key}_vs_insert", ratio(INSERT), "INSERT", least=0.5),
            Ratio(f"{key}_vs_empty", ratio(EMPTY), "empty"),
        ],
    )


@dataclass(frozen=True)
class Heard:
    """How long after its commit each stream heard of each event, and what it cost meanwhile."""

    delays: Sequence[float]  # the shortest first
    missed: int
    connections: int

    def at(self, share: float) -> float:
        return self.delays[min(len(self.delays) - 1, int(len(self.delays) * share))]


def _streams(serving: Server, plan: Plan, hall: Hall, house: Apart) -> list[Row]:
    heard = {}
    for count in plan.streams:  # each with a server that has not done anything else
        with _web(serving) as port, Apart("bench.http.streams", {}) as listeners:
            listeners.ask("open_streams", port, hall.code, hall.tokens[:count])
            heard[count] = _listen(plan, hall, house, listeners, count)
    return [row for count in plan.streams for row in _stream_rows(count, heard[count], heard[plan.streams[0]])]


def _listen(plan: Plan, hall: Hall, house: Apart, listeners: Apart, streams: int) -> Heard:
    marks = [streams * 1000 + number for number in range(plan.events)]
    committed = []
    connections = 0
    for mark in marks:
        committed.append(house.ask("tell_room", hall.session, mark))
        time.sleep(plan.pause)
        connections = max(connections, house.ask("other_connections"))
    times = listeners.ask("heard", marks, streams)
    delays = sorted(at - then for then, heard in zip(committed, times, strict=True) for at in heard)
    return Heard(delays, len(marks) * streams - len(delays), connections)


def _stream_rows(count: int, heard: Heard, one: Heard) -> list[Row]:
    name = f"{count:,} stream{'s' * (count > 1)}"
    ratios = [Ratio(f"delay_{count}_vs_1", heard.at(0.5) / one.at(0.5), "1 stream")] if heard is not one else []
    got = "all heard all" if not heard.missed else f"{heard.missed} MISSED"
    return [
        Row(
            f"{name}, from commit to client: median, 99 %, most",
            [duration(heard.at(0.5)), duration(heard.at(0.99)), duration(heard.delays[-1])],
            ratios,
        ),
        Row(f"{name}: {got}; connections of the server", [str(heard.connections)]),
    ]


def _end(_signal: int, _frame: FrameType | None) -> None:
    sys.exit("ended")
