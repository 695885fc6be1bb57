"""What one tick costs with so many rounds running at once: database, this process and the message, in one thread."""

import time
from collections import deque

from bench.ledger.house import vacuum
from bench.tables.room import copied, invite, open_evening, put_table, start_round
from casino.clubs.actors import HOUSE
from casino.tables.ticking import tick
from casino.tables.voiding import void_round

GUESTS = 8
DEALS_IN_A_PACK = 10
DEEP = 40  # deals after which a race gives way to a new one; hardly any is over by then

_rounds: deque[tuple[int, int]] = deque()  # id and step, the next to be ticked first


def start_rounds(count: int, ticks: int) -> None:
    """So many rounds, of which the first will get so many ticks.

    Each of these is a deal further into its pack than the one before: the more cards are out, the more a tick reads.
    """
    session = open_evening()
    first = start_round(put_table(session, "Minoru", invite(session, GUESTS), options={"course": "long"}))
    for number, round_ in enumerate([first, *copied(first, count - 1)]):
        for _ in range(number % DEALS_IN_A_PACK if number < ticks else 0):
            assert tick(round_.pk, round_.step)
            round_.step += 1
        _rounds.append((round_.pk, round_.step))
    vacuum()


def seconds_per_tick(ticks: int) -> float:
    """One round after another, as often as it takes."""
    _replace_deep_rounds(ticks)
    started = time.perf_counter()
    for _ in range(ticks):
        round_id, step = _rounds.popleft()
        assert tick(round_id, step), "a tick that does nothing is no measure"
        _rounds.append((round_id, step + 1))
    return (time.perf_counter() - started) / ticks


def _replace_deep_rounds(ticks: int) -> None:
    more = -(-ticks // len(_rounds))
    for place, (round_id, step) in enumerate(_rounds):
        if step + more > DEEP:
            fresh = start_round(void_round(round_id, reason="long enough", by=HOUSE).table)
            _rounds[place] = fresh.pk, fresh.step
