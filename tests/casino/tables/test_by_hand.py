"""Hand-dealt tables: the croupier types what fell, takes it back, confirms; and corrects a round that was settled."""

from typing import Any

import pytest

from casino.clubs.actors import HOUSE
from casino.desk.counters import cash_out
from casino.tables.correcting import correct_round, plan_correction
from casino.tables.dealing import deal_by_hand, take_back
from casino.tables.models import Round
from casino.tables.offices import pass_office, take_office
from casino.tables.settling import settle_round
from casino.tables.starting import call_the_off
from casino.tables.voiding import void_round
from ledger.models import Entry, Transfer
from tests.casino.dealing import FELL, M1, deal, deals, play_m1
from tests.casino.room import Room, play, refusal
from tests.casino.verified import room_findings


@pytest.fixture
def by_hand(own_database: str) -> Room:
    return Room({"by_hand": True})


def dealt(room: Room, *texts: str) -> Round:
    """The stakes of M1, and these deals."""
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 6)
    room.stake(round_, "Ada", "blue", 2, market="colour")
    room.stake(round_, "Bob", "st_amant", 3)
    room.stake(round_, "Bob", "red", 4, market="colour")
    room.stake(round_, "Bob", "gou_gou", 1)
    deal(round_, *texts)
    round_.refresh_from_db()
    return round_


@pytest.mark.rule("minoru:M-R15")
def test_m1_dealt_by_hand_pays_as_the_golden_case(by_hand: Room) -> None:
    round_ = dealt(by_hand, *M1)
    assert round_.phase == "running"
    settle_round(round_.pk, by=HOUSE)
    held = by_hand.held()
    assert (held["purse:Ada"], held["purse:Bob"], held["bank:Minoru 1"]) == (114, 92, 994)
    assert room_findings() == []


def test_the_first_card_is_the_off(by_hand: Room) -> None:
    round_ = dealt(by_hand, M1[0])
    assert round_.phase == "running"
    assert round_.off_digest
    assert refusal(by_hand.stake, round_, "Cy", "minoru", 1) == "staking_closed"
    assert refusal(call_the_off, round_.pk, by=HOUSE) == "already_off"


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({"deal": ["QS", "QS", "2D", "3C", "JH"]}, "duplicate_card"),
        ({"deal": ["AS", "2H", "3H", "4H"]}, "missing_card"),
        ({"deal": ["AS", "2H", "3H", "4H", "5H", "6H"]}, "too_many_cards"),
        ({"deal": ["AS", "2H", "3H", "4H", "JK"]}, "joker_not_in_pack"),
        ({"deal": ["AS", "2H", "3H", "4H", "1Z"]}, "unknown_card"),
        ({"deal": "AS"}, "bad_move"),
        ({"deal": ["AS", "2H", "3H", "4H", "5H"], "seat": "Ada"}, "not_dealer"),
        ({}, "bad_move"),
        (None, "bad_move"),
    ],
)
def test_what_no_pack_can_give_is_refused_and_changes_nothing(by_hand: Room, move: Any, code: str) -> None:
    round_ = dealt(by_hand)
    step = round_.step
    assert refusal(deal_by_hand, round_.pk, move=move, by=HOUSE) == code
    round_.refresh_from_db()
    assert (round_.phase, round_.step, round_.moves.count()) == ("open", step, 0)


def test_a_card_taken_back_has_never_been(by_hand: Room) -> None:
    round_ = dealt(by_hand, M1[0], "AS 2H 3H 4H 5H")
    entries = by_hand.entries()
    take_back(round_.pk, by=HOUSE)
    deal_by_hand(round_.pk, move={"deal": ["6S", "2H", "3H", "4H", "AS"]}, by=HOUSE)
    round_.refresh_from_db()
    assert round_.secret.state["positions"] == [0, 1, 0, 0, 1]
    assert [move.kind for move in round_.moves.order_by("number")] == ["played", "played", "taken-back", "played"]
    assert by_hand.entries() == entries
    assert room_findings() == []


def test_a_finishing_card_is_taken_back_before_it_is_confirmed(by_hand: Room) -> None:
    round_ = dealt(by_hand, *M1)
    before = by_hand.held()
    assert refusal(deal_by_hand, round_.pk, move=deals(FELL[-1])[0], by=HOUSE) == "race_over"
    take_back(round_.pk, by=HOUSE)
    assert by_hand.held() == before
    deal(round_, *FELL[5:])
    settle_round(round_.pk, by=HOUSE)
    held = by_hand.held()
    assert (held["purse:Ada"], held["purse:Bob"], held["bank:Minoru 1"]) == (92, 109, 999)
    assert Entry.objects.filter(key__startswith=f"round:{round_.pk}:").exclude(key__contains=":stake:").count() == 1
    assert room_findings() == []


def test_every_card_can_be_taken_back_and_then_none(by_hand: Room) -> None:
    round_ = dealt(by_hand, *M1[:2])
    take_back(round_.pk, by=HOUSE)
    take_back(round_.pk, by=HOUSE)
    assert refusal(take_back, round_.pk, by=HOUSE) == "nothing_to_take_back"
    round_.refresh_from_db()
    assert round_.phase == "running"  # stakes stay closed: the room has seen a card


def test_where_the_house_deals_nobody_else_does(room: Room) -> None:
    round_ = room.open()
    assert refusal(deal_by_hand, round_.pk, move=deals(M1[0])[0], by=HOUSE) == "dealt_by_house"
    assert refusal(take_back, round_.pk, by=HOUSE) == "dealt_by_house"


RIGHT = deals(*FELL)


def settled_wrongly(room: Room) -> Round:
    round_ = dealt(room, *M1)
    settle_round(round_.pk, by=HOUSE)
    return round_


def test_a_settled_round_is_corrected_by_a_reversal_and_a_new_settlement(by_hand: Room) -> None:
    round_ = settled_wrongly(by_hand)
    settled, entries = by_hand.held(), by_hand.entries()
    plan = plan_correction(round_.pk, moves=RIGHT)
    assert (plan.finish, plan.corrected_finish) == (("minoru",), ("st_amant",))
    assert plan.changes == {"purse:Ada": -22, "purse:Bob": 17, "bank:Minoru 1": 5}
    assert plan.short == {}
    assert (by_hand.entries(), by_hand.held()) == (entries, settled)  # it was a dry run
    correct_round(round_.pk, moves=RIGHT, reason="the ace was St. Amant's", by=HOUSE)
    held = by_hand.held()
    assert (held["purse:Ada"], held["purse:Bob"], held["bank:Minoru 1"]) == (92, 109, 999)
    undo = Entry.objects.get(reverses__key=f"round:{round_.pk}:settle")
    assert undo.memo == "the ace was St. Amant's"
    assert room_findings() == []


def test_a_round_is_corrected_once_more(by_hand: Room) -> None:
    round_ = settled_wrongly(by_hand)
    settled = by_hand.held()
    correct_round(round_.pk, moves=RIGHT, reason="the ace was St. Amant's", by=HOUSE)
    correct_round(round_.pk, moves=deals(*M1), reason="it was not", by=HOUSE)
    assert by_hand.held() == settled
    assert room_findings() == []


def test_a_winner_who_has_spent_the_counters_is_named_and_covered_from_the_issue(by_hand: Room) -> None:
    round_ = settled_wrongly(by_hand)
    cash_out(player=by_hand.players["Ada"], counters=110, by=HOUSE)
    plan = plan_correction(round_.pk, moves=RIGHT)
    assert plan.short == {"purse:Ada": 18}
    before = by_hand.held(), by_hand.entries()
    arguments: dict[str, Any] = {"moves": RIGHT, "reason": "the ace was St. Amant's", "by": HOUSE}
    assert refusal(correct_round, round_.pk, **arguments) == "short"
    assert refusal(correct_round, round_.pk, **arguments, cover={"purse:Ada": 17}) == "short"
    assert (by_hand.held(), by_hand.entries()) == before
    correct_round(round_.pk, **arguments, cover=plan.short)
    held = by_hand.held()
    assert (held.get("purse:Ada", 0), held["purse:Bob"], held["bank:Minoru 1"]) == (0, 109, 999)
    cover = Transfer.objects.get(reason="cover")
    assert (cover.payer.code, cover.payee.code, cover.amount) == ("issue", "purse:Ada", 18)
    assert room_findings() == []


def test_a_correction_of_a_correction_takes_back_what_was_covered(by_hand: Room) -> None:
    round_ = settled_wrongly(by_hand)
    cash_out(player=by_hand.players["Ada"], by=HOUSE)
    before = by_hand.held()
    plan = plan_correction(round_.pk, moves=RIGHT)
    correct_round(round_.pk, moves=RIGHT, reason="the ace was St. Amant's", by=HOUSE, cover=plan.short)
    assert by_hand.held() != before
    correct_round(round_.pk, moves=deals(*M1), reason="it was not", by=HOUSE)
    assert by_hand.held() == before
    assert room_findings() == []


def test_a_round_without_stakes_is_corrected_too(by_hand: Room) -> None:
    round_ = by_hand.open()
    play_m1(round_)
    correct_round(round_.pk, moves=[{**move, "seat": None} for move in RIGHT], reason="wrong", by=HOUSE)
    correct_round(round_.pk, moves=RIGHT, reason="wrong again", by=HOUSE)
    assert refusal(correct_round, round_.pk, moves=None, reason="no", by=HOUSE) == "bad_moves"
    assert room_findings() == []


def test_when_the_office_has_passed_on_the_correction_is_that_of_who_held_it(own_database: str) -> None:
    room = Room({"by_hand": True, "passes_round": True, "options": {"course": "jaques", "joker": False}})
    take_office(room.table.pk, player=room.players["Cy"], counters=100, by=HOUSE)
    round_ = settled_wrongly(room)
    pass_office(room.table.pk, by=HOUSE)
    assert (room.held()["purse:Cy"], room.held()["bank:Minoru 1"]) == (94, 1000)  # the house's again
    plan = plan_correction(round_.pk, moves=RIGHT)
    assert plan.changes == {"purse:Ada": -22, "purse:Bob": 17, "purse:Cy": 5}
    correct_round(round_.pk, moves=RIGHT, reason="the ace was St. Amant's", by=HOUSE)
    assert (room.held()["purse:Cy"], room.held()["bank:Minoru 1"]) == (99, 1000)
    assert room_findings() == []


def test_what_is_no_correction(by_hand: Room, own_database: str) -> None:
    round_ = dealt(by_hand, *M1)
    arguments: dict[str, Any] = {"reason": "why not", "by": HOUSE}
    assert refusal(correct_round, round_.pk, moves=RIGHT, **arguments) == "not_settled"
    settle_round(round_.pk, by=HOUSE)
    before = by_hand.held(), by_hand.entries()
    assert refusal(correct_round, round_.pk, moves=RIGHT, reason=" ", by=HOUSE) == "reason_needed"
    assert refusal(correct_round, round_.pk, moves=RIGHT[:3], **arguments) == "not_finished"
    assert refusal(correct_round, round_.pk, moves=[*RIGHT, RIGHT[0]], **arguments) == "race_over"
    assert refusal(correct_round, round_.pk, moves=[{"joker": True, "seat": "Ada"}], **arguments) == "decisions_stand"
    assert refusal(correct_round, round_.pk, moves=[None], **arguments) == "bad_move"
    assert refusal(void_round, round_.pk, **arguments) == "already_settled"
    assert (by_hand.held(), by_hand.entries()) == before


def test_a_round_that_the_house_dealt_is_not_corrected(room: Room) -> None:
    round_ = play(room.open())
    assert refusal(plan_correction, round_.pk, moves=RIGHT) == "dealt_by_house"


def test_a_finished_round_dealt_by_hand_can_still_be_void(by_hand: Room) -> None:
    round_ = dealt(by_hand, *M1)
    void_round(round_.pk, reason="the pack was marked", by=HOUSE)
    held = by_hand.held()
    assert (held["purse:Ada"], held["purse:Bob"], held["bank:Minoru 1"]) == (100, 100, 1000)
    assert room_findings() == []
