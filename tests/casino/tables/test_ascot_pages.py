"""Ascot in the admin: a table is set up without JSON, and every page can be read in every part of a game."""

import pytest

from casino.clubs.actors import HOUSE
from casino.clubs.sessions import make_session
from casino.tables.models import PlannedTable, Round, Table
from casino.tables.settling import settle_round
from games.ascot.pending import Lot
from games.ascot.state import Phase
from games.registry import find_game
from tests.casino.office import Office, address, listing, make_office
from tests.casino.room import Room
from tests.casino.tables.ascot_games import ahead, ascot, phase, seeded, state_of
from tests.casino.tables.test_beside_pages import TYPED
from tests.casino.tables.test_musical_pages import pages_of
from tests.casino.tables.test_round_page import words

PARTS = (Phase.EXCHANGE, Phase.SALE, Phase.TRAINING, Phase.PADDOCK, Phase.BETTING, Phase.RACE)
CATALOGUE = find_game("ascot").catalogue
LANGUAGES = ("en", "fr", "es")


@pytest.fixture
def office(own_database: str) -> Office:
    return make_office(Room(seat=False))


def read(office: Office, page: str, language: str = "en") -> str:
    answer = office.clients["olga"].get(page, headers={"accept-language": language})
    assert answer.status_code == 200, (page, answer.status_code)
    return words(answer.content.decode())


# --- Choosing


def test_a_table_is_opened_without_json(office: Office) -> None:
    typed = {**TYPED, "game": "ascot", "variant": "ascot:0", "players": "5", "ante": 10}
    typed |= {"session": office.room.session.pk, "house_float": ""}
    assert "First edition of the house" in office.text("olga", listing(Table, "add"))
    assert office.clients["olga"].post(listing(Table, "add"), typed).status_code == 302
    assert Table.objects.get(name="One").options == {"edition": "miro-demo-1", "players": 5, "ante": 10}


def test_a_plan_shows_again_what_was_chosen(office: Office) -> None:
    soon = make_session(club=office.room.session.club, name="Soon")
    typed = {**TYPED, "session": soon.pk, "game": "ascot", "variant": "ascot:0", "players": "all"}
    typed |= {"options": '{"winners": "first_horse_and_richest"}'}
    assert office.clients["olga"].post(listing(PlannedTable, "add"), typed).status_code == 302
    planned = PlannedTable.objects.get()
    form = office.get("olga", address(planned)).context["adminform"].form
    assert form["players"].value() == "all"
    assert "first_horse_and_richest" in form["options"].value()


def test_what_ascot_has_not_is_refused_in_the_form(office: Office) -> None:
    typed = {**TYPED, "session": office.room.session.pk, "game": "ascot", "house_float": ""}
    for chosen in ({"target": 3}, {"calls": "on"}, {"players": "12"}, {"ante": 5, "players": "all"}):
        assert office.clients["olga"].post(listing(Table, "add"), {**typed, **chosen}).status_code == 200
    assert not Table.objects.filter(game="ascot").exists()


# --- Reading


def test_every_part_of_a_game_can_be_read_in_every_language(office: Office) -> None:
    round_ = office.room.entered(ascot(office.room, options={"players": 3, "ante": 10}), *office.room.players)
    for part in PARTS:
        ahead(round_, seeded(1), phase(part))
        texts = {language: read(office, address(round_), language) for language in LANGUAGES}
        assert len(set(texts.values())) == len(LANGUAGES)
        for language, text in texts.items():
            assert f" {CATALOGUE.words[part].said_in(language)} " in text, (part, language)
            assert "281000" in text or part not in (Phase.EXCHANGE, Phase.SALE)
    text = texts["en"]
    assert "edition First edition of the house" in text
    state = state_of(round_)
    assert f"turn of {state.turn}" in text
    assert f"bank {state.bank} in the totalisator {state.tote}" in text
    assert "12 Lavandier blue" in text
    assert "positions" not in text  # each horse has its length and lane
    for hand in (player.hand for player in state.players):
        assert hand == ()


def test_the_sale_says_what_is_sold_and_who_bids_and_no_hand(office: Office) -> None:
    round_ = office.room.entered(ascot(office.room, options={"players": 3, "ante": 10}), *office.room.players)
    ahead(round_, seeded(1), phase(Phase.SALE))
    text = read(office, address(round_))
    lot = state_of(round_).task
    assert isinstance(lot, Lot)
    bidders = " ".join(lot.outcry.speakers)
    assert f"lot under the hammer, for sale {lot.asset}, bidders {bidders}, steps of 500, highest bid 0" in text
    assert "cards in hand" in text
    for player in state_of(round_).players:
        assert " ".join(player.hand) not in text


def test_every_page_loads_while_it_is_played_and_when_it_is_over(office: Office) -> None:
    round_ = office.room.entered(
        ascot(office.room, options={"players": 3, "ante": 10}, by_hand=True), *office.room.players
    )
    for part in (Phase.SALE, Phase.RACE):
        ahead(round_, seeded(1), phase(part))
        for page in pages_of(round_):
            read(office, page)
    (table,) = [
        words(each)
        for each in office.text("claude", address(office.room.session, "run")).split("<article")
        if "Ascot" in each
    ]
    assert "in the pot 30" in table
    for told in ("office held by", "bookmaker", "bank", "staked"):
        assert told not in table.partition("Players (")[0]
    ahead(round_, seeded(1), phase(Phase.FINISHED))
    settle_round(round_.pk, by=HOUSE)
    over = Round.objects.get(pk=round_.pk)
    for page in (*pages_of(over), address(over, "redeal"), address(over, "correct")):
        read(office, page)
    first = state_of(over).placed[0]
    assert f"finish {first}" in read(office, address(over))


def test_the_card_of_a_table_says_what_is_played_for(office: Office) -> None:
    ascot(office.room, options={"edition": "miro-demo-1", "players": 3, "ante": 10})
    for language in LANGUAGES:
        read(office, address(office.room.session, "table-cards"), language)
    text = read(office, address(office.room.session, "table-cards"))
    assert "First edition of the house" in text
    assert "Places for players, who enter: 3." in text
    assert "Each pays 10 counters into the pot on entering, and whoever wins has it." in text
