"""Pools: what is in one, what a counter in it would return, staking and withdrawing, and what it pays at the end."""

from typing import Any

import pytest

from tests.casino.api.racing import DEAD_HEAT, NEARLY, NOBODY_WINS, ONE_WINS, Races
from tests.casino.room import Room
from tests.casino.verified import room_findings

POOL: dict[str, Any] = {"totalisator": {}}  # 10 percent, rounded down
CARRIED = {"totalisator": {"unbacked": "carry-over"}}


@pytest.fixture
def races(room: Room) -> Races:
    return Races(room)


def test_a_pool_is_shown_with_what_a_counter_would_return(races: Races) -> None:
    round_id = races.nearly_over(beside=POOL)
    assert races.pool(round_id) == {str(horse): (0, None) for horse in range(1, 7)}
    races.stakes(round_id, Ada=("1", 30), Bob=("2", 50), Cy=("3", 20))
    # 100 less 10 commission: 90. With the winner's own stakes s back, 1 + (90 - s) / s, which is 90 / s.
    shown = {"1": (30, "3.0000"), "2": (50, "1.8000"), "3": (20, "4.5000")}
    assert races.pool(round_id) == {**shown, "4": (0, None), "5": (0, None), "6": (0, None)}


def test_everybody_sees_the_pool_and_their_own_stake_in_it(races: Races) -> None:
    round_id = races.nearly_over(beside=POOL)
    races.stakes(round_id, Ada=("1", 30))
    mine = {who: races.odds(round_id, who)["pools"][0] for who in ("Ada", "Bob")}
    assert {who: (space["staked"], space["laid"], space["accepted"]) for who, space in mine.items()} == {
        "Ada": (30, 30, 70),
        "Bob": (30, 0, 100),
    }
    staff = races.olive.get(f"/rounds/{round_id}/odds/").body["pools"][0]
    assert (staff["staked"], staff["laid"], staff["accepted"]) == (30, 0, 0)


def test_the_version_of_a_pool_is_that_of_its_terms_however_much_is_staked(races: Races) -> None:
    round_id = races.nearly_over(beside={**POOL, "bookmaker": {}})
    before = races.price(round_id, "totalisator")
    races.stakes(round_id, Ada=("1", 30))
    assert races.price(round_id, "totalisator") == before == races.shown(round_id)["pools"][0]["price"]
    wish = {"market": "totalisator", "selection": "1", "counters": 1}
    for price in ("0" * 12, races.price(round_id, "bookmaker")):
        told = races.guests["Bob"].post(f"/rounds/{round_id}/stakes/", {**wish, "price": price})
        assert (told.status, told.code) == (422, "price_changed")
    assert races.pool(round_id)["1"] == (30, "1.0000")


def test_a_stake_that_is_sent_twice_is_made_once(races: Races) -> None:
    round_id = races.nearly_over(beside=POOL)
    wish = {"market": "totalisator", "selection": "1", "counters": 5, "price": races.price(round_id, "totalisator")}
    first, again = (races.guests["Ada"].post(f"/rounds/{round_id}/stakes/", wish, key="one") for _ in range(2))
    assert (first.status, again.status, again.headers["Idempotent-Replayed"]) == (201, 201, "true")
    assert first.body == again.body
    assert (races.purse("Ada"), races.pool(round_id)["1"][0]) == (95, 5)


def test_stakes_are_withdrawn_before_the_off_and_the_pool_is_smaller(races: Races) -> None:
    round_id = races.nearly_over(beside=POOL)
    races.stakes(round_id, Ada=("1", 30), Bob=("2", 50))
    assert races.withdraw("Ada", round_id, "1", 20).body["counters"] == 10
    assert races.purse("Ada") == 90
    # 60 less 6 commission, for 10 on the first and 50 on the second.
    assert [races.pool(round_id)[horse] for horse in ("1", "2")] == [(10, "5.4000"), (50, "1.0800")]
    assert races.withdraw("Ada", round_id, "1", 11).code == "not_staked"
    assert races.withdraw("Ada", round_id, "1", 10).body["counters"] == 0
    assert races.pool(round_id)["1"] == (0, None)


@pytest.mark.parametrize(
    ("selection", "counters", "status", "code"),
    [
        ("5", 5, 422, "unknown_selection"),  # four owners, four horses
        ("1", 21, 422, "over_limit"),
        ("1", 1, 422, "under_limit"),
        ("1", 101, 422, "over_limit"),
        ("1", 2.5, 400, "malformed"),
        ("1", 0, 400, "malformed"),
        ("1", -3, 400, "malformed"),
        ("1", "5", 400, "malformed"),
        ("1", None, 400, "malformed"),
    ],
)
def test_a_stake_that_cannot_be_is_refused_and_the_pool_stays_as_it_is(
    races: Races, selection: str, counters: Any, status: int, code: str
) -> None:
    terms = {"totalisator": {"stake_least": 2, "stake_most": 20}}
    round_id = races.race(options={"players": 4}, beside=terms)
    told = races.stake("Ada", round_id, selection, counters)
    assert (told.status, told.code) == (status, code)
    assert races.pool(round_id) == dict.fromkeys("1234", (0, None))
    assert races.purse("Ada") == 100


def test_the_limit_is_for_all_that_a_player_has_on_a_runner(races: Races) -> None:
    round_id = races.nearly_over(beside={"totalisator": {"stake_most": 20}})
    races.stakes(round_id, Ada=("1", 15), Bob=("1", 20))
    assert races.odds(round_id)["pools"][0]["accepted"] == 5
    assert races.stake("Ada", round_id, "1", 6).code == "over_limit"
    assert races.stake("Ada", round_id, "2", 20).status == 201
    assert races.stake("Ada", round_id, "1", 5).body["counters"] == 20


def test_nobody_stakes_more_than_is_in_the_purse(races: Races) -> None:
    round_id = races.nearly_over(beside=POOL)
    assert races.stake("Ada", round_id, "1", 101).code == "short_purse"
    assert races.stake("Ada", round_id, "1", 100).status == 201
    assert races.stake("Ada", round_id, "2", 1).code == "short_purse"


def test_after_the_off_nothing_is_staked_or_withdrawn(races: Races) -> None:
    round_id = races.nearly_over(beside=POOL)
    races.stakes(round_id, Ada=("1", 30))
    races.off(round_id)
    assert races.stake("Bob", round_id, "1", 5).code == "staking_closed"
    assert races.withdraw("Ada", round_id, "1", 5).code == "staking_closed"
    assert {space["accepted"] for space in races.odds(round_id, "Bob")["pools"]} == {0}


def test_dividends_are_in_the_answer_the_event_the_history_and_the_statement(races: Races) -> None:
    round_id = races.nearly_over(beside=POOL)
    races.stakes(round_id, Ada=("1", 30), Bob=("2", 50), Cy=("3", 20))
    races.throw(round_id, *ONE_WINS)
    assert races.shown(round_id)["dividends"] is None  # the croupier has not said so yet
    settled = races.settle(round_id)
    # 100 less 10, all of it for 30: three for each.
    declared = {"pool": 100, "refunded": False, "commission": 10, "dividends": {"1": "3.0000"}}
    assert settled["dividends"] == races.shown(round_id)["dividends"] == declared
    (told,) = races.told("round_settled")
    assert (told["pool"], told["finish"], told["gained"]) == (declared, ["1"], 0)
    assert [races.purse(who) for who in ("Ada", "Bob", "Cy")] == [70 + 90, 50, 80]
    assert races.statement("Ada")[:2] == [("dividend", 90), ("stake", -30)]
    past = races.guests["Ada"].get("/me/history/").body["items"][0]
    assert (past["market"], past["counters"], past["returned"]) == ("totalisator", 30, 90)
    assert room_findings() == []


def test_a_dead_heat_shares_what_the_others_lost(races: Races) -> None:
    round_id = races.nearly_over(beside={**POOL, "bookmaker": {"margin": 0}})
    races.stakes(round_id, Ada=("1", 30), Bob=("2", 50), Cy=("3", 20))
    odds = {each["selection"]: each["odds"] for each in races.odds(round_id)["spaces"]}
    assert races.stake("Bob", round_id, "1", 10, "bookmaker").status == 201
    races.throw(round_id, *DEAD_HEAT)
    settled = races.settle(round_id)
    assert settled["result"] == {"outcome": "1=2", "finish": [["1", "2"]]}
    # 90 are paid. 80 of them are the stakes of both; of the other 10 each horse has 5: 1 + 5/30 and 1 + 5/50.
    assert settled["dividends"]["dividends"] == {"1": "1.1667", "2": "1.1000"}
    # The bookmaker pays half of the stake at full odds w/p: 10 x (w + p) / 2p, the fraction dropped.
    won, per = map(int, odds["1"].split("/"))
    assert races.purse("Ada") == 70 + 35
    assert races.purse("Bob") == 40 + 55 + 10 * (won + per) // (2 * per)
    assert room_findings() == []


def test_where_nobody_has_backed_the_winner_stakes_come_back(races: Races) -> None:
    round_id = races.nearly_over(beside=POOL)
    races.stakes(round_id, Ada=("2", 30), Bob=("5", 10))
    races.throw(round_id, *ONE_WINS)
    refunded = {"pool": 40, "refunded": True, "commission": 0, "dividends": {"2": "1.0000", "5": "1.0000"}}
    assert races.settle(round_id)["dividends"] == refunded
    assert (races.purse("Ada"), races.purse("Bob")) == (100, 100)


def test_where_it_is_carried_over_the_next_pool_begins_with_it(races: Races) -> None:
    table = races.table(options={"start": NEARLY}, by_hand=True, beside=CARRIED)
    first = races.open(table)
    races.stakes(first, Ada=("2", 30))
    races.throw(first, *ONE_WINS)
    unbacked = {"pool": 30, "refunded": False, "commission": 0, "dividends": {}}
    assert races.settle(first)["dividends"] == unbacked
    assert races.olive.get(f"/tables/{table}/office/").body["beside"]["carry-over"] == 30
    second = races.open(table)
    assert races.shown(second)["pools"][0]["carried"] == 30
    assert races.told("round_opened")[-1]["pools"][0]["carried"] == 30
    races.stakes(second, Bob=("1", 10))
    # 10 and the 30 from before, less 4: 36 for 10.
    assert races.pool(second)["1"] == (10, "3.6000")
    for _ in range(5):  # from the first space to the sixteenth by threes
        races.throw(second, 1, 1, 1)
    declared = {"pool": 40, "refunded": False, "commission": 4, "dividends": {"1": "3.6000"}}
    assert races.settle(second)["dividends"] == declared
    assert races.purse("Bob") == 90 + 36
    assert races.olive.get(f"/tables/{table}/office/").body["beside"]["carry-over"] == 0
    assert room_findings() == []


def test_a_race_that_nobody_backed_has_no_dividends(races: Races) -> None:
    round_id = races.nearly_over(beside=POOL)
    races.throw(round_id, *NOBODY_WINS)
    races.throw(round_id, *ONE_WINS)
    assert races.settle(round_id)["dividends"] is None
    assert races.told("round_settled")[0]["pool"] is None


def test_a_ticket_of_a_pool_is_worth_its_dividend(races: Races) -> None:
    round_id = races.nearly_over(beside=POOL)
    races.stakes(round_id, Bob=("2", 50))
    player = races.guests["Ada"].get("/me/").body["player"]["id"]
    wish = {"player": player, "market": "totalisator", "selection": "1", "counters": 10, "in_hand": True}
    sold = races.olive.post(f"/rounds/{round_id}/tickets/", wish).body
    races.throw(round_id, *ONE_WINS)
    races.settle(round_id)
    # 60 less 6, for 10.
    ticket = races.olive.get(f"/sessions/{races.room.session.code}/tickets/{sold['number']}/").body
    assert ticket["worth"] == 54
    assert room_findings() == []
