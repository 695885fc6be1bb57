"""What migrations make of rounds that were played before them."""

from importlib import import_module

from django.db import connection

from casino.clubs.actors import HOUSE
from casino.tables.models import Round
from casino.tables.seating import stand_up
from casino.tables.starting import call_the_off
from tests.casino.room import Room, run
from tests.casino.verified import room_findings


def test_rounds_from_before_are_given_the_seats_of_their_names(room: Room) -> None:
    first = room.open()
    room.stake(first, "Bob", "minoru", 2)
    stand_up(room.table.pk, player=room.players["Ada"], by=HOUSE)
    call_the_off(first.pk, by=HOUSE)
    run(first)
    room.open()
    before = dict(Round.objects.values_list("pk", "seat_ids"))
    assert all(before.values())
    Round.objects.update(seat_ids=[])
    with connection.cursor() as cursor:
        cursor.execute(import_module("casino.tables.migrations.0002_round_seat_ids").FILL)
    assert dict(Round.objects.values_list("pk", "seat_ids")) == before
    assert room_findings() == []
