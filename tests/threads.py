"""Many at once: threads that start together, each with a connection of its own to the test's database."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress

from django.db import connections

THREADS = 8
PATIENCE = 30.0  # seconds; whoever waits longer has met a deadlock, and the test fails by what it finds

# How many in this database wait for a lock.
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"


def together(act: Callable[[int], object], threads: int = THREADS) -> list[Exception]:
    """Run the act in so many threads, which start at the same moment. What they raise is returned."""
    start, raised = threading.Barrier(threads), list[Exception]()

    def run(number: int) -> None:
        try:
            start.wait(PATIENCE)
            act(number)
        except Exception as error:
            raised.append(error)
        finally:
            connections.close_all()

    running = [threading.Thread(target=run, args=[number]) for number in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join(4 * PATIENCE)
    return raised


class Meeting:
    """Where threads wait for each other: placed between a read and what is made of it, it makes a race certain."""

    def __init__(self, threads: int = THREADS) -> None:
        self._all = threading.Barrier(threads)

    def __call__(self) -> None:
        with suppress(threading.BrokenBarrierError):
            self._all.wait(PATIENCE)


def until(condition: Callable[[], object], seconds: float = PATIENCE) -> bool:
    """Wait until it is so; whether it was in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.002)
    return True
