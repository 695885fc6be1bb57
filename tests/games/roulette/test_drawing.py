"""The layout as it is drawn: every space has its spot, the card is in front, and markers show whose they are."""

import re
from dataclasses import fields, replace
from itertools import combinations
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.kit.drawing import READ_FAR, SPOT, WIDE, Spot
from games.kit.game import tag
from games.roulette.drawing import line, upright, wide
from games.roulette.points import Clear, Done, Mark
from games.roulette.rules import Play, View
from tests.games.roulette.playing import ROULETTE, after, done, mark, play, points, turn

LANGUAGES = ("en", "fr", "es")
LAYOUTS: list[dict[str, Any]] = [dict(variant) for variant in ROULETTE.variants()]
LAYOUTS += [{"mode": "points", "run_mode": "layout"}, {"run_mode": "layout", "layout": "large"}]
layouts = pytest.mark.parametrize("options", LAYOUTS, ids=str)
SHEETS = ("games/kit/static/kit/board.css", "games/roulette/static/roulette/board.css")
SIZES = {"far": 66, "eagle-far": 40, "name-far": 44, "fact": 48}  # in board.css


def seen(state: Play) -> View:
    return ROULETTE.view(state, None)


def turned(card: str, **options: Any) -> View:
    return seen(ROULETTE.play(play("Ada", **options), turn(card)).state)


def overlap(one: Spot, other: Spot) -> bool:
    beside = one.x + one.width <= other.x or other.x + other.width <= one.x
    above = one.y + one.height <= other.y or other.y + other.height <= one.y
    return not (beside or above)


@layouts
def test_every_space_has_exactly_one_spot(options: dict[str, Any]) -> None:
    state = play("Ada", "Bob", **options)
    spots = [(spot.market, spot.selection) for spot in upright(ROULETTE, seen(state), "en").spots]
    assert sorted(spots) == sorted((market.name, name) for market in state.spaces for name in market.selections)


@layouts
def test_spots_lie_on_the_cloth_apart_and_are_as_large_as_a_finger(options: dict[str, Any]) -> None:
    cloth = upright(ROULETTE, seen(play("Ada", "Bob", **options)), "fr")
    for spot in cloth.spots:
        assert min(spot.x, spot.y) >= 0
        assert spot.x + spot.width <= cloth.width
        assert spot.y + spot.height <= cloth.height
        assert min(spot.width, spot.height) >= SPOT
    assert [pair for pair in combinations(cloth.spots, 2) if overlap(*pair)] == []


def test_numbers_come_first_and_what_takes_several_can_be_folded_away() -> None:
    cloth = upright(ROULETTE, seen(play("Ada", run_mode="layout")), "en")
    for spot in cloth.spots:
        assert (spot.market == "run") == bool(spot.group) == (spot.y >= cloth.fold)
    assert {spot.group for spot in cloth.spots if spot.group} == {heading.group for heading in cloth.headings}


def test_headings_tell_what_is_paid() -> None:
    """L-R4, and E1 where the word is taken literally."""
    found = [heading.words for heading in upright(ROULETTE, seen(play("Ada")), "en").headings]
    assert found[0] == "Two in a row · 17 to 1"
    assert [words.split(" · ")[1] for words in found] == ["17 to 1", "11 to 1", "8 to 1", "6 to 1", "5 to 1"]
    literal = upright(ROULETTE, seen(play("Ada", payout_mode="for")), "fr")
    assert literal.single[1] == "34 contre 1"


def test_the_spaces_that_a_card_pays_are_marked() -> None:
    """Golden L1, of the even chances and twelves: black, odd, low, the second column and dozen."""
    lit = {(spot.market, spot.selection) for spot in upright(ROULETTE, turned("17"), "en").lit}
    assert {space for space in lit if space[0] != "run"} == {
        ("number", "17"),
        ("colour", "black"),
        ("parity", "odd"),
        ("half", "low"),
        ("column", "2"),
        ("dozen", "2"),
    }
    assert ("run", "12-17") in lit
    assert ("run", "18-19") not in lit
    assert [spot.selection for spot in upright(ROULETTE, turned("eagle"), "en").lit] == ["eagle"]


def test_before_the_card_nothing_is_marked_and_the_pack_lies_face_down() -> None:
    cloth = upright(ROULETTE, seen(play("Ada")), "en")
    assert cloth.lit == ()
    assert cloth.card.tint == "back"


def test_markers_lie_on_their_space_with_the_letter_of_their_player() -> None:
    round_ = after(points("Ada", "Bob"), mark("Ada", "colour", "red", 2), mark("Bob", "run", "16-17", 10))
    cloth = upright(ROULETTE, seen(round_.state), "en")
    spots = {(spot.market, spot.selection): spot for spot in cloth.spots}
    found = {token.words: token for token in cloth.tokens}
    assert set(found) == {"A2", "B10"}
    for words, space in {"A2": ("colour", "red"), "B10": ("run", "16-17")}.items():
        spot, token = spots[space], found[words]
        assert spot.x <= token.x < token.x + token.width <= spot.x + spot.width
        assert spot.y <= token.y < token.y + token.height <= spot.y + spot.height
    assert [(score.letter, score.name, score.laid, score.done) for score in cloth.scores] == [
        ("A", "Ada", "2/10", False),
        ("B", "Bob", "10/10", True),
    ]


def test_where_there_is_no_room_for_all_markers_the_rest_is_counted() -> None:
    seats = ("Ada", "Bob", "Cy", "Dov", "Eve")
    round_ = after(points(*seats), *(mark(seat, "number", "17", 1) for seat in seats))
    cloth = upright(ROULETTE, seen(round_.state), "en")
    assert [token.words for token in cloth.tokens] == ["A1", "B1", "+3"]


def test_the_big_screen_lights_the_card_and_has_every_number_once() -> None:
    for layout in ("small", "large"):
        cells = wide(ROULETTE, turned("32", layout=layout), "en").cells
        assert [cell.label for cell in cells if cell.lit] == ["32"]
        assert {cell.label for cell in cells} == {*map(str, range(1, 37)), "0", "00", "Eagle"}
        assert max(cell.x + cell.width for cell in cells) <= WIDE[0]
        assert len({(cell.x, cell.y) for cell in cells}) == 39


def test_the_big_screen_is_read_from_afar() -> None:
    cloth = wide(ROULETTE, turned("32"), "fr")
    svg = render_to_string("roulette/wide.html", {"board": cloth, "spots": []})
    written = dict(reversed(found) for found in re.findall(r'<text[^>]*class="([\w-]+)[^"]*"[^>]*>([^<]+)', svg))
    assert {written[str(number)] for number in (*range(1, 32), *range(33, 37), "0", "00")} == {"far"}
    assert SIZES["far"] >= READ_FAR
    css = "".join(Path(name).read_text() for name in SHEETS)
    for name, size in SIZES.items():
        found = re.findall(rf"\.{name}(?:\.points)? {{ font-size: (\d+)px", css)
        assert min(map(int, found)) == size >= 40


def test_what_is_red_has_a_diamond_too() -> None:
    """Eighteen numbers, and on a phone the space for red."""
    for layout in ("small", "large"):
        view = seen(play("Ada", layout=layout))
        assert len(upright(ROULETTE, view, "en").diamonds) == 19
        assert len(wide(ROULETTE, view, "en").diamonds) == 18


def test_the_best_five_players_stand_on_the_big_screen() -> None:
    seats = tuple("ABCDEFG")
    view = seen(after(points(*seats), mark("G", "number", "5", 10)).state)
    ahead = tuple(replace(player, points=at * 10) for at, player in enumerate(view.players))
    board = wide(ROULETTE, replace(view, players=ahead), "es")
    assert [(score.name, score.points) for score in board.scores] == [
        ("G", 60),
        ("F", 50),
        ("E", 40),
        ("D", 30),
        ("C", 20),
    ]
    assert board.target == "Se gana con 500 puntos"


def test_a_speaker_names_the_card_and_what_it_is() -> None:
    view = turned("17")
    assert line(ROULETTE, view, "en") == "17 black is turned. Odd, 1–18, 2nd 12, 2nd column."
    assert len({line(ROULETTE, view, said) for said in LANGUAGES}) == 3
    assert line(ROULETTE, turned("eagle"), "en") == "The eagle is turned. Nothing else wins."
    assert line(ROULETTE, seen(play("Ada")), "en") == ""


def test_a_speaker_names_who_is_in_front_and_who_has_won() -> None:
    """One marker on 19 receives 35, and two on red 2."""
    guesses = (mark("Ada", "colour", "red", 2), done("Ada"), mark("Bob", "number", "19", 1), done("Bob"), turn("19"))
    running = seen(after(points("Ada", "Bob"), *guesses).state)
    assert line(ROULETTE, running, "en").endswith("In front: Bob, with 35 points.")
    over = seen(after(points("Ada", "Bob", target=30), *guesses).state)
    assert line(ROULETTE, over, "en") == "Bob wins with 35 points!"
    assert [score.won for score in upright(ROULETTE, over, "en").scores] == [False, True]


def test_a_speaker_says_between_whom_a_further_turn_is_played() -> None:
    guesses = [move for seat in ("Ada", "Bob") for move in (mark(seat, "number", "19", 1), done(seat))]
    level = after(points("Ada", "Bob", "Cy", target=30), *guesses, mark("Cy", "colour", "red", 10), turn("19"))
    assert line(ROULETTE, seen(level.state), "en").endswith("A further turn between Ada, Bob.")


def test_every_act_of_a_seat_has_words() -> None:
    acts = ROULETTE.catalogue.acts
    assert set(acts) == {tag(kind) for kind in (Mark, Clear, Done)}
    for kind in (Mark, Clear, Done):
        for said in LANGUAGES:
            facts = {name for _, name, _, _ in Formatter().parse(acts[tag(kind)].said_in(said)) if name}
            assert facts <= {part.name for part in fields(kind)}
