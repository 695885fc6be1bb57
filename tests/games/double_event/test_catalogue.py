"""What the catalogue shows. That it is complete is a law of every game: tests/games/test_catalogues.py."""

import re
from pathlib import Path

from games import double_event
from games.kit.markets import price
from games.kit.odds import percent
from tests.games.double_event.racing import GAME, ORDER, D, H, J, K, race

CATALOGUE = GAME.catalogue


def test_the_rules_are_d_r1_to_d_r8() -> None:
    assert [rule.number for rule in CATALOGUE.rules] == [f"D-R{number}" for number in range(1, 9)]


def test_the_title_is_the_printed_one_in_english_and_french() -> None:
    assert vars(CATALOGUE.title) == {"en": "Double Event Minoru", "fr": "Jeu de la Martingale", "es": "La Martingala"}


def test_horses_are_called_after_their_cards_in_every_language() -> None:
    said = {language: [CATALOGUE.selections[h].said_in(language) for h in ORDER] for language in ("en", "fr", "es")}
    assert said == {
        "en": ["Hearts", "Diamonds", "Clubs", "Spades", "King", "Queen", "Knave"],
        "fr": ["Cœur", "Carreau", "Trèfle", "Pique", "Roi", "Dame", "Valet"],
        "es": ["Corazones", "Diamantes", "Tréboles", "Picas", "Rey", "Reina", "Sota"],
    }
    for course in GAME.courses.values():
        assert [track.name for track in course.horses] == said["en"]


def test_courses_have_the_names_that_the_courses_give_themselves() -> None:
    assert list(CATALOGUE.courses) == list(GAME.courses)
    for name, course in GAME.courses.items():
        assert CATALOGUE.courses[name].name.en == course.name
        assert len({*vars(CATALOGUE.courses[name].name).values()}) == 3


def test_the_table_of_the_readme_is_that_of_the_courses() -> None:
    """Three lines for each course: spaces, odds and edges to win, odds and edges to be placed."""
    text = (Path(double_event.__file__).parent / "README.md").read_text()
    lines = re.findall(r"^\| (?:.+: spaces|to win|placed) \| (.+) \|$", text, re.MULTILINE)
    wanted = []
    for name in GAME.courses:
        state = race(course=name)
        lengths = dict(zip(state.course.order, state.course.lengths, strict=True))
        wanted.append(" | ".join(str(length) for horse, length in lengths.items() if horse in {H, D, K, J}))
        for market in GAME.markets(state):
            prices = {each.space.selection: each for each in price([market], GAME.chances(state))}
            cells = [f"{prices[h].space.odds.spoken} ({percent(prices[h].edge)} %)" for h in (H, D, K, J)]
            wanted.append(" | ".join(cells))
    assert lines == wanted
