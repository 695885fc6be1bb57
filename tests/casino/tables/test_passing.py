"""How the office passes where it does not go to the left: by cutting the pack, or as staff say."""

import re

import pytest

from casino.clubs.actors import HOUSE
from casino.events.models import Event
from casino.tables.models import Round, Table
from casino.tables.offices import choose_holder, offer_bank, pass_office, take_office
from casino.tables.seating import stand_up
from casino.tables.settling import settle_round
from games.kit.cards import Card
from games.kit.cutting import Cut, cut_for
from games.kit.fair import Draws
from tests.casino.dealing import turn
from tests.casino.office import address, make_office, said
from tests.casino.room import Room, play, refusal
from tests.casino.tables.test_collecting import SUITS
from tests.casino.verified import room_findings

NAMES = ("Ada", "Bob", "Cy")


def room_that_passes(how: str) -> Room:
    return Room({"passes_round": True, "passing": how, "least_bank": 50, "options": {"joker": False}})


def highest(cut: list[list[str]]) -> list[str]:
    ranks = {name: Card.parse(card).rank or 0 for name, card in cut}
    return [name for name, rank in ranks.items() if rank == max(ranks.values())]


def test_they_cut_for_it_and_the_highest_card_holds_it_for_a_term(own_database: str) -> None:
    room = room_that_passes("cut")
    room.offer(room.table, *NAMES)
    rounds = [play(room.open()) for _ in range(9)]
    for at in (0, 4, 8):  # in Minoru a term is four races
        cut = rounds[at].cut
        assert [name for name, _ in cut[0]] == list(NAMES)
        assert highest(cut[-1]) == [rounds[at].office]
    assert [round_.cut for at, round_ in enumerate(rounds) if at % 4] == [[]] * 6
    assert all(rounds[at].office == rounds[at + 3].office for at in (0, 4))
    assert room_findings() == []


def test_equal_cards_are_cut_again_by_those_who_have_them() -> None:
    """Among three, about one cut in six is a tie: some of these seeds have one."""
    cuts = [cut_for(NAMES, Draws(bytes([seed] * 32))) for seed in range(60)]
    again = [each.cuts for each in cuts if len(each.cuts) > 1]
    assert again
    for first, second, *_ in again:
        assert [name for name, _ in second] == highest([[name, str(card)] for name, card in first])
    assert {each.winner for each in cuts} == set(NAMES)
    assert cut_for(["Ada"], Draws(bytes(32))) == Cut((), "Ada")


def test_only_who_wants_it_and_can_hold_it_cuts_and_else_the_house_holds_it(own_database: str) -> None:
    room = room_that_passes("cut")
    assert play(room.open()).office == "house"
    room.offer(room.table, "Bob", "Cy")
    stand_up(room.table.pk, player=room.players["Cy"], by=HOUSE)
    round_ = play(room.open())
    assert (round_.office, round_.cut) == ("Bob", [])  # nobody cuts alone
    pass_office(room.table.pk, by=HOUSE)
    room.offer(room.table, "Bob", counters=None)
    assert play(room.open()).office == "house"
    assert room_findings() == []


def test_a_cut_that_is_changed_afterwards_is_found(own_database: str) -> None:
    room = room_that_passes("cut")
    room.offer(room.table, *NAMES)
    round_ = play(room.open())
    first, *others = round_.cut
    other = "AH" if first[0] != ["Ada", "AH"] else "2S"
    Round.objects.filter(pk=round_.pk).update(cut=[[["Ada", other], *first[1:]], *others])
    assert {law for law, *_ in room_findings()} == {"deal"}


def test_staff_choose_among_those_who_offered_and_who_was_chosen_keeps_it(own_database: str) -> None:
    room = room_that_passes("chosen")
    table = room.table.pk
    room.offer(room.table, "Ada", "Bob")
    assert play(room.open()).office == "house"  # nobody was chosen
    assert choose_holder(table, player=room.players["Bob"], by=HOUSE).holder is not None
    assert [play(room.open()).office for _ in range(5)] == ["Bob"] * 5
    choose_holder(table, player=room.players["Ada"], by=HOUSE)
    assert play(room.open()).office == "Ada"
    room.offer(room.table, "Ada", counters=None)
    assert play(room.open()).office == "house"
    assert room_findings() == []


def test_who_was_chosen_keeps_it_with_what_is_left_of_the_bank(own_database: str) -> None:
    """In Horses a term is one race: Ada has put up all there was, and loses some of it."""
    room = Room(seat=False)
    table = room.table_of("horses", by_hand=True, passes_round=True, passing="chosen", least_bank=50)
    offer_bank(table.pk, player=room.players["Ada"], counters=100, by=HOUSE)
    choose_holder(table.pk, player=room.players["Ada"], by=HOUSE)
    round_ = room.open(table)
    room.stake(round_, "Bob", "hearts", 1)
    turn(round_, *SUITS["H"], *SUITS["C"], *SUITS["D"])
    settle_round(round_.pk, by=HOUSE)
    assert room.held()["bookmaker:horses"] == 97
    assert room.open(table).office == "Ada"
    assert room_findings() == []


def test_who_gives_it_up_does_not_cut_for_it_again(own_database: str) -> None:
    room = room_that_passes("cut")
    room.offer(room.table, "Ada")
    assert play(room.open()).office == "Ada"
    pass_office(room.table.pk, by=HOUSE)
    assert play(room.open()).office == "house"
    room.offer(room.table, "Ada")
    assert play(room.open()).office == "Ada"


def test_the_cut_is_told_with_the_round(own_database: str) -> None:
    room = room_that_passes("cut")
    room.offer(room.table, *NAMES)
    round_ = room.open()
    assert round_.cut
    assert Event.objects.get(kind="round_opened").body["cut"] == round_.cut


def test_whom_staff_cannot_choose(own_database: str) -> None:
    room = room_that_passes("chosen")
    table, ada, bob = room.table.pk, room.players["Ada"], room.players["Bob"]
    assert refusal(choose_holder, table, player=ada, by=HOUSE) == "not_offered"
    room.offer(room.table, "Ada", "Bob")
    room.offer(room.table, "Bob", counters=101)
    assert refusal(choose_holder, table, player=bob, by=HOUSE) == "short_purse"
    assert refusal(take_office, table, player=ada, counters=60, by=HOUSE) == "passes_otherwise"
    choose_holder(table, player=ada, by=HOUSE)
    assert refusal(choose_holder, table, player=ada, by=HOUSE) == "office_held"
    room.open()
    assert refusal(choose_holder, table, player=bob, by=HOUSE) == "round_live"
    stays = room.put_table("Stays")
    left = room.put_table("Left", passes_round=True)
    for other, code in ((stays, "not_seated"), (left, "not_seated")):
        assert refusal(choose_holder, other.pk, player=ada, by=HOUSE) == code
    assert refusal(room.put_table, "Wrong", passes_round=True, passing="right") == "bad_passing"


@pytest.mark.parametrize("how", ["left", "cut"])
def test_where_it_passes_by_itself_staff_do_not_choose(own_database: str, how: str) -> None:
    room = room_that_passes(how)
    room.offer(room.table, "Ada")
    assert refusal(choose_holder, room.table.pk, player=room.players["Ada"], by=HOUSE) == "passes_otherwise"
    assert Table.objects.get(pk=room.table.pk).holder is None


def test_a_croupier_gives_the_office_from_the_page_of_the_table(own_database: str) -> None:
    room = room_that_passes("chosen")
    office = make_office(room)
    room.offer(room.table, "Bob")
    page = office.text("claude", address(room.table))
    assert "Give the office to a player" in page
    (form,) = [part for part in page.split("<form")[1:] if "/act/choose-holder/" in part.split("</form>")[0]]
    assert re.findall(r"<option[^>]*>\s*([A-Z]\w+)\s*</option>", form.split("</form>")[0]) == ["Bob"]
    answer = office.act("claude", room.table, "choose-holder", player=room.players["Bob"].pk)
    assert said(answer) == ["The office is held by Bob now."]
    left = room_that_passes("left")
    assert "Give the office to a player" not in office.text("root", address(left.table))
