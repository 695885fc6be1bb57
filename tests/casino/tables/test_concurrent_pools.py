"""A pool against the off, and a pot that more owners want to race for than there are places; and without each lock."""

import threading
from collections.abc import Callable

import pytest
from django.db import connections
from django.db.models import Sum

from casino.clubs.actors import HOUSE
from casino.desk.accounts import Reason
from casino.tables import locks, moving, starting
from casino.tables.models import Move, Round
from casino.tables.showing import staked_in_pool
from casino.tables.starting import call_the_off
from games.kit.beside import TOTALISATOR
from ledger import balances
from ledger.errors import KeyReused
from ledger.models import Transfer
from tests.casino.room import Room, play, run
from tests.casino.tables.races import codes, first, players, then, unlock
from tests.casino.verified import room_findings
from tests.databases import raw
from tests.threads import THREADS, WAITING, Meeting, together, until

# --- A stake against the off


def in_a_thread(act: Callable[[], object], raised: list[Exception]) -> threading.Thread:
    def go() -> None:
        try:
            act()
        except Exception as error:
            raised.append(error)
        finally:
            connections.close_all()

    thread = threading.Thread(target=go)
    thread.start()
    return thread


def frozen_and_paid(monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """Bob has looked at the round and is about to stake when the off is called: what lies in the pool at the off, and
    what the settlement takes for it.
    """
    room = Room(seat=False)
    round_ = room.open(room.table_of("derby", beside={"totalisator": {}}))
    room.stake(round_, "Ada", "1", 5, TOTALISATOR)
    has_looked, may_stake = threading.Event(), threading.Event()
    frozen, raised = list[int](), list[Exception]()

    def look_and_wait() -> None:
        has_looked.set()
        assert may_stake.wait(30)

    first(monkeypatch, locks, "own_seat", look_and_wait)
    first(monkeypatch, starting, "off_of", lambda: frozen.append(sum(staked_in_pool(round_).values())))
    with raw() as psql:
        bob = in_a_thread(lambda: room.stake(round_, "Bob", "2", 7, TOTALISATOR), raised)
        assert has_looked.wait(30)
        croupier = in_a_thread(lambda: call_the_off(round_.pk, by=HOUSE), raised)
        # It is called, or waits for Bob.
        assert until(lambda: not croupier.is_alive() or psql.execute(WAITING).fetchone() == (1,))
        may_stake.set()
        bob.join()
        croupier.join()
    assert raised == []
    assert run(round_).phase == "settled"
    taken = Transfer.objects.filter(entry=round_.settlement, reason__in=[Reason.POOLED, Reason.RETURNED])
    return frozen[0], taken.filter(payer__role="stakes").aggregate(sum=Sum("amount"))["sum"]


def test_a_settlement_takes_what_lay_in_the_pool_at_the_off(own_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert frozen_and_paid(monkeypatch) == (12, 12)
    assert room_findings() == []


def test_control_a_stake_that_does_not_share_the_round_is_in_the_pool_after_the_off(
    own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlock(monkeypatch, "share_round")
    assert frozen_and_paid(monkeypatch) == (5, 12)


# --- The last place in a race


ANTE = 10


@pytest.fixture
def last_place(own_database: str) -> tuple[Room, Round]:
    """A race for two owners, one of whom has entered."""
    room = Room(counters={"First": 100, **players(THREADS)}, seat=False)
    round_ = room.open(room.table_of("derby", options={"players": 2, "ante": ANTE}))
    room.enter(round_, "First")
    return room, round_


def everybody_enters(last_place: tuple[Room, Round]) -> list[Exception]:
    room, round_ = last_place
    return together(lambda number: room.enter(round_, f"player {number}"))


def in_the_pot(round_: Round) -> int:
    return balances.balance(round_.table.accounts.get(role="pot").account_id)


def test_the_last_place_in_a_race_is_taken_by_one_who_pays_one_ante(last_place: tuple[Room, Round]) -> None:
    _, round_ = last_place
    assert codes(everybody_enters(last_place)) == {"places_taken": THREADS - 1}
    assert in_the_pot(round_) == 2 * ANTE
    assert Move.objects.filter(round=round_).count() == 2
    assert play(round_).phase == "settled"
    assert in_the_pot(round_) == 0
    assert room_findings() == []


def test_control_without_the_round_s_lock_only_the_ledger_s_key_refuses_a_second_owner(
    last_place: tuple[Room, Round], monkeypatch: pytest.MonkeyPatch
) -> None:
    unlock(monkeypatch, "own_table", "own_round")
    then(monkeypatch, moving, "_made", Meeting())
    raised = everybody_enters(last_place)
    assert [type(error) for error in raised] == [KeyReused] * (THREADS - 1)
