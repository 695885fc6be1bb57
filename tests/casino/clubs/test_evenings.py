"""A draft made after a template of the house or an earlier session of one's own."""

from typing import Any

import pytest

from casino.clubs.actors import HOUSE
from casino.clubs.evenings import prepare_session, templates
from casino.clubs.models import Club, Session
from casino.clubs.sessions import make_session, open_session
from casino.tables.models import PlannedTable, Race
from casino.tables.planning import plan_table, put_tables_into_the_room
from casino.tables.programme import Line, change_programme
from tests.casino.office import Office, listing
from tests.casino.room import Room


def programme(session: Session) -> dict[str, list[str]]:
    return {
        planned.name: [race.name for race in planned.races.all()] for planned in session.planned_tables.order_by("pk")
    }


@pytest.mark.parametrize("language", ["en", "fr", "es"])
@pytest.mark.parametrize("name", templates())
def test_every_template_becomes_an_evening_that_opens(own_database: str, name: str, language: str) -> None:
    club, template = Club.objects.create(name="The club"), templates()[name]
    draft = prepare_session(club=club, name="Evening", like=template, language=language, by=HOUSE)
    assert draft.state == "draft"
    planned = draft.planned_tables.count()
    assert planned == len(template.tables) > 0
    session = open_session(draft.pk, by=HOUSE)
    assert put_tables_into_the_room(session, by=HOUSE) == []
    assert session.tables.count() == planned
    assert Race.objects.filter(table__session=session).count() == sum(len(table.races) for table in template.tables)


def test_a_template_speaks_the_language_of_the_session(own_database: str) -> None:
    club = Club.objects.create(name="The club")
    draft = prepare_session(club=club, name="Soirée", like=templates()["race-night"], language="fr", by=HOUSE)
    assert programme(draft)["L’hippodrome"][0] == "Prix de Bienvenue"
    assert draft.starting_counters == 100


def test_an_earlier_session_is_copied_with_its_tables_and_programme(room: Room) -> None:
    club = room.session.club
    before = make_session(club=club, name="Spring", currency="EUR", price=50, price_for=10, stake_cap=6, language="es")
    races = (Line("The Oaks", "The bakery"), Line("The Derby"))
    settings: dict[str, Any] = {"options": {"course": "jaques", "joker": True}, "house_float": 77}
    plan_table(session=before, name="One", game="minoru", by=HOUSE, programme=races, **settings)
    session = open_session(before.pk, by=HOUSE)
    put_tables_into_the_room(session, by=HOUSE)
    again = prepare_session(club=club, name="Autumn", like=session, by=HOUSE)
    assert (again.currency, again.price, again.price_for, again.stake_cap) == ("EUR", 50, 10, 6)
    assert (again.language, again.state, again.name) == ("es", "draft", "Autumn")
    assert again.code != session.code
    copied = PlannedTable.objects.get(session=again)
    assert copied.settings == {"options": {"course": "jaques", "joker": True}, "house_float": 77}
    assert [(race.name, race.sponsor) for race in copied.races.all()] == [("The Oaks", "The bakery"), ("The Derby", "")]


def test_a_table_that_was_never_planned_is_copied_as_it_was_played(room: Room) -> None:
    change_programme(room.table.pk, lines=[Line("The Oaks")], by=HOUSE)
    again = prepare_session(club=room.session.club, name="Again", like=room.session, by=HOUSE)
    assert programme(again) == {"Minoru 1": ["The Oaks"]}
    planned = PlannedTable.objects.get(session=again)
    assert planned.settings["options"]["course"] == "jaques"
    opened = open_session(again.pk, by=HOUSE)
    assert put_tables_into_the_room(opened, by=HOUSE) == []
    assert opened.tables.get().pace == room.table.pace


# --- The form


def test_an_organiser_starts_from_a_template_an_own_evening_or_nothing(room: Room, office: Office) -> None:
    olga, club = office.clients["olga"], room.session.club
    foreign = make_session(club=Club.objects.get(name="Another club"), name="Elsewhere")
    page = office.text("olga", listing(Session, "add"))
    assert "Race night" in page
    assert f'value="session:{room.session.pk}"' in page
    assert f'value="session:{foreign.pk}"' not in page
    wish = {"club": club.pk, "name": "Gala", "language": "en"}
    assert olga.post(listing(Session, "add"), {**wish, "like": "template:race-night"}).status_code == 302
    gala = Session.objects.get(name="Gala")
    assert (gala.starting_counters, gala.planned_tables.count()) == (100, 2)
    said = {**wish, "name": "Twin", "like": f"session:{room.session.pk}", "starting_counters": 3}
    assert olga.post(listing(Session, "add"), said).status_code == 302
    twin = Session.objects.get(name="Twin")
    assert (twin.starting_counters, list(programme(twin))) == (3, ["Minoru 1"])
    assert olga.post(listing(Session, "add"), {**wish, "name": "Empty"}).status_code == 302
    assert not Session.objects.get(name="Empty").planned_tables.exists()


@pytest.mark.parametrize("like", ["session:{foreign}", "session:0", "session:x", "template:burn", "x" * 5000])
def test_what_is_not_offered_is_refused(room: Room, office: Office, like: str) -> None:
    foreign = make_session(club=Club.objects.get(name="Another club"), name="Elsewhere")
    wish = {"club": room.session.club.pk, "name": "Gala", "language": "en", "like": like.format(foreign=foreign.pk)}
    answer = office.clients["olga"].post(listing(Session, "add"), wish)
    assert "like" in answer.context["adminform"].form.errors
    assert not Session.objects.filter(name="Gala").exists()


def test_templates_are_offered_in_the_language_of_the_organiser(room: Room, office: Office) -> None:
    answer = office.clients["olga"].get(listing(Session, "add"), headers={"accept-language": "fr"})
    assert "Soirée courses" in answer.content.decode()
