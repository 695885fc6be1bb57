"""The programme of a table, typed as lines."""

import pytest

from casino.clubs.actors import HOUSE
from casino.events.models import Event
from casino.tables.models import Race
from casino.tables.opening import close_table
from casino.tables.programme import Line, as_text, change_programme, read_programme
from tests.casino.office import Office, address, said
from tests.casino.room import Room, refusal


def test_a_programme_is_read_line_by_line_in_order() -> None:
    text = "  The   Oaks | The bakery\n\nThe Derby\r\n| nobody"
    assert refusal(read_programme, text) == "bad_race"
    lines = read_programme(text.replace("| nobody", "Cafe\u0301 Stakes |"))
    assert lines == (Line("The Oaks", "The bakery"), Line("The Derby"), Line("Caf\u00e9 Stakes"))
    assert read_programme(as_text(lines)) == lines


@pytest.mark.parametrize(
    "text", ["x" * 81, "The\u202eOaks", "The\x07Oaks", f"The Oaks | {'y' * 81}", "The Oaks | a\u200bb", " | The bakery"]
)
def test_a_line_that_is_no_race_is_named_by_its_number(text: str) -> None:
    with pytest.raises(Exception, match="Line 3 is no race"):
        read_programme(f"The Derby\n\n{text}")


def test_more_races_than_an_evening_has_are_refused() -> None:
    assert refusal(read_programme, "The Oaks\n" * 101) == "too_many_races"


def names(room: Room) -> list[tuple[int, str]]:
    return [(race.place, race.name) for race in Race.objects.filter(table=room.table)]


def test_races_that_were_run_keep_their_names(room: Room) -> None:
    change_programme(room.table.pk, lines=read_programme("One\nTwo\nThree"), by=HOUSE)
    round_ = room.open()
    Race.objects.filter(name="One").update(round=round_)
    change_programme(room.table.pk, lines=read_programme("Deux\nTrois | Le café"), by=HOUSE)
    assert names(room) == [(1, "One"), (2, "Deux"), (3, "Trois")]
    event = Event.objects.filter(kind="programme_changed").order_by("pk").last()
    assert event is not None
    assert (event.audience, event.table_id) == ("public", room.table.pk)
    assert event.body == {"races": [{"name": "Deux", "sponsor": ""}, {"name": "Trois", "sponsor": "Le café"}]}
    change_programme(room.table.pk, lines=(), by=HOUSE)
    assert names(room) == [(1, "One")]


def test_a_closed_table_has_no_races_to_come(room: Room) -> None:
    close_table(room.table.pk, by=HOUSE)
    assert refusal(change_programme, room.table.pk, lines=[Line("Late")], by=HOUSE) == "table_closed"


def test_an_organiser_types_it_on_the_page_of_the_table(room: Room, office: Office) -> None:
    office.act("olga", room.table, "programme", races="The Oaks | <b>Bakers</b>\nThe Derby")
    assert names(room) == [(1, "The Oaks"), (2, "The Derby")]
    page = office.text("olga", address(room.table))
    assert "The Oaks | &lt;b&gt;Bakers&lt;/b&gt;\nThe Derby</textarea>" in page
    wrong = office.act("olga", room.table, "programme", races=f"The Oaks\n{'x' * 81}")
    assert said(wrong)[0].startswith("Line 2 is no race")
    assert "x" * 81 in wrong.content.decode()  # still there to be mended
    assert names(room) == [(1, "The Oaks"), (2, "The Derby")]
