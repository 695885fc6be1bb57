import pytest

from games.kit.offices import HOUSE, Office, right_of

SEATS = ("A", "B", "C")


def test_the_office_passes_to_the_left_after_its_term() -> None:
    office, holders = Office("A", term=2), []
    for _ in range(7):
        holders.append(office.holder)
        office = office.after_a_settled_round(SEATS, SEATS)
    assert "".join(holders) == "AABBCCA"


def test_it_passes_over_whoever_cannot_hold_it() -> None:
    assert Office("A", term=4).passed(SEATS, {"A", "C"}).holder == "C"


def test_the_house_holds_it_when_nobody_can_and_gives_it_to_the_next_who_can() -> None:
    housed = Office("B", term=1).passed(SEATS, ())
    assert housed.holder == HOUSE
    assert housed.passed(SEATS, SEATS).holder == "C", "it goes on from where it stopped"
    assert housed.after_a_settled_round(SEATS, ()).passed(SEATS, {"A"}).holder == "A"


def test_an_office_that_the_house_had_from_the_start_begins_with_the_first_seat() -> None:
    assert Office(HOUSE, term=1).passed(SEATS, SEATS).holder == "A"


@pytest.mark.parametrize(
    ("seats", "holder", "cutter"),
    [(SEATS, "A", "C"), (SEATS, "B", "A"), (SEATS, HOUSE, "C"), ((), HOUSE, None), (("A",), "A", None)],
)
def test_the_player_on_the_right_cuts(seats: tuple[str, ...], holder: str, cutter: str | None) -> None:
    assert right_of(seats, holder) == cutter
