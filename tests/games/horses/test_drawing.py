"""The board as it is drawn, on a phone and on the big screen."""

from collections.abc import Callable
from typing import Any

import pytest

from games.kit.drawing import READ_FAR
from games.kit.turning import Turn
from tests.games.acts_named import unknown, unnamed
from tests.games.horses.racing import HORSES, ORDER, after, cards_for, race, suit
from tests.games.race_boards import (
    LANGUAGES,
    awkward_spots,
    drawn_spaces,
    hard_to_read,
    line,
    rank_height,
    spaces,
    upright,
    wide,
)
from tests.games.rounds import starts

NO_BREAK = "\N{NO-BREAK SPACE}"
both = pytest.mark.parametrize("draw", [upright, wide])


def test_every_space_of_every_variant_has_one_spot_that_a_finger_finds() -> None:
    for state in starts(HORSES):
        assert drawn_spaces(HORSES, state) == spaces(HORSES, state)
        assert len(drawn_spaces(HORSES, state)) == 4 * 3 + 2
        assert awkward_spots(upright(HORSES, state)) == []


def test_a_make_up_board_has_a_row_for_each_horse_and_one_for_the_colours() -> None:
    """H-R3"""
    board = upright(HORSES, race(), "es")
    assert [heading.text for heading in board.headings] == ["Ganador", "Colocado", "Tercero"]
    assert [title.name for title in board.titles] == ["Tréboles", "Diamantes", "Corazones", "Picas"]
    rows = [[spot for spot in board.spots if spot.y == y] for y in sorted({spot.y for spot in board.spots})]
    assert [[spot.market for spot in row] for row in rows] == [["win", "place", "show"]] * 4 + [["colour"] * 2]
    assert [{spot.selection for spot in row} for row in rows] == [*({horse} for horse in ORDER), {"red", "black"}]


def test_horses_and_colours_are_told_apart_by_sign_and_name_and_not_only_by_colour() -> None:
    board = upright(HORSES, race())
    assert [runner.number for runner in board.runners] == ["♣", "♦", "♥", "♠"]
    assert [spot.label for spot in board.spots if spot.market == "win"] == ["♣", "♦", "♥", "♠"]


@both
def test_every_track_has_thirteen_squares_and_a_post(draw: Callable[..., Any]) -> None:
    """H-R8"""
    board = draw(HORSES, race())
    assert [len(lane.cells) for lane in board.lanes] == [13] * 4
    assert len({lane.post for lane in board.lanes}) == 1


@both
def test_a_horse_moves_forward_square_by_square_until_it_is_home(draw: Callable[..., Any]) -> None:
    runners = [draw(HORSES, after(race(), suit("H", turned))).runners[2] for turned in range(14)]
    assert sorted({runner.x for runner in runners}) == [runner.x for runner in runners]
    assert [runner.won for runner in runners] == [False] * 13 + [True]


@both
def test_all_four_have_their_places_when_three_are_home(draw: Callable[..., Any]) -> None:
    """The seed's own example: clubs, diamonds, spades, and hearts without a card."""
    board = draw(HORSES, after(race(), cards_for("CDS")))
    assert {lane.key: lane.place for lane in board.lanes} == {
        "clubs": "1",
        "diamonds": "2",
        "spades": "3",
        "hearts": "4",
    }
    assert [runner.key for runner in board.runners if runner.won] == ["clubs"]


@both
def test_a_place_covers_neither_the_horse_nor_the_cards(draw: Callable[..., Any]) -> None:
    """56 and 13 are the sizes of runners, 50 and 11 those of places."""
    board = draw(HORSES, after(race(), "2C"))
    runner, place = (56, 50) if draw is wide else (13, 11)
    for lane in board.lanes:
        assert lane.at(13) + runner <= lane.badge - place
        assert lane.badge + place <= board.cards[0].x


def test_only_the_last_cards_are_seen_and_never_the_bottom_one() -> None:
    """H-R6"""
    state = after(race(), cards_for("CDS"))
    assert [card.rank + card.suit for card in upright(HORSES, state).cards] == ["A♠", "K♠", "Q♠"]


def test_the_card_that_brings_a_horse_home_is_marked() -> None:
    assert not any(card.lit for card in wide(HORSES, after(race(), suit("C", 12))).cards)
    assert [card.lit for card in wide(HORSES, after(race(), suit("C", 13))).cards] == [True, False, False]


@pytest.mark.parametrize(
    ("turned", "said"),
    [
        ("", "The horses are in the margin."),
        ("7D", "The 7 of diamonds moves Diamonds. In front: Diamonds."),
        ("7D 8S", "The 8 of spades moves Spades. In front: Diamonds, Spades."),
        (suit("C", 12), "The king of clubs moves Clubs. One more square to go: Clubs."),
        (suit("C"), "The ace of clubs moves Clubs. Clubs wins!"),
        (f"{suit('C')} 2D", "The 2 of diamonds moves Diamonds. In front: Diamonds."),
        (f"{suit('C')} {suit('D')}", "The ace of diamonds moves Diamonds. Diamonds is second."),
        (cards_for("CDS"), "Clubs wins; Diamonds is second, Spades third and Hearts last."),
    ],
)
def test_the_line_tells_what_the_last_card_did(turned: str, said: str) -> None:
    assert line(HORSES, after(race(), turned)) == said


def test_the_line_is_spoken_in_three_languages() -> None:
    state = after(race(), suit("C"))
    assert line(HORSES, state, "fr") == (
        f"Carte{NO_BREAK}: as de trèfle. En avant{NO_BREAK}: Trèfle. Trèfle gagne{NO_BREAK}!"
    )
    assert line(HORSES, state, "es") == "Carta: as de tréboles. Avanza: Tréboles. ¡Gana Tréboles!"
    assert len({line(HORSES, after(race(), cards_for("CDS")), said) for said in LANGUAGES}) == 3


def test_the_room_can_read_signs_names_and_cards() -> None:
    state = after(race(), cards_for("CDS"))
    assert hard_to_read(HORSES, state) == []
    assert all(rank_height(card.width) >= READ_FAR for card in wide(HORSES, state).cards)


def test_no_act_is_a_seats() -> None:
    assert unnamed(HORSES, of_chance=(Turn,)) == unknown(HORSES, of_chance=(Turn,)) == []
