"""No page of the admin asks the database more because there is more to show."""

from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from casino.clubs.actors import HOUSE
from casino.clubs.models import Club, Staff
from casino.clubs.sessions import make_session
from casino.desk.counting import count_till
from casino.desk.models import Prize
from casino.desk.prizes import announce_prize
from casino.tables.models import Stake
from casino.tables.planning import plan_table
from casino.tables.programme import Line, change_programme
from casino.tables.seating import sit_down
from ledger.models import Entry
from tests.casino.dealing import play_m1
from tests.casino.office import Office, make_office
from tests.casino.room import Room
from tests.casino.test_admin_permissions import VIEWS

# These read every round or every transfer, and say so: a proof, and files that are sent as they are read.
READ_ALL = {"verify", "audit-sheet", "export-file", "archive"}
MANY = 4


@pytest.fixture(scope="module")
def office(module_database: str) -> Office:
    return make_office(Room(table_options={"by_hand": True}, settings={"currency": "EUR", "price": 5}))


def grow(office: Office, number: int) -> dict[str, Any]:
    """One more of everything there are lists of; returned are those of this time."""
    room = office.room
    soon = make_session(club=room.session.club, name=f"Soon {number}")
    planned = plan_table(session=soon, name="Planned", game="minoru", by=HOUSE)
    plan_table(session=soon, name=f"Planned {number}", game="minoru", by=HOUSE)
    user = User.objects.create_user(f"staff {number}", is_staff=True)
    part = Staff.objects.create(club=room.session.club, user=user, part=Staff.Part.CROUPIER)
    Club.objects.create(name=f"Club {number}")
    guest = room.come(f"Guest {number}", 50)
    sit_down(room.table.pk, player=guest, by=HOUSE)
    other = room.put_table(f"Table {number}")
    sit_down(other.pk, player=guest, by=HOUSE)
    room.open(other)
    change_programme(room.table.pk, lines=[Line(f"Race {n}") for n in range(number + 1)], by=HOUSE)
    round_ = played(office, [f"Guest {n}" for n in range(number + 1)])
    announce_prize(
        room.session.pk, place=Prize.Place.FIRST, measure=Prize.Measure.NET, what=f"Bottle {number}", by=HOUSE
    )
    count_till(room.session.pk, pieces={100: number}, reason="Counted again", by=HOUSE)
    return {
        "auth_user": user,
        "auth_group": Group.objects.create(name=f"Group {number}"),
        "clubs_club": room.session.club,
        "clubs_staff": part,
        "clubs_session": room.session,
        "clubs_player": guest,
        "tables_plannedtable": planned,
        "tables_table": room.table,
        "tables_round": round_,
        "tables_stake": Stake.objects.filter(round=round_)[0],
        "tables_ticket": round_.tickets.all()[0],
        "ledger_book": room.session.book,
        "ledger_account": guest.purse,
        "ledger_entry": Entry.objects.order_by("-pk")[0],
    }


def played(office: Office, guests: list[str]) -> Any:
    """A round on which all of them stake, dealt by hand to its end."""
    room = office.room
    round_ = room.open()
    room.sell(round_, "Ada", "minoru", 1)
    for guest in guests:
        room.stake(round_, guest, "st_amant", 1)
    play_m1(round_)
    round_.refresh_from_db()
    return round_


def asked(office: Office, things: dict[str, Any]) -> dict[str, int]:
    """How many queries every page takes, the second time it is looked at."""
    found = {}
    for thing, views in VIEWS.items():
        for view in views:
            if view in READ_ALL:
                continue
            of = [] if view in {"add", "changelist"} else [things[thing].pk]
            address = reverse(f"admin:{thing}_{view}", args=of)
            office.get("root", address)
            with CaptureQueriesContext(connection) as queries:
                office.get("root", address)
            found[f"{thing}_{view}"] = len(queries)
    return found


def test_no_page_asks_more_for_more_rows(office: Office) -> None:
    few = asked(office, grow(office, 0))
    for number in range(1, MANY):
        things = grow(office, number)
    many = asked(office, things)
    assert {page: (few[page], number) for page, number in many.items() if number > few[page]} == {}
