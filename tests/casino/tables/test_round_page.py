"""The pages of a round: names instead of slugs, what each stake returned, and the sheet for the compère."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.clubs.actors import HOUSE
from casino.clubs.joining import join
from casino.desk.counters import buy_in
from casino.tables.models import Race, Round
from casino.tables.opening import open_table
from casino.tables.seating import sit_down
from casino.tables.settling import settle_round
from casino.tables.voiding import void_round
from games.registry import GAMES
from tests.casino.dealing import M1, play_m1
from tests.casino.office import Office, address, make_office
from tests.casino.room import Room
from tests.casino.tables.test_by_hand import dealt
from tests.games.sale import SALE


@pytest.fixture
def office(own_database: str) -> Office:
    return make_office(Room({"by_hand": True}))


def words(page: Any) -> str:
    text = page if isinstance(page, str) else page.content.decode()
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", text))


def queries(office: Office, page: str) -> int:
    office.text("audrey", page)
    with CaptureQueriesContext(connection) as found:
        office.text("audrey", page)
    return len(found)


def test_a_settled_round_shows_what_each_stake_returned(office: Office) -> None:
    round_ = dealt(office.room, *M1)
    assert "returned" not in words(office.text("audrey", address(round_)))
    settle_round(round_.pk, by=HOUSE)
    text = words(office.text("audrey", address(round_)))
    assert "Ada Win Minoru 6 18" in text  # 2 to 1, and the stake
    assert "Ada Colour Blue 2 4" in text  # evens
    assert "Bob Win St. Amant 3 0" in text
    void = dealt(office.room)
    void_round(void.pk, reason="The lamp fell over", by=HOUSE)
    assert "Ada Win Minoru 6 6" in words(office.text("audrey", address(void)))


def test_names_are_those_of_the_language_of_the_page(office: Office) -> None:
    round_ = dealt(office.room)
    page = office.clients["olga"].get(address(round_), headers={"accept-language": "fr"})
    text = words(page)
    assert "Ada Couleur Bleu 2" in text
    assert "Bob Gagnant St. Amant 3" in text
    assert "Tapis Jaques" in text
    choices = dict(page.context["acts"][-2].fields["space"].choices)
    assert "Bleu" in choices["colour:blue"]
    assert "st_amant" not in text


def test_many_stakes_take_no_more_questions_than_few(office: Office) -> None:
    round_ = dealt(office.room, *M1)
    settle_round(round_.pk, by=HOUSE)
    few = queries(office, address(round_))
    many = office.room.open()
    for number in range(12):
        player = join(code=office.room.session.code, nickname=f"Guest {number}").player
        office.room.players[player.nickname] = player
        buy_in(player=player, counters=10, by=HOUSE)
        sit_down(office.room.table.pk, player=player, by=HOUSE)
        office.room.stake(many, player.nickname, "gou_gou", 1)
    before_the_end = queries(office, address(many, "sheet"))
    play_m1(many)
    assert queries(office, address(many)) == few
    assert queries(office, address(round_, "sheet")) == before_the_end


def test_the_sheet_says_what_the_compere_reads_out(office: Office) -> None:
    Race.objects.create(table=office.room.table, place=1, name="The Founders’ Plate", sponsor="Hartley’s Bakery")
    round_ = dealt(office.room)
    office.room.stake(round_, "Cy", "minoru", 1)
    text = words(office.text("audrey", address(round_, "sheet")))
    for told in ("1. The Founders’ Plate", "Given by Hartley’s Bakery", "Minoru 1 · Minoru", "the bank has 1000"):
        assert told in text, told
    assert "Minoru 2 to 1 7 2" in text  # seven counters of two guests
    assert "Gou-Gou 10 to 1 1 1" in text
    assert "Red evens 4 1" in text
    # Minoru wins: 14 and 2 (blue) are paid, and 3, 1 and 4 lost.
    assert "Minoru 8" in text.split("gains loses")[1]
    assert "Staked in all: 17." in text
    assert "Staking closes when the off is called." in text
    french = words(office.clients["olga"].get(address(round_, "sheet"), headers={"accept-language": "fr"}))
    assert "Bleu" in french


def test_who_sees_the_sheet_and_of_which_round(office: Office) -> None:
    round_ = dealt(office.room, M1[0])
    for who, status in {"olga": 200, "claude": 200, "audrey": 200, "otto": 404, "nobody": 404}.items():
        assert office.get(who, address(round_, "sheet")).status_code == status
    assert "Staking is closed." in office.text("claude", address(round_, "sheet"))
    assert round_.secret.seed not in office.text("claude", address(round_, "sheet"))
    void_round(round_.pk, reason="No", by=HOUSE)
    assert office.get("olga", address(round_, "sheet")).status_code == 404


def test_a_game_without_markets_has_a_round_page_and_a_sheet(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, SALE.slug, SALE)
    room = office.room
    table = open_table(session=room.session, name="Sale", game="sale", by=HOUSE, house_float=0)
    room.sit(table, "Ada")
    round_: Round = room.open(table)
    assert "Nothing is staked in this game." in office.text("claude", address(round_, "sheet"))
    assert "A sale" in office.text("claude", address(room.session, "run"))
    assert office.get("claude", address(round_)).status_code == 200


def test_a_sheet_of_many_outcomes_names_the_dearest_and_spaces_that_are_backed(office: Office) -> None:
    room = office.room
    round_ = room.open(room.table_of("double-event"))
    room.stake(round_, "Ada", "king", 3)
    text = words(office.text("claude", address(round_, "sheet")))
    assert "King, Hearts, Diamonds 42" in text
    assert "186 others cost no more" in text
    wheel = room.open(room.table_of("roulette"))
    room.stake(wheel, "Ada", "16-17", 2, "run")
    text = words(office.text("claude", address(wheel, "sheet")))
    assert "Consecutive numbers odds staked guests 16–17 17 to 1 2 1" in text.replace("Odds", "odds")
    assert "14–15" not in text
    assert "3rd 12 2 to 1 0 0" in text


def test_what_everybody_sees_of_a_game_for_points(office: Office) -> None:
    room = office.room
    round_ = room.open(room.table_of("roulette", options={"mode": "points"}))
    for name, selection, markers in (("Ada", "1-2", 10), ("Bob", "3-4", 4)):
        room.move(round_, name, mark={"market": "run", "selection": selection, "markers": markers})
    text = words(office.text("audrey", address(round_)))
    assert "how it is played for points" in text
    assert "player Ada Bob Cy points 0 0 0 " in text
    assert "markers laid Consecutive numbers 1–2 10 Consecutive numbers 3–4 4 – done yes no no" in text
