"""Processes that post, each over one connection of its own. They stay, and are told when to start and how long to work.

They are forked from a process that has loaded everything and opened no connection: sixteen are there at once.
"""

import importlib
import itertools
import multiprocessing
import os
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bench.apart import leave_signals_to

WARM_UP = 10  # postings: PostgreSQL plans the first five anew
HEAD_START = 0.01  # seconds for the order to reach everybody


@dataclass(frozen=True)
class Hall:
    """The accounts that counters move between. Payers never are payees, so that plain SQL cannot deadlock."""

    payers: Sequence[int]
    payees: Sequence[int]
    pool: int  # the payee that all share
    book: int = 0
    unit: int = 0


@dataclass(frozen=True)
class Order:
    """What to do over how many connections, again and again for so many seconds; at least once."""

    act: str  # post, post_to_pool, post_many, settle
    connections: int = 1
    size: int = 1
    seconds: float = 0.0
    turns: int = 1  # so often in a round, others in between


class Teller(Protocol):
    """One way to post, over one connection."""

    def post(self, payer: int, payee: int) -> None: ...

    def post_many(self, pairs: Sequence[tuple[int, int]]) -> None: ...

    def settle(self, payer: int, payees: Sequence[int]) -> None: ...


def fresh_keys() -> Iterator[str]:
    """Keys that nobody else uses: one random word for each teller, and a number."""
    word = uuid.uuid4().hex
    return (f"{word}-{number}" for number in itertools.count())


_crew: list[Any] = []


def hire(module: str, hall: Hall, count: int) -> None:
    context = multiprocessing.get_context("fork")
    for place in range(count):
        line, theirs = context.Pipe()
        args = (theirs, os.getpid(), module, hall, place)
        context.Process(target=_work, args=args, daemon=True).start()
        theirs.close()
        _crew.append(line)
    for line in _crew:
        line.recv()


def work(order: Order) -> list[tuple[int, float]]:
    """How often each has done it, and in how many seconds."""
    start = time.monotonic() + HEAD_START
    for line in _crew[: order.connections]:
        line.send((order, start))
    return [line.recv() for line in _crew[: order.connections]]


def _work(line: Any, parent: int, module: str, hall: Hall, place: int) -> None:
    leave_signals_to(parent)
    teller: Teller = importlib.import_module(module).Teller(hall)
    _repeat(_doing(teller, hall, Order("post"), place), times=WARM_UP)
    line.send("ready")
    while True:
        order, start = line.recv()
        doing = _doing(teller, hall, order, place)
        time.sleep(max(0.0, start - time.monotonic()))
        line.send(_repeat(doing, seconds=order.seconds))


def _repeat(doing: Callable[[], None], *, times: int = 1, seconds: float = 0.0) -> tuple[int, float]:
    """At least so often, and at least so long."""
    started = time.monotonic()
    for done in itertools.count(1):
        doing()
        passed = time.monotonic() - started
        if done >= times and passed >= seconds:
            break
    return done, passed


def _doing(teller: Teller, hall: Hall, order: Order, place: int) -> Callable[[], None]:
    # Everybody starts elsewhere in the hall, and nobody keeps step with another.
    payers = itertools.islice(itertools.cycle(hall.payers), place * 61, None)
    payees = itertools.islice(itertools.cycle(hall.payees), place * 67, None)
    match order.act:
        case "post":
            return lambda: teller.post(next(payers), next(payees))
        case "post_to_pool":
            return lambda: teller.post(next(payers), hall.pool)
        case "post_many":
            return lambda: teller.post_many([(next(payers), next(payees)) for _ in range(order.size)])
        case _:
            paid = list(itertools.islice(payees, order.size))
            return lambda: teller.settle(hall.pool, paid)
