"""What a longer history costs: the same readings of histories of several sizes, in turns; and verifying the longest."""

import statistics
from contextlib import ExitStack
from dataclasses import dataclass, field

from bench.apart import Apart
from bench.ledger.plan import Plan
from bench.ledger.posting import EMPTY
from bench.server import Server

READINGS = {
    "balance": "balance of one account",
    "first_page": "statement, newest page",
    "last_page": "statement, oldest page",
    "trial_balance": "trial balance",
}


@dataclass(frozen=True)
class History:
    book: int
    pool: int
    last_page: str  # the cursor that leads to it


@dataclass(frozen=True)
class Verified:
    verify: float  # seconds
    scan: float
    megabytes: float  # by which the process grew at its widest


@dataclass
class Growth:
    """Seconds of every reading at every size, one figure for each round."""

    verified: Verified
    rounds: dict[tuple[str, int], list[float]] = field(default_factory=dict)

    def median(self, what: str, size: int) -> float:
        return statistics.median(self.rounds[what, size])

    def ratio(self, what: str, size: int, smallest: int) -> float:
        pairs = zip(self.rounds[what, size], self.rounds[what, smallest], strict=True)
        return statistics.median(large / small for large, small in pairs)


def database(size: int) -> str:
    return f"history_{size}"


def measure(server: Server, plan: Plan) -> Growth:
    histories = _load(server, plan)
    server.checkpoint()
    with _process(server, max(plan.histories)) as fresh:
        growth = Growth(fresh.ask("verify", plan.verifications))
    with ExitStack() as stack:
        readers = {size: stack.enter_context(_process(server, size)) for size in histories}
        for _ in range(plan.rounds):
            for what in READINGS:
                for size, reader in readers.items():
                    seconds = reader.ask("read", histories[size], what, plan.reads)
                    growth.rounds.setdefault((what, size), []).append(seconds)
    return growth


def _load(server: Server, plan: Plan) -> dict[int, History]:
    """In processes that end afterwards, so that the memory they took is not in anybody's way."""
    with ExitStack() as stack:
        loaders = {}
        for size in plan.histories:
            server.create(database(size), template=EMPTY)
            loaders[size] = stack.enter_context(_process(server, size))
            loaders[size].tell("load", size, plan.entry_size)
        return {size: loader.hear() for size, loader in loaders.items()}


def _process(server: Server, size: int) -> Apart:
    return Apart("bench.ledger.history", server.environment(database(size)))
