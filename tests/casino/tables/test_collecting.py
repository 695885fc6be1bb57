"""Horses at a table: the Bookie collects at each finish and pays when the race is over, each in an entry of its own."""

import json
from fractions import Fraction
from typing import Any

import pytest

from casino.clubs.actors import HOUSE
from casino.desk.expecting import course_of
from casino.desk.turnover import turnover_of
from casino.events.models import Event
from casino.tables.correcting import correct_round, plan_correction
from casino.tables.dealing import take_back
from casino.tables.fairness import next_draw
from casino.tables.models import Round
from casino.tables.playing import moves_of
from casino.tables.settling import settle_round
from casino.tables.showing import public_view
from casino.tables.starting import call_the_off
from casino.tables.ticking import tick
from casino.tables.verifying import rounds_of
from casino.tables.voiding import void_round
from games.kit.cards import PACK
from games.kit.game import written
from games.kit.turning import next_card
from ledger import posting
from ledger.models import Transfer
from tests.casino.dealing import turn
from tests.casino.room import Room, run
from tests.casino.verified import room_findings

SUITS = {suit: [str(card) for card in PACK if card.suit == suit] for suit in "CDHS"}
# Golden case H4, as worked out by hand in the rules.
STAKES = {
    "Ada": [("win", "diamonds", 1), ("place", "hearts", 1), ("show", "clubs", 3)],
    "Bob": [
        *(("win", "clubs", 5), ("place", "diamonds", 10), ("show", "hearts", 6)),
        *(("colour", "red", 4), ("colour", "black", 2)),
    ],
}


@pytest.fixture
def room(own_database: str) -> Room:
    return Room(seat=False)


def staked(room: Room, **options: Any) -> Round:
    round_ = room.open(room.table_of("horses", **options))
    for name, stakes in STAKES.items():
        for market, selection, counters in stakes:
            room.stake(round_, name, selection, counters, market)
    return round_


def moved(round_: Round) -> list[tuple[str, str, int]]:
    """What has been posted by moves and the settlement: act, reason and sum, in order."""
    found: dict[tuple[str, str], int] = {}
    rows = Transfer.objects.filter(entry__key__startswith=f"round:{round_.pk}:").order_by("pk")
    for key, reason, amount in rows.values_list("entry__key", "reason", "amount"):
        act = key.split(":")[2]
        if act in {"move", "settle"}:
            found[act, reason] = found.get((act, reason), 0) + amount
    return [(act, reason, amount) for (act, reason), amount in found.items()]


@pytest.mark.rule("horses:H-R9", "horses:H-R10")
def test_h4_is_collected_finish_by_finish_and_paid_at_the_end(room: Room) -> None:
    round_ = staked(room, by_hand=True)
    before = room.held()
    turn(round_, *SUITS["C"])
    assert moved(round_) == []  # a hand-dealt card pays when the next one is there
    turn(round_, *SUITS["D"])
    first = ("move", "collected-first", 5)
    assert moved(round_) == [first]
    assert room.held()["bookmaker:horses"] == before["bookmaker:horses"] + 5
    turn(round_, *SUITS["S"])
    assert moved(round_) == [first, ("move", "collected-second", 1)]
    settle_round(round_.pk, by=HOUSE)
    assert moved(round_)[2:] == [
        ("settle", "collected-third", 6),
        ("settle", "returned", 3 + 5 + 10 + 2),
        ("settle", "winnings", 1 + 15 + 10 + 2),
    ]
    held = room.held()
    assert (held["purse:Ada"], held["purse:Bob"], held["bookmaker:horses"]) == (99, 117, 1000 - 16)
    assert room_findings() == []
    (line,) = [line for line in turnover_of(room.session) if line.role == "bookmaker"]
    assert (line.staked, line.lost, line.winnings, line.other) == (32, 12, 28, 0)
    (point,) = course_of(room.session).points
    assert (point.actual, point.expected) == (-16, Fraction())


@pytest.mark.rule("horses:H-R9")
def test_where_the_house_deals_it_collects_at_once(room: Room) -> None:
    round_ = staked(room)
    call_the_off(round_.pk, by=HOUSE)
    while not public_view(reread(round_))["view"]["finish"]:
        tick(round_.pk, reread(round_).step)
    ((act, reason, _),) = moved(round_)
    assert (act, reason) == ("move", "collected-first")
    assert room_findings() == []  # in the middle of a race, too
    assert run(round_).phase == "settled"
    reasons = [reason for _, reason, _ in moved(round_) if reason.startswith("collected")]
    assert reasons == [each for each in ("collected-first", "collected-second", "collected-third") if each in reasons]
    assert not [account for account in room.held() if account.startswith("stakes:")]
    assert room_findings() == []


@pytest.mark.rule("horses:C13")
def test_a_void_race_gives_back_what_was_collected(room: Room) -> None:
    round_ = staked(room, by_hand=True)
    turn(round_, *SUITS["C"], *SUITS["D"], "2H")
    assert [reason for _, reason, _ in moved(round_)] == ["collected-first", "collected-second"]
    void_round(round_.pk, reason="The pack fell.", by=HOUSE)
    held = room.held()
    assert (held["purse:Ada"], held["purse:Bob"], held["bookmaker:horses"]) == (100, 100, 1000)
    assert room_findings() == []


def test_a_finish_that_is_taken_back_has_collected_nothing(room: Room) -> None:
    round_ = staked(room, by_hand=True)
    turn(round_, *SUITS["D"][:-1], *SUITS["C"])
    take_back(round_.pk, by=HOUSE)
    turn(round_, SUITS["D"][-1], "2H")
    assert moved(round_) == [("move", "collected-first", 5 + 2)]  # clubs to win, and black
    assert room_findings() == []


def test_a_race_that_was_settled_by_a_wrong_card_is_corrected_with_what_it_collected(room: Room) -> None:
    round_ = staked(room, by_hand=True)
    turn(round_, *SUITS["D"], *SUITS["C"], *SUITS["S"])
    settle_round(round_.pk, by=HOUSE)
    right = [{"turn": card} for card in (*SUITS["C"], *SUITS["D"], *SUITS["S"])]
    plan = plan_correction(round_.pk, moves=right)
    assert plan.corrected_finish == ("clubs", "diamonds", "spades", "hearts")
    correct_round(round_.pk, moves=right, reason="Clubs came first.", by=HOUSE, agreed=plan.version)
    held = room.held()
    assert (held["purse:Ada"], held["purse:Bob"], held["bookmaker:horses"]) == (99, 117, 1000 - 16)
    assert room_findings() == []
    (point,) = course_of(room.session).points
    assert point.actual == -16


@pytest.mark.rule("horses:C2")
def test_the_bottom_card_is_shown_to_nobody(room: Room) -> None:
    """Nor is any other card before it is turned: not in what is seen, told or kept of the state."""
    round_ = staked(room)
    call_the_off(round_.pk, by=HOUSE)
    while reread(round_).live:
        tick(round_.pk, reread(round_).step)
        round_ = reread(round_)
        shown = {move["turn"] for move in moves_of(round_)}
        seen = json.dumps([public_view(round_), round_.secret.state, *Event.objects.values_list("body", flat=True)])
        assert {str(card) for card in PACK if f'"{card}"' in seen} == shown
    bottom = written(next_draw(round_, next_card("pack 1", len(PACK) - 1)))
    assert bottom not in moves_of(round_)


def test_a_correction_leaves_the_bookie_what_a_race_in_progress_may_cost(room: Room) -> None:
    """What the race has collected already is in the bank, and must not be counted as still to come."""
    table = room.table_of("horses", by_hand=True, house_float=100)
    first = room.open(table)
    room.stake(first, "Ada", "clubs", 25)
    turn(first, *SUITS["D"], *SUITS["C"], *SUITS["S"])
    settle_round(first.pk, by=HOUSE)
    race = room.open(table)
    room.stake(race, "Bob", "hearts", 30)
    room.stake(race, "Cy", "diamonds", 30)
    turn(race, *SUITS["H"], "2C")
    right = [{"turn": card} for card in (*SUITS["C"], *SUITS["D"], *SUITS["S"])]
    plan = plan_correction(first.pk, moves=right)
    # 125 by the first race, 30 collected; 100 to go back for it. 90 may still be lost on hearts.
    assert plan.short == {"bookmaker:horses": 90 - (125 + 30 - 100)}
    correct_round(first.pk, moves=right, reason="Clubs came first.", by=HOUSE, cover=plan.short)
    assert room_findings() == []
    turn(race, *SUITS["C"][1:], *SUITS["D"])
    settle_round(race.pk, by=HOUSE)
    assert "bookmaker:horses" not in room.held()
    assert room_findings() == []


def test_what_a_void_race_had_collected_is_no_loss_of_anybody(room: Room) -> None:
    round_ = staked(room, by_hand=True)
    turn(round_, *SUITS["C"], "2H")
    void_round(round_.pk, reason="The pack fell.", by=HOUSE)
    (line,) = [line for line in turnover_of(room.session) if line.role == "bookmaker"]
    assert (line.staked, line.lost, line.winnings, line.other) == (0, 0, 0, 0)


def test_a_collection_that_was_lost_is_found_in_a_hand_dealt_race_too(room: Room) -> None:
    round_ = staked(room, by_hand=True)
    turn(round_, *SUITS["C"], "2H")
    assert room_findings() == []
    player = room.players["Ada"]
    moved = posting.Transfer(player.stakes_account_id, round_.table.bank_id, 1, "collected-second")
    posting.post(book=round_.table.book_id, key=f"round:{round_.pk}:move:99", transfers=[moved])
    assert ("payments", f"round {round_.pk}") in room_findings()


def reread(round_: Round) -> Round:
    return rounds_of(None).get(pk=round_.pk)
