"""The bank at a table: who puts it up, how it passes, what it comes back as."""

import pytest

from casino.clubs.actors import HOUSE
from casino.desk.accounts import Reason
from casino.desk.counters import cash_out
from casino.tables.models import Round
from casino.tables.offices import offer_bank, pass_office, take_office, top_up_bank
from casino.tables.opening import close_table
from casino.tables.seating import stand_up
from casino.tables.voiding import void_round
from ledger import posting
from tests.casino.room import Room, play, refusal
from tests.casino.verified import room_findings


@pytest.fixture
def passing(own_database: str) -> Room:
    return Room({"passes_round": True, "least_bank": 50, "options": {"joker": False}})


def race(room: Room) -> str:
    """One round; who held the bank in it."""
    return play(room.open()).office


@pytest.mark.rule("minoru:M-R15")
def test_m7_the_bank_is_held_for_four_races_and_passes_to_the_left(passing: Room) -> None:
    passing.offer(passing.table, "Ada", "Bob", "Cy")
    assert [race(passing) for _ in range(13)] == ["Ada"] * 4 + ["Bob"] * 4 + ["Cy"] * 4 + ["Ada"]
    assert room_findings() == []


def test_the_holder_puts_up_the_bank_and_takes_back_what_is_left(passing: Room) -> None:
    take_office(passing.table.pk, player=passing.players["Ada"], counters=60, by=HOUSE)
    assert (passing.held()["bank:Minoru 1"], passing.held()["purse:Ada"]) == (60, 40)
    round_ = passing.open()
    passing.stake(round_, "Bob", "minoru", 6)
    play(round_)
    bank = passing.held()["bank:Minoru 1"]
    assert bank in {66, 48}
    pass_office(passing.table.pk, by=HOUSE)
    assert passing.held()["purse:Ada"] == 40 + bank
    assert passing.held()["bank:Minoru 1"] == 1000  # nobody else wants it: the house's float
    assert room_findings() == []


@pytest.mark.rule("minoru:M-R17")
def test_who_is_absent_short_or_unwilling_is_passed_over_and_else_the_house_holds_it(passing: Room) -> None:
    passing.offer(passing.table, "Ada", "Bob", "Cy")
    assert race(passing) == "Ada"
    cash_out(player=passing.players["Bob"], counters=70, by=HOUSE)  # 30 left: short
    pass_office(passing.table.pk, by=HOUSE)
    assert race(passing) == "Cy"
    stand_up(passing.table.pk, player=passing.players["Cy"], by=HOUSE)
    assert race(passing) == "Ada"
    passing.offer(passing.table, "Ada", counters=None)
    assert race(passing) == "house"
    assert passing.held()["bank:Minoru 1"] == 1000
    passing.offer(passing.table, "Ada")
    assert race(passing) == "Ada"
    assert room_findings() == []


@pytest.mark.rule("minoru:A10")
def test_a_void_race_does_not_count_to_the_term(passing: Room) -> None:
    passing.offer(passing.table, "Ada", "Bob")
    holders = [race(passing) for _ in range(3)]
    void_round(passing.open().pk, reason="enough", by=HOUSE)
    assert [*holders, race(passing), race(passing)] == ["Ada"] * 4 + ["Bob"]


def test_a_bank_that_is_empty_passes_on(passing: Room) -> None:
    passing.offer(passing.table, "Ada", "Bob", counters=50)
    assert race(passing) == "Ada"
    bank, bob = passing.table.bank_id, passing.players["Bob"].purse_id
    posting.post(
        book=passing.table.book_id,
        key="lost-it-all",
        transfers=[posting.Transfer(bank, bob, 50, Reason.WINNINGS)],
    )
    assert race(passing) == "Bob"


def test_an_only_holder_whose_bank_is_empty_fills_it_again(passing: Room) -> None:
    passing.offer(passing.table, "Ada", counters=50)
    assert race(passing) == "Ada"
    bank, bob = passing.table.bank_id, passing.players["Bob"].purse_id
    lost = posting.Transfer(bank, bob, 50, Reason.WINNINGS)
    posting.post(book=passing.table.book_id, key="lost-it-all", transfers=[lost])
    assert race(passing) == "Ada"
    assert (passing.held()["bank:Minoru 1"], passing.held().get("purse:Ada", 0)) == (50, 0)


def test_the_holder_tops_up_from_the_purse(passing: Room) -> None:
    take_office(passing.table.pk, player=passing.players["Ada"], counters=60, by=HOUSE)
    top_up_bank(passing.table.pk, counters=10, by=HOUSE)
    assert (passing.held()["bank:Minoru 1"], passing.held()["purse:Ada"]) == (70, 30)
    assert refusal(top_up_bank, passing.table.pk, counters=31, by=HOUSE) == "short_purse"


def test_what_is_refused_about_the_office(passing: Room, own_database: str) -> None:
    table, ada, bob = passing.table.pk, passing.players["Ada"], passing.players["Bob"]
    assert refusal(take_office, table, player=ada, counters=49, by=HOUSE) == "bank_too_small"
    assert refusal(take_office, table, player=ada, counters=101, by=HOUSE) == "short_purse"
    assert refusal(take_office, table, player=ada, counters=None, by=HOUSE) == "bad_counters"
    assert refusal(take_office, table, player=passing.come("Zoe", 80), counters=60, by=HOUSE) == "not_seated"
    assert refusal(offer_bank, table, player=ada, counters=49, by=HOUSE) == "bank_too_small"
    assert refusal(offer_bank, table, player=ada, counters=2**70, by=HOUSE) == "too_many_counters"
    take_office(table, player=ada, counters=60, by=HOUSE)
    assert refusal(take_office, table, player=bob, counters=60, by=HOUSE) == "office_held"
    passing.open()
    assert refusal(pass_office, table, by=HOUSE) == "round_live"
    stays = passing.put_table("Stays")
    assert refusal(pass_office, stays.pk, by=HOUSE) == "office_stays"


def test_closing_a_table_gives_the_bank_to_its_holder(passing: Room) -> None:
    take_office(passing.table.pk, player=passing.players["Ada"], counters=60, by=HOUSE)
    close_table(passing.table.pk, by=HOUSE)
    assert passing.held()["purse:Ada"] == 100
    assert room_findings() == []


def test_the_last_choice_of_the_joker_goes_on_to_the_next_round(own_database: str) -> None:
    room = Room({"passes_round": True, "options": {"joker": "banker"}})
    take_office(room.table.pk, player=room.players["Ada"], counters=100, by=HOUSE)
    round_ = room.open()
    room.move(round_, "Ada", joker=True)
    play(round_)
    assert Round.objects.get(pk=room.open().pk).options["last_joker"] is True
