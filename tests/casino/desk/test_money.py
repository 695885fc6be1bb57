"""Counters that cost money: both move in one entry, at the session's price."""

import pytest

from casino.clubs.actors import HOUSE
from casino.desk import money
from casino.desk.counters import buy_in, cash_out
from casino.tables.seating import remove_player
from casino.tables.tickets import pay_paper
from games.kit.errors import RuleBroken
from ledger.models import Entry
from tests.casino.room import Room, play, refusal
from tests.casino.verified import room_findings

SOLD = {"currency": "EUR", "price": 5, "price_for": 1}


@pytest.fixture
def shop(own_database: str) -> Room:
    """Ada, Bob and Cy have bought 100 counters each, at five cents."""
    return Room(settings=SOLD)


def test_money_and_counters_are_one_entry(shop: Room) -> None:
    entries = shop.entries()
    sale = buy_in(player=shop.players["Ada"], counters=30, by=HOUSE)
    assert (shop.entries(), sale.counters, sale.money) == (entries + 1, 30, 150)
    assert [(each.reason, each.amount) for each in sale.entry.transfers.order_by("position")] == [
        ("buy-in", 30),
        ("sale", 150),
    ]
    assert shop.held()["till:EUR"] == 330 * 5
    refund = cash_out(player=shop.players["Ada"], counters=50, by=HOUSE)
    assert (refund.counters, refund.money) == (50, 250)
    assert shop.held()["till:EUR"] == 280 * 5
    assert shop.held()["sales:EUR"] == -280 * 5
    assert room_findings() == []


def test_what_is_given_back_above_the_purse_moves_neither(shop: Room) -> None:
    before = shop.held()
    assert refusal(cash_out, player=shop.players["Ada"], counters=101, by=HOUSE) == "short_purse"
    assert shop.held() == before


def test_counters_that_cost_no_whole_coin_are_not_sold() -> None:
    """Ten for five cents: two are a cent, and one is none."""
    assert [money.price_of("EUR", 5, 10, counters) for counters in (2, 10, 20)] == [1, 5, 10]
    for counters in (1, 5, 15):
        assert refusal(money.price_of, "EUR", 5, 10, counters) == "no_such_coin"


def test_a_refund_of_less_than_a_coin_stays_with_the_house() -> None:
    assert [money.refund_of("EUR", 5, 10, counters) for counters in (1, 2, 3, 10, 11)] == [0, 1, 1, 5, 5]


def test_where_counters_are_not_bought_back_only_they_move(own_database: str) -> None:
    shop = Room(settings={**SOLD, "buys_back": False})
    assert cash_out(player=shop.players["Ada"], by=HOUSE).money == 0
    assert shop.held()["till:EUR"] == 300 * 5
    assert room_findings() == []


def test_counters_given_on_joining_cost_nothing(own_database: str) -> None:
    shop = Room(settings={**SOLD, "starting_counters": 20})
    assert shop.held()["purse:Ada"] == 120
    assert shop.held()["till:EUR"] == 300 * 5
    assert room_findings() == []


def test_who_was_sent_away_buys_nothing_and_is_paid_out(shop: Room) -> None:
    ada = remove_player(shop.players["Ada"], by=HOUSE)
    assert refusal(buy_in, player=ada, counters=10, by=HOUSE) == "guest_removed"
    assert cash_out(player=ada, by=HOUSE).money == 500


def test_a_ticket_paid_in_hand_is_a_sale_and_its_paper_a_refund(shop: Room) -> None:
    round_ = shop.open()
    for selection in ("minoru", "game_chick", "gou_gou", "miss_mcgiggle", "st_amant"):
        shop.sell(round_, "Ada", selection, 6, in_hand=True)
    assert shop.held()["till:EUR"] == (300 + 30) * 5
    play(round_)
    paid = [ticket for ticket in round_.tickets.all() if _pays(shop, ticket.code)]
    assert len(paid) == 1
    sale = Entry.objects.get(key=f"ticket:{paid[0].pk}")
    counters, refund = sale.transfers.order_by("position").values_list("amount", flat=True)
    assert refund == counters * 5
    assert refusal(pay_paper, session_id=shop.session.pk, code=paid[0].code, by=HOUSE) == "ticket_paid"
    assert refusal(pay_paper, session_id=shop.session.pk, code="NOTACODE", by=HOUSE) == "unknown_ticket_code"
    assert room_findings() == []


def _pays(shop: Room, code: str) -> bool:
    typed = f" {code[:4].lower()}-{code[4:]}"
    try:
        pay_paper(session_id=shop.session.pk, code=typed, by=HOUSE)
    except RuleBroken as refused:
        if refused.code != "ticket_lost":
            raise
        return False
    return True


def test_money_that_is_not_the_price_is_found(shop: Room) -> None:
    """The control: had the price been another one, `casino verify` would say so."""
    type(shop.session).objects.filter(pk=shop.session.pk).update(price=6)
    assert {law for law, _ in room_findings()} == {"desk"}


def test_how_money_is_written() -> None:
    assert money.shown("EUR", 123456) == "1,234.56 EUR"
    assert money.shown("JPY", 1500) == "1,500 JPY"
