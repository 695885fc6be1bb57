"""Roulette for points at a table: points come out of its box, are held by its seats, and go back at the end."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from casino.clubs.actors import HOUSE
from casino.clubs.joining import join, rename
from casino.clubs.sessions import make_session
from casino.demo import close_room
from casino.tables import robots, sending_robots
from casino.tables.carrying import ACT_FOR_ROBOTS
from casino.tables.dealing import take_back
from casino.tables.models import Round, Seat, Table
from casino.tables.moving import make_move
from casino.tables.opening import close_table
from casino.tables.pausing import pause_round, resume_round
from casino.tables.planning import plan_table
from casino.tables.playing import has_result
from casino.tables.seating import sit_down, stand_up
from casino.tables.settling import settle_round
from casino.tables.showing import public_view
from casino.tables.ticking import tick
from casino.tables.verifying import rounds_of
from casino.tables.voiding import void_round
from ledger import posting
from ledger.models import Account, Transfer
from tests.casino.dealing import turn
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
        room.move(round_, name, mark={"market": market, "selection": selection, "markers": 10})


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
    mark(room, round_, Ada="colour red", Bob="parity even", Cy="colour black")
    assert held(room) == PURSES  # what a hand-dealt card pays waits for the next one
    turn(round_, "0")
    ada, bob, _ = table.seats.order_by("place").values_list("pk", flat=True)
    scores = {f"holding:{ada}:roulette": 10, f"holding:{bob}:roulette": 10, "box:roulette": -20}
    assert held(room) == {**PURSES, **scores}
    mark(room, round_, Ada="colour red", Bob="parity even", Cy="colour black")
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
    mark(room, round_, Ada="colour red", Bob="colour red", Cy="colour red")
    turn(round_, "0")
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
    return run(room.open(table))


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


def test_who_leaves_before_the_first_turn_without_a_mark_is_out_and_the_others_begin(room: Room) -> None:
    """Who has marked stays, and the house decides for them from then on."""
    table = points(room, pace=timedelta(minutes=1), turn_time=timedelta(hours=1))
    round_ = room.open(table)
    mark(room, round_, Ada="colour red", Bob="colour red")
    for name in ("Ada", "Cy"):
        stand_up(table.pk, player=room.players[name], by=HOUSE)
    begins = Round.objects.get(pk=round_.pk)
    assert begins.seats == ["Ada", "Bob"]
    assert begins.due_at is not None
    assert begins.due_at - timezone.now() <= timedelta(minutes=1)
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


LAY: dict[str, Any] = {"mark": {"market": "colour", "selection": "red", "markers": 1}}


def due(round_: Round) -> datetime:
    found = Round.objects.get(pk=round_.pk).due_at
    assert found is not None
    return found


def test_who_changes_their_mind_gets_no_more_time(room: Room) -> None:
    round_ = room.open(points(room, turn_time=timedelta(minutes=1)))
    first = due(round_)
    mark(room, round_, Ada="colour red", Bob="colour red")
    for move in (LAY, {"clear": True}, LAY):
        room.move(round_, "Cy", **move)
    assert due(round_) == first


def test_who_comes_late_is_waited_for_only_so_long(room: Room) -> None:
    table = points(room, by_hand=True, turn_time=timedelta(minutes=1))
    round_ = room.open(table)
    mark(room, round_, Ada="colour red", Bob="colour red", Cy="colour red")
    assert Round.objects.get(pk=round_.pk).due_at is None  # the croupier deals
    sit_down(table.pk, player=room.come("Dora"), by=HOUSE)
    assert due(round_) > timezone.now()
    Round.objects.filter(pk=round_.pk).update(due_at=timezone.now())
    assert tick(round_.pk, Round.objects.get(pk=round_.pk).step)
    assert public_view(rounds_of(None).get(pk=round_.pk))["waiting_for"] == []
    turn(round_, "7")


def test_a_game_that_was_opened_at_an_empty_table_begins_when_somebody_has_come(room: Room) -> None:
    table = room.put_table("Empty", "roulette", options={"mode": "points"}, turn_time=timedelta(minutes=1))
    round_ = room.open(table)
    room.sit(table, "Ada")
    assert due(round_) > timezone.now()
    mark(room, round_, Ada="colour red")
    assert due(round_) <= timezone.now()  # nobody stakes: there is no staking time to wait for


def test_seats_guess_at_the_same_time(room: Room) -> None:
    """What others have guessed since one looked does not matter; a card, or one's own guess, does."""
    round_ = room.open(points(room, by_hand=True))
    for name in ("Ada", "Bob"):
        room.move(round_, name, seen=0, **LAY)
    assert refusal(room.move, round_, "Ada", seen=0, **LAY) == "stale_move"
    assert refusal(room.move, round_, "Ada", seen=3, **LAY) == "stale_move"
    room.move(round_, "Ada", seen=1, **LAY)
    for name in ("Ada", "Bob"):
        room.move(round_, name, done=True)
    mark(room, round_, Cy="colour black")
    turn(round_, "7")
    assert refusal(room.move, round_, "Ada", seen=5, **LAY) == "stale_move"
    room.move(round_, "Ada", seen=round_.moves.count(), **LAY)


def test_a_card_that_was_misread_is_taken_back_with_what_was_guessed_since(room: Room) -> None:
    round_ = room.open(points(room, by_hand=True))
    mark(room, round_, Ada="colour red", Bob="colour black", Cy="colour black")
    turn(round_, "7")
    mark(room, round_, Ada="colour red", Bob="colour black")
    take_back(round_.pk, by=HOUSE)
    turn(round_, "8")
    mark(room, round_, Ada="colour red", Bob="colour black", Cy="colour red")
    turn(round_, "10")
    settle_round(round_.pk, by=HOUSE)
    view = public_view(rounds_of(None).get(pk=round_.pk))["view"]
    assert {player["seat"]: player["points"] for player in view["players"]} == {"Ada": 0, "Bob": 20, "Cy": 10}
    assert room_findings() == []


def test_names_that_are_long_or_used_again_are_no_trouble(room: Room) -> None:
    table = room.put_table("T" * 80, "roulette", options={"mode": "points"})
    first = join(code=room.session.code, nickname="N" * 40).player
    sit_down(table.pk, player=first, by=HOUSE)
    void_round(room.open(table).pk, reason="A trial", by=HOUSE)
    rename(first, nickname="Other", by=HOUSE)
    sit_down(table.pk, player=join(code=room.session.code, nickname="N" * 39 + "M").player, by=HOUSE)
    assert room.open(table).phase == "open"
    assert table.seats.filter(holding=None).count() == 0


def test_a_table_for_points_has_no_office_to_pass_round(room: Room) -> None:
    assert refusal(points, room, passes_round=True) == "no_office"
    draft = make_session(club=room.session.club, name="Soon")
    plan: dict[str, Any] = {
        "session": draft,
        "name": "P",
        "game": "roulette",
        "by": HOUSE,
        "options": {"mode": "points"},
    }
    assert refusal(plan_table, **plan, passes_round=True) == "no_office"
    assert plan_table(**plan).name == "P"


def test_nobody_is_called_like_the_box(room: Room) -> None:
    for name in ("Box", "Bank"):
        assert refusal(join, code=room.session.code, nickname=name) == "nickname_taken"


def test_robots_that_were_asked_in_a_pause_are_asked_again_after_it(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot = room.come("Robot")
    robot.automatic = True
    robot.save()
    sent = list[Any]()
    round_ = room.open(points(room))
    pause_round(round_.pk, by=HOUSE)
    assert robots.act_for(round_.pk) == 0
    monkeypatch.setattr(sending_robots, "send_after_commit", lambda *what: sent.append(what))
    resume_round(round_.pk, by=HOUSE)
    assert sent == [(ACT_FOR_ROBOTS, round_.pk)]
    staked = room.open(room.table_of("horses"))
    sent.clear()
    pause_round(staked.pk, by=HOUSE)
    resume_round(staked.pk, by=HOUSE)
    assert sent == []  # what robots have staked they do not stake again
