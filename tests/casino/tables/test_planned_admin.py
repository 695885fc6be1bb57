"""Planned tables and the catalogue in the admin."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from casino.clubs.actors import HOUSE
from casino.clubs.models import Club, Session
from casino.clubs.sessions import make_session
from casino.tables.models import PlannedTable, Table
from casino.tables.planning import plan_table
from casino.tables.programme import Line
from tests.casino.office import Office, address, listing

TYPED = {"name": "One", "game": "minoru", "pace": 3, "staking_time": 45, "least_bank": 100, "house_float": 500}


@pytest.fixture
def soon(office: Office) -> Session:
    return make_session(club=office.room.session.club, name="Soon")


def plan(session: Session, name: str = "One", **more: Any) -> PlannedTable:
    return plan_table(session=session, name=name, game="minoru", by=HOUSE, **more)


def test_an_organiser_plans_changes_and_drops_a_table(office: Office, soon: Session) -> None:
    olga = office.clients["olga"]
    typed = {**TYPED, "session": soon.pk, "variant": "minoru:1", "programme": "The Oaks | The bakery\nThe Derby"}
    planned = olga.post(listing(PlannedTable, "add"), typed)
    assert planned["Location"] == address(soon)
    one = PlannedTable.objects.get()
    assert one.settings["options"] == {"course": "jaques", "joker": True}
    assert [race.sponsor for race in one.races.all()] == ["The bakery", ""]
    page = office.text("olga", address(one))
    assert "The Oaks | The bakery\nThe Derby</textarea>" in page
    assert '<option value="minoru:1" selected>' in page
    assert "One" in office.text("olga", address(soon))
    changed = {**TYPED, "name": "Two", "options": '{"course": "long"}', "by_hand": "on", "rest": 7.5}
    assert olga.post(address(one), changed).status_code == 302
    one.refresh_from_db()
    assert (one.name, one.settings["options"], one.settings["by_hand"]) == ("Two", {"course": "long"}, True)
    assert not one.races.exists()
    assert olga.post(address(one, "delete"), {"post": "yes"}).status_code == 302
    assert not PlannedTable.objects.exists()


@pytest.mark.parametrize(("typed", "kept", "shown"), [("90", 90.0, "90"), ("0", 0.0, "0"), ("", None, "20")])
def test_the_time_for_a_decision_is_typed_and_kept(
    office: Office, soon: Session, typed: str, kept: float | None, shown: str
) -> None:
    """Nothing, too, is a time. What is usual is not written down."""
    said = {**TYPED, "session": soon.pk, "game": "musical-casino", "turn_time": typed}
    assert office.clients["olga"].post(listing(PlannedTable, "add"), said).status_code == 302
    one = PlannedTable.objects.get()
    assert one.settings.get("turn_time") == kept
    assert f'name="turn_time" value="{shown}"' in office.text("olga", address(one))


@pytest.mark.parametrize(
    ("typed", "where"),
    [
        ({"options": '{"course": "moon"}'}, "__all__"),
        ({"options": "[1]"}, "__all__"),
        ({"options": "{"}, "options"),
        ({"variant": "minoru:99"}, "variant"),
        ({"variant": "chess:0"}, "variant"),
        ({"game": "chess"}, "game"),
        ({"programme": "x" * 81}, "programme"),
        ({"programme": "x" * 30_000}, "programme"),
        ({"house_float": 2**70}, "house_float"),
        ({"pace": "1e9"}, "pace"),
        ({"name": "a\u200bb"}, "__all__"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_plan_with_a_mistake_says_so_and_keeps_what_was_typed(
    office: Office, soon: Session, typed: dict[str, Any], where: str
) -> None:
    answer = office.clients["olga"].post(listing(PlannedTable, "add"), {**TYPED, "session": soon.pk, **typed})
    assert where in answer.context["adminform"].form.errors
    assert not PlannedTable.objects.exists()


def test_tables_are_planned_in_drafts_of_ones_own_clubs_only(office: Office, soon: Session) -> None:
    foreign = make_session(club=Club.objects.get(name="Another club"), name="Elsewhere")
    for session in (foreign, office.room.session):
        answer = office.clients["olga"].post(listing(PlannedTable, "add"), {**TYPED, "session": session.pk})
        assert "session" in answer.context["adminform"].form.errors
    form = office.get("olga", listing(PlannedTable, "add")).context["adminform"].form
    assert form.initial["session"] == soon.pk


@pytest.mark.parametrize(("who", "seen"), [("claude", 200), ("audrey", 200), ("otto", 404), ("nobody", 404)])
def test_others_read_plans_or_nothing(office: Office, soon: Session, who: str, seen: int) -> None:
    one = plan(soon, programme=[Line("The Oaks")])
    answer = office.get(who, address(one))
    assert answer.status_code == seen
    assert ("The Oaks" in answer.content.decode()) is (seen == 200)
    assert office.clients[who].post(address(one), TYPED).status_code in {403, 404}
    assert office.clients[who].post(address(one, "delete"), {"post": "yes"}).status_code in {403, 404}
    added = office.clients[who].post(listing(PlannedTable, "add"), {**TYPED, "name": "Two", "session": soon.pk})
    assert added.status_code == (200 if who == "otto" else 403)  # whose own clubs do not include this one
    assert list(PlannedTable.objects.values_list("name", flat=True)) == ["One"]
    assert "Plan a table" not in (office.text(who, address(soon)) if seen == 200 else "")


def test_once_the_session_is_open_a_plan_is_only_read(office: Office, soon: Session) -> None:
    one = plan(soon, programme=[Line("The Oaks")])
    office.act("olga", soon, "open")
    assert "The Oaks" in office.text("olga", address(one))
    assert office.clients["olga"].post(address(one), TYPED).status_code == 403
    assert office.clients["olga"].post(address(one, "delete"), {"post": "yes"}).status_code == 403
    assert Table.objects.filter(name="One").exists()


def test_a_session_with_many_plans_asks_no_more_than_with_few(office: Office, soon: Session) -> None:
    def asked(page: str) -> int:
        office.text("olga", page)
        with CaptureQueriesContext(connection) as queries:
            office.text("olga", page)
        return len(queries)

    pages = [address(soon), address(soon, "table-cards"), listing(PlannedTable), reverse("admin:index")]
    plan(soon, "One", programme=[Line("The Oaks")])
    few = [asked(page) for page in pages]
    for number in range(8):
        plan(soon, f"Table {number}", programme=[Line("The Oaks"), Line("The Derby")])
        make_session(club=soon.club, name=f"Evening {number}")
    assert [asked(page) for page in pages] == few


# --- The catalogue

CATALOGUE = "admin:tables_catalogue"


def test_the_catalogue_has_every_course_with_odds_chances_and_who_gains(office: Office, soon: Session) -> None:
    page = office.text("olga", f"{reverse(CATALOGUE)}?session={soon.pk}")
    for words in ("Minoru: Jaques cloth, with the joker", "Minoru: Long course", "lengths (reported), odds (printed)"):
        assert words in page
    assert '<td class="odds">2 to 1</td>' in page
    assert '<td class="odds">evens</td>' in page
    assert "players gain" in page
    assert "the house keeps" in page
    assert f"?session={soon.pk}&amp;game=minoru&amp;variant=minoru%3A1" in page
    prefilled = office.text("olga", f"{listing(PlannedTable, 'add')}?session={soon.pk}&game=minoru&variant=minoru%3A1")
    assert '<option value="minoru:1" selected>' in prefilled


def test_the_catalogue_speaks_the_language_of_the_page(office: Office) -> None:
    answer = office.clients["olga"].get(reverse(CATALOGUE), headers={"accept-language": "fr"})
    page = answer.content.decode()
    assert "Tapis Jaques, avec le joker" in page
    assert "Cotes justes" in page


def test_the_catalogue_is_for_staff(office: Office) -> None:
    for who, status in (("claude", 200), ("audrey", 200), ("otto", 200), ("nobody", 403)):
        answer = office.get(who, reverse(CATALOGUE), session=str(office.room.session.pk))
        assert answer.status_code == status
        assert "Plan such a table" not in answer.content.decode()
    for nonsense in ("x", "-1", "9" * 40, "²"):
        assert office.get("olga", reverse(CATALOGUE), session=nonsense).status_code == 200


def test_a_table_is_opened_by_its_course(office: Office) -> None:
    typed = {**TYPED, "session": office.room.session.pk, "variant": "minoru:4"}
    assert office.clients["olga"].post(listing(Table, "add"), typed).status_code == 302
    assert Table.objects.get(name="One").options == {"course": "long", "joker": False}


def test_opening_over_the_api_puts_the_tables_there(office: Office, soon: Session) -> None:
    plan(soon)
    answer = office.clients["olga"].post(f"/api/v1/sessions/{soon.code}/open/", "{}", content_type="application/json")
    assert answer.status_code == 200, answer.content
    assert Table.objects.filter(session=soon, name="One").exists()
