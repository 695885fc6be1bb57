"""Roulette for points at a table: points come out of its box, are held by its seats, and go back at the end."""

from typing import Any

import pytest

from casino.clubs.actors import HOUSE
from casino.clubs.joining import rename
from casino.demo import close_room
from casino.tables import robots
from casino.tables.dealing import deal_by_hand
from casino.tables.models import Round, Seat, Table
from casino.tables.moving import make_move
from casino.tables.opening import close_table
from casino.tables.playing import has_result
from casino.tables.seating import sit_down
from casino.tables.settling import settle_round
from casino.tables.showing import public_view
from casino.tables.starting import call_the_off
from casino.tables.ticking import tick
from casino.tables.verifying import rounds_of
from casino.tables.voiding import void_round
from ledger import posting
from ledger.models import Account, Transfer
from tests.casino.room import Room, refusal, run
from tests.casino.verified import room_findings


@pytest.fixture
def room(own_database: str) -> Room:
    return Room(seat=False)


def points(room: Room, target: int = 20, **options: Any) -> Table:
    return room.table_of("roulette", options={"mode": "points", "target": target}, **options)


def mark(room: Room, round_: Round, **spaces: str) -> None:
    """Everybody lays all ten markers, each on one space: `Ada="colour red"`."""
    for name, space in spaces.items():
        market, selection = space.split()
        move = {"mark": {"market": market, "selection": selection, "markers": 10}}
        make_move(round_.pk, player=room.players[name], move=move, by=HOUSE)


def turn(round_: Round, card: str) -> None:
    deal_by_hand(round_.pk, move={"turn": card}, by=HOUSE)


def held(room: Room) -> dict[str, int]:
    """What boxes and holdings have, and purses by the way."""
    return {code: amount for code, amount in room.held().items() if not code.startswith(("issue", "bank"))}


PURSES = {"purse:Ada": 100, "purse:Bob": 100, "purse:Cy": 100}


@pytest.mark.rule("roulette:L-R5")
def test_points_are_held_turn_by_turn_and_go_back_at_the_end(room: Room) -> None:
    table = points(room, by_hand=True)
    assert "bank:roulette" not in room.held(), "nobody has to pay counters there"
    round_ = room.open(table)
    mark(room, round_, Ada="colour red", Bob="parity odd", Cy="number 19")
    turn(round_, "7")
    assert held(room) == PURSES  # what a hand-dealt card pays waits for the next one
    mark(room, round_, Ada="colour red", Bob="parity even", Cy="colour black")
    scores = {"holding:roulette:Ada": 10, "holding:roulette:Bob": 10, "box:roulette": -20}
    assert held(room) == {**PURSES, **scores}
    turn(round_, "1")
    assert has_result(rounds_of(None).get(pk=round_.pk))
    settle_round(round_.pk, by=HOUSE)
    assert held(room) == PURSES
    moved = Transfer.objects.filter(entry__key__startswith=f"round:{round_.pk}:").order_by("pk")
    assert set(moved.values_list("unit__code", flat=True)) == {"point"}
    assert list(moved.values_list("reason", "amount")) == [
        ("winnings", 10),
        ("winnings", 10),
        ("winnings", 10),
        ("box", 20),
        ("box", 10),
    ]
    assert room_findings() == []


def test_a_void_game_gives_all_points_back_and_the_next_uses_the_same_accounts(room: Room) -> None:
    table = points(room, by_hand=True)
    round_ = room.open(table)
    mark(room, round_, Ada="colour red", Bob="parity odd", Cy="number 19")
    turn(round_, "7")
    mark(room, round_, Ada="colour red")
    assert held(room)["box:roulette"] == -20
    void_round(round_.pk, reason="The cards fell down.", by=HOUSE)
    assert held(room) == PURSES
    accounts = Account.objects.count()
    assert run_through(room, table).phase == "settled"
    assert Account.objects.count() == accounts
    assert room_findings() == []


def run_through(room: Room, table: Table) -> Round:
    """A game in which the automatic player decides for everybody."""
    Table.objects.filter(pk=table.pk).update(by_hand=False)
    round_ = room.open(table)
    while (opened := Round.objects.get(pk=round_.pk)).due_at is not None:
        assert tick(opened.pk, opened.step)
    call_the_off(round_.pk, by=HOUSE)
    return run(round_)


def test_a_seat_taken_while_the_game_is_open_plays_too_and_one_renamed_keeps_its_points(room: Room) -> None:
    table = points(room, by_hand=True)
    round_ = room.open(table)
    late = room.come("Dora", 5)
    sit_down(table.pk, player=late, by=HOUSE)
    mark(room, round_, Ada="colour red", Bob="colour red", Cy="colour red", Dora="colour red")
    turn(round_, "7")
    rename(room.players["Ada"], nickname="Adelaide", by=HOUSE)
    mark(room, round_, Ada="colour black", Bob="colour black", Cy="colour black", Dora="colour red")
    turn(round_, "19")
    settle_round(round_.pk, by=HOUSE)
    assert public_view(rounds_of(None).get(pk=round_.pk))["view"]["winner"] == "Dora"
    assert Seat.objects.filter(table=table, holding=None).count() == 0
    assert room_findings() == []


def test_at_a_table_for_points_nothing_is_staked(room: Room) -> None:
    round_ = room.open(points(room))
    assert refusal(room.stake, round_, "Ada", "red", 1, "colour") == "staking_closed"
    wrong = {"mark": {"market": "colour", "selection": "green", "markers": 1}}
    assert refusal(make_move, round_.pk, player=room.players["Ada"], move=wrong, by=HOUSE) == "unknown_selection"
    assert held(room) == PURSES


def test_robots_decide_at_once_and_people_are_waited_for(room: Room) -> None:
    robot = room.come("Robot")
    robot.automatic = True
    robot.save()
    round_ = room.open(points(room))
    assert robots.act_for(round_.pk) == 1
    view = public_view(rounds_of(None).get(pk=round_.pk))
    assert view["waiting_for"] == ["Ada", "Bob", "Cy"]
    assert robots.act_for(round_.pk) == 0


def test_points_that_are_out_of_the_box_while_nobody_plays_are_found(room: Room) -> None:
    table = points(room)
    run_through(room, table)
    table.refresh_from_db()
    seat = table.seats.order_by("place")[0]
    assert table.box_id is not None
    assert seat.holding_id is not None
    moved = posting.Transfer(table.box_id, seat.holding_id, 5, "winnings")
    posting.post(book=table.book_id, key="by hand", transfers=[moved])
    assert ("holdings", f"table {table.pk}") in room_findings()


def test_the_evening_closes_when_the_game_is_over(room: Room) -> None:
    table = points(room)
    run_through(room, table)
    close_table(table.pk, by=HOUSE)
    close_room(room.session)
    assert room_findings() == []
