"""The course as it is drawn: horses on their spaces, hurdles where they stand, owners, dice, and who has won."""

import re
from dataclasses import fields
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.derby.drawing import line, upright, wide
from games.derby.moves import Call, Shake
from games.derby.race import Race
from games.derby.rules import View
from games.kit.drawing import READ_FAR, WIDE
from games.kit.entering import Enter, Scratch
from games.kit.game import tag
from tests.games.derby.racing import DERBY, SIX, act, after, call, entered, race

LANGUAGES = ("en", "fr", "es")
variants = pytest.mark.parametrize("options", [dict(each) for each in DERBY.variants()], ids=str)
draws = pytest.mark.parametrize("draw", [upright, wide])


def seen(state: Race) -> View:
    return DERBY.view(state, None)


@variants
def test_the_game_has_no_odds_of_its_own_and_so_no_spots(options: dict[str, Any]) -> None:
    """F4: stakes are made beside the game, and are shown beside the board."""
    state = race(SIX, **options)
    assert DERBY.markets(state) == ()
    assert upright(DERBY, seen(state), "en").spots == ()


@draws
@variants
def test_horses_run_to_the_right_each_in_its_own_lane(draw: Any, options: dict[str, Any]) -> None:
    start = [1, 4, 5, 8, 11, 15]
    state = DERBY.start(DERBY.read_options({**options, "start": start}), tuple(SIX))
    board = draw(DERBY, seen(state), "en")
    found = [runner.x for runner in board.runners]
    assert found == sorted(set(found))
    assert len({runner.y for runner in board.runners}) == 6
    for runner, lane, at in zip(board.runners, board.lanes, start, strict=True):
        assert len(lane.cells) == 16
        assert lane.cells[at - 1] < runner.x < lane.cells[at - 1] + board.cell
        assert 0 < runner.x < lane.post <= board.width


@draws
def test_hurdles_stand_behind_the_fifth_space_and_the_eleventh(draw: Any) -> None:
    """G-1."""
    for variant, hurdles in (("grand-national", 2), ("myopia", 2), ("derby-day", 0), ("kentucky", 0)):
        for lane in draw(DERBY, seen(race(SIX, variant)), "en").lanes:
            assert list(lane.hurdles) == [lane.cells[5], lane.cells[11]][:hurdles]


@draws
def test_a_throw_moves_a_horse_that_can_be_seen_moving(draw: Any) -> None:
    before, now = race(SIX), after(race(SIX), "136")
    one, other = draw(DERBY, seen(before), "en"), draw(DERBY, seen(now), "en")
    assert [runner.key for runner in one.runners] == [runner.key for runner in other.runners]
    steps = [late.x - early.x for early, late in zip(one.runners, other.runners, strict=True)]
    assert steps == [one.cell, 0, one.cell, 0, 0, one.cell]
    assert [die.value for die in other.dice] == [1, 3, 6]
    assert other.total == "= 10"
    assert not {die.key for die in other.dice} & {die.key for die in draw(DERBY, seen(after(now, "136")), "en").dice}


@draws
def test_the_winner_is_marked_by_more_than_a_colour(draw: Any) -> None:
    board = draw(DERBY, seen(after(race(SIX, start="2 2 15 2 2 2"), "346")), "en")
    assert [runner.number for runner in board.runners if runner.won] == ["3"]
    assert [lane.note for lane in board.lanes] == ["", "", "★ wins", "", "", ""]


def test_in_a_donkey_race_the_last_horse_is_marked_and_the_others_are_home() -> None:
    state = after(race(SIX, start="16 4 15 16 16 16", donkey=True), "345")
    board = upright(DERBY, seen(state), "en")
    assert [lane.note for lane in board.lanes] == ["home", "★ wins", "home", "home", "home", "home"]
    assert [runner.number for runner in board.runners if runner.won] == ["2"]
    assert board.title == ("Derby Day", "donkey race")
    assert line(DERBY, seen(state), "en") == "2 Yellow is last and wins for B!"


def test_owners_stand_at_their_horses_and_only_those_that_run_are_drawn() -> None:
    """R-5: of two players one has 1, 3 and 5; four have a horse each, and two horses do not run."""
    assert [lane.owner for lane in upright(DERBY, seen(race("AB")), "en").lanes] == list("ABABAB")
    assert [lane.owner for lane in upright(DERBY, seen(race("ABCD")), "en").lanes] == list("ABCD")


def test_the_board_says_who_throws_and_who_is_missing() -> None:
    """R-6: in the second race the owner of the second horse."""
    assert upright(DERBY, seen(race(SIX, race=2)), "en").status == ("B throws the dice.",)
    assert upright(DERBY, seen(act(race(SIX), "A", "shake")), "en").status == ("A shakes the dice.",)
    assert upright(DERBY, seen(race()), "en").status == ("The house throws the dice.",)
    waiting = entered(race(SIX, players=6, ante=2), "AB")
    assert line(DERBY, seen(waiting), "en") == "Places still to be taken: 4."
    assert [lane.owner for lane in upright(DERBY, seen(waiting), "en").lanes] == ["A", "B", "", "", "", ""]


def test_a_right_to_jump_is_shown_until_it_is_called() -> None:
    """M-7."""
    state = after(race(SIX, "myopia", start="5 1 1 1 1 1", calls="claim"), "256")
    assert [lane.note for lane in upright(DERBY, seen(state), "en").lanes] == ["Call 13!", "", "", "", "", ""]
    assert "May jump if 13 is called: 1 Blue." in line(DERBY, seen(state), "en")
    called = seen(call(state, "A", 1, 13))
    assert {lane.note for lane in upright(DERBY, called, "en").lanes} == {""}
    assert "May jump" not in line(DERBY, called, "en")


def test_the_board_tells_how_hurdles_are_jumped_and_the_race_is_won() -> None:
    def hints(variant: str, **options: Any) -> tuple[str, ...]:
        return upright(DERBY, seen(race(SIX, variant, **options)), "en").hints

    assert hints("derby-day") == ("Post: exact count",)
    assert hints("derby-day", overshoot="clip") == ("Post: any count",)
    assert hints("kentucky") == ("Post: doublet",)
    assert hints("grand-national") == ("Hurdle: doublet", "Post: exact count")
    assert hints("myopia") == ("Hurdle: 13 or more", "Post: doublet")
    assert hints("myopia", myopia_finish="english") == ("Hurdle: 13 or more", "Post: exact count")


def test_a_speaker_names_the_dice_and_who_is_in_front() -> None:
    view = seen(after(race(SIX, start="2 7 2 2 2 2"), "126"))
    assert line(DERBY, view, "en") == "Thrown: 1, 2, 6. In front: 2 Yellow."
    assert len({line(DERBY, view, said) for said in LANGUAGES}) == 3
    assert line(DERBY, seen(race(SIX)), "en") == ""


def test_of_donkeys_a_speaker_names_the_hindmost() -> None:
    view = seen(after(race(SIX, start="9 7 9 9 9 9", donkey=True), "135"))
    assert line(DERBY, view, "en") == "Thrown: 1, 3, 5. Last: 2 Yellow."


def test_a_speaker_names_the_winner_and_all_of_a_dead_heat() -> None:
    won = seen(after(race(SIX, start="2 2 15 2 2 2"), "346"))
    assert [line(DERBY, won, said) for said in LANGUAGES] == [
        "3 Black wins for C!",
        "3 Noir gagne pour C\N{NO-BREAK SPACE}!",
        "¡3 Negro gana para C!",
    ]
    level = seen(after(race(SIX, start="15 1 15 1 15 1"), "135"))
    assert line(DERBY, level, "en") == "Dead heat: 1 Blue, 3 Black, 5 Green!"
    assert line(DERBY, seen(after(race(start="2 2 15 2 2 2"), "346")), "en") == "3 Black wins!"


@pytest.mark.parametrize("said", LANGUAGES)
def test_the_big_screen_is_read_from_afar(said: str) -> None:
    board = wide(DERBY, seen(after(race(SIX, start="2 2 15 2 2 2"), "346")), said)
    assert (board.width, board.height) == WIDE
    svg = render_to_string("derby/wide.html", {"board": board, "spots": []})
    numbers = re.findall(r'class="runner-number" font-size="(\d+)"', svg)
    assert len(numbers) == 6
    assert min(map(int, numbers)) >= READ_FAR
    css = Path("games/derby/static/derby/board.css").read_text()
    assert min(map(int, re.findall(r"-far { font-size: (\d+)px", css))) >= 40
    assert all(die.y >= 0 and die.y + die.side <= board.height for die in board.dice)


def test_every_act_of_a_seat_has_words() -> None:
    acts = DERBY.catalogue.acts
    kinds = (Enter, Scratch, Shake, Call)
    assert set(acts) == {tag(kind) for kind in kinds}
    for kind in kinds:
        for said in LANGUAGES:
            facts = {name for _, name, _, _ in Formatter().parse(acts[tag(kind)].said_in(said)) if name}
            assert facts == {part.name for part in fields(kind) if not part.kw_only}
