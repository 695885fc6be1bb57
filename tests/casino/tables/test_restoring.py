"""After a restore: rounds that were being played are void, and chains and numbers begin anew."""

from casino.clubs.actors import HOUSE
from casino.clubs.models import Session
from casino.tables.models import Chain, Round
from casino.tables.restoring import REASON, after_restore
from casino.tables.starting import call_the_off
from tests.casino.room import Room, play
from tests.casino.verified import room_findings


def test_open_and_running_rounds_are_void_and_seeds_are_new(room: Room) -> None:
    other = room.put_table("Minoru 2")
    epoch = room.session.epoch
    run_first = play(room.open())
    open_, running = room.open(), room.open(other)
    room.stake(open_, "Ada", "minoru", 2)
    call_the_off(running.pk, by=HOUSE)
    assert after_restore() == 2
    assert set(Round.objects.filter(pk__in=[open_.pk, running.pk]).values_list("phase", "void_reason")) == {
        ("void", REASON)
    }
    assert Round.objects.get(pk=run_first.pk).phase == "settled"
    assert Session.objects.get().epoch != epoch
    assert Chain.objects.count() == 4
    after = room.open()
    assert (after.chain.number, after.number) == (2, 1)
    assert room.held()["purse:Ada"] == 100
    assert room_findings() == []
