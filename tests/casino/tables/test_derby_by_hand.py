"""Races of the Derby family with dice of the croupier's own: typed, taken back, corrected, for a pot and for a pool."""

from casino.clubs.actors import HOUSE
from casino.tables.correcting import correct_round, plan_correction
from casino.tables.models import Round
from casino.tables.settling import settle_round
from casino.tables.typed_cards import as_lines, typed_moves
from tests.casino.office import Office, address, said
from tests.casino.room import refusal
from tests.casino.tables.test_correct_page import ask
from tests.casino.tables.test_round_page import words
from tests.casino.verified import room_findings

NEAR = {"start": [15] * 6}


def test_dice_are_dealt_taken_back_and_settled_from_the_page(office: Office) -> None:
    room = office.room
    options = {"players": None, "start": [14] * 6}
    round_ = room.open(room.table_of("derby", by_hand=True, options=options, beside={"totalisator": {}}))
    room.stake(round_, "Ada", "1", 10, "totalisator")
    office.act("claude", round_, "deal", fell="1, 2 3")
    assert "1 Blue (Ada) 15 / 16" in words(office.text("claude", address(round_)))
    office.act("claude", round_, "take-back")
    assert "1 Blue (Ada) 14 / 16" in words(office.text("claude", address(round_)))
    assert "A die shows a whole number from 1 to 6." in said(office.act("claude", round_, "deal", fell="1 2 7"))[0]
    assert "1 Blue (Ada) 14 / 16" in words(office.text("claude", address(round_)))
    office.act("claude", round_, "deal", fell="1 1 3")
    office.act("claude", round_, "settle")
    text = words(office.text("claude", address(round_)))
    assert "Ada Totalisator 1 Blue 10 10" in text
    assert room_findings() == []


def test_a_pot_and_a_pool_are_corrected_together(office: Office) -> None:
    """Ada owns 1, 3 and 5, Bob the others; each puts 5 into the pot. Cy has 20 on 1 and Bob 10 on 2 in the pool.

    1 is said to win: Ada has the pot, and Cy 27 of the pool, 3 being commission. It was 2: Bob has the pot of 10, and
    the 27. So Ada loses 10, Cy 27, and Bob gains 37; commission is the same.
    """
    room = office.room
    options = {**NEAR, "players": 2, "ante": 5}
    round_ = room.open(room.table_of("derby", by_hand=True, options=options, beside={"totalisator": {}}))
    for who in ("Ada", "Bob"):
        room.enter(round_, who)
    room.stake(round_, "Cy", "1", 20, "totalisator")
    room.stake(round_, "Bob", "2", 10, "totalisator")
    office.act("claude", round_, "deal", fell="1 3 3")
    settle_round(round_.pk, by=HOUSE)
    before = room.held()
    assert (before["purse:Ada"], before["purse:Bob"], before["purse:Cy"]) == (105, 85, 107)
    round_ = Round.objects.get(pk=round_.pk)
    assert as_lines(round_) == "1 3 3"
    text = words(ask(office, round_, cards="2 3 3"))
    assert "corrected finish 2 Yellow" in text
    assert "purse:Bob 37" in text
    assert plan_correction(round_.pk, moves=typed_moves(round_, "2 3 3")).changes == {
        "purse:Ada": -10,
        "purse:Bob": 37,
        "purse:Cy": -27,
    }
    correct_round(round_.pk, moves=typed_moves(round_, "2 3 3"), reason="It was a two", by=HOUSE)
    after = room.held()
    assert (after["purse:Ada"], after["purse:Bob"], after["purse:Cy"]) == (95, 122, 80)
    assert after["commission:derby"] == before["commission:derby"] == 3
    assert "pot:derby" not in after
    assert room_findings() == []


def test_a_race_that_waits_for_owners_says_so_to_whoever_throws(office: Office) -> None:
    room = office.room
    round_ = room.open(room.table_of("derby", by_hand=True, options={"players": 2}))
    room.enter(round_, "Ada")
    refused = office.act("claude", round_, "deal", fell="1 2 3")
    assert "Places still to be taken: 1." in words(refused)


def test_a_call_stands_between_two_throws_when_they_are_corrected(office: Office) -> None:
    """In Myopia horse 1 stands before a hurdle. 13 gives it the right to jump, and Ada calls it."""
    room = office.room
    options = {
        "variant": "myopia",
        "players": 2,
        "calls": "claim",
        "myopia_finish": "english",
        "start": [5, 15, 1, 1, 1, 1],
    }
    round_ = room.open(room.table_of("derby", by_hand=True, options=options))
    for who in ("Ada", "Bob"):
        room.enter(round_, who)
    office.act("claude", round_, "deal", fell="6 4 3")
    assert "may be called 1 Blue" in words(office.text("claude", address(round_)))
    room.move(round_, "Ada", call={"horse": 1, "total": 13})
    office.act("claude", round_, "deal", fell="2 3 3")
    settle_round(round_.pk, by=HOUSE)
    round_ = Round.objects.get(pk=round_.pk)
    assert as_lines(round_) == "6 4 3\n2 3 3"
    plan = plan_correction(round_.pk, moves=typed_moves(round_, "5 5 3\n2 2 3\n2 3 4"))
    assert plan.changes == {}
    # With dice of which nobody could have called 13, nobody has.
    assert typed_moves(round_, "6 6 3\n2 3 3") == [
        {"seat": "Ada", "enter": True},
        {"seat": "Bob", "enter": True},
        {"throw": [6, 6, 3]},
        {"throw": [2, 3, 3]},
    ]


def test_what_was_decided_after_the_end_a_race_really_had_is_left_out(office: Office) -> None:
    """Ada shakes before both throws; it turns out that the first one has brought 1 home."""
    room = office.room
    round_ = room.open(room.table_of("derby", by_hand=True, options={**NEAR, "players": 2, "ante": 5}))
    for who in ("Ada", "Bob"):
        room.enter(round_, who)
    room.move(round_, "Ada", shake=True)
    office.act("claude", round_, "deal", fell="1 1 1")
    room.move(round_, "Ada", shake=True)
    office.act("claude", round_, "deal", fell="2 3 3")
    settle_round(round_.pk, by=HOUSE)
    round_ = Round.objects.get(pk=round_.pk)
    moves = typed_moves(round_, "1 2 2")
    assert plan_correction(round_.pk, moves=moves).changes == {"purse:Ada": 10, "purse:Bob": -10}
    correct_round(round_.pk, moves=moves, reason="It was over", by=HOUSE)
    assert room.held()["purse:Ada"] == 105
    assert room_findings() == []


def test_a_decision_before_the_end_cannot_be_left_out(office: Office) -> None:
    room = office.room
    round_ = room.open(room.table_of("derby", by_hand=True, options={**NEAR, "players": 2}))
    for who in ("Ada", "Bob"):
        room.enter(round_, who)
    room.move(round_, "Ada", shake=True)
    office.act("claude", round_, "deal", fell="1 3 3")
    settle_round(round_.pk, by=HOUSE)
    moves = [{"seat": "Ada", "enter": True}, {"seat": "Bob", "enter": True}, {"throw": [1, 3, 3]}]
    assert refusal(plan_correction, round_.pk, moves=moves) == "decisions_stand"
