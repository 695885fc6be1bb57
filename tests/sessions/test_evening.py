"""A whole evening: many tables at once, players who sit at two of them, from the first buy-in to the closed book."""

import threading
from collections import Counter
from collections.abc import Sequence
from itertools import count
from queue import SimpleQueue

import pytest
from django.db import connections

from casino import demo
from casino.clubs.actors import HOUSE
from casino.clubs.models import Session
from casino.tables.carrying import driven_here
from casino.tables.models import Round, Stake
from casino.tables.seating import sit_down
from ledger.models import Entry
from tests.casino.verified import room_findings

TABLES, PLAYERS, THREADS = 20, 30, 3
# One game of Ascot has as many moves as all other rounds of a short evening; it is played by itself elsewhere.
SHORT = [way for way in demo.WAYS if way.game != "ascot"]


def play(session: Session, rounds: int) -> None:
    """So many rounds, spread over the tables; every thread plays whatever table is free."""
    tables = list(session.tables.order_by("pk").values_list("pk", flat=True))
    free: SimpleQueue[int] = SimpleQueue()
    for table in tables:
        free.put(table)
    left, problems, lock = count(), list[BaseException](), threading.Lock()

    def work() -> None:
        try:
            with driven_here():
                while next(left) < rounds and not problems:
                    table = free.get(timeout=60)
                    demo.play_round(table)
                    free.put(table)
        except BaseException as problem:
            with lock:
                problems.append(problem)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []


def evening(rounds: int, ways: Sequence[demo.Way] = demo.WAYS) -> None:
    with driven_here():
        session = demo.open_room(players=PLAYERS, tables=TABLES, table_options=demo.AS_FAST_AS_IT_GOES, ways=ways)
        second = list(session.tables.order_by("-pk"))
        for number, player in enumerate(session.players.order_by("pk")):
            table = second[number % TABLES]
            if not table.seats.filter(player=player).exists():
                sit_down(table.pk, player=player, by=HOUSE)
    play(session, rounds)
    with driven_here():
        demo.close_room(session)
    ends = Counter(Round.objects.values_list("phase", flat=True))
    assert ends == {"settled": rounds}
    assert Stake.objects.count() > rounds
    keys = Entry.objects.filter(key__endswith=":settle").values_list("key", flat=True)
    assert len(keys) == len(set(keys)) == Round.objects.exclude(settlement=None).count()
    assert room_findings() == []


def test_60_rounds_at_20_tables_balance_to_the_counter(own_database: str) -> None:
    evening(60, SHORT)


@pytest.mark.slow
def test_2000_rounds_at_20_tables_balance_to_the_counter(own_database: str) -> None:
    evening(2000)
