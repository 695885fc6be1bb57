"""Musical Casino in the admin: opened without JSON, tones with their signs, and pages of a game without a bank."""

import re
from typing import Any

import pytest
from django.urls import reverse

from casino.clubs.actors import HOUSE
from casino.clubs.sessions import make_session
from casino.tables.models import PlannedTable, Round, Table
from casino.tables.planning import plan_table
from casino.tables.starting import call_the_off
from casino.tables.voiding import void_round
from games.kit.values import to_json
from games.registry import find_game
from tests.casino.office import Office, address, listing, make_office
from tests.casino.room import Room, run
from tests.casino.tables.test_beside_pages import TYPED
from tests.casino.tables.test_round_page import words

GAME = find_game("musical-casino")
OPTIONS = {"players": 2, "ante": 5, "target": 1}
SIGN = re.compile('<span aria-hidden="true">([^<]+)</span><span class="visually-hidden">([^<]+)</span>')
# The guest called C# holds G, and lays it on D; B, the third tone of G major, is still in the hand.
DEAL = {"hands": [["F#", "A", "C", "D"], ["G", "B", "E", "F"]], "table": ["D", "F#", "Cb", "C#"]}
BUILD = {"card": "G", "on": "D", "chord": "G major"}


@pytest.fixture
def office(own_database: str) -> Office:
    return make_office(Room(counters={"Ada": 100, "C#": 100, "<b>Cy": 100}, seat=False))


def entered(room: Room, **options: Any) -> Round:
    return room.entered(room.table_of("musical-casino", options={**OPTIONS, **options}), "Ada", "C#")


def begun(round_: Round) -> Round:
    """Where it does not begin by itself, the off is called."""
    round_.refresh_from_db()
    return call_the_off(round_.pk, by=HOUSE) if round_.phase == Round.Phase.OPEN else round_


def with_a_build(room: Room) -> Round:
    """As if these cards had been dealt."""
    round_ = begun(entered(room))
    state = GAME.start(GAME.read_options(OPTIONS), tuple(round_.seats))
    for move in ({"seat": "Ada", "enter": True}, {"seat": "C#", "enter": True}, {"deal": DEAL}):
        state = GAME.play(state, GAME.read_move(move)).state
    state = GAME.play(state, GAME.read_move({"seat": "C#", "build": BUILD})).state
    round_.secret.state = to_json(state)
    round_.secret.save()
    return round_


def pages_of(round_: Round) -> list[str]:
    session = round_.table.session
    return [
        *(address(round_), address(round_, "sheet"), address(round_.table)),
        *(address(session, page) for page in ("run", "table-cards", "dashboard", "audit", "audit-sheet", "close")),
    ]


# --- Choosing


def test_a_table_is_opened_without_json(office: Office) -> None:
    typed = {**TYPED, "game": "musical-casino", "variant": "musical-casino:1", "players": "4", "ante": 10, "target": 11}
    typed |= {"session": office.room.session.pk, "house_float": ""}
    assert office.clients["olga"].post(listing(Table, "add"), typed).status_code == 302
    table = Table.objects.get(name="One")
    assert table.options == {"course": "regular", "partners": True, "players": 4, "ante": 10, "target": 11}


def test_a_plan_shows_again_what_was_chosen(office: Office) -> None:
    soon = make_session(club=office.room.session.club, name="Soon")
    typed = {**TYPED, "session": soon.pk, "game": "musical-casino", "variant": "musical-casino:2"}
    typed |= {"players": "12", "ante": 3, "target": 5}
    assert office.clients["olga"].post(listing(PlannedTable, "add"), typed).status_code == 302
    planned = PlannedTable.objects.get()
    assert planned.settings["options"] == {"course": "level", "players": 12, "ante": 3, "target": 5}
    form = office.get("olga", address(planned)).context["adminform"].form
    shown = [form[name].value() for name in ("variant", "players", "ante", "target", "options")]
    assert shown == ["musical-casino:2", "12", 3, 5, ""]


def test_the_target_of_roulette_for_points_is_chosen_in_the_form(office: Office) -> None:
    soon = make_session(club=office.room.session.club, name="Soon")
    points = {"mode": "points", "target": 50}
    planned = plan_table(session=soon, name="Points", game="roulette", by=HOUSE, options=points)
    form = office.get("olga", address(planned)).context["adminform"].form
    assert form["target"].value() == 50
    typed = {**TYPED, "name": "Points", "session": soon.pk, "game": "roulette", "target": 60}
    typed |= {"options": '{"mode": "points"}', "house_float": ""}
    assert office.clients["olga"].post(address(planned), typed).status_code == 302
    planned.refresh_from_db()
    assert planned.settings["options"] == {"mode": "points", "target": 60}


# --- Reading


def test_what_everybody_sees_of_a_deal(office: Office) -> None:
    round_ = with_a_build(office.room)
    text = words(office.text("audrey", address(round_)))
    for told in (
        "waiting for Ada",
        "course Regular pack",
        "partners no",
        "target 1 ",
        "otherwise than usual –",
        "ante 5",
        "deal 1 ",
        "dealer Ada",
        "turn of Ada",
        "cards to come 40",
        "on the table F♯ F sharp C♭ C flat C♯ C sharp",
        "build 1 cards D G built by C# called G major",
        "player Ada C# cards in hand 4 3 cards taken 0 0 sweeps 0 0 total 0 0",
    ):
        assert told in text, told
    assert "office held by" not in text
    assert "hand –" not in text


def test_a_guest_who_is_called_as_a_tone_is_no_tone(office: Office) -> None:
    round_ = with_a_build(office.room)
    page = office.text("audrey", address(round_))
    assert ("C♯", "C sharp") in SIGN.findall(page)
    assert '<th scope="col">C#</th>' in page
    state = {**round_.secret.state, "seats": ["Ada", "C#", "<b>Cy"]}
    state["entries"] = {**state["entries"], "names": ["Ada", "<b>Cy"]}
    state["board"]["players"][1]["seat"] = "<b>Cy"
    round_.secret.state = state
    round_.secret.save()
    page = office.text("audrey", address(round_))
    assert "&lt;b&gt;Cy" in page
    assert "<b>Cy" not in page


def test_tones_are_read_out_in_the_language_of_the_page(office: Office) -> None:
    round_ = with_a_build(office.room)
    page = office.clients["olga"].get(address(round_), headers={"accept-language": "fr"}).content.decode()
    assert SIGN.findall(page)[:3] == [("F♯", "fa dièse"), ("C♭", "do bémol"), ("C♯", "do dièse")]


def test_how_a_table_plays_otherwise_is_said_in_words(office: Office) -> None:
    round_ = entered(office.room, pair_takes="partner", free_trail=True)
    text = words(office.text("audrey", address(round_)))
    assert "otherwise than usual pairs take one name only, any card may be left " in text


def test_a_deal_that_is_over_is_read_line_by_line(office: Office) -> None:
    """With a target of 1 the first deal that one alone has won is the last; all 52 cards are taken then."""
    round_ = run(begun(entered(office.room)))
    page = office.text("audrey", address(round_))
    text = words(page)
    scores = text.partition("Last deal")[2]
    taken = re.search(r"player Ada C# cards (\d+) (\d+) F and F sharp (\d+) (\d+) points for E sharp", scores)
    assert taken, scores[:500]
    assert sum(map(int, taken.groups()[:2])) == 52
    assert sum(map(int, taken.groups()[2:])) == 7
    assert re.search(r"winners (Ada|C#) ", text)
    assert re.search(r"finish (Ada, C#|C#, Ada)", text)


def test_every_page_loads_while_it_is_played_and_when_it_is_over(office: Office) -> None:
    round_ = begun(entered(office.room))
    for page in pages_of(round_):
        office.text("claude" if "close" not in page else "olga", page)
    sheet = words(office.text("claude", address(round_, "sheet")))
    assert "In the pot: 10. Nothing is staked in this game." in sheet
    assert "Staking" not in sheet
    over = run(round_)
    for page in (*pages_of(over), address(over, "redeal")):
        office.text("olga", page)
    redealt = SIGN.sub(r"\1", office.text("olga", address(over, "redeal")))
    assert re.search(r"deal: hands [A-G♯♭ ]+ \| [A-G♯♭ ]+, table [A-G♯♭ ]+<", redealt)
    void = void_round(office.room.open(over.table).pk, reason="The piano is wanted", by=HOUSE)
    office.text("olga", address(void))


def test_the_run_page_has_no_bank_where_nobody_pays(office: Office) -> None:
    entered(office.room)
    room = office.text("claude", address(office.room.session, "run")).split("<article")
    (musical,) = [words(each) for each in room if "Musical Casino" in each]
    assert "in the pot 10" in musical
    for told in ("office held by", "bank", "staked"):
        assert told not in musical.partition("Players (")[0]
    (minoru,) = [words(each) for each in room if "Minoru 1" in each]
    for told in ("office held by", "bank", "staked"):
        assert told in minoru


@pytest.mark.parametrize(("page", "packs"), [("table-cards", 1), ("catalogue", 2)])
def test_all_nineteen_cards_are_shown_with_their_chords(office: Office, page: str, packs: int) -> None:
    """A pack that is played with partners, too, is shown once."""
    session = office.room.session
    office.room.table_of("musical-casino", options={"course": "regular", "players": 2})
    where = address(session, page) if page == "table-cards" else reverse("admin:tables_catalogue")
    text = office.text("olga", where).replace("\N{NO-BREAK SPACE}", " ")
    seen, heard = (words(SIGN.sub(rf"\{which}", text)) for which in (1, 2))
    assert "E♯ 1 C♯ major, A♯ minor " in seen
    assert "E sharp 1 C sharp major, A sharp minor " in heard
    assert "C 4 A♭ major, F major, C major, F minor, C minor, A minor " in seen
    assert len(re.findall(r'<th scope="row">(?:<span|[A-G]<)', text)) == 19 * packs


def test_the_card_of_a_table_says_what_is_played_for(office: Office) -> None:
    office.room.table_of("musical-casino", options=OPTIONS)
    text = words(office.text("olga", address(office.room.session, "table-cards")))
    assert "Places for players, who enter: 2." in text
    assert "Each pays 5 counters into the pot on entering, and whoever wins has it." in text
    assert "Points to win: 1." in text


def test_the_run_page_says_that_a_round_waits_for_players(office: Office) -> None:
    round_ = office.room.open(office.room.table_of("musical-casino", options=OPTIONS))
    office.room.enter(round_, "Ada")
    assert "open, waiting for players" in office.text("claude", address(office.room.session, "run"))
