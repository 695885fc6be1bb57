"""Lists come in pages. The cursor of the next is good for its list, and what is added meanwhile moves nothing."""

import pytest

from casino.clubs.models import Player, Session
from tests.casino.api.wire import Wire
from tests.casino.cast import staff_wire
from tests.casino.room import Room


@pytest.fixture
def olive(room: Room) -> Wire:
    """She sees five guests and four tables."""
    for name in ("Dot", "Eve"):
        room.come(name)
    for number in range(2, 5):
        room.put_table(f"Minoru {number}")
    return staff_wire("olive", room.session.club)


def players(session: Session) -> str:
    return f"/sessions/{session.code}/players/"


def tables(session: Session) -> str:
    return f"/sessions/{session.code}/tables/"


def pages(wire: Wire, path: str, size: int) -> list[list[int]]:
    """The ids on each page of so many, from the first to the last."""
    found, more = list[list[int]](), ""
    while True:
        told = wire.get(f"{path}?limit={size}{more}").body
        found.append([each["id"] for each in told["items"]])
        if told["next"] is None:
            return found
        more = f"&cursor={told['next']}"


def newest_first(room: Room) -> list[int]:
    return list(Player.objects.filter(session=room.session).order_by("-pk").values_list("pk", flat=True))


def test_every_row_is_on_one_page(room: Room, olive: Wire) -> None:
    ids = newest_first(room)
    assert pages(olive, players(room.session), 2) == [ids[:2], ids[2:4], ids[4:]]
    assert pages(olive, players(room.session), len(ids)) == [ids]


def test_tables_stand_as_they_were_put(room: Room, olive: Wire) -> None:
    ids = list(room.session.tables.order_by("pk").values_list("pk", flat=True))
    assert pages(olive, tables(room.session), 3) == [ids[:3], ids[3:]]


def test_who_comes_meanwhile_is_on_no_later_page(room: Room, olive: Wire) -> None:
    ids = newest_first(room)
    first = olive.get(f"{players(room.session)}?limit=2").body
    room.come("Fay")
    second = olive.get(f"{players(room.session)}?limit=2&cursor={first['next']}").body
    assert [each["id"] for each in second["items"]] == ids[2:4]


def test_a_cursor_of_another_list_is_refused(room: Room, olive: Wire) -> None:
    cursor = olive.get(f"{players(room.session)}?limit=2").body["next"]
    refused = olive.get(f"{tables(room.session)}?cursor={cursor}")
    assert (refused.status, refused.code) == (400, "bad_cursor")


@pytest.mark.parametrize("spoiled", ["x", "{}x", "WzEsMl0:1:x"])
def test_a_cursor_that_the_house_did_not_make_is_refused(room: Room, olive: Wire, spoiled: str) -> None:
    cursor = olive.get(f"{players(room.session)}?limit=2").body["next"]
    refused = olive.get(f"{players(room.session)}?cursor={spoiled.format(cursor)}")
    assert (refused.status, refused.code) == (400, "bad_cursor")
