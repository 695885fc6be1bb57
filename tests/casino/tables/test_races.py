"""The programme: each round of a table is run as its next race, and a race whose round was void is run again."""

from casino.api.rounds import shown
from casino.clubs.actors import HOUSE
from casino.events.models import Event
from casino.tables.models import Race, Round
from casino.tables.voiding import void_round
from tests.casino.room import Room, play


def programme(room: Room, *names: str) -> None:
    for place, name in enumerate(names, 1):
        Race.objects.create(table=room.table, place=place, name=name, sponsor=f"{name} & Sons")


def race_of(round_: Round) -> str | None:
    race = shown(round_)["race"]
    return None if race is None else race["name"]


def test_rounds_take_the_races_in_order_and_then_have_none(room: Room) -> None:
    programme(room, "Plate", "Cup")
    other = room.open(room.put_table("Minoru 2"))
    assert race_of(other) is None  # it is the programme of one table
    for name in ("Plate", "Cup", None):
        round_ = room.open()
        assert race_of(round_) == name
        told = Event.objects.get(kind="round_opened", round_id=round_.pk).body["race"]
        assert told == ({"name": name, "sponsor": f"{name} & Sons"} if name else None)
        play(round_)
    assert race_of(Round.objects.filter(table=room.table).order_by("pk")[0]) == "Plate"


def test_the_lowest_place_is_next_whenever_it_was_entered(room: Room) -> None:
    Race.objects.create(table=room.table, place=9, name="Last")
    Race.objects.create(table=room.table, place=1, name="First")
    assert race_of(room.open()) == "First"


def test_a_race_whose_round_was_void_is_run_again(room: Room) -> None:
    programme(room, "Plate", "Cup")
    void = room.open()
    void_round(void.pk, reason="The lamp fell over", by=HOUSE)
    assert race_of(void) is None
    again = room.open()
    assert race_of(again) == "Plate"
    play(again)
    assert race_of(room.open()) == "Cup"
