"""The closing sheet of an evening worked by hand."""

from casino.clubs.actors import HOUSE
from casino.desk.closing import counters_sheet, money_sheet, sheet_of
from casino.desk.counters import buy_in, cash_out
from casino.desk.counting import count_till
from casino.desk.flows import Flows
from casino.desk.models import Prize
from casino.desk.prizes import announce_prize, award_prizes
from casino.desk.sweeping import sweep
from casino.desk.till import hand_over_takings, put_float
from casino.tables.opening import close_table
from casino.tables.settling import settle_round
from casino.tables.tickets import pay_ticket
from tests.casino.dealing import M1, deal
from tests.casino.room import Room


def money(shop: Room) -> dict[str, int]:
    return {line.label: line.amount for line in money_sheet(Flows(shop.session))}


def counters(shop: Room) -> dict[str, int]:
    return {line.label: line.amount for line in counters_sheet(shop.session, Flows(shop.session))}


def test_every_counter_and_every_coin_is_on_the_sheet(own_database: str) -> None:
    """Five cents a counter, twenty given to everybody who comes; Ada, Bob and Cy buy a hundred each.

    Ada's ticket on Minoru, 6 at 2 to 1, is paid; Bob's of 3 on the same horse is not called for; Cy loses 6.
    """
    settings = {"currency": "EUR", "price": 5, "starting_counters": 20, "good_cause": "The lifeboat"}
    shop = Room(table_options={"by_hand": True}, settings=settings)
    put_float(shop.session.pk, money=2000, by=HOUSE)
    round_ = shop.open()
    for who, selection, laid in (("Ada", "minoru", 6), ("Bob", "minoru", 3), ("Cy", "st_amant", 6)):
        shop.sell(round_, who, selection, laid)
    deal(round_, *M1)
    assert counters(shop)["still in purses and on the cloth"] == -360
    settle_round(round_.pk, by=HOUSE)
    pay_ticket(session_id=shop.session.pk, number=1, by=HOUSE)
    buy_in(player=shop.players["Cy"], counters=10, by=HOUSE)
    cash_out(player=shop.players["Ada"], counters=100, by=HOUSE)
    place, measure = Prize.Place.FIRST, Prize.Measure.NET
    announce_prize(shop.session.pk, place=place, measure=measure, counters=40, money=300, from_till=True, by=HOUSE)
    award_prizes(shop.session.pk, by=HOUSE)
    # 15.00 and 0.50 came in; 18 and 100 counters were paid at five cents, 0.90 and 5.00; the prize took 3.00.
    assert money(shop) == {
        "counters sold": 1550,
        "counters bought back": -590,
        "prizes out of the till": -300,
        "over or short when counted": 0,
        "what the evening brought": 660,
        "change lent by the club, not given back": 2000,
        "handed over to the good cause": 0,
        "handed over to the club": 0,
        "in the till": 2660,
    }
    assert shop.held()["till:EUR"] == 2660
    (waiting,) = sheet_of(shop.session)["tickets"]
    assert (waiting[0].seat.player.nickname, waiting[1]) == ("Bob", 9)
    close_table(shop.table.pk, by=HOUSE)
    sweep(shop.session.pk, by=HOUSE)
    count_till(shop.session.pk, pieces={2000: 1, 500: 1, 100: 1}, reason="Wrong change", by=HOUSE)
    hand_over_takings(shop.session.pk, by=HOUSE)
    assert money(shop)["over or short when counted"] == -60
    assert money(shop)["what the evening brought"] == 600
    assert money(shop)["handed over to the good cause"] == -600
    assert money(shop)["in the till"] == 0
    # The guests won 12 and 6 and lost 6: twelve more than they were given are about.
    assert counters(shop) == {
        "given on joining": 60,
        "handed out at the desk": 310,
        "given as prizes": 40,
        "come back over the desk": -118,
        "swept up from purses": -(120 + 12 - 118 + 40 + 120 + 6 + 120 - 6 + 10),
        "still in purses and on the cloth": 0,
        "left at the tables": -12,
    }
