"""A round in many hands at once: every step is made once, and it ends once; and without each lock."""

from collections import Counter
from datetime import timedelta

import pytest
from django.db import IntegrityError

from casino.clubs.actors import HOUSE
from casino.events.models import Event
from casino.tables import locks, voiding
from casino.tables.models import Round
from casino.tables.settling import settle_round
from casino.tables.starting import call_the_off
from casino.tables.ticking import tick
from casino.tables.voiding import void_round
from tests.casino.dealing import M1, deal
from tests.casino.room import Room
from tests.casino.tables.races import codes, then, unlock
from tests.ledger.verified import findings
from tests.threads import THREADS, Meeting, together, until


def told(kind: str) -> int:
    return Event.objects.filter(kind=kind).count()


def staked(room: Room) -> dict[str, int]:
    """What the ledger says is staked."""
    return {code: held for code, held in room.held().items() if code.startswith("stakes:")}


# --- Ticks


@pytest.fixture
def due(own_database: str) -> Round:
    """A round whose time for stakes is over."""
    room = Room(table_options={"staking_time": timedelta()})
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 6)
    return round_


def tick_together(round_: Round) -> tuple[int, list[Exception]]:
    """Every worker has the same message. How many did something, and what the others met."""
    round_.refresh_from_db()
    step, done = round_.step, list[bool]()
    raised = together(lambda _: done.append(tick(round_.pk, step)))
    return done.count(True), raised


def test_every_step_of_a_race_is_made_by_one_of_many_workers(due: Round) -> None:
    steps = 0
    while due.live:
        assert tick_together(due) == (1, [])
        steps += 1
        due.refresh_from_db()
    deals = list(due.moves.values_list("move", flat=True))
    assert due.phase == Round.Phase.SETTLED
    told_deals = Event.objects.filter(kind="happening", body__happening__has_key="dealt").count()
    assert len(deals) == steps - 2 == told_deals  # the first was the off, the last settled it
    assert told("off") == told("round_settled") == 1
    assert len({card for deal in deals[:10] for card in deal["deal"]}) == 5 * len(deals[:10])
    assert findings() == []


def test_control_without_locks_every_worker_calls_the_off_and_deals(
    due: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlock(monkeypatch, "own_table", "own_round")
    then(monkeypatch, locks, "read", Meeting())
    assert tick_together(due) == (THREADS, [])
    assert told("off") == THREADS
    # Only the move's number in the database stops the same cards from being dealt by all; not from who counts late.
    done, raised = tick_together(due)
    assert done + len(raised) == THREADS
    assert {type(error) for error in raised} <= {IntegrityError}


# --- The end


@pytest.fixture
def won(own_database: str) -> tuple[Room, Round]:
    """A round dealt by hand, which Minoru has won and nobody has settled; there are stakes at another table too."""
    room = Room(table_options={"by_hand": True})
    other = room.put_table("Minoru 2")
    room.sit(other)
    meanwhile, round_ = room.open(other), room.open()
    for who in room.players:
        room.stake(meanwhile, who, "st_amant", 6)
        room.stake(round_, who, "minoru", 3)
        room.stake(round_, who, "gou_gou", 3)
    deal(round_, *M1)
    return room, round_


def settle_and_void(round_: Round, threads: int = THREADS) -> tuple[set[str], Counter[str]]:
    """Half of the croupiers say that it is settled, half that it is void. What was done, and what refused."""
    done = set[str]()

    def act(number: int) -> None:
        if number % 2:
            settle_round(round_.pk, by=HOUSE)
            done.add("settled")
        else:
            void_round(round_.pk, reason="misdeal", by=HOUSE)
            done.add("void")

    raised = together(act, threads)
    round_.refresh_from_db()
    return done, codes(raised)


def test_a_round_ends_settled_or_void(won: tuple[Room, Round]) -> None:
    room, round_ = won
    done, refused = settle_and_void(round_)
    assert done == {round_.phase}
    assert refused == {"already_settled" if done == {"settled"} else "round_void": THREADS - 1}
    assert told("round_settled") + told("round_void") == 1
    assert staked(room) == {f"stakes:{who}": 6 for who in room.players}  # at the other table
    assert sum(room.held().values()) == 0
    assert findings() == []


def test_control_without_locks_counters_are_paid_and_given_back(
    won: tuple[Room, Round], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ledger refuses neither: what it would miss is there, staked at the other table."""
    room, round_ = won
    unlock(monkeypatch, "own_table", "own_round")
    then(monkeypatch, locks, "read", Meeting(2))
    then(monkeypatch, voiding, "moved_under", lambda: until(lambda: told("round_settled")))
    assert settle_and_void(round_, 2) == ({"settled", "void"}, {})
    assert staked(room) == {}


def deal_out(round_: Round) -> None:
    """A worker, until the round is over."""
    while (now := Round.objects.get(pk=round_.pk)).live:
        tick(now.pk, now.step)


@pytest.mark.parametrize("moves", [0, 2])
def test_a_round_voided_while_it_is_dealt_ends_as_one_of_both(room: Room, moves: int) -> None:
    round_ = room.open()
    for who in room.players:
        room.stake(round_, who, "minoru", 1)
    call_the_off(round_.pk, by=HOUSE)

    def act(number: int) -> None:
        if number:
            deal_out(round_)
        else:
            until(lambda: round_.moves.count() >= moves)
            void_round(round_.pk, reason="misdeal", by=HOUSE)

    refused = codes(together(act))
    round_.refresh_from_db()
    if round_.phase == Round.Phase.VOID:
        assert refused == {}
        assert room.held() == {
            "purse:Ada": 100,
            "purse:Bob": 100,
            "purse:Cy": 100,
            "bank:Minoru 1": 1000,
            "issue": -1300,
        }
    else:
        assert refused.keys() <= {"already_settled", "round_over"}
    assert told("round_settled") + told("round_void") == 1
    assert staked(room) == {}
    assert sum(room.held().values()) == 0
    assert findings() == []
