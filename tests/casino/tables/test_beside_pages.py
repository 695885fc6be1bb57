"""A totalisator and a bookmaker in the admin: chosen in a form, and read on every page about the table."""

from typing import Any

import pytest

from casino.clubs.actors import HOUSE
from casino.clubs.evenings import prepare_session
from casino.clubs.models import Session
from casino.clubs.sessions import make_session, open_session
from casino.tables.models import PlannedTable, Round, Table, Ticket
from casino.tables.planning import plan_table, put_tables_into_the_room
from casino.tables.settling import settle_round
from ledger import balances
from tests.casino.dealing import throw
from tests.casino.office import Office, address, listing, said
from tests.casino.room import Room
from tests.casino.tables.test_round_page import words

TYPED = {"name": "One", "game": "derby", "pace": 3, "staking_time": 45, "least_bank": 100, "house_float": 500}
POOL = {"totalisator": "on", "commission": 20, "unbacked": "carry-over"}
BOOK = {"bookmaker": "on", "margin": 25}
AT_THE_POST = {"players": None, "start": [15] * 6}  # as in tests/casino/desk/test_beside.py: each is worth 1/6
BESIDE = {"totalisator": {"commission": 10}, "bookmaker": {"margin": 15}}


@pytest.fixture
def soon(office: Office) -> Session:
    return make_session(club=office.room.session.club, name="Soon")


def opened(office: Office, **typed: Any) -> Any:
    typed = {**TYPED, "session": office.room.session.pk, **typed}
    return office.clients["olga"].post(listing(Table, "add"), typed)


def race(room: Room) -> Round:
    """What the purses laid: in the pool 7 on 1, 20 on 2, 33 on 4; with the bookmaker 10 on 1 and 5 on 2."""
    round_ = room.open(room.table_of("derby", by_hand=True, options=AT_THE_POST, beside=BESIDE))
    for who, horse, counters in (("Ada", "1", 7), ("Bob", "2", 20), ("Cy", "4", 33)):
        room.stake(round_, who, horse, counters, "totalisator")
    for who, horse, counters in (("Ada", "1", 10), ("Bob", "2", 5)):
        room.stake(round_, who, horse, counters, "bookmaker")
    return round_


def won_by_three(round_: Round) -> Round:
    throw(round_, 1, 2, 3)
    settle_round(round_.pk, by=HOUSE)
    return Round.objects.get(pk=round_.pk)


# --- Choosing


def test_what_is_chosen_in_the_form_stands_beside_the_table(office: Office) -> None:
    assert opened(office, variant="derby:6", players="2", ante=5, **POOL, **BOOK).status_code == 302
    table = Table.objects.get(name="One")
    assert table.options == {"variant": "myopia", "players": 2, "ante": 5}
    assert table.beside["totalisator"]["commission"] == 20
    assert table.beside["totalisator"]["unbacked"] == "carry-over"
    assert table.beside["bookmaker"]["margin"] == 25
    assert {row.role for row in table.accounts.all()} == {"totalisator", "commission", "breakage", "carry-over", "pot"}


def test_that_owners_call_is_chosen_in_the_form(office: Office) -> None:
    assert opened(office, variant="derby:6", players="2", calls="on").status_code == 302
    assert Table.objects.get(name="One").options == {"variant": "myopia", "players": 2, "calls": "claim"}


def test_all_who_sit_own_the_horses_if_that_is_chosen(office: Office) -> None:
    assert opened(office, players="all").status_code == 302
    assert Table.objects.get(name="One").options == {"players": None}


def test_what_is_not_ticked_is_not_there(office: Office) -> None:
    assert opened(office, commission=20, margin=25, unbacked="refund").status_code == 302
    assert Table.objects.get(name="One").beside == {"totalisator": None, "bookmaker": None}


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"game": "roulette", **POOL}, "A totalisator or a bookmaker is opened on races; this is none."),
        ({**POOL, "unbacked": "bookmaker"}, "There is no bookmaker here who could take what nobody wins."),
        ({**POOL, "commission": 51}, "50"),
        ({**BOOK, "margin": -1}, "0"),
        ({"game": "minoru", "players": "2"}, "In this game nobody enters for a place."),
        ({"players": "all", "ante": 5}, "an ante is paid for one of the places"),
        ({"game": "roulette", "ante": 5}, "In this game nobody enters for a place."),
        ({"players": "12"}, "Two to six players own the horses, not 12."),
        ({"target": 5}, "This is not played for points."),
        ({"game": "roulette", "target": 5}, "This is not played for points."),
        ({"game": "musical-casino", "players": "5"}, "Two, three, four, six or twelve play, not 5."),
        ({"game": "musical-casino", "variant": "musical-casino:1", "players": "2"}, "Partners are four, not 2."),
        ({"game": "musical-casino", "players": "all", "ante": 5}, "an ante is paid for one of the places"),
        ({"game": "musical-casino", "target": 0}, "greater than or equal to 1"),
        ({"game": "musical-casino", "calls": "on"}, "In this game nobody owns the horses."),
        ({"game": "musical-casino", **POOL}, "A totalisator or a bookmaker is opened on races; this is none."),
        ({"calls": "on"}, "Totals are called in Myopia only"),
        ({"passes_round": "on", **POOL}, "there is no office to pass round"),
    ],
    ids=lambda value: str(value)[:50],
)
def test_a_wrong_combination_is_refused_in_the_form(office: Office, typed: dict[str, Any], sentence: str) -> None:
    if typed.get("unbacked") == "bookmaker":
        typed = {**typed, "game": "minoru"}  # which has a bank, and no bookmaker of its own
    answer = opened(office, **typed)
    assert answer.status_code == 200
    assert sentence in str(answer.context["adminform"].form.errors)
    assert not Table.objects.filter(name="One").exists()


def test_a_plan_keeps_what_was_chosen_and_what_the_form_does_not_ask_for(office: Office, soon: Session) -> None:
    olga = office.clients["olga"]
    typed = {**TYPED, "session": soon.pk, "variant": "derby:2", "players": "3", "ante": 4, **POOL}
    assert olga.post(listing(PlannedTable, "add"), typed).status_code == 302
    planned = PlannedTable.objects.get()
    form = office.get("olga", address(planned)).context["adminform"].form
    shown = {name: form[name].value() for name in ("variant", "players", "ante", "totalisator", "bookmaker", "options")}
    assert shown == {
        "variant": "derby:2",
        "players": "3",
        "ante": 4,
        "totalisator": True,
        "bookmaker": False,
        "options": "",
    }
    assert (form["commission"].value(), form["unbacked"].value()) == (20, "carry-over")
    assert "Totalisator" in words(office.text("olga", address(soon)))
    planned.settings["beside"]["totalisator"]["stake_most"] = 50
    planned.save()
    changed = {**TYPED, "variant": "derby:2", **POOL, "commission": 5, **BOOK}
    assert olga.post(address(planned), changed).status_code == 302
    planned.refresh_from_db()
    pool = {"commission": 5, "unbacked": "carry-over", "stake_most": 50}
    assert planned.settings["beside"] == {"totalisator": pool, "bookmaker": {"margin": 25}}
    assert planned.settings["options"] == {"variant": "kentucky"}
    assert olga.post(address(planned), {**TYPED}).status_code == 302
    planned.refresh_from_db()
    assert "beside" not in planned.settings


def test_a_plan_that_was_put_into_the_room_is_read_with_its_terms(office: Office, soon: Session) -> None:
    planned = plan_table(session=soon, name="One", game="derby", by=HOUSE, beside=BESIDE)
    opened_session = open_session(soon.pk, by=HOUSE)
    assert put_tables_into_the_room(opened_session, by=HOUSE) == []
    text = words(office.text("audrey", address(planned)))
    assert "Totalisator: the house keeps 10 percent of the pool, winners share the rest." in text
    assert "If nobody backed the winner, stakes go back." in text


def test_an_evening_like_this_one_has_the_same_beside_its_tables(office: Office) -> None:
    room = office.room
    room.put_table("Race", "derby", options={"players": 3, "ante": 5}, beside={"totalisator": {"commission": 20}})
    again = prepare_session(club=room.session.club, name="Again", like=room.session, by=HOUSE)
    planned = again.planned_tables.get(name="Race")
    assert planned.settings["options"] == {"players": 3, "ante": 5}
    assert planned.settings["beside"]["totalisator"]["commission"] == 20
    form = office.get("olga", address(planned)).context["adminform"].form
    assert (form["players"].value(), form["ante"].value(), form["commission"].value()) == ("3", 5, 20)
    assert (form["totalisator"].value(), form["bookmaker"].value()) == (True, False)


# --- Reading


def test_every_page_of_such_a_table_loads_for_all_staff(office: Office) -> None:
    room = office.room
    live = race(room)
    pages = [
        *(address(live), address(live, "sheet"), address(live.table)),
        *(address(room.session, page) for page in ("run", "table-cards", "dashboard", "audit", "audit-sheet")),
    ]
    for who in ("olga", "claude", "audrey"):
        for page in pages:
            office.text(who, page)
    over = won_by_three(live)
    for who in ("olga", "claude", "audrey"):
        for page in (*pages, address(over, "redeal")):
            office.text(who, page)


def test_the_round_shows_pool_and_prices_runner_by_runner(office: Office) -> None:
    """Before: 60 are in the pool, and 54 are paid. If 1 wins, 7 counters share them, 7.71 each; if 2 does, 2.70; if 4
    does, 1.64. After the dead heat of 1, 2 and 3 each has 13.5 beside its stakes: 2.93, and 1.68 on 2.
    """
    round_ = race(office.room)
    text = words(office.text("audrey", address(round_)))
    assert "1 Blue 7 7.71 5.21 10" in text
    assert "2 Yellow 20 2.70 5.21 5" in text
    assert "4 White 33 1.64 5.21 0" in text
    assert "6 Red 0 – 5.21 0" in text
    assert "In the pool: 60, of which 0 were carried over. Commission: 10 percent." in text
    assert "1 Blue (Ada) 15 / 16" in text
    assert "Ada Totalisator 1 Blue 7" in text
    text = words(office.text("audrey", address(won_by_three(round_))))
    assert "1 Blue 7 2.93 5.21 10" in text
    assert "2 Yellow 20 1.68 5.21 5" in text
    assert "4 White 33 – 5.21 0" in text
    assert "Commission: 6." in text
    assert "winners 1 Blue, 2 Yellow, 3 Black" in text
    assert "Ada Totalisator 1 Blue 7 20" in text
    assert "Bob Bookmaker 2 Yellow 5 8" in text


def test_the_round_speaks_the_language_of_the_page(office: Office) -> None:
    round_ = race(office.room)
    text = words(office.clients["olga"].get(address(round_), headers={"accept-language": "fr"}))
    assert "1 Bleu (Ada) 15 / 16" in text
    assert "1 Bleu 7 7,71 5,21 10" in text


def test_the_sheet_keeps_pool_and_bookmaker_apart(office: Office) -> None:
    """15 lie with the bookmaker. If 1 wins alone 52 go back, and 37 are lost; if 4 does, 15 are gained."""
    round_ = race(office.room)
    text = words(office.text("claude", address(round_, "sheet")))
    assert "1 Blue 7.71 for 1 7 1" in text
    assert "In the pool: 60, of which 0 were carried over." in text
    assert "1 Blue 5.21 for 1 10 1" in text
    assert "The office is held by the house; the bank has 1000. Staked in all: 15." in text
    assert "1 Blue = 2 Yellow = 3 Black 10" in text  # 17 and 8 go back
    assert "others cost no more" in text


def test_a_pool_alone_means_nothing_to_any_office(office: Office) -> None:
    room = office.room
    round_ = room.open(room.table_of("derby", options={"players": 2}, beside={"totalisator": {}}))
    room.stake(round_, "Ada", "1", 7, "totalisator")
    text = words(office.text("claude", address(round_, "sheet")))
    assert "1 Blue 1.00 for 1 7 1" in text  # nobody else has staked, and nobody gets less than the stake
    assert "What it means to the office" not in text


def test_the_table_shows_its_terms_and_its_accounts(office: Office) -> None:
    round_ = won_by_three(race(office.room))
    html = office.text("audrey", address(round_.table))
    text = words(html)
    assert "Bookmaker: prices from exact chances, with a margin of 15 percent." in text
    assert "Commission 6" in text
    assert "Breakage 1" in text
    assert "Totalisator 0" in text
    for row in round_.table.accounts.all():
        assert address(row.account) in html


def test_the_run_page_tells_the_pool_from_other_stakes(office: Office) -> None:
    race(office.room)
    text = words(office.text("claude", address(office.room.session, "run")))
    assert "staked 15 in the pool 60" in text


def test_a_card_has_prices_and_terms_in_words(office: Office) -> None:
    room = office.room
    room.table_of("derby", options={"players": 2}, beside={"bookmaker": {}})
    room.put_table("Pool", "derby", options={"players": 2}, beside={"totalisator": {"commission": 20}})
    text = words(office.text("olga", address(room.session, "table-cards")))
    # 1/6 at 5.21: of 100 counters 86.8 come back.
    assert "1 Blue (Bookmaker) 5.21 for 1 16.7 % the house keeps 13.2 of 100 counters staked here, on average" in text
    assert "the house keeps 20 percent of the pool" in text
    assert "1 Blue, 2 Yellow, 3 Black, 4 White, 5 Green, 6 Red 16.7 %" in text


def test_a_bookmaker_with_a_passing_office_has_one_card(office: Office) -> None:
    room = office.room
    room.put_table("Book", "derby", options={"players": 2}, beside={"bookmaker": {}}, passes_round=True)
    text = words(office.text("olga", address(room.session, "table-cards")))
    assert "donkey race" not in text.split("The rules in brief")[0].split("Book")[-1]
    assert text.count("1 Blue (Bookmaker)") == 1


# --- Doing


def test_a_bookmaker_beside_a_bank_is_topped_up_by_name(office: Office) -> None:
    table = office.room.put_table("Two", beside={"bookmaker": {}})
    book = table.accounts.get(role="bookmaker").account_id
    before = balances.balance(book)
    form = next(act for act in office.get("olga", address(table)).context["acts"] if act.name == "top-up")
    assert [value for value, _ in form.fields["office"].choices] == ["", "bookmaker"]
    office.act("olga", table, "top-up", counters=70, office="bookmaker")
    assert balances.balance(book) == before + 70
    bank = balances.balance(table.bank_id)
    office.act("olga", table, "top-up", counters=30)
    assert (balances.balance(book), balances.balance(table.bank_id)) == (before + 70, bank + 30)
    form = next(act for act in office.get("olga", address(office.room.table)).context["acts"] if act.name == "top-up")
    assert "office" not in form.fields


def test_a_paper_on_the_pool_is_sold_printed_and_paid(office: Office) -> None:
    """8 more on 2 make the pool 68; 6 go as commission, 62 are paid. 35 of them lay on 1 and 2, which have 13.5 each
    beside it: the 28 on 2 return 28 × (1 + 13.5 ÷ 28), and the paper's 8 of them 11.
    """
    room = office.room
    round_ = race(room)
    space = "totalisator:2"
    sold = office.act("claude", round_, "ticket", player=room.players["Cy"].pk, space=space, counters=8)
    assert "8 on Totalisator: 2 Yellow" in said(sold)[0]
    ticket = Ticket.objects.get()
    assert "Totalisator, by all stakes together" in words(office.text("claude", address(ticket, "paper")))
    won_by_three(round_)
    paid = office.act("claude", ticket, "pay")
    assert "11" in said(paid)[0]
