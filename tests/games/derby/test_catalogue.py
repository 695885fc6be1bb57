"""What the catalogue of the Derby family shows. That it is complete is a law of every game: test_catalogues.py."""

import pytest

from games.derby.course import COLOURS
from tests.games.derby.racing import DERBY, RACES

CATALOGUE = DERBY.catalogue
PARTS = {"R": 9, "D": 3, "K": 4, "G": 5, "M": 9, "X": 4}


def test_four_races_are_shown_each_with_donkeys_too() -> None:
    assert len(DERBY.variants()) == 8
    assert [each["variant"] for each in DERBY.variants() if "donkey" not in each] == list(RACES)
    assert [each["variant"] for each in DERBY.variants() if each.get("donkey") is True] == list(RACES)
    assert DERBY.usual_options("house") == {"players": 6}


def test_the_rules_are_those_of_the_directions_part_by_part() -> None:
    numbers = [f"{part}-{number}" for part, most in PARTS.items() for number in range(1, most + 1)]
    assert [rule.number for rule in CATALOGUE.rules] == numbers


def test_a_rule_of_one_race_says_which() -> None:
    races = {"D": "Derby Day: ", "K": "Kentucky Derby: ", "G": "Grand National: ", "M": "Myopia: "}
    for rule in CATALOGUE.rules:
        if race := races.get(rule.number[0]):
            assert rule.words.en.startswith(race)
            assert rule.words.fr.startswith(race.replace(":", "\N{NO-BREAK SPACE}:"))
            assert rule.words.es.startswith(race)


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_horses_are_called_by_number_and_colour(language: str) -> None:
    for number, colour in enumerate(COLOURS, 1):
        words = CATALOGUE.selection(str(number), "win")
        assert words is not None
        assert words.said_in(language).startswith(f"{number} ")
        assert words.en == f"{number} {colour}"


@pytest.mark.parametrize("name", RACES)
def test_courses_are_told_as_the_board_tells_them(name: str) -> None:
    named, course = CATALOGUE.courses[name], DERBY.courses[name]
    assert (named.name.en, named.about.en) == (course.name, course.about)
    assert CATALOGUE.variants[f"variant={name}"] == named.name


def test_what_a_table_may_vary_has_words() -> None:
    varied = {"donkey=true", "calls=claim", "overshoot=clip", "myopia_finish=english"}
    assert set(CATALOGUE.variants) == varied | {f"variant={name}" for name in RACES}
