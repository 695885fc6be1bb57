"""Stakes against the off: none lands after it, and none that comes while it waits goes before it."""

import threading
import time
from collections import Counter
from dataclasses import dataclass, field

import pytest
from django.db import connection, connections, transaction
from django.db.models import Sum

from casino.clubs.actors import HOUSE
from casino.tables import locks, starting
from casino.tables.models import Round, Stake
from casino.tables.starting import call_the_off
from tests.casino.room import Room
from tests.casino.tables.races import HORSES, codes, first, players, then, unlock
from tests.databases import raw
from tests.ledger.verified import findings
from tests.threads import PATIENCE, together, until

STAKERS = 40


def staked(round_: Round) -> int:
    return Stake.objects.filter(round=round_).aggregate(sum=Sum("counters"))["sum"] or 0


def on_the_cloth(room: Room) -> int:
    """What the ledger says is staked."""
    return sum(held for code, held in room.held().items() if code.startswith("stakes:"))


@pytest.fixture
def crowd(own_database: str, monkeypatch: pytest.MonkeyPatch) -> Room:
    """Forty players, and a connection for each."""
    monkeypatch.setitem(connection.settings_dict["OPTIONS"]["pool"], "max_size", STAKERS + 10)
    monkeypatch.setitem(connection.settings_dict["OPTIONS"]["pool"], "timeout", PATIENCE)
    return Room(counters=players(STAKERS))


@dataclass
class Hammering:
    """Everybody stakes and withdraws as fast as they can, until they are refused or told to stop."""

    room: Room
    round_: Round
    stop: threading.Event = field(default_factory=threading.Event)
    made: int = 0
    raised: list[Exception] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._running = threading.Thread(target=self._run)

    def __enter__(self) -> "Hammering":
        self._running.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop.set()
        self._running.join()

    def _run(self) -> None:
        self.raised = together(self._hammer, STAKERS)

    def _hammer(self, number: int) -> None:
        while not self.stop.is_set():
            for act in (self.room.stake, self.room.withdraw):
                act(self.round_, f"player {number}", HORSES[number % 5], 1)
                self.made += 1  # now and then one is not counted


def call_it(round_: Round) -> threading.Thread:
    """The croupier calls the off, in a thread."""

    def call() -> None:
        try:
            call_the_off(round_.pk, by=HOUSE)
        finally:
            connections.close_all()

    croupier = threading.Thread(target=call)
    croupier.start()
    return croupier


def seen_and_found(crowd: Room, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int, Counter[str]]:
    """What lay on the cloth at the off, what lies there afterwards, and how the stakers were refused."""
    round_ = crowd.open()
    seen, asked = list[int](), list[float]()

    def look() -> None:
        seen.append(staked(round_))
        until(lambda: staked(round_) != seen[0], seconds=1)  # whoever does not wait has time to stake

    first(monkeypatch, locks, "own_round", lambda: asked.append(time.monotonic()))
    then(monkeypatch, locks, "own_round", lambda: asked.append(time.monotonic()))
    first(monkeypatch, starting, "off_of", look)
    with Hammering(crowd, round_) as hammering:
        assert until(lambda: hammering.made > STAKERS)
        call_it(round_).join()
        until(lambda: len(hammering.raised) == STAKERS)
    print(f"The off waited {asked[1] - asked[0]:.3f} s behind {STAKERS} stakers, who had made {hammering.made} stakes.")
    assert on_the_cloth(crowd) == staked(round_)
    return seen[0], staked(round_), codes(hammering.raised)


def test_no_stake_lands_after_the_off(crowd: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    seen, found, refused = seen_and_found(crowd, monkeypatch)
    assert seen == found
    assert refused == {"staking_closed": STAKERS}
    assert findings() == []


def test_control_a_stake_that_does_not_share_the_round_lands_after_the_off(
    crowd: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlock(monkeypatch, "share_round")
    seen, found, _ = seen_and_found(crowd, monkeypatch)
    assert seen != found


WAITS = "SELECT wait_event_type = 'Lock' FROM pg_stat_activity WHERE pid = %s"


def passing_the_waiting_off(crowd: Room, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many stakes were begun while the off waited, and went before it."""
    round_ = crowd.open()
    share, own = locks.share_round, locks.own_round
    waits, granted = threading.Event(), threading.Event()
    asking, passed, croupiers = set[int](), list[int](), list[int]()

    def share_round(round_id: int) -> None:
        late = waits.is_set()
        asking.add(threading.get_ident())
        share(round_id)
        asking.discard(threading.get_ident())
        if late and not granted.is_set():
            passed.append(1)

    def own_round(round_id: int) -> None:
        croupiers.append(connection.connection.info.backend_pid)
        own(round_id)
        granted.set()

    monkeypatch.setattr(locks, "share_round", share_round)
    monkeypatch.setattr(locks, "own_round", own_round)
    with Hammering(crowd, round_) as hammering, raw() as psql:
        assert until(lambda: hammering.made > STAKERS)
        with transaction.atomic():  # a stake that takes its time, so that the off has something to wait for
            share(round_.pk)
            croupier = call_it(round_)
            assert until(lambda: croupiers and psql.execute(WAITS, croupiers).fetchone() == (True,))
            waits.set()
            # By and by everybody stands in the queue behind it; or, if there is none, passes.
            assert until(lambda: len(asking) == STAKERS or len(passed) > STAKERS)
        hammering.stop.set()
        croupier.join()
    assert granted.is_set()
    return len(passed)


def test_stakes_that_come_while_the_off_waits_wait_behind_it(crowd: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    assert passing_the_waiting_off(crowd, monkeypatch) == 0


def share_row(round_id: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM tables_round WHERE id = %s FOR SHARE", [round_id])


def test_control_row_locks_let_newcomers_pass_the_waiting_off(crowd: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "own_round", lambda round_id: Round.objects.select_for_update().get(pk=round_id))
    monkeypatch.setattr(locks, "share_round", share_row)
    assert passing_the_waiting_off(crowd, monkeypatch) > STAKERS
