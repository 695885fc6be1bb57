"""Prepared queries find what the ORM finds."""

from django.db import transaction

from casino.prepared import Prepared
from casino.tables.models import Exposure, Round, Seat
from tests.casino.room import Room


def fields(row: object) -> dict[str, object]:
    return {name: value for name, value in vars(row).items() if not name.startswith("_")}


def test_an_object_and_its_relations_are_what_the_orm_reads(room: Room) -> None:
    round_ = room.open()
    rounds = Round.objects.select_related("table__session", "secret")
    found, expected = Prepared(lambda id_: rounds.filter(pk=id_)).first(round_.pk), rounds.get(pk=round_.pk)
    assert found is not None
    assert fields(found) == fields(expected)
    assert fields(found.table.session) == fields(expected.table.session)
    assert fields(found.secret) == fields(expected.secret)


def test_values_go_where_they_belong_whatever_their_order(room: Room) -> None:
    round_ = room.open()
    exposures = Prepared(lambda round_, office: Exposure.objects.filter(office=office, round=round_))
    assert [row.round_id for row in exposures.all(round_.pk, "bank")] == [round_.pk]
    assert exposures.all(round_.pk, "no office") == []
    assert exposures.first(0, "bank") is None


def test_what_was_left_out_is_read_when_it_is_asked_for(room: Room) -> None:
    round_ = room.open()
    found = Prepared(lambda id_: Round.objects.only("table").filter(pk=id_)).first(round_.pk)
    assert found is not None
    assert "seats" not in vars(found)
    assert found.seats == round_.seats


def test_what_it_locks_is_locked_as_it_is_now(room: Room) -> None:
    seats = Prepared(lambda table: Seat.objects.select_for_update().filter(table=table))
    table = room.open().table_id
    with transaction.atomic():
        assert {seat.pk for seat in seats.all(table)} == {seat.pk for seat in Seat.objects.filter(table=table)}
    Seat.objects.filter(table=table).update(offer=7)
    with transaction.atomic():
        assert {seat.offer for seat in seats.all(table)} == {7}
