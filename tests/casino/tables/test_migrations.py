"""What migrations make of rounds that were played before them."""

from importlib import import_module

from django.db import connection

from casino.clubs.actors import HOUSE
from casino.tables.models import Round, Secret, Table
from casino.tables.seating import stand_up
from casino.tables.starting import call_the_off
from tests.casino.room import Room, play, run
from tests.casino.verified import room_findings


def test_rounds_from_before_are_given_the_seats_of_their_names(room: Room) -> None:
    first = room.open()
    room.stake(first, "Bob", "minoru", 2)
    stand_up(room.table.pk, player=room.players["Ada"], by=HOUSE)
    play(first)
    room.open()
    before = dict(Round.objects.values_list("pk", "seat_ids"))
    assert all(before.values())
    Round.objects.update(seat_ids=[])
    with connection.cursor() as cursor:
        cursor.execute(import_module("casino.tables.migrations.0002_round_seat_ids").FILL)
    assert dict(Round.objects.values_list("pk", "seat_ids")) == before
    assert room_findings() == []


def test_races_of_the_derby_family_from_before_are_read_and_run_on(room: Room) -> None:
    """Their states had owners, places and ante side by side."""
    table = room.table_of("derby", options={"players": 2, "ante": 5})
    first, second = run(entered(room, table)), entered(room, table)
    now = dict(Secret.objects.values_list("round", "state"))
    for secret in Secret.objects.all():
        entries = secret.state.pop("entries")
        secret.state |= {name: entries[name] for name in ("places", "by_entry", "ante")} | {"owners": entries["names"]}
        secret.save()
    with connection.cursor() as cursor:
        for _ in range(2):
            cursor.execute(import_module("casino.tables.migrations.0006_entries_of_derby").MOVE)
    assert dict(Secret.objects.values_list("round", "state")) == now
    assert now.keys() == {first.pk, second.pk}
    assert run(second).phase == "settled"
    assert room_findings() == []


def entered(room: Room, table: Table) -> Round:
    """After the off, with all its owners."""
    return call_the_off(room.entered(table).pk, by=HOUSE)
