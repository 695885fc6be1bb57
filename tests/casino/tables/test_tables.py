"""Opening and closing tables, sitting down and standing up, opening rounds."""

from datetime import timedelta
from typing import Any

import pytest

from casino.clubs.actors import HOUSE
from casino.clubs.sessions import close_session
from casino.tables import opening
from casino.tables.models import Chain, Round, Seat
from casino.tables.offices import take_office, top_up_bank
from casino.tables.opening import close_table
from casino.tables.playing import value_of
from casino.tables.seating import sit_down, stand_up
from casino.tables.starting import call_the_off
from casino.tables.ticking import tick
from casino.tables.voiding import void_round
from games.kit import fair
from ledger.models import Entry
from tests.casino.room import Room, play, refusal, run
from tests.casino.verified import room_findings


def test_a_table_opens_with_the_float_of_the_house_and_an_anchor(room: Room) -> None:
    assert room.held()["bank:Minoru 1"] == 1000
    chain = Chain.objects.get()
    assert fair.chain(chain.name, chain.last, chain.length)[0] == chain.anchor


def test_a_house_bank_defaults_to_true_odds_and_one_passed_round_to_the_cloth(room: Room) -> None:
    house = opening.open_table(session=room.session, name="A", game="minoru", by=HOUSE)
    players = opening.open_table(session=room.session, name="B", game="minoru", by=HOUSE, passes_round=True)
    assert (house.options["course"], players.options["course"]) == ("true-odds", "jaques")


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"name": "Minoru 1"}, "table_exists"),
        ({"name": ""}, "bad_name"),
        ({"name": "x" * 81}, "bad_name"),
        ({"name": "a\0b"}, "bad_name"),
        ({"name": None}, "bad_name"),
        ({"places": 0}, "bad_places"),
        ({"places": 1.5}, "bad_places"),
        ({"least_bank": 0}, "bad_counters"),
        ({"house_float": -1}, "bad_counters"),
        ({"house_float": 2**63 - 1}, "too_many_counters"),
        ({"least_bank": "5"}, "bad_counters"),
        ({"pace": timedelta(seconds=-1)}, "bad_time"),
        ({"pace": None}, "bad_time"),
        ({"pace": 5}, "bad_time"),
        ({"game": ["minoru"]}, "unknown_game"),
        ({"options": {"course": "a\0b"}}, "bad_option"),
        ({"options": {"course": "\ud800"}}, "bad_option"),
        ({"options": 5}, "bad_option"),
        ({"staking_time": timedelta(days=2)}, "bad_time"),
        ({"game": "whist"}, "unknown_game"),
    ],
)
def test_a_table_that_cannot_be(room: Room, wrong: dict[str, Any], code: str) -> None:
    entries = room.entries()
    told = {"session": room.session, "name": "New", "game": "minoru", "by": HOUSE, **wrong}
    assert refusal(opening.open_table, **told) == code
    assert (room.entries(), room.session.tables.count()) == (entries, 1)


@pytest.mark.parametrize("number", [0, -1, 99, 2**31, 2**70])
def test_what_is_not_there_is_not_found(room: Room, number: int) -> None:
    assert refusal(call_the_off, number, by=HOUSE) == "unknown_round"
    assert refusal(void_round, number, reason="why not", by=HOUSE) == "unknown_round"
    assert refusal(room.stake, Round(pk=number), "Ada", "minoru", 1) == "unknown_round"
    assert refusal(opening.open_round, number, by=HOUSE) == "unknown_table"
    assert refusal(sit_down, number, player=room.players["Ada"], by=HOUSE) == "unknown_table"
    assert refusal(close_session, number, by=HOUSE) == "unknown_session"


def test_one_round_at_a_time(room: Room) -> None:
    room.open()
    assert refusal(room.open) == "round_live"
    assert refusal(close_table, room.table.pk, by=HOUSE) == "round_live"


def test_a_closed_table_has_given_its_bank_back(room: Room) -> None:
    close_table(room.table.pk, by=HOUSE)
    assert "bank:Minoru 1" not in room.held()
    assert refusal(room.open) == "table_closed"
    assert refusal(close_table, room.table.pk, by=HOUSE) == "table_closed"
    assert refusal(sit_down, room.table.pk, player=room.players["Ada"], by=HOUSE) == "table_closed"
    assert refusal(top_up_bank, room.table.pk, counters=5, by=HOUSE) == "table_closed"
    assert room_findings() == []


def test_a_bank_is_topped_up_from_the_issue(room: Room) -> None:
    top_up_bank(room.table.pk, counters=50, by=HOUSE)
    assert room.held()["bank:Minoru 1"] == 1050
    assert refusal(top_up_bank, room.table.pk, counters=0, by=HOUSE) == "bad_counters"


def test_a_full_table_and_a_seat_taken_twice(own_database: str) -> None:
    room = Room({"places": 3})
    assert refusal(sit_down, room.table.pk, player=room.come("Zoe"), by=HOUSE) == "table_full"
    assert refusal(sit_down, room.table.pk, player=room.players["Ada"], by=HOUSE) == "already_seated"
    stand_up(room.table.pk, player=room.players["Bob"], by=HOUSE)
    assert refusal(stand_up, room.table.pk, player=room.players["Bob"], by=HOUSE) == "not_seated"
    assert sit_down(room.table.pk, player=room.players["Zoe"], by=HOUSE).place == 2
    assert refusal(sit_down, room.table.pk, player=room.players["Bob"], by=HOUSE) == "table_full"


def test_who_sits_down_while_stakes_are_open_plays_in_that_round(room: Room) -> None:
    round_ = room.open()
    sit_down(room.table.pk, player=room.come("Zoe", 50), by=HOUSE)
    room.stake(round_, "Zoe", "minoru", 2)
    call_the_off(round_.pk, by=HOUSE)
    sit_down(room.table.pk, player=room.come("Late", 50), by=HOUSE)
    assert refusal(room.stake, round_, "Late", "minoru", 2) == "not_seated"
    run(round_)
    assert round_.secret.state["seats"] == ["Ada", "Bob", "Cy", "Zoe"]
    assert room_findings() == []


def test_who_sits_down_after_the_bankers_decision_finds_it_made(own_database: str) -> None:
    room = Room({"passes_round": True, "options": {"joker": "banker"}})
    take_office(room.table.pk, player=room.players["Ada"], counters=100, by=HOUSE)
    round_ = room.open()
    room.move(round_, "Ada", joker=True)
    sit_down(room.table.pk, player=room.come("Zoe", 50), by=HOUSE)
    room.stake(round_, "Zoe", "gou_gou", 2)
    play(round_)
    assert round_.secret.state["joker"] is True
    assert room_findings() == []


def test_who_has_stood_up_takes_back_and_stakes_no_more(room: Room) -> None:
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 3)
    stand_up(room.table.pk, player=room.players["Ada"], by=HOUSE)
    assert refusal(room.stake, round_, "Ada", "minoru", 1) == "not_seated"
    room.withdraw(round_, "Ada", "minoru", 3)
    assert room.held()["purse:Ada"] == 100


def test_who_stands_up_is_still_paid(own_database: str) -> None:
    room = Room(counters={"Ada": 6})
    round_ = room.open()
    for selection in ("minoru", "game_chick", "gou_gou", "miss_mcgiggle", "st_amant"):
        room.stake(round_, "Ada", selection, 1)
    stand_up(room.table.pk, player=room.players["Ada"], by=HOUSE)
    sit_down(room.table.pk, player=room.come("Zoe", 5), by=HOUSE)
    play(round_)
    assert "stakes:Ada" not in room.held()
    assert room.held()["purse:Ada"] >= 4
    assert room_findings() == []


def test_rounds_are_numbered_along_the_chain_and_a_new_chain_follows(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "CHAIN", 2)
    table = room.put_table("Short")
    numbers = []
    for _ in range(5):
        round_ = room.open(table)
        void_round(round_.pk, reason="next", by=HOUSE)
        numbers.append((round_.chain.number, round_.number))
    assert numbers == [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)]
    assert len(set(Chain.objects.values_list("anchor", flat=True))) == 4
    assert room_findings() == []


def test_void_gives_everything_back_in_one_entry_with_its_reason(room: Room) -> None:
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 6)
    room.withdraw(round_, "Ada", "minoru", 1)
    room.stake(round_, "Bob", "red", 3, market="colour")
    entries = room.entries()
    assert refusal(void_round, round_.pk, reason="", by=HOUSE) == "reason_needed"
    assert refusal(void_round, round_.pk, reason="  ", by=HOUSE) == "reason_needed"
    assert refusal(void_round, round_.pk, reason=None, by=HOUSE) == "reason_needed"
    void_round(round_.pk, reason="the lights went out", by=HOUSE)
    assert room.entries() == entries + 1
    assert Entry.objects.get(key=f"round:{round_.pk}:void").memo == "the lights went out"
    assert {name: room.held()[f"purse:{name}"] for name in room.players} == room.counters
    assert refusal(void_round, round_.pk, reason="again", by=HOUSE) == "round_void"
    assert room_findings() == []


@pytest.mark.parametrize("reason", ["a\0b", "\ud800 half a letter", "x" * 100_000])
def test_a_reason_that_cannot_be_stored_is_stored_as_it_can_be(room: Room, reason: str) -> None:
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 6)
    void_round(round_.pk, reason=reason, by=HOUSE)
    assert 1 < len(Round.objects.get().void_reason) <= 500


@pytest.mark.rule("minoru:A9")
def test_a_round_is_void_in_mid_race_and_not_when_its_end_is_known(room: Room) -> None:
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 6)
    call_the_off(round_.pk, by=HOUSE)
    round_.refresh_from_db()
    tick(round_.pk, round_.step)
    void_round(round_.pk, reason="the lights went out", by=HOUSE)
    room.table.refresh_from_db()
    assert room.table.served == 0
    over = room.open()
    call_the_off(over.pk, by=HOUSE)
    over.refresh_from_db()
    while Round.objects.get(pk=over.pk).secret.state["deals"] == 0 or not _finished(over):
        over.refresh_from_db()
        tick(over.pk, over.step)
    assert refusal(void_round, over.pk, reason="I had backed another", by=HOUSE) == "round_over"
    run(over)
    assert room_findings() == []


def _finished(round_: Round) -> bool:
    value = value_of(Round.objects.select_related("table", "secret").get(pk=round_.pk))
    return value.game.result(value.state) is not None


def test_seats_keep_their_places_clockwise(room: Room) -> None:
    places = Seat.objects.order_by("place").values_list("player__nickname", flat=True)
    assert list(places) == ["Ada", "Bob", "Cy"]
