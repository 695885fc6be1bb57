"""Places, offices and tickets that many want at once: one gets each; and without each lock."""

import threading
from collections import Counter
from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction

from casino.clubs.actors import HOUSE
from casino.clubs.models import Club, Session
from casino.clubs.sessions import close_session
from casino.events.models import Event
from casino.tables import locks, opening, tickets
from casino.tables.models import Round, Seat, Table
from casino.tables.offices import take_office
from casino.tables.opening import open_table
from casino.tables.playing import holder_name
from casino.tables.seating import sit_down, stand_up
from casino.tables.tickets import pay_ticket
from games.kit.offices import HOUSE as HELD_BY_THE_HOUSE
from ledger import balances
from tests.casino.dealing import play_m1
from tests.casino.room import Room, open_evening
from tests.casino.tables.races import BELONGING, codes, first, players, then, unlock
from tests.databases import raw
from tests.ledger.verified import findings
from tests.threads import THREADS, WAITING, Meeting, together, until

# --- Places and rounds


@pytest.fixture
def narrow(own_database: str) -> Room:
    """Nine guests, and one place."""
    return Room(counters=players(THREADS), table_options={"places": 1}, seat=False)


def everybody_sits_down(room: Room, who: Callable[[int], str]) -> list[Exception]:
    return together(lambda number: sit_down(room.table.pk, player=room.players[who(number)], by=HOUSE))


def everybody(number: int) -> str:
    return f"player {number}"


def the_same(_: int) -> str:
    return "player 0"


def test_the_last_free_place_is_taken_by_one(narrow: Room) -> None:
    assert codes(everybody_sits_down(narrow, everybody)) == {"table_full": THREADS - 1}
    assert Seat.objects.filter(left_at=None).count() == 1


def test_one_guest_sits_down_once(narrow: Room) -> None:
    assert codes(everybody_sits_down(narrow, the_same)) == {"already_seated": THREADS - 1}
    assert Seat.objects.count() == 1


@pytest.mark.parametrize("who", [everybody, the_same])
def test_control_without_the_table_s_lock_only_the_database_refuses_a_second_seat(
    narrow: Room, monkeypatch: pytest.MonkeyPatch, who: Callable[[int], str]
) -> None:
    unlock(monkeypatch, "own_table")
    first(monkeypatch, Seat, "save", Meeting())
    raised = everybody_sits_down(narrow, who)
    assert [type(error) for error in raised] == [IntegrityError] * (THREADS - 1)


def test_a_round_opened_by_many_is_one_round(room: Room) -> None:
    assert codes(together(lambda _: room.open())) == {"round_live": THREADS - 1}
    assert Round.objects.count() == 1


def test_control_without_the_table_s_lock_only_the_database_refuses_a_second_round(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlock(monkeypatch, "own_table")
    first(monkeypatch, opening, "_next_number", Meeting())
    raised = together(lambda _: room.open())
    assert [type(error) for error in raised] == [IntegrityError] * (THREADS - 1)


def close_while_a_table_is_opened(session: Session) -> list[Exception]:
    """Close the session while somebody has opened a table and not committed it yet. How that is refused."""
    raised = list[Exception]()
    closer = threading.Thread(
        target=lambda: raised.extend(together(lambda _: close_session(session.pk, by=HOUSE), threads=1))
    )
    with raw() as psql, transaction.atomic():
        open_table(session=session, name="Late", game="minoru", house_float=0, by=HOUSE)
        closer.start()
        assert until(lambda: psql.execute(WAITING).fetchone() == (1,))
    closer.join()
    return raised


@pytest.fixture
def empty_session(own_database: str) -> Session:
    return open_evening(Club.objects.create(name="The club"), "Evening")


def test_a_session_is_not_closed_over_a_table_that_is_being_opened(empty_session: Session) -> None:
    assert codes(close_while_a_table_is_opened(empty_session)) == {"table_open": 1}


def test_control_without_the_session_s_lock_it_is_closed_with_a_table_open(
    empty_session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It only waits for the account of the table's bank, which the ledger opens, and has not seen the table."""
    monkeypatch.setattr(opening, "own", lambda session_id: Session.objects.get(pk=session_id))
    assert close_while_a_table_is_opened(empty_session) == []
    assert Table.objects.get(session__state=Session.State.CLOSED).closed_at is None


# --- Offices


@pytest.fixture
def passing(own_database: str) -> Room:
    return Room(counters=players(THREADS), table_options={"passes_round": True, "least_bank": 50})


def everybody_takes_the_office(room: Room) -> Counter[str]:
    def act(number: int) -> None:
        take_office(room.table.pk, player=room.players[f"player {number}"], counters=50 + number, by=HOUSE)

    return codes(together(act))


def held_by_players(room: Room) -> int:
    """What is in purses and the bank: that of the house has gone back, or was never there."""
    return sum(held for code, held in room.held().items() if code != "issue")


def wait_once_until_the_others_wait() -> Callable[[], None]:
    """For whoever comes first, so that the others have read before they wait."""
    turn = threading.Lock()

    def wait() -> None:
        if turn.acquire(blocking=False):
            with raw() as psql:
                until(lambda: (psql.execute(WAITING.encode()).fetchone() or [0])[0] >= THREADS - 1)

    return wait


def in_one_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for the table has then read the seat of its holder before waiting."""
    tables = Table.objects.select_for_update(no_key=True, of=("self",)).select_related(*BELONGING)
    monkeypatch.setattr(locks, "own_table", lambda table_id: tables.get(pk=table_id))


def test_the_office_is_taken_by_one(passing: Room) -> None:
    assert everybody_takes_the_office(passing) == {"office_held": THREADS - 1}
    holder = Table.objects.get(pk=passing.table.pk).holder
    assert holder is not None
    assert balances.balance(passing.table.bank_id) == holder.offer
    assert held_by_players(passing) == THREADS * 100
    assert findings() == []


def test_control_a_table_locked_and_joined_in_one_statement_gives_a_player_s_bank_to_the_house(
    passing: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_one_statement(monkeypatch)
    then(monkeypatch, locks, "own_table", wait_once_until_the_others_wait())
    everybody_takes_the_office(passing)
    assert held_by_players(passing) < THREADS * 100


def opening_while_the_holder_stands_up(room: Room) -> list[str] | Counter[str]:
    """Who holds the office in the round; or, if it cannot be opened, why."""
    holder = room.players["player 0"]
    take_office(room.table.pk, player=holder, counters=50, by=HOUSE)
    holders, raised = list[str](), list[Exception]()

    def open_round() -> None:
        raised.extend(together(lambda _: holders.append(holder_name(room.open().holder)), 1))

    opener = threading.Thread(target=open_round)
    with raw() as psql, transaction.atomic():
        stand_up(room.table.pk, player=holder, by=HOUSE)
        opener.start()
        assert until(lambda: psql.execute(WAITING).fetchone() == (1,))
    opener.join()
    return holders or codes(raised)


def test_who_stands_up_while_the_round_opens_does_not_hold_the_office_in_it(passing: Room) -> None:
    assert opening_while_the_holder_stands_up(passing) == [HELD_BY_THE_HOUSE]
    assert held_by_players(passing) == THREADS * 100 + passing.table.house_float


def test_control_a_table_locked_and_joined_in_one_statement_waits_for_a_holder_who_left(
    passing: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_one_statement(monkeypatch)
    assert opening_while_the_holder_stands_up(passing) == {"not_seated": 1}


# --- Tickets


@pytest.fixture
def ticket(own_database: str) -> Room:
    """A paper ticket has won: two counters on Minoru at two to one."""
    room = Room(table_options={"by_hand": True})
    round_ = room.open()
    room.sell(round_, "Ada", "minoru", 2, in_hand=True)
    play_m1(round_)
    return room


def pay_at_every_till(room: Room) -> tuple[list[int], Counter[str]]:
    """What the tills hand over, and how they refuse."""
    paid = list[int]()
    raised = together(lambda _: paid.append(pay_ticket(session_id=room.session.pk, number=1, by=HOUSE).counters))
    assert room.held()["purse:Ada"] == 100
    assert findings() == []
    return paid, codes(raised)


def test_a_ticket_is_paid_by_one_till(ticket: Room) -> None:
    assert pay_at_every_till(ticket) == ([6], {"ticket_paid": THREADS - 1})
    assert Event.objects.filter(kind="ticket_paid").count() == 1


def test_control_without_the_tickets_lock_every_till_hands_counters_over(
    ticket: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ledger's key books it once; the till has asked before that, and opens its drawer."""
    unlock(monkeypatch, "own_tickets")
    first(monkeypatch, tickets, "worth", Meeting())
    assert pay_at_every_till(ticket) == ([6] * THREADS, {})
