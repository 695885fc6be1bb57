"""A history of so many transfers, all of them to or from one pool, and how long it takes to read and to verify it."""

import io
import itertools
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from django.core.management import call_command

from bench.ledger.crew import fresh_keys
from bench.ledger.growth import History, Verified
from bench.ledger.house import disconnect, open_hall, vacuum
from casino.desk.accounts import Reason
from ledger import balances
from ledger.posting import Posting, Transfer, post_many
from ledger.rows import rows

PURSES = 100
BATCH = 1000

T = TypeVar("T")

SCAN = "SELECT payer_id, sum(amount), count(*) FROM ledger_transfer GROUP BY payer_id"


def load(transfers: int, entry_size: int) -> History:
    """Through the ledger, a thousand transfers at a time; what fills purses and pool is among the transfers."""
    hall = open_hall(PURSES)
    purses = [*hall.payers, *hall.payees]
    moves = _stakes_and_dividends(purses, hall.pool, transfers - PURSES - 1)
    entries = (Posting(key, entry) for key, entry in zip(fresh_keys(), pieces(moves, entry_size), strict=False))
    for batch in pieces(entries, BATCH // entry_size):
        post_many(book=hall.book, postings=batch)
    assert rows("SELECT count(*) FROM ledger_transfer") == [(transfers,)]
    vacuum()
    history = History(hall.book, hall.pool, _last_page(hall.pool))
    disconnect()
    return history


def _stakes_and_dividends(purses: list[int], pool: int, count: int) -> Iterator[Transfer]:
    for number in range(count):
        purse = purses[number // 2 % len(purses)]
        yield Transfer(pool, purse, 1, Reason.DIVIDEND) if number % 2 else Transfer(purse, pool, 1, Reason.STAKE)


def pieces(things: Iterator[T], size: int) -> Iterator[list[T]]:
    while piece := list(itertools.islice(things, size)):
        yield piece


def _last_page(pool: int) -> str:
    """The cursor that following every page would end with."""
    lines = rows(
        """
        SELECT id, CASE payee_id WHEN %(pool)s THEN amount ELSE -amount END FROM ledger_transfer
        WHERE %(pool)s IN (payer_id, payee_id) ORDER BY id LIMIT %(lines)s
        """,
        pool=pool,
        lines=balances.PAGE + 1,
    )
    *page, newer = lines
    cursor = balances._sealed(pool, newer[0], sum(amount for _, amount in page))
    shown = balances.statement(pool, older=cursor)
    assert shown.older is None
    assert shown.lines[-1].balance == shown.lines[-1].amount
    return cursor


def read(history: History, what: str, times: int) -> float:
    """Seconds that a reading takes: the median of so many."""
    reading: dict[str, Callable[[], Any]] = {
        "balance": lambda: balances.balance(history.pool),
        "first_page": lambda: balances.statement(history.pool),
        "last_page": lambda: balances.statement(history.pool, older=history.last_page),
        "trial_balance": lambda: balances.trial_balance(history.book),
    }
    reading[what]()
    return statistics.median(_seconds(reading[what]) for _ in range(times))


def verify(times: int) -> Verified:
    """Both once to warm up, then in turns."""
    verifying: list[float] = []
    scanning: list[float] = []
    rows(SCAN)
    before = widest()
    for _ in range(times + 1):
        verifying.append(_seconds(lambda: call_command("verify_ledger", stdout=io.StringIO())))
        scanning.append(_seconds(lambda: rows(SCAN)))
    return Verified(statistics.median(verifying[1:]), statistics.median(scanning[1:]), widest() - before)


def _seconds(act: Callable[[], Any]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


def widest() -> float:
    """Megabytes this process has taken at its widest. On Linux `getrusage` would count what its parent held, too, when
    it was forked.
    """
    if sys.platform == "darwin":
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    (line,) = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:")]
    return int(line.split()[1]) / 2**10
