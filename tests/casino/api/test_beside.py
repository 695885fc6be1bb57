"""Tables with a totalisator or a bookmaker beside the game's own odds: opened, shown, topped up, refused."""

from typing import Any

import pytest

from casino.clubs.actors import HOUSE
from casino.clubs.sessions import change_session
from casino.tables.models import Table
from casino.tables.voiding import void_round
from ledger.models import Account
from tests.casino.api.racing import NOBODY_WINS, ONE_WINS, Races
from tests.casino.room import Room

USUAL_TOTALISATOR = {
    "commission": 10,
    "rounding": 1,
    "rounds": "down",
    "dividends": "pari-mutuel",
    "unbacked": "refund",
    "least_dividend": 1,
    "stake_least": 1,
    "stake_most": None,
}
USUAL_BOOKMAKER = {"margin": 15, "stake_least": 1, "stake_most": None, "place": None}


@pytest.fixture
def races(room: Room) -> Races:
    return Races(room)


def test_what_is_left_out_of_the_terms_is_as_usual_and_told(races: Races) -> None:
    told = races.ask_for_table(beside={"totalisator": {"commission": 20, "unbacked": "carry-over"}, "bookmaker": {}})
    terms = {**USUAL_TOTALISATOR, "commission": 20, "unbacked": "carry-over"}
    assert told.body["beside"] == {"totalisator": terms, "bookmaker": USUAL_BOOKMAKER}
    shown = races.guests["Ada"].get(f"/tables/{told.body['id']}/").body
    assert shown["beside"] == told.body["beside"]


def test_the_terms_of_one_table_can_be_sent_to_open_another(races: Races) -> None:
    place = {"place": {"places": 2, "fraction": "1/4"}}
    first = races.ask_for_table("horses", name="One", beside={"totalisator": {}, "bookmaker": place}).body["beside"]
    assert first["bookmaker"] == {**USUAL_BOOKMAKER, **place}
    assert races.ask_for_table("horses", name="Two", beside=first).body["beside"] == first


@pytest.mark.parametrize("beside", [None, {}, {"totalisator": None, "bookmaker": None}])
def test_nothing_need_stand_beside_a_race(races: Races, beside: Any) -> None:
    told = races.ask_for_table("minoru", beside=beside)
    assert told.body["beside"] == {"totalisator": None, "bookmaker": None}
    assert races.olive.get(f"/tables/{told.body['id']}/office/").body["beside"] == {}


@pytest.mark.parametrize("game", ["minoru", "double-event", "horses", "derby"])
def test_both_can_be_opened_on_every_race(races: Races, game: str) -> None:
    round_id = races.race(game, beside={"totalisator": {}, "bookmaker": {}})
    shown, odds = races.shown(round_id), races.odds(round_id)
    assert [pool["name"] for pool in shown["pools"]] == ["totalisator"]
    assert shown["pools"][0]["runners"] == [each["selection"] for each in odds["runners"]]
    booked = [space for space in odds["spaces"] if space["market"] == "bookmaker"]
    assert [space["selection"] for space in booked] == shown["pools"][0]["runners"]
    for who, market in (("Ada", "totalisator"), ("Bob", "bookmaker")):
        assert races.stake(who, round_id, booked[0]["selection"], 2, market).status == 201


@pytest.mark.parametrize(
    ("game", "beside", "code"),
    [
        ("roulette", {"totalisator": {}}, "no_race"),
        ("roulette", {"bookmaker": {}}, "no_race"),
        ("derby", {"totalisator": {"commission": 51}}, "bad_commission"),
        ("derby", {"totalisator": {"commission": -1}}, "bad_commission"),
        ("derby", {"totalisator": {"rounding": 0}}, "bad_rounding"),
        ("derby", {"totalisator": {"stake_least": 5, "stake_most": 4}}, "bad_limits"),
        ("derby", {"bookmaker": {"margin": 101}}, "bad_margin"),
        ("derby", {"bookmaker": {"margin": -1}}, "bad_margin"),
        ("derby", {"bookmaker": {"stake_least": 0}}, "bad_limits"),
        ("derby", {"tote": {}}, "bad_beside"),
        ("derby", {"totalisator": {"commision": 5}}, "bad_beside"),
        ("derby", {"totalisator": {"commission": "10"}}, "bad_beside"),
        ("derby", {"totalisator": {"commission": 10.5}}, "bad_beside"),
        ("derby", {"totalisator": {"rounds": "up"}}, "bad_beside"),
        ("derby", {"totalisator": {"unbacked": "the club"}}, "bad_beside"),
        ("derby", {"totalisator": {"least_dividend": 2}}, "bad_beside"),
        ("derby", {"totalisator": True}, "bad_beside"),
        ("derby", {"bookmaker": {"place": {"places": 2}}}, "bad_beside"),
        ("horses", {"bookmaker": {"place": {"places": 4, "fraction": "1/4"}}}, "bad_place_terms"),
        ("derby", {"bookmaker": {"place": {"places": 2, "fraction": "1/4"}}}, "no_places"),
        ("minoru", {"totalisator": {"unbacked": "bookmaker"}}, "no_bookmaker"),
    ],
)
def test_terms_that_cannot_be_are_refused_by_the_rules_and_leave_nothing(
    races: Races, game: str, beside: Any, code: str
) -> None:
    before = Table.objects.count(), Account.objects.count()
    told = races.ask_for_table(game, beside=beside)
    assert (told.status, told.code) == (422, code)
    assert (Table.objects.count(), Account.objects.count()) == before


@pytest.mark.parametrize("beside", [[], "totalisator", 5, True])
def test_what_is_no_object_is_malformed(races: Races, beside: Any) -> None:
    told = races.ask_for_table(beside=beside)
    assert (told.status, told.code, told.body["errors"][0]["where"]) == (400, "malformed", "beside.non_field_errors")


def test_the_house_adds_to_a_bookmaker_beside_the_bank_and_a_key_adds_once(races: Races) -> None:
    table = races.table("minoru", beside={"totalisator": {}, "bookmaker": {}}, house_float=300)
    office = races.olive.get(f"/tables/{table}/office/").body
    assert (office["office"], office["bank"]) == ("bank", 300)
    assert office["beside"] == {"bookmaker": 300, "totalisator": 0, "carry-over": 0}
    wish = {"counters": 50, "office": "bookmaker"}
    for _ in range(2):
        told = races.olive.post(f"/tables/{table}/office/top-up/", wish, key="once")
        assert (told.body["bank"], told.body["beside"]["bookmaker"]) == (300, 350)
    assert races.told("bank_topped_up") == [{"counters": 50, "office": "bookmaker"}]
    assert races.olive.post(f"/tables/{table}/office/top-up/", {"counters": 7}).body["bank"] == 307
    assert races.olive.post(f"/tables/{table}/office/top-up/", {"counters": 8, "office": "bank"}).body["bank"] == 315


@pytest.mark.parametrize("office", ["totalisator", "carry-over", "pot", "stables", "bookmaker"])
def test_what_nobody_pays_from_is_not_topped_up(races: Races, office: str) -> None:
    table = races.table("minoru", beside={"totalisator": {}})
    told = races.olive.post(f"/tables/{table}/office/top-up/", {"counters": 5, "office": office})
    assert (told.status, told.code) == (422, "unknown_office")


def test_a_bookmaker_beside_a_guests_bank_is_still_the_houses(races: Races) -> None:
    table = races.table("minoru", passes_round=True, least_bank=50, house_float=100, beside={"bookmaker": {}})
    assert races.guests["Ada"].post(f"/tables/{table}/office/take/", {"counters": 60}).body["holder"] == "Ada"
    top_up = f"/tables/{table}/office/top-up/"
    assert races.olive.post(top_up, {"counters": 5}).code == "office_held"
    told = races.olive.post(top_up, {"counters": 5, "office": "bookmaker"}).body
    assert (told["bank"], told["beside"]) == (60, {"bookmaker": 105})


def test_where_the_game_has_a_bookmaker_it_is_the_bank(races: Races) -> None:
    table = races.table(beside={"bookmaker": {}}, house_float=100)
    told = races.olive.post(f"/tables/{table}/office/top-up/", {"counters": 5, "office": "bookmaker"}).body
    assert (told["office"], told["bank"], told["beside"]) == ("bookmaker", 105, {})


def test_before_the_banker_has_decided_nobody_knows_chances_or_prices_and_everything_answers(races: Races) -> None:
    beside: dict[str, Any] = {"totalisator": {}, "bookmaker": {}}
    table = races.table("minoru", options={"joker": "banker"}, passes_round=True, least_bank=50, beside=beside)
    races.guests["Ada"].post(f"/tables/{table}/office/take/", {"counters": 60})
    round_id = races.open(table)
    odds = races.odds(round_id, "Bob")
    assert odds["runners"] == []
    assert not [space for space in odds["spaces"] if space["market"] == "bookmaker"]
    assert {each["accepted"] for each in odds["pools"]} == {0}
    wish = {"number": 0, "move": {"game": "minoru", "joker": True}}
    assert races.guests["Ada"].post(f"/rounds/{round_id}/moves/", wish).status == 201
    odds = races.odds(round_id, "Bob")
    assert len(odds["runners"]) == 5
    assert len([space for space in odds["spaces"] if space["market"] == "bookmaker"]) == 5
    assert {each["accepted"] for each in odds["pools"]} == {100}


def test_a_banker_backs_horses_in_the_pool_and_with_the_bookmaker_but_not_against_the_own_bank(races: Races) -> None:
    beside: dict[str, Any] = {"totalisator": {}, "bookmaker": {}}
    table = races.table("minoru", options={"joker": False}, passes_round=True, least_bank=50, beside=beside)
    races.guests["Ada"].post(f"/tables/{table}/office/take/", {"counters": 60})
    round_id = races.open(table)
    assert races.stake("Ada", round_id, "minoru", 3, "win").code == "office_stakes"
    for market in ("totalisator", "bookmaker"):
        assert races.stake("Ada", round_id, "minoru", 3, market).status == 201


def test_a_game_that_is_no_race_has_no_runners_and_no_pools(races: Races) -> None:
    round_id = races.race("roulette")
    odds = races.odds(round_id)
    assert (odds["runners"], odds["pools"]) == ([], [])
    assert (races.shown(round_id)["pools"], races.shown(round_id)["dividends"]) == ([], None)


def test_a_void_race_answers_and_everybody_has_the_stake_back(races: Races) -> None:
    round_id = races.nearly_over(beside={"totalisator": {}, "bookmaker": {}})
    races.stakes(round_id, Ada=("1", 30))
    assert races.stake("Bob", round_id, "2", 4, "bookmaker").status == 201
    races.throw(round_id, *NOBODY_WINS)
    void_round(round_id, reason="A die fell off the table", by=HOUSE)
    shown = races.shown(round_id)
    assert (shown["phase"], shown["dividends"], shown["result"]) == ("void", None, None)
    assert len(races.odds(round_id)["runners"]) == 6
    assert (races.purse("Ada"), races.purse("Bob")) == (100, 100)


def test_where_odds_are_hidden_chances_and_dividends_are_told_from_the_off_on(races: Races) -> None:
    change_session(races.room.session.pk, hide_odds=True, by=HOUSE)
    round_id = races.nearly_over(beside={"totalisator": {}, "bookmaker": {}})
    races.stakes(round_id, Ada=("1", 10), Bob=("2", 10))
    hidden = races.odds(round_id)
    assert {each["chance"] for each in [*hidden["runners"], *hidden["spaces"]]} == {None}
    assert {each["chance_percent"] for each in [*hidden["runners"], *hidden["spaces"]]} == {None}
    assert {(each["staked"], each["dividend"]) for each in hidden["pools"]} == {(None, None)}
    assert [each["laid"] for each in hidden["pools"][:2]] == [10, 0], "one's own stakes one knows"
    staff = races.olive.get(f"/rounds/{round_id}/odds/").body
    assert all(each["chance"] for each in [*staff["runners"], *staff["spaces"]])
    # 20 in the pool less 2 commission; 10 of them were staked on the winner: 18 / 10.
    assert [each["dividend"] for each in staff["pools"][:3]] == ["1.8000", "1.8000", None]
    races.throw(round_id, *NOBODY_WINS)
    told = races.odds(round_id)
    assert all(each["chance"] for each in told["runners"])
    assert [each["dividend"] for each in told["pools"][:3]] == ["1.8000", "1.8000", None]
    races.throw(round_id, *ONE_WINS)
    assert [each["chance"] for each in races.odds(round_id)["runners"]] == ["1", "0", "0", "0", "0", "0"]


def test_a_bookmaker_prices_a_win_and_a_place_from_exact_chances(races: Races) -> None:
    round_id = races.race("horses", beside={"bookmaker": {"place": {"places": 2, "fraction": "1/4"}}})
    priced = {(each["market"], each["selection"]): each for each in races.odds(round_id)["spaces"]}
    win, place = priced["bookmaker", "clubs"], priced["bookmaker-place", "clubs"]
    # Four suits alike: 1 in 4. 100 / (25 x 1.15) = 3.478…, so 3.47; a quarter of the 2.47 to win is 0.6175: 1.61.
    assert (win["chance"], win["odds"], win["office"]) == ("1/4", "247/100", "bookmaker")
    assert (place["chance"], place["odds"]) == ("1/2", "61/100")
    assert win["name"] == place["name"] == priced["win", "clubs"]["name"]
    # 3 x 3.47 = 10.41 and 3 x 1.61 = 4.83: what is not whole is dropped, so any number can be staked.
    for market in ("bookmaker", "bookmaker-place"):
        assert races.stake("Ada", round_id, "clubs", 3, market).status == 201


def test_a_bookmaker_takes_no_more_than_can_be_paid(races: Races) -> None:
    table = races.table("horses", house_float=20, beside={"bookmaker": {}})
    round_id = races.open(table)
    # At 2.47 to 1 from 20: 8 counters would win 19.76, which is 19; 9 would win 22.23.
    space = next(each for each in races.odds(round_id)["spaces"] if each["market"] == "bookmaker")
    assert space["accepted"] == 8
    assert races.stake("Ada", round_id, space["selection"], 9, "bookmaker").code == "not_covered"
    assert races.stake("Ada", round_id, space["selection"], 8, "bookmaker").status == 201
    assert races.olive.post(f"/tables/{table}/office/top-up/", {"counters": 3, "office": "bookmaker"}).status == 200
    # 23 cover 9 x 3.47 = 31.23, of which 9 are Ada's own: 22.
    assert races.stake("Ada", round_id, space["selection"], 1, "bookmaker").status == 201
