"""The cloth as it is drawn, on a phone and on the big screen."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import games.minoru
from games.kit.drawing import READ_FAR
from games.minoru.rules import Deal
from tests.games.acts_named import facts_that_differ, strange_facts, unknown, unnamed
from tests.games.minoru.racing import GG, MINORU, MM, M, after, race, win_for
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

TOP_GAME_CHICK = "QS QH 2D 3C JH"  # both queens are high, and hearts are above spades
TOP_MINORU = "AS 2H 3H 4H 5H"


def test_every_space_of_every_variant_has_one_spot_that_a_finger_finds() -> None:
    for state in starts(MINORU):
        assert drawn_spaces(MINORU, state) == spaces(MINORU, state) != []
        assert awkward_spots(upright(MINORU, state)) == []


def test_nothing_can_be_backed_while_the_banker_thinks_about_the_joker() -> None:
    state = MINORU.start(MINORU.read_options({"joker": "banker"}), ("Ada", "Bob"), holder="Ada")
    board = upright(MINORU, state)
    assert board.spots == ()
    assert board.note == "Joker: the banker decides"


def test_a_horse_is_backed_by_the_number_it_runs_under() -> None:
    labels = {spot.selection: spot.label for spot in upright(MINORU, race()).spots if spot.market == "win"}
    assert labels[M] == "1 Minoru"
    assert labels[MM] == "4 Miss McGiggle"
    assert [runner.number for runner in upright(MINORU, race()).runners] == ["1", "2", "3", "4", "5"]


def test_tracks_are_as_long_as_the_course_says_and_end_at_their_posts() -> None:
    for board in (upright(MINORU, race()), wide(MINORU, race())):
        assert [len(lane.cells) for lane in board.lanes] == [3, 4, 6, 5, 3]
        posts = [lane.post for lane in board.lanes]
        assert posts[0] == posts[4] < posts[1] < posts[3] < posts[2] < board.width


@pytest.mark.parametrize("draw", [upright, wide])
def test_a_horse_moves_forward_space_by_space_until_it_wins(draw: Callable[..., Any]) -> None:
    states = [after(race(), *win_for(M, 3)[:deals]) for deals in range(4)]
    runners = [draw(MINORU, state).runners[0] for state in states]
    assert sorted({runner.x for runner in runners}) == [runner.x for runner in runners]
    assert [runner.won for runner in runners] == [False, False, False, True]
    assert {runner.key for runner in runners} == {M}


def test_the_winner_has_a_place_at_its_post_and_nobody_else_has() -> None:
    board = wide(MINORU, after(race(), *win_for(M, 3)))
    assert [lane.place for lane in board.lanes] == ["1", "", "", "", ""]


def test_a_runner_keeps_to_its_track_and_does_not_cover_the_name_above() -> None:
    for lane, runner in zip(wide(MINORU, race()).lanes, wide(MINORU, race()).runners, strict=True):
        assert (runner.y, lane.height >= 2 * 46) == (lane.middle, True)


def test_of_the_last_deal_the_card_that_decided_is_marked() -> None:
    cards = upright(MINORU, after(race(), TOP_MINORU, TOP_GAME_CHICK)).cards
    assert [card.rank + card.suit for card in cards] == ["Q♠", "Q♥", "2♦", "3♣", "J♥"]
    assert [card.lit for card in cards] == [False, True, False, False, False]


def test_a_joker_is_marked_where_it_fell_and_gou_gou_is_named() -> None:
    """M-R8"""
    state = after(race(joker=True), "JK AH 2D 3C 4S")
    assert [card.lit for card in wide(MINORU, state).cards] == [True, False, False, False, False]
    assert line(MINORU, state) == "Gou-Gou moves with the joker. In front: Gou-Gou."


def test_the_line_tells_the_last_deal_and_who_is_in_front_in_three_languages() -> None:
    state = after(race(), TOP_GAME_CHICK)
    assert line(MINORU, state) == "Game Chick moves with the queen of hearts. In front: Game Chick."
    assert line(MINORU, state, "fr").startswith("Game Chick avance\N{NO-BREAK SPACE}: dame de cœur.")
    assert line(MINORU, state, "es") == "Game Chick avanza: reina de corazones. En cabeza: Game Chick."


def test_the_line_tells_who_needs_one_more_space_and_then_who_wins() -> None:
    first, second, third = win_for(M, 3)
    assert line(MINORU, after(race(), first, second)).endswith("One more space to go: Minoru.")
    assert line(MINORU, after(race(), first, second, third)) == "Minoru wins!"
    assert len({line(MINORU, after(race(), first, second, third), said) for said in LANGUAGES}) == 3


def test_before_the_first_deal_the_line_tells_whether_the_joker_is_in() -> None:
    assert line(MINORU, race(joker=True)) == "The horses are at the start. Joker in."
    assert line(MINORU, race(joker=False)) == "The horses are at the start. Joker out."


def test_the_course_is_named_on_both_boards_in_the_language_of_the_page() -> None:
    assert upright(MINORU, race(course="long"), "fr").title == "Piste longue"
    assert wide(MINORU, race(course="long"), "es").title == "Pista larga"


def test_the_room_can_read_numbers_names_and_cards() -> None:
    css = (Path(games.minoru.__path__[0]) / "static/minoru/board.css").read_text()
    assert ".card text.card-rank { font-size: 34px; }" in css
    state = after(race(), *win_for(GG, 6))
    assert hard_to_read(MINORU, state) == []
    assert {rank_height(card.width, 34) >= READ_FAR for card in wide(MINORU, state).cards} == {True}


def test_every_act_of_a_seat_has_words_with_its_own_facts() -> None:
    assert unnamed(MINORU, of_chance=(Deal,)) == []
    assert unknown(MINORU, of_chance=(Deal,)) == []
    assert strange_facts(MINORU) == facts_that_differ(MINORU) == []
