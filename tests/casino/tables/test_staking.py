"""Stakes through the room's functions: what is taken, and everything that §1.8 of the rules refuses, with its code."""

from typing import Any

import pytest

from casino.clubs.actors import HOUSE
from casino.demo import AS_FAST_AS_IT_GOES
from casino.tables.models import Round, Stake
from casino.tables.moving import make_move
from casino.tables.offices import take_office
from casino.tables.opening import open_table
from casino.tables.seating import sit_down
from casino.tables.settling import settle_round
from casino.tables.starting import call_the_off
from casino.tables.voiding import void_round
from tests.casino.room import Room, open_evening, play, refusal, run
from tests.games.minoru.racing import course
from tests.games.minoru.test_course import BLUE, RED, colours, tracks


def written(room: Room) -> tuple[Any, ...]:
    """What a refusal must leave as it was."""
    stakes = list(Stake.objects.order_by("pk").values_list("counters", flat=True))
    return room.entries(), room.held(), stakes, list(Round.objects.values_list("phase", "step"))


def test_a_stake_goes_from_the_purse_to_the_players_stakes(room: Room) -> None:
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 4)
    room.stake(round_, "Ada", "minoru", 2)
    room.stake(round_, "Ada", "blue", 6, market="colour")
    assert (room.held()["purse:Ada"], room.held()["stakes:Ada"]) == (88, 12)
    assert room.held()["bank:Minoru 1"] == 1000
    assert {(stake.selection, stake.counters) for stake in Stake.objects.all()} == {("minoru", 6), ("blue", 6)}


def test_a_stake_is_withdrawn_in_part_or_whole_before_the_off(room: Room) -> None:
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 6)
    room.withdraw(round_, "Ada", "minoru", 2)
    assert (room.held()["purse:Ada"], room.held()["stakes:Ada"]) == (96, 4)
    room.withdraw(round_, "Ada", "minoru", 4)
    assert "stakes:Ada" not in room.held()
    assert round_.exposures.get().liabilities == dict.fromkeys(round_.exposures.get().liabilities, 0)


@pytest.mark.parametrize("counters", [0, -1, 1.5, "3", True, None])
def test_a_stake_that_is_no_number_of_counters(room: Room, counters: Any) -> None:
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 1)
    before = written(room)
    assert refusal(room.stake, round_, "Ada", "minoru", counters) == "bad_counters"
    assert refusal(room.withdraw, round_, "Ada", "minoru", counters) == "bad_counters"
    assert written(room) == before


def test_seven_or_four_and_then_three_more(room: Room) -> None:
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 4)
    before = written(room)
    assert refusal(room.stake, round_, "Bob", "minoru", 7) == "over_limit"
    assert refusal(room.stake, round_, "Ada", "minoru", 3) == "over_limit"
    assert written(room) == before


@pytest.mark.parametrize(
    ("market", "selection", "code"),
    [
        ("colour", "green", "unknown_selection"),
        ("win", "spades", "unknown_selection"),
        ("placed", "minoru", "unknown_market"),
        (None, None, "unknown_market"),
        ("win", ["minoru"], "unknown_selection"),
        ("win", "x" * 300, "unknown_selection"),
        ("win", "a\0b", "unknown_selection"),
    ],
)
def test_a_space_that_is_not_on_the_cloth(room: Room, market: Any, selection: Any, code: str) -> None:
    round_ = room.open()
    before = written(room)
    assert refusal(room.stake, round_, "Ada", selection, 1, market=market) == code
    assert refusal(room.withdraw, round_, "Ada", selection, 1, market=market) == code
    assert written(room) == before


def test_after_the_off_the_finish_the_settlement_and_void_nothing_is_staked_or_withdrawn(room: Room) -> None:
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 3)
    call_the_off(round_.pk, by=HOUSE)

    def both_are_refused() -> None:
        before = written(room)
        assert refusal(room.stake, round_, "Bob", "minoru", 1) == "staking_closed"
        assert refusal(room.withdraw, round_, "Ada", "minoru", 1) == "staking_closed"
        assert written(room) == before

    both_are_refused()
    run(round_)
    both_are_refused()
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 3)
    void_round(round_.pk, reason="the lights went out", by=HOUSE)
    both_are_refused()


def test_more_than_was_staked_or_what_another_staked(room: Room) -> None:
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 3)
    before = written(room)
    assert refusal(room.withdraw, round_, "Ada", "minoru", 4) == "not_staked"
    assert refusal(room.withdraw, round_, "Bob", "minoru", 1) == "not_staked"
    assert refusal(room.withdraw, round_, "Ada", "st_amant", 1) == "not_staked"
    assert written(room) == before


def test_a_guest_who_does_not_sit_there_or_is_of_another_session(room: Room) -> None:
    round_ = room.open()
    room.come("Zoe", 50)
    assert refusal(room.stake, round_, "Zoe", "minoru", 1) == "not_seated"
    elsewhere = open_evening(room.session.club, "Elsewhere")
    room.session = elsewhere
    stranger = room.come("Stranger", 50)
    assert refusal(room.stake, round_, "Stranger", "minoru", 1) == "not_seated"
    assert refusal(sit_down, room.table.pk, player=stranger, by=HOUSE) == "other_session"


def test_more_than_the_purse_holds(room: Room) -> None:
    poor = room.come("Zoe", 5)
    sit_down(room.table.pk, player=poor, by=HOUSE)
    round_ = room.open()
    room.stake(round_, "Zoe", "minoru", 4)
    before = written(room)
    assert refusal(room.stake, round_, "Zoe", "st_amant", 2) == "short_purse"
    assert written(room) == before
    room.stake(round_, "Zoe", "st_amant", 1)


def test_a_stake_that_the_bank_does_not_cover_and_one_that_others_rest_on(own_database: str) -> None:
    room = Room({"house_float": 30})
    round_ = room.open()
    room.stake(round_, "Ada", "gou_gou", 3)
    before = written(room)
    assert refusal(room.stake, round_, "Bob", "gou_gou", 1) == "not_covered"
    assert written(room) == before
    room.stake(round_, "Bob", "minoru", 4)  # lost if Gou-Gou wins: now there is more to pay from
    room.stake(round_, "Cy", "red", 4, market="colour")
    before = written(room)
    assert refusal(room.withdraw, round_, "Bob", "minoru", 4) == "stake_needed"
    assert written(room) == before


def test_a_stake_that_is_no_multiple_of_the_odds(own_database: str) -> None:
    room = Room({"options": {"course": "true-odds"}})
    round_ = room.open()
    before = written(room)
    assert refusal(room.stake, round_, "Ada", "minoru", 4) == "stake_step"
    assert written(room) == before
    room.stake(round_, "Ada", "minoru", 3)


def test_the_banker_stakes_not_and_decides_alone_about_the_joker(own_database: str) -> None:
    room = Room({"passes_round": True, "options": {"joker": "banker"}, "least_bank": 50})
    take_office(room.table.pk, player=room.players["Ada"], counters=60, by=HOUSE)
    round_ = room.open()
    ada, bob = room.players["Ada"], room.players["Bob"]
    before = written(room)
    assert refusal(room.stake, round_, "Bob", "minoru", 1) == "staking_closed"
    assert refusal(call_the_off, round_.pk, by=HOUSE) == "not_ready"
    assert refusal(make_move, round_.pk, player=bob, move={"joker": True}, by=HOUSE) == "not_banker"
    assert refusal(make_move, round_.pk, player=ada, move={"joker": "yes"}, by=HOUSE) == "bad_move"
    assert refusal(make_move, round_.pk, player=ada, move={"jump": True}, by=HOUSE) == "unknown_move"
    assert refusal(make_move, round_.pk, player=ada, move=None, by=HOUSE) == "not_yours"
    assert refusal(make_move, round_.pk, player=bob, move={"joker": True, "seat": "Ada"}, by=HOUSE) == "not_yours"
    assert refusal(make_move, round_.pk, player=ada, move={"deal": ["2H"] * 5}, by=HOUSE) == "not_dealer"
    assert written(room) == before
    make_move(round_.pk, player=ada, move={"joker": True}, by=HOUSE)
    room.stake(round_, "Bob", "gou_gou", 1)
    assert refusal(room.stake, round_, "Ada", "minoru", 1) == "office_stakes"
    assert refusal(make_move, round_.pk, player=ada, move={"joker": False}, by=HOUSE) == "joker_fixed"


def test_a_banker_cannot_put_the_joker_into_a_course_that_has_none(own_database: str) -> None:
    room = Room({"passes_round": True, "options": {"course": "long", "joker": "banker"}})
    take_office(room.table.pk, player=room.players["Ada"], counters=100, by=HOUSE)
    round_ = room.open()
    arguments: dict[str, Any] = {"player": room.players["Ada"], "move": {"joker": True}, "by": HOUSE}
    assert refusal(make_move, round_.pk, **arguments) == "joker_forbidden"


def test_a_course_that_cannot_be_is_refused_when_the_table_is_opened(room: Room) -> None:
    def put(options: Any) -> str:
        return refusal(
            open_table,
            session=room.session,
            name="Bad",
            game="minoru",
            by=HOUSE,
            **{**AS_FAST_AS_IT_GOES, "options": options},
        )

    assert put({"course": "nowhere"}) == "unknown_course"
    assert put({"course": "long", "joker": True}) == "joker_forbidden"
    assert put({"joker": "maybe"}) == "bad_option"
    assert put({"course": course(horses=tracks(length=0))}) == "bad_length"
    assert put({"course": course(horses=tracks(odds="2/0"))}) == "bad_odds"
    assert put({"course": course(colours=colours(blue=BLUE[:1], red=RED))}) == "no_colour"
    assert put({"course": course(colours=colours(blue=[*BLUE, "st_amant"], red=RED))}) == "two_colours"
    assert put([1]) == "bad_option"
    assert refusal(open_table, session=room.session, name="Bad", game="whist", by=HOUSE) == "unknown_game"


def test_a_second_settlement_and_one_before_the_end(room: Room) -> None:
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 3)
    assert refusal(settle_round, round_.pk, by=HOUSE) == "not_finished"
    play(round_)
    before = written(room)
    assert refusal(settle_round, round_.pk, by=HOUSE) == "already_settled"
    assert refusal(call_the_off, round_.pk, by=HOUSE) == "already_settled"
    assert written(room) == before
