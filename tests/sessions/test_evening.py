"""A whole evening: many tables at once, players who sit at two of them, from the first buy-in to the closed book."""

import threading
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle, islice
from queue import Empty, SimpleQueue

import pytest
from django.db import connections

from casino import demo
from casino.clubs.actors import HOUSE
from casino.clubs.models import Session
from casino.tables.carrying import driven_here
from casino.tables.models import Round, Stake
from casino.tables.seating import sit_down
from games.registry import GAMES
from ledger.models import Entry
from tests.casino.verified import room_findings

PLAYERS, THREADS = 30, 3
# Four tables of each game that is soon over, so that eight rounds at each are more than thirty of the game.
QUICK = [
    *(demo.Way("minoru"), demo.Way("minoru", passes_round=True), demo.Way("minoru", {"joker": True})),
    demo.Way("minoru", {"course": "true-odds", "joker": "banker"}, passes_round=True),
    *(demo.Way("double-event"), demo.Way("double-event", passes_round=True)),
    *(demo.Way("double-event", {"course": course}) for course in ("two-packs", "equal-suits")),
    *(demo.Way("horses", passes_round=passes) for passes in (False, True, False, True)),
    *(demo.Way("roulette"), demo.Way("roulette", passes_round=True)),
    *(demo.Way("roulette", {"payout_mode": "for", "run_mode": "layout"}, passes_round=p) for p in (False, True)),
]
# And one of each that takes longer, and has evenings of its own in `test_games.py`.
LONG = [way for way in demo.WAYS if way.game in {"derby", "musical-casino"} or way.options.get("mode") == "points"]


def play(session: Session, rounds: Sequence[int]) -> None:
    """So many rounds at each table; every thread plays at whatever table is free."""
    left = dict(zip(session.tables.order_by("pk").values_list("pk", flat=True), rounds, strict=True))
    free: SimpleQueue[int] = SimpleQueue()
    for table in left:
        free.put(table)
    problems, lock = list[BaseException](), threading.Lock()

    def work() -> None:
        try:
            with driven_here(), suppress(Empty):
                while not problems:
                    table = free.get_nowait()
                    demo.play_round(table)
                    left[table] -= 1
                    if left[table]:
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
    assert set(left.values()) == {0}


def evening(ways: Sequence[demo.Way], rounds: Sequence[int]) -> None:
    with driven_here():
        session = demo.open_room(players=PLAYERS, tables=len(ways), table_options=demo.AS_FAST_AS_IT_GOES, ways=ways)
        second = list(session.tables.order_by("-pk"))
        for number, player in enumerate(session.players.order_by("pk")):
            table = second[number % len(ways)]
            if not table.seats.filter(player=player).exists():
                sit_down(table.pk, player=player, by=HOUSE)
    play(session, rounds)
    with driven_here():
        demo.close_room(session)
    assert list(Round.objects.values_list("phase", flat=True)) == ["settled"] * sum(rounds)
    assert Stake.objects.count() > sum(rounds)
    keys = Entry.objects.filter(key__endswith=":settle").values_list("key", flat=True)
    assert len(keys) == len(set(keys)) == Round.objects.exclude(settlement=None).count()
    assert room_findings() == []


@pytest.mark.long
def test_thirty_rounds_of_every_quick_game_at_many_tables_balance_to_the_counter(own_database: str) -> None:
    evening([*QUICK, *LONG], [8] * len(QUICK) + [1] * len(LONG))
    played = Counter(Round.objects.values_list("table__game", flat=True))
    assert min(played[way.game] for way in QUICK) >= 30
    assert played.keys() == GAMES.keys() - {"ascot"}  # one game of which has as many moves as all of these


@pytest.mark.slow
def test_2000_rounds_at_20_tables_balance_to_the_counter(own_database: str) -> None:
    ways = list(islice(cycle(demo.WAYS), 20))
    evening(ways, [100] * len(ways))
