"""One round from the first stake to the settled book."""

from casino.clubs.actors import HOUSE
from casino.tables.starting import call_the_off
from tests.casino.room import Room, run


def test_smoke(room: Room) -> None:
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 6)
    room.stake(round_, "Bob", "blue", 2, market="colour")
    print(room.held())
    call_the_off(round_.pk, by=HOUSE)
    round_ = run(round_)
    print(round_.phase, room.held())
    assert round_.phase == "settled"
