"""Tables that are planned in a draft and put into the room when it opens, each in a posting of its own."""

from datetime import timedelta
from typing import Any

import pytest

from casino.clubs.actors import HOUSE
from casino.clubs.models import Club, Session
from casino.clubs.sessions import make_session, open_session
from casino.events.models import Event
from casino.tables.models import PlannedTable, Race, Table
from casino.tables.opening import open_table
from casino.tables.planning import change_plan, drop_plan, plan_table, put_tables_into_the_room
from casino.tables.programme import Line
from ledger import balances
from ledger.models import Entry
from tests.casino.office import Office, address, said
from tests.casino.room import Room, refusal
from tests.threads import together

OAKS = (Line("The Oaks", "The bakery"), Line("The Derby"))


@pytest.fixture
def draft(own_database: str) -> Session:
    return make_session(club=Club.objects.create(name="The club"), name="Evening")


def plan(draft: Session, name: str = "One", **more: Any) -> PlannedTable:
    return plan_table(**{"session": draft, "name": name, "game": "minoru", "by": HOUSE, "programme": OAKS, **more})


def test_a_planned_table_is_in_the_room_once_the_session_is_open(draft: Session) -> None:
    planned = plan(draft, options={"course": "long"}, pace=timedelta(seconds=1.5), staking_time=None, house_float=321)
    assert not Table.objects.exists()
    session = open_session(draft.pk, by=HOUSE)
    assert put_tables_into_the_room(session, by=HOUSE) == []
    planned.refresh_from_db()
    table = planned.table
    assert table is not None
    assert (table.name, table.game, table.options["course"]) == ("One", "minoru", "long")
    assert (table.pace, table.staking_time) == (timedelta(seconds=1.5), None)
    assert balances.balance(table.bank_id) == 321
    races = Race.objects.filter(table=table)
    assert [(race.place, race.name, race.sponsor) for race in races] == [
        (1, "The Oaks", "The bakery"),
        (2, "The Derby", ""),
    ]
    assert not planned.races.exists()


def test_a_name_that_is_taken_stops_no_other_table_and_doing_it_again_finishes_the_rest(draft: Session) -> None:
    for name in ("One", "Two", "Three"):
        plan(draft, name)
    session = open_session(draft.pk, by=HOUSE)
    open_table(session=session, name="Two", game="minoru", by=HOUSE)
    (refused,) = put_tables_into_the_room(session, by=HOUSE)
    assert (refused.table, refused.refused.code) == ("Two", "table_exists")
    assert sorted(session.tables.values_list("name", flat=True)) == ["One", "Three", "Two"]
    postings = Entry.objects.count()
    PlannedTable.objects.filter(name="Two").update(name="Four")
    assert put_tables_into_the_room(session, by=HOUSE) == []
    assert put_tables_into_the_room(session, by=HOUSE) == []
    assert session.tables.count() == 4
    assert Entry.objects.count() == postings + 1


def test_two_who_put_the_tables_there_at_once_put_each_there_once(draft: Session) -> None:
    for name in ("One", "Two"):
        plan(draft, name)
    session = open_session(draft.pk, by=HOUSE)
    refused: list[Any] = []
    assert together(lambda _: refused.extend(put_tables_into_the_room(session, by=HOUSE)), threads=4) == []
    assert (refused, session.tables.count()) == ([], 2)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"name": ""}, "bad_name"),
        ({"name": "Taken"}, "table_exists"),
        ({"game": "chess"}, "unknown_game"),
        ({"options": {"course": "moon"}}, "unknown_course"),
        ({"options": {"colour": "blue"}}, "bad_option"),
        ({"options": [1]}, "bad_option"),
        ({"options": {"course": "long", "joker": True}}, "joker_forbidden"),
        ({"least_bank": 0}, "bad_counters"),
        ({"house_float": -1}, "bad_counters"),
        ({"house_float": 2**70}, "too_many_counters"),
        ({"pace": timedelta(hours=2)}, "bad_time"),
        ({"places": 0}, "bad_places"),
        ({"programme": [Line("")]}, "bad_race"),
        ({"programme": [Line("x")] * 101}, "too_many_races"),
    ],
    ids=str,
)
def test_what_the_room_would_refuse_is_refused_when_it_is_planned(
    draft: Session, wrong: dict[str, Any], code: str
) -> None:
    plan(draft, "Taken")
    other = plan(draft, "Other")
    told = Event.objects.count()
    assert refusal(plan, draft, **wrong) == code
    kept = {"name": "Other", "game": "minoru", "programme": OAKS}
    assert refusal(change_plan, other.pk, by=HOUSE, **{**kept, **wrong}) == code
    assert PlannedTable.objects.count() == 2
    assert Race.objects.filter(planned=other).count() == 2
    assert Event.objects.count() == told


def test_a_plan_is_changed_and_dropped_while_the_session_is_a_draft(draft: Session) -> None:
    planned = plan(draft, house_float=5)
    change_plan(planned.pk, name="Two", game="minoru", by=HOUSE, programme=OAKS[1:], rest=timedelta(seconds=9))
    planned.refresh_from_db()
    assert (planned.name, planned.settings) == ("Two", {"rest": 9})
    assert [race.name for race in planned.races.all()] == ["The Derby"]
    other = plan(draft, "Other")
    drop_plan(other.pk, by=HOUSE)
    assert list(PlannedTable.objects.all()) == [planned]
    assert refusal(drop_plan, other.pk, by=HOUSE) == "unknown_plan"
    assert refusal(change_plan, other.pk, name="Other", game="minoru", by=HOUSE) == "unknown_plan"
    open_session(draft.pk, by=HOUSE)
    assert refusal(drop_plan, planned.pk, by=HOUSE) == "session_not_draft"
    assert refusal(plan, draft, "Late") == "session_not_draft"
    assert refusal(change_plan, planned.pk, name="Late", game="minoru", by=HOUSE) == "session_not_draft"
    told = Event.objects.exclude(kind__in=["session_made", "session_opened"]).values_list("kind", "audience")
    assert set(told) == {("table_planned", "staff"), ("plan_dropped", "staff")}


def test_no_more_tables_are_planned_than_fit_into_a_room(draft: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casino.tables.planning.MOST_TABLES", 1)
    plan(draft)
    assert refusal(plan, draft, "Two") == "too_many_tables"


def test_opening_in_the_admin_tells_what_is_missing_and_the_page_offers_to_try_again(
    room: Room, office: Office
) -> None:
    soon = make_session(club=room.session.club, name="Soon")
    plan(soon, "Fine")
    broken = plan(soon, "Broken")
    PlannedTable.objects.filter(pk=broken.pk).update(settings={"options": {"course": "sold"}})
    opened = office.act("olga", soon, "open")
    assert said(opened) == [
        "Done: Open the session. Not in the room yet: Broken. sold is no course. There are: jaques, true-odds, long."
    ]
    soon.refresh_from_db()
    assert (soon.state, soon.tables.get().name) == ("open", "Fine")
    page = office.text("olga", address(soon))
    assert "Planned tables that are not in the room yet" in page
    assert "/act/put-tables/" in page
    assert "/act/put-tables/" not in office.text("claude", address(soon))
    PlannedTable.objects.filter(pk=broken.pk).update(settings={})
    again = office.act("olga", soon, "put-tables")
    assert said(again) == ["Done: Put the planned tables into the room."]
    assert soon.tables.count() == 2
    assert "/act/put-tables/" not in office.text("olga", address(soon))
