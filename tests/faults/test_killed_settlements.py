"""kill -9 of whoever settles a pool of a thousand stakes: it is settled once or not at all."""

import subprocess
import sys

import pytest

from casino.clubs.actors import HOUSE
from casino.home import PROJECT
from casino.tables.models import Round, Stake
from casino.tables.playing import has_result
from casino.tables.settling import settle_round
from casino.tables.starting import call_the_off
from casino.tables.ticking import tick
from games.kit.beside import TOTALISATOR
from ledger.models import Entry, Transfer
from tests.casino.room import Room, refusal
from tests.casino.tables.races import players
from tests.casino.verified import room_findings
from tests.databases import address, raw
from tests.houses import clean_environment, eventually
from tests.threads import THREADS, together

GUESTS = 168  # of eight threads each stakes for 21 guests, on six horses: a thousand and eight stakes
RUNNERS = 6

# Where a settlement can be stopped: each holds something that one of its statements has to wait for.
PAUSES = {
    "before anything is read": "SELECT FROM tables_table FOR UPDATE",
    "before the balances": "SELECT FROM ledger_balance FOR UPDATE",
    "after the balances, before the transfers' foreign keys": "SELECT FROM ledger_account FOR UPDATE",
    "after the entry, before the round is over": "SELECT FROM tables_round FOR UPDATE",
}
OTHERS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid = %s"
WAITER = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


@pytest.fixture
def finished(own_database: str) -> tuple[Room, Round]:
    """A race that is over, with a thousand stakes in its pool, and not settled."""
    room = Room(counters=players(GUESTS), seat=False)
    round_ = room.open(room.table_of("derby", beside={"totalisator": {}}))

    def stake(thread: int) -> None:
        for guest in range(thread, GUESTS, THREADS):
            for runner in range(1, RUNNERS + 1):
                room.stake(round_, f"player {guest}", str(runner), 1 + guest % 3, TOTALISATOR)

    assert together(stake) == []
    assert Stake.objects.filter(round=round_).count() == GUESTS * RUNNERS
    call_the_off(round_.pk, by=HOUSE)
    while not has_result(round_ := Round.objects.select_related("table", "secret").get(pk=round_.pk)):
        assert tick(round_.pk, round_.step)
    return room, round_


def settler(round_: Round) -> "subprocess.Popen[str]":
    """A process of its own, on the test's database."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.faults.settler", str(round_.pk)],
        env=clean_environment(**address()),
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        text=True,
    )


def written(round_: Round) -> tuple[str, int, int]:
    return Round.objects.get(pk=round_.pk).phase, Entry.objects.count(), Transfer.objects.count()


def kill_while_it_waits(round_: Round, held: str) -> None:
    with raw() as psql, raw() as pause:
        pause.autocommit = False
        pause.execute(held.encode())
        with settler(round_) as process:
            (backend,) = eventually(lambda: psql.execute(WAITER.encode()).fetchone(), what="the settlement to wait")
            process.kill()
        pause.rollback()
        eventually(lambda: psql.execute(OTHERS, [backend]).fetchone() == (0,), what="its server process to end")


def test_a_pool_whose_settler_is_killed_is_settled_once_or_not_at_all(finished: tuple[Room, Round]) -> None:
    room, round_ = finished
    before, held = written(round_), room.held()
    for where, statement in PAUSES.items():
        kill_while_it_waits(round_, statement)
        assert written(round_) == before, where
        assert room.held() == held, where
        assert room_findings() == [], where
    with settler(round_) as process:  # and one that is killed as soon as it is done
        assert process.stdout
        assert process.stdout.readline() == "settled\n"
        process.kill()
    phase, entries, _ = written(round_)
    assert (phase, entries) == ("settled", before[1] + 1)
    assert refusal(settle_round, round_.pk, by=HOUSE) == "already_settled"
    assert written(round_)[1] == entries
    assert not any(code.startswith(("stakes:", "totalisator:")) for code in room.held())
    assert room_findings() == []
