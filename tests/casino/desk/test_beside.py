"""What a totalisator and a bookmaker beside a race come to: in the audit, on the dashboard, against the odds.

The race: six horses stand one space before the post, and three dice decide it with one throw. Three numbers bring three
horses home, in 120 of 216 throws; a pair and another one brings that other one home, in 90; three of a kind nobody, and
is thrown again. So one wins alone in 3 of 7 races, each horse in 1 of 14, and three together in 4 of 7, each three in 1
of 35. Every horse is worth 1/6: at a margin of 15 percent the price is 100 ÷ (115 ÷ 6), 5.21.
"""

from fractions import Fraction
from typing import Any

from casino.clubs.actors import HOUSE
from casino.desk import audit, closing, dashboard, turnover
from casino.desk.expecting import course_of
from casino.tables.models import Round
from casino.tables.opening import close_table
from casino.tables.settling import settle_round
from ledger import balances
from ledger.models import Unit
from tests.casino.dealing import play_m1, throw
from tests.casino.room import Room

COUNTER = Unit(code="counter", places=0)
AT_THE_POST = {"players": None, "start": [15] * 6}
BESIDE = {"totalisator": {"commission": 10}, "bookmaker": {"margin": 15}}


def race(room: Room, thrown: list[int], *, pool: Any, book: Any, beside: Any = None) -> Round:
    table = room.table_of("derby", by_hand=True, options=AT_THE_POST, beside=beside or BESIDE)
    round_ = room.open(table)
    for market, stakes in (("totalisator", pool), ("bookmaker", book)):
        for who, (horse, counters) in stakes.items():
            room.stake(round_, who, horse, counters, market)
    throw(round_, *thrown)
    settle_round(round_.pk, by=HOUSE)
    return Round.objects.get(pk=round_.pk)


def dead_heat(room: Room) -> Round:
    """1, 2 and 3 win together.

    The pool is 60, the commission 6; of the 54, 27 lay on winners, and 1 and 2 have 13.5 each of the other 27. Ada has
    7 + 13.5 and is paid 20, Bob 20 + 13.5 and is paid 33, Cy nothing: one counter is breakage. With the bookmaker a
    third of each stake has won at 5.21: Ada has 52.1 ÷ 3, and is paid 17, Bob 26.05 ÷ 3, and is paid 8.
    """
    pool = {"Ada": ("1", 7), "Bob": ("2", 20), "Cy": ("4", 33)}
    return race(room, [1, 2, 3], pool=pool, book={"Ada": ("1", 10), "Bob": ("2", 5)})


def test_the_offices_of_a_dead_heat_come_to_what_was_worked_by_hand(own_database: str, room: Room) -> None:
    dead_heat(room)
    lines = {line.role: line for line in turnover.turnover_of(room.session) if line.name == "derby"}
    pool, book = lines["totalisator"], lines["bookmaker"]
    assert (pool.staked, pool.lost, pool.winnings, pool.other, pool.result) == (60, 60, 53, -7, 0)
    assert (book.staked, book.lost, book.winnings, book.other, book.result) == (15, 0, 10, 0, -10)
    for line in lines.values():
        assert line.account is not None
        assert balances.balance(line.account) == line.float_in - line.float_out + line.result + line.counted
    kept = {each.code: each.came - each.went for each in turnover.kept_of(room.session)}
    assert kept == {"commission:derby": 6, "breakage:derby": 1}


def test_the_house_is_expected_to_gain_by_the_bookmaker_and_not_by_the_pool(own_database: str, room: Room) -> None:
    """15 are laid. If 1 wins alone 52 go back, −37; if 2 does 26, −11; if another does none, 15. Of three together 1 is
    paid 17 and 2 is paid 8: both are among them in 4 of 20 cases, −10; 1 alone in 6, −2; 2 alone in 6, 7; none in 4.

    On average (−37 − 11 + 4 × 15) ÷ 14 + (−40 − 12 + 42 + 60) ÷ 35 = 16/7. Of the squares
    (1369 + 121 + 900) ÷ 14 + (400 + 24 + 294 + 900) ÷ 35 = 7593/35, less 256/49.
    """
    dead_heat(room)
    (point,) = course_of(room.session).points
    assert (point.rounds, point.actual) == (1, -10)
    # The game knows its chances to twelve places.
    assert point.expected.limit_denominator(1000) == Fraction(16, 7)
    assert point.variance.limit_denominator(1000) == Fraction(7593, 35) - Fraction(256, 49)


def test_a_pool_alone_is_neither_luck_nor_left_out(own_database: str, room: Room) -> None:
    race(room, [1, 1, 2], pool={"Ada": ("1", 10)}, book={}, beside={"totalisator": {}})
    found = course_of(room.session)
    assert (found.points, found.left_out) == ([], 0)


def test_a_race_whose_dead_heats_nobody_can_say_is_left_out(own_database: str, room: Room) -> None:
    options = {"players": None, "start": [15, 15, 1, 1, 1, 1]}
    table = room.table_of("derby", by_hand=True, options=options, beside=BESIDE)
    round_ = room.open(table)
    room.stake(round_, "Ada", "1", 5, "bookmaker")
    throw(round_, 1, 3, 3)
    settle_round(round_.pk, by=HOUSE)
    found = course_of(room.session)
    assert (found.points, found.left_out) == ([], 1)


def test_a_pool_that_the_bookmaker_takes_is_no_luck_of_his(own_database: str, room: Room) -> None:
    """Nobody has backed 2, which wins: the pool of 10 is the bookmaker's, and so are the 5 that lay on 1 with him."""
    beside = {"totalisator": {"unbacked": "bookmaker"}, "bookmaker": {}}
    race(room, [1, 1, 2], pool={"Ada": ("1", 10)}, book={"Bob": ("1", 5)}, beside=beside)
    lines = {line.role: line for line in turnover.turnover_of(room.session) if line.name == "derby"}
    assert (lines["totalisator"].lost, lines["totalisator"].result) == (0, 0)
    assert (lines["bookmaker"].staked, lines["bookmaker"].lost) == (5, 15)
    assert [point.actual for point in course_of(room.session).points] == [5]


def test_a_bookmaker_beside_another_bank_has_a_line_of_his_own(own_database: str) -> None:
    """Ada wins 12 of the bank with 6 at 2 to 1, and Bob loses 10 to the bookmaker."""
    room = Room({"by_hand": True, "beside": {"bookmaker": {}}})
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 6)
    room.stake(round_, "Bob", "st_amant", 10, "bookmaker")
    play_m1(round_)
    lines = {line.role: line for line in turnover.turnover_of(room.session)}
    assert {line.name for line in lines.values()} == {"Minoru 1"}
    assert (lines["bank"].staked, lines["bank"].lost, lines["bank"].winnings) == (6, 0, 12)
    assert (lines["bookmaker"].staked, lines["bookmaker"].lost, lines["bookmaker"].winnings) == (10, 10, 0)
    assert [point.actual for point in course_of(room.session).points] == [-2]


def test_the_dashboard_tells_what_was_kept_of_pools(own_database: str, room: Room) -> None:
    dead_heat(room)
    rows = dashboard._results(room.session, COUNTER).rows
    assert ("derby", "commission", "6") in rows
    assert ("derby", "breakage", "1") in rows
    assert ("derby", "bookmaker", "-10") in rows
    shown = audit._books(room.session, most=5)
    assert [(line.code, amount) for line, amount in shown["kept"]] == [
        ("breakage:derby", "1"),
        ("commission:derby", "6"),
    ]


def test_the_closing_sheet_says_what_of_the_rest_was_kept_of_pools(own_database: str, room: Room) -> None:
    """300 were handed out. The pool has kept 7, the bookmaker lost 10: 3 fewer than nothing are left at the tables."""
    dead_heat(room)
    lines = {line.label: line.amount for line in closing.sheet_of(room.session)["counters"]}
    assert lines["left at the tables"] == -3
    assert lines["of these, commission and breakage of pools"] == 7


def test_what_is_carried_over_is_kept_when_the_table_closes(own_database: str, room: Room) -> None:
    beside = {"totalisator": {"unbacked": "carry-over"}}
    round_ = race(room, [1, 1, 2], pool={"Ada": ("1", 10)}, book={}, beside=beside)
    assert turnover.kept_by_table(room.session, "counter") == []
    (line,) = [line for line in turnover.turnover_of(room.session) if line.role == "totalisator"]
    assert (line.lost, line.winnings, line.other) == (10, 0, -10)
    close_table(round_.table_id, by=HOUSE)
    assert turnover.kept_by_table(room.session, "counter") == [("derby", "commission", 10)]
