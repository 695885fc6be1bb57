"""`casino verify` finds what was tampered with in the room, and names the row."""

from collections.abc import Callable

import pytest

from casino.clubs.actors import HOUSE
from casino.desk.accounts import Reason
from casino.tables.models import Exposure, Move, Round, Secret, Stake, Table, Ticket
from casino.tables.offices import take_office
from casino.tables.starting import call_the_off
from casino.tables.ticking import tick
from casino.tables.voiding import void_round
from ledger import posting
from tests.casino.room import Room, run
from tests.casino.verified import room_findings


@pytest.fixture
def evening(own_database: str) -> Room:
    """Round 1 is settled, 2 void, 3 running, with stakes in all of them; Ada holds the bank."""
    room = Room({"passes_round": True, "options": {"joker": False}})
    take_office(room.table.pk, player=room.players["Ada"], counters=100, by=HOUSE)
    for number in (1, 2, 3):
        round_ = room.open()
        room.stake(round_, "Bob", "minoru", 2)
        room.stake(round_, "Cy", "blue", 3, market="colour")
        if number == 2:
            void_round(round_.pk, reason="enough", by=HOUSE)
            continue
        call_the_off(round_.pk, by=HOUSE)
        if number == 1:
            run(round_)
    round_.refresh_from_db()
    tick(round_.pk, round_.step)
    return room


def test_an_evening_in_order_has_no_findings(evening: Room) -> None:
    assert room_findings() == []


def more_on_the_cloth(room: Room) -> None:
    Stake.objects.filter(round__phase="running", market="colour").update(counters=4)


def another_stake_in_the_past(room: Room) -> None:
    Stake.objects.filter(round__number=1, market="win").update(counters=3)


def another_card(room: Room) -> None:
    move = Move.objects.filter(round__number=1).order_by("number").first()
    assert move is not None
    first, *others = move.move["deal"]
    move.move = {"deal": [*others, first]}  # whichever was highest, another horse has it now
    move.save()


def a_move_taken_away(room: Room) -> None:
    Move.objects.filter(round__number=1, number=1).delete()


def another_state(room: Room) -> None:
    secret = Secret.objects.get(round__number=3)
    secret.state["positions"] = [1, 1, 1, 1, 1]
    secret.save()


def another_seed(room: Room) -> None:
    Secret.objects.filter(round__number=3).update(seed="0" * 64)


def another_seed_of_a_round_that_is_over(room: Room) -> None:
    Secret.objects.filter(round__number=2).update(seed="0" * 64)


def another_exposure(room: Room) -> None:
    Exposure.objects.filter(round__number=3).update(liabilities={"minoru": 0})


def another_off(room: Room) -> None:
    Round.objects.filter(number=1).update(off_digest="0" * 64)


def no_off(room: Room) -> None:
    Round.objects.filter(number=1).update(off_digest="")


def said_to_be_dealt_by_hand(room: Room) -> None:
    Round.objects.filter(number=1).update(by_hand=True)


def no_settlement(room: Room) -> None:
    Round.objects.filter(number=1).update(settlement=None)


def a_larger_ticket(room: Room) -> None:
    stake = Stake.objects.filter(round__number=1)[0]
    where = {"round": stake.round, "seat": stake.seat, "market": stake.market, "selection": stake.selection}
    Ticket.objects.create(session=room.session, number=1, counters=50, **where)


def paid_twice(room: Room) -> None:
    wish = posting.Transfer(room.table.bank_id, room.players["Bob"].purse_id, 1, Reason.WINNINGS)
    posting.post(book=room.table.book_id, key="round:1:move:99", transfers=[wish])


def void_and_yet_paid(room: Room) -> None:
    wish = posting.Transfer(room.table.bank_id, room.players["Bob"].purse_id, 1, Reason.WINNINGS)
    posting.post(book=room.table.book_id, key="round:2:move:99", transfers=[wish])


def settled_and_called_void(room: Room) -> None:
    Round.objects.filter(number=1).update(phase="void", void_reason="I had backed another")


def another_holder(room: Room) -> None:
    Table.objects.update(holder=room.table.seats.get(player__nickname="Cy"))


def another_filled_the_bank(room: Room) -> None:
    wish = posting.Transfer(room.players["Bob"].purse_id, room.table.bank_id, 1, Reason.FLOAT)
    posting.post(book=room.table.book_id, key="a-gift", transfers=[wish])


@pytest.mark.parametrize(
    ("tamper", "expected"),
    [
        (more_on_the_cloth, {("stakes", "player 3"), ("exposure", "round 3")}),
        (another_stake_in_the_past, {("payments", "round 1")}),
        (another_card, {("state", "round 1"), ("deal", "round 1")}),
        (a_move_taken_away, {("moves", "round 1"), ("state", "round 1"), ("deal", "round 1")}),
        (another_state, {("state", "round 3")}),
        (another_seed, {("deal", "round 3")}),
        (another_seed_of_a_round_that_is_over, {("deal", "round 2")}),
        (another_exposure, {("exposure", "round 3")}),
        (another_off, {("deal", "round 1")}),
        (no_off, {("deal", "round 1")}),
        (said_to_be_dealt_by_hand, {("deal", "round 1")}),
        (no_settlement, {("payments", "round 1")}),
        (a_larger_ticket, {("tickets", "ticket 1")}),
        (paid_twice, {("payments", "round 1")}),
        (void_and_yet_paid, {("payments", "round 2")}),
        (settled_and_called_void, {("payments", "round 1"), ("deal", "round 1")}),
        (another_holder, {("office", "table 1")}),
        (another_filled_the_bank, {("office", "table 1")}),
    ],
)
def test_what_was_tampered_with_is_named(
    evening: Room, tamper: Callable[[Room], None], expected: set[tuple[str, str]]
) -> None:
    tamper(evening)
    assert expected <= set(room_findings())
