"""Counters over the desk: one entry each, from the issue or to it."""

from typing import Any

import pytest

from casino.clubs.actors import HOUSE
from casino.desk.counters import buy_in, cash_out
from ledger.models import Transfer
from tests.casino.room import Room, refusal


def test_buying_in_topping_up_and_cashing_out_are_one_entry_each(room: Room) -> None:
    ada, entries = room.players["Ada"], room.entries()
    buy_in(player=ada, counters=30, by=HOUSE)
    assert (room.entries(), room.held()["purse:Ada"]) == (entries + 1, 130)
    cash_out(player=ada, counters=50, by=HOUSE)
    assert (room.entries(), room.held()["purse:Ada"]) == (entries + 2, 80)
    cash_out(player=ada, by=HOUSE)
    assert (room.entries(), room.held().get("purse:Ada")) == (entries + 3, None)
    reasons = Transfer.objects.order_by("pk").values_list("reason", flat=True)
    assert list(reasons)[-3:] == ["buy-in", "cash-out", "cash-out"]


@pytest.mark.parametrize("counters", [0, -1, 1.5, "3", True])
def test_what_is_no_number_of_counters(room: Room, counters: Any) -> None:
    entries = room.entries()
    assert refusal(buy_in, player=room.players["Ada"], counters=counters, by=HOUSE) == "bad_counters"
    assert refusal(cash_out, player=room.players["Ada"], counters=counters, by=HOUSE) == "bad_counters"
    assert room.entries() == entries


def test_more_than_anybody_moves_at_once(room: Room) -> None:
    assert refusal(buy_in, player=room.players["Ada"], counters=10**12 + 1, by=HOUSE) == "too_many_counters"


def test_more_than_the_purse_holds_and_an_empty_one(room: Room) -> None:
    assert refusal(cash_out, player=room.players["Ada"], counters=101, by=HOUSE) == "short_purse"
    assert refusal(cash_out, player=room.come("Zoe"), by=HOUSE) == "empty_purse"
    assert room.held()["purse:Ada"] == 100
