"""What the catalogue of Horses shows. That it is complete is a law of every game: tests/games/test_catalogues.py."""

import pytest

from tests.games.horses.racing import HORSES, ORDER

CATALOGUE = HORSES.catalogue


def test_the_one_course_is_shown() -> None:
    assert HORSES.variants() == ({"course": "all-fair"},)
    assert CATALOGUE.courses["all-fair"].name.en == HORSES.courses["all-fair"].name
    assert CATALOGUE.courses["all-fair"].about.en == HORSES.courses["all-fair"].about


def test_the_rules_are_h_r1_to_h_r13() -> None:
    assert [rule.number for rule in CATALOGUE.rules] == [f"H-R{number}" for number in range(1, 14)]


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["Clubs", "Diamonds", "Hearts", "Spades", "Red", "Black"]),
        ("fr", ["Trèfle", "Carreau", "Cœur", "Pique", "Rouge", "Noir"]),
        ("es", ["Tréboles", "Diamantes", "Corazones", "Picas", "Rojo", "Negro"]),
    ],
)
def test_horses_and_colours_have_a_name_in_every_language(language: str, names: list[str]) -> None:
    assert [CATALOGUE.selections[name].said_in(language) for name in (*ORDER, "red", "black")] == names
    if language == "en":
        assert [track.name for track in HORSES.courses["all-fair"].horses] == names[:4]


def test_the_kinds_of_bets_have_the_words_of_the_trade() -> None:
    assert [named.name.fr for named in CATALOGUE.markets.values()] == ["Gagnant", "Placé", "Troisième", "Couleur"]
    assert [named.name.es for named in CATALOGUE.markets.values()] == ["Ganador", "Colocado", "Tercero", "Color"]


def test_odds_in_the_rules_are_those_of_the_board() -> None:
    words = {rule.number: rule.words.en for rule in CATALOGUE.rules}
    odds = HORSES.courses["all-fair"].odds
    for bet, pays in (("to win", odds.win), ("to place", odds.place), ("to show", odds.show), ("colour", odds.colour)):
        assert f"{bet} at {pays.spoken}" in words["H-R3"]
    assert "in threes" in words["H-R4"]
    assert odds.show.step == 3
