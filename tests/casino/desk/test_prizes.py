"""Prizes: set aside, won by the best or the last, shared by equals, given once."""

from typing import Any

import pytest

from casino.clubs.actors import HOUSE
from casino.clubs.models import Player, Session
from casino.desk.counters import buy_in, cash_out
from casino.desk.models import Award, Prize
from casino.desk.prizes import announce_prize, award_prizes, drop_prize, plan_awards, winners
from casino.desk.scores import Score, scores
from casino.desk.sweeping import sweep
from casino.desk.till import put_float
from casino.tables.opening import close_table
from ledger import posting
from tests.casino.desk.test_money import SOLD
from tests.casino.room import Room, play, refusal
from tests.casino.verified import room_findings

FIRST, SECOND, CONSOLATION = Prize.Place.FIRST, Prize.Place.SECOND, Prize.Place.CONSOLATION
RICHEST, NET, GAME = Prize.Measure.RICHEST, Prize.Measure.NET, Prize.Measure.GAME


def ranked(**points: int) -> list[Score]:
    found = [Score(Player(nickname=name), amount) for name, amount in points.items()]
    return sorted(found, key=lambda score: -score.points)


def names(won: list[Score]) -> list[str]:
    return [score.player.nickname for score in won]


@pytest.mark.parametrize("points", [{"A": 130, "B": 100, "C": 100, "D": 70}])
def test_first_second_and_consolation_as_the_rule_book_has_it(points: dict[str, int]) -> None:
    """Golden case H5: first A, second B and C shared, consolation D."""
    assert names(winners(ranked(**points), FIRST)) == ["A"]
    assert names(winners(ranked(**points), SECOND)) == ["B", "C"]
    assert names(winners(ranked(**points), CONSOLATION)) == ["D"]


def test_nobody_wins_two_of_three() -> None:
    two = ranked(A=10, B=5)
    assert names(winners(two, SECOND)) == ["B"]
    assert winners(two, CONSOLATION) == []
    equal = ranked(A=5, B=5, C=5)
    assert names(winners(equal, FIRST)) == ["A", "B", "C"]
    assert winners(equal, SECOND) == winners(equal, CONSOLATION) == []
    assert winners([], FIRST) == []


def announce(room: Room, place: Prize.Place = FIRST, measure: Prize.Measure = RICHEST, **more: Any) -> Prize:
    return announce_prize(room.session.pk, place=place, measure=measure, by=HOUSE, **more)


def give(room: Room, payer: str, payee: str, counters: int) -> None:
    """A result of play, without playing: from one purse to another under the key of a round."""
    assert room.session.book_id is not None
    moved = posting.Transfer(room.players[payer].purse_id, room.players[payee].purse_id, counters, "winnings")
    posting.post(book=room.session.book_id, key=f"round:0:{payer}:{payee}", transfers=[moved])


def test_what_a_prize_is_worth_is_set_aside_and_goes_back_if_it_is_dropped(room: Room) -> None:
    before = room.held()
    prize = announce(room, counters=50)
    assert room.held()["prize-fund:counter"] == 50
    assert room.held()["issue"] == before["issue"] - 50
    drop_prize(prize.pk, by=HOUSE)
    assert room.held() == before
    assert refusal(drop_prize, prize.pk, by=HOUSE) == "prize_given"
    assert refusal(award_prizes, room.session.pk, by=HOUSE) == "no_prizes"


def test_equals_share_and_the_odd_counter_goes_to_who_came_first(room: Room) -> None:
    give(room, "Cy", "Ada", 20)
    give(room, "Cy", "Bob", 20)
    announce(room, counters=51)
    award_prizes(room.session.pk, by=HOUSE)
    assert (room.held()["purse:Ada"], room.held()["purse:Bob"]) == (120 + 26, 120 + 25)
    assert "prize-fund:counter" not in room.held()
    assert list(Award.objects.order_by("pk").values_list("player__nickname", "score", "counters")) == [
        ("Ada", 120, 26),
        ("Bob", 120, 25),
    ]
    assert refusal(award_prizes, room.session.pk, by=HOUSE) == "no_prizes"
    assert room_findings() == []


def test_the_richest_hold_most_and_the_best_net_have_won_most(room: Room) -> None:
    buy_in(player=room.players["Cy"], counters=500, by=HOUSE)
    give(room, "Bob", "Ada", 30)
    cash_out(player=room.players["Ada"], counters=100, by=HOUSE)
    assert [(score.player.nickname, score.points) for score in scores(room.session, RICHEST)] == [
        ("Cy", 600),
        ("Bob", 70),
        ("Ada", 30),
    ]
    assert [(score.player.nickname, score.points) for score in scores(room.session, NET)] == [
        ("Ada", 30),
        ("Cy", 0),
        ("Bob", -30),
    ]


def test_the_consolation_prize_is_for_who_lost_most_not_for_who_has_least(room: Room) -> None:
    buy_in(player=room.players["Cy"], counters=500, by=HOUSE)
    give(room, "Cy", "Ada", 200)
    give(room, "Bob", "Ada", 10)
    prize = announce(room, place=CONSOLATION, what="A wooden spoon")
    assert names([share.score for share in plan_awards(room.session)[prize]]) == ["Cy"]


def test_a_prize_won_earlier_changes_no_later_score(room: Room) -> None:
    give(room, "Cy", "Ada", 20)
    announce(room, counters=500)
    award_prizes(room.session.pk, by=HOUSE)
    assert {score.player.nickname: score.points for score in scores(room.session, RICHEST)} == {
        "Ada": 120,
        "Bob": 100,
        "Cy": 80,
    }
    close_table(room.table.pk, by=HOUSE)
    sweep(room.session.pk, by=HOUSE)
    assert [score.points for score in scores(room.session, RICHEST)] == [120, 100, 80]
    assert [score.points for score in scores(room.session, NET)] == [20, 0, -20]


def test_the_best_in_one_game_by_what_its_rounds_paid(room: Room) -> None:
    round_ = room.open()
    for who, selection in (("Ada", "minoru"), ("Bob", "game_chick"), ("Cy", "gou_gou")):
        room.stake(round_, who, selection, 6)
    play(round_)
    held = room.held()
    buy_in(player=room.players["Cy"], counters=500, by=HOUSE)  # no play
    found = {score.player.nickname: score.points for score in scores(room.session, GAME, "minoru")}
    assert found == {name: held.get(f"purse:{name}", 0) - 100 for name in ("Ada", "Bob", "Cy")}
    assert {score.points for score in scores(room.session, GAME, "horses")} == {0}


def test_robots_and_who_was_sent_away_win_nothing(room: Room) -> None:
    Player.objects.filter(nickname="Ada").update(automatic=True)
    Player.objects.filter(nickname="Bob").update(removed_at="2026-01-01T00:00:00Z")
    assert names(scores(room.session, RICHEST)) == ["Cy"]


def test_money_prizes_come_from_the_club_or_the_till(own_database: str) -> None:
    shop = Room(settings=SOLD)
    put_float(shop.session.pk, money=1000, by=HOUSE)
    announce(shop, money=700)
    announce(shop, place=SECOND, money=300, from_till=True)
    assert shop.held()["prize-fund:EUR"] == 1000
    assert shop.held()["till:EUR"] == 1500 + 1000 - 300
    give(shop, "Bob", "Ada", 1)
    award_prizes(shop.session.pk, by=HOUSE)
    assert shop.held()["prize:EUR"] == 1000
    assert "prize-fund:EUR" not in shop.held()


def test_a_prize_nobody_has_won_goes_back_when_the_evening_is_swept_up(own_database: str) -> None:
    shop = Room(settings=SOLD)
    announce(shop, place=SECOND, money=300, counters=20)  # all are equal: there is no second
    assert refusal(award_prizes, shop.session.pk, by=HOUSE) == "no_prizes"
    close_table(shop.table.pk, by=HOUSE)
    sweep(shop.session.pk, by=HOUSE)
    assert shop.held()["till:EUR"] == 1500 + 300
    assert {"prize-fund:EUR", "prize-fund:counter"} & shop.held().keys() == set()


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({}, "bad_prize"),
        ({"counters": -1}, "bad_prize"),
        ({"what": " \u202eham"}, "bad_prize"),
        ({"counters": 5, "game": "minoru"}, "bad_prize"),
        ({"counters": 5, "measure": GAME, "game": "chess"}, "unknown_game"),
        ({"counters": 101}, "prize_cap"),
        ({"money": 5}, "no_money"),
    ],
    ids=str,
)
def test_what_is_no_prize_or_too_much_of_one(room: Room, more: dict[str, Any], code: str) -> None:
    Session.objects.filter(pk=room.session.pk).update(prize_cap=100)
    assert refusal(announce, room, **more) == code
    assert not Prize.objects.exists()
    announce(room, counters=100)


def test_a_prize_cap_in_money_counts_counters_at_their_price(own_database: str) -> None:
    shop = Room(settings={**SOLD, "prize_cap": 1000})
    announce(shop, money=500, counters=100)
    assert refusal(announce, shop, money=501, counters=100) == "prize_cap"
