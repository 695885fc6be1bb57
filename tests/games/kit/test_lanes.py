"""Lanes, rows of spots and what lies beside them."""

from dataclasses import replace

import pytest

from games.kit.cards import Card
from games.kit.lanes import Entry, Ground, drawn_lanes, drawn_runners, in_front, one_short
from games.kit.race_board import course_title, pile
from games.kit.rows import Backed, headings, rows_of_spots
from games.registry import GAMES

GROUND = Ground(top=10, lane=40, begin=50, end=250, size=15)
SHORT = Entry("a", "1", "Ada", silks=1, length=4, position=0)
LONG = Entry("b", "2", "Bob", silks=2, length=10, position=0)


def test_the_longest_lane_fills_the_ground_and_spaces_are_equal() -> None:
    """Ten spaces in 200 units are 20 each, so four are 80."""
    short, long = drawn_lanes([SHORT, LONG], GROUND)
    assert (short.cell, long.cell) == (20, 20)
    assert (short.post, long.post) == (130, 250)
    assert short.cells == (50, 70, 90, 110)
    assert (short.y, long.y) == (10, 50)


def test_a_horse_stands_in_the_middle_of_its_space_and_before_the_first_in_front_of_them() -> None:
    (lane,) = drawn_lanes([LONG], GROUND)
    assert [lane.at(position) for position in (1, 2, 10)] == [60, 80, 240]
    assert lane.at(0) + GROUND.size < lane.cells[0]


def test_only_the_first_one_home_has_won() -> None:
    entries = [replace(SHORT, position=4, place=2), replace(LONG, position=10, place=1)]
    assert [runner.won for runner in drawn_runners(entries, drawn_lanes(entries, GROUND))] == [False, True]


def test_who_is_home_is_not_in_front_any_more() -> None:
    ahead, second, third = (replace(LONG, name=str(at), position=at) for at in (10, 6, 5))
    assert in_front([ahead, second, third]) == ["6"]
    assert in_front([SHORT, LONG]) == []


def test_one_short_is_told_by_the_length_of_each_lane() -> None:
    assert one_short([replace(SHORT, position=3), replace(LONG, position=3)]) == ["Ada"]


def test_of_a_pile_three_cards_are_seen_the_last_on_top() -> None:
    cards = [Card.parse(name) for name in ("2H", "3H", "4H", "5H")]
    seen = pile(cards, "en", x=7, top=0, widths=(50, 25), lit=True)
    assert [(card.rank, card.y, card.width, card.lit) for card in seen] == [
        ("5", 0, 50, True),
        ("4", 76, 25, False),
        ("3", 117, 25, False),
    ]


def test_a_pile_of_another_pack_has_other_keys() -> None:
    cards = [Card.parse("2H")]
    first, second = (pile(cards, "en", x=0, top=0, widths=(50, 25), pack=pack) for pack in (1, 2))
    assert first[0].key != second[0].key


def test_headings_stand_above_the_middle_of_their_columns() -> None:
    spots = rows_of_spots(
        [[Backed("win", "a"), Backed("place", "a")], [Backed("win", "b"), Backed("place", "b")]], top=30
    )
    win, place = headings(["Win", "Place"], spots)
    assert (win.x, place.x) == (spots[0].x + spots[0].width // 2, spots[1].x + spots[1].width // 2)
    assert win.y == place.y < 30


@pytest.mark.parametrize(("room", "title"), [(12, "Jaques cloth"), (11, "Jaques clo…"), (8, "Jaques…")])
def test_a_title_is_cut_to_its_room(room: int, title: str) -> None:
    assert course_title(GAMES["minoru"].catalogue, "Jaques cloth", "en", room) == title


def test_a_course_of_ones_own_keeps_its_name_in_every_language() -> None:
    catalogue = GAMES["minoru"].catalogue
    assert [course_title(catalogue, "Own", said, 40) for said in ("en", "fr")] == ["Own", "Own"]
    assert course_title(catalogue, "Long course", "fr", 40) == "Piste longue"
