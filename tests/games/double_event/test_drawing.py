"""The Double Event course as it is drawn, on a phone and on the big screen."""

from collections.abc import Callable
from typing import Any

import pytest

from games.kit.cards import PACK
from games.kit.drawing import READ_FAR
from games.kit.turning import Turn
from tests.games.acts_named import unknown, unnamed
from tests.games.double_event.racing import DKJ, FOURTEEN, GAME, JDC, SKJ, after, course, race
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


def places(board: Any) -> dict[str, str]:
    return {lane.key: lane.place for lane in board.lanes if lane.place}


def test_every_space_of_every_variant_has_one_spot_that_a_finger_finds() -> None:
    for state in starts(GAME):
        assert drawn_spaces(GAME, state) == spaces(GAME, state)
        assert len(drawn_spaces(GAME, state)) == 14
        assert awkward_spots(upright(GAME, state)) == []


def test_each_horse_has_a_row_to_win_and_to_be_placed() -> None:
    board = upright(GAME, race())
    assert [heading.text for heading in board.headings] == ["Win", "Placed"]
    assert [title.name for title in board.titles] == ["Hearts", "Diamonds", "Clubs", "Spades", "King", "Queen", "Knave"]
    for win, placed in zip(board.spots[::2], board.spots[1::2], strict=True):
        assert (win.market, placed.market) == ("win", "placed")
        assert (win.selection, win.y) == (placed.selection, placed.y)
        assert win.x < placed.x


def test_the_board_is_no_higher_than_a_phone_shows() -> None:
    assert max(upright(GAME, state).height for state in starts(GAME)) <= 625


def test_horses_bear_the_signs_of_their_cards_as_they_are_printed_in_each_country() -> None:
    marks = {said: "".join(runner.number for runner in wide(GAME, race(), said).runners) for said in LANGUAGES}
    assert marks == {"en": "♥♦♣♠KQJ", "fr": "♥♦♣♠RDV", "es": "♥♦♣♠KQJ"}


def test_a_red_suit_is_told_from_a_black_one_by_its_sign_and_its_tint() -> None:
    tints = [runner.tint for runner in upright(GAME, race()).runners]
    assert tints == ["red", "red", "black", "black", "", "", ""]


@both
def test_tracks_are_as_long_as_the_course_says(draw: Callable[..., Any]) -> None:
    board = draw(GAME, race())
    assert [len(lane.cells) for lane in board.lanes] == [10, 9, 9, 10, 4, 4, 2]
    assert max(lane.post for lane in board.lanes) < board.width


@both
def test_a_horse_moves_forward_card_by_card_until_it_is_home(draw: Callable[..., Any]) -> None:
    """Nine diamonds bring the second horse home, and only the first one home has won."""
    cards = "2D 3D 4D 5D 6D 7D 8D 9D 10D"
    states = [after(race(), cards[: 3 * turned]) for turned in range(9)] + [after(race(), cards)]
    runners = [draw(GAME, state).runners[1] for state in states]
    assert sorted({runner.x for runner in runners}) == [runner.x for runner in runners]
    assert [runner.won for runner in runners] == [False] * 9 + [True]


@both
def test_those_who_are_home_have_their_places_at_their_posts(draw: Callable[..., Any]) -> None:
    board = draw(GAME, after(race(), JDC))
    assert places(board) == {"knave": "1", "diamonds": "2", "clubs": "3"}
    assert [runner.key for runner in board.runners if runner.won] == ["knave"]


@both
def test_a_place_covers_neither_the_horse_nor_the_cards(draw: Callable[..., Any]) -> None:
    """On the longest course, where spaces are narrowest; 46 and 12 are the sizes of runners, 44 and 11 of places."""
    lengths = [len(lane.cells) for lane in draw(GAME, race(course="two-packs")).lanes]
    assert lengths == [16, 16, 16, 16, 5, 5, 3]
    board = draw(GAME, after(race(course="two-packs"), "2H"))
    runner, place = (46, 44) if draw is wide else (12, 11)
    for lane in board.lanes:
        assert lane.at(len(lane.cells)) + runner <= lane.badge - place
        assert lane.badge + place <= board.cards[0].x


def test_the_last_card_is_largest_and_marked_when_it_brings_a_horse_home() -> None:
    running, home = after(race(), "JD JC JH"), after(race(), "JD JC JH JS")
    assert [card.rank + card.suit for card in wide(GAME, home).cards] == ["J♠", "J♥", "J♣"]
    assert [card.lit for card in wide(GAME, home).cards] == [True, False, False]
    assert not any(card.lit for card in wide(GAME, running).cards)
    first, *before = wide(GAME, home).cards
    assert all(card.width < first.width for card in before)


def test_a_card_keeps_its_key_when_the_next_one_falls() -> None:
    earlier, later = wide(GAME, after(race(), "JD")), wide(GAME, after(race(), "JD JC"))
    assert later.cards[1].key == earlier.cards[0].key != later.cards[0].key


@pytest.mark.parametrize(
    ("turned", "said"),
    [
        ("", "The horses are at the start."),
        ("2H", "The 2 of hearts moves Hearts. In front: Hearts."),
        ("JD", "The knave of diamonds moves Diamonds. In front: Diamonds."),
        ("JH", "The knave of hearts moves Hearts, Knave. One more space to go: Knave."),
        ("JH JS", "The knave of spades moves Spades, Knave. Knave wins!"),
        ("2D 3D 4D 5D 6D 7D 8D 9D 10D KD", "The king of diamonds moves King. In front: King."),
        ("2D 3D 4D 5D 6D 7D 8D 9D 10D KD AD", "The ace of diamonds moves nobody. In front: King."),
        (
            "KH KD KC 2S 3S 4S 5S 6S 7S 8S 9S 10S KS",
            "The king of spades moves Spades, King. Spades wins! King is second.",
        ),
        (JDC, "Knave wins; Diamonds is second, Clubs third."),
        (SKJ, "Spades wins; King is second, Knave third."),
        (DKJ, "Diamonds wins; King is second, Knave third."),
    ],
)
def test_the_line_tells_what_the_last_card_did(turned: str, said: str) -> None:
    assert line(GAME, after(race(), turned)) == said


def test_the_line_is_spoken_in_three_languages() -> None:
    state = after(race(), "JH JS")
    assert line(GAME, state, "fr") == (
        f"Carte{NO_BREAK}: valet de pique. En avant{NO_BREAK}: Pique, Valet. Valet gagne{NO_BREAK}!"
    )
    assert line(GAME, state, "es") == "Carta: sota de picas. Avanza: Picas, Sota. ¡Gana Sota!"
    assert len({line(GAME, after(race(), JDC), said) for said in LANGUAGES}) == 3


def test_the_second_pack_is_told_where_a_race_needs_one() -> None:
    """D-R6: on this course a whole pack leaves every horse one short of its post."""
    state = after(race(course=course(*FOURTEEN)), PACK)
    assert line(GAME, state) == "All cards are gathered and shuffled again."
    assert upright(GAME, state).note == "Pack 2 of 2"
    assert upright(GAME, race()).note == ""
    later = after(state, "KH")
    assert line(GAME, later) == "The king of hearts moves Hearts, King. Hearts wins! King is second."


def test_the_room_can_read_signs_names_and_cards() -> None:
    state = after(race(), JDC)
    assert hard_to_read(GAME, state) == []
    assert all(rank_height(card.width) >= READ_FAR for card in wide(GAME, state).cards)


def test_no_act_is_a_seats() -> None:
    assert unnamed(GAME, of_chance=(Turn,)) == unknown(GAME, of_chance=(Turn,)) == []
