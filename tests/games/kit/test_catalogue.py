import pytest

from games.kit.catalogue import Catalogue, Named, Rule, Words, read_catalogue
from games.kit.errors import RuleBroken

ABOUT = Words("Four play.", "On joue à quatre.", "Juegan cuatro.")
WHIST = """
title = { en = "Whist", fr = "Le whist", es = "El whist" }
about = { en = "Four play.", fr = "On joue à quatre.", es = "Juegan cuatro." }

[[rules]]
number = "W-R1"
words = { en = "Four play.", fr = "On joue à quatre.", es = "Juegan cuatro." }

[[rules]]
number = "W-R2"
words = { en = "Nobody looks.", fr = "Personne ne regarde.", es = "Nadie mira." }

[markets.win]
name = { en = "Win", fr = "Gagnant", es = "Ganador" }
about = { en = "Four play.", fr = "On joue à quatre.", es = "Juegan cuatro." }

[selections]
red = { en = "Red", fr = "Rouge", es = "Rojo" }
"""


def test_a_catalogue_is_read_from_toml() -> None:
    assert read_catalogue(WHIST) == Catalogue(
        title=Words("Whist", "Le whist", "El whist"),
        about=ABOUT,
        rules=(Rule("W-R1", ABOUT), Rule("W-R2", Words("Nobody looks.", "Personne ne regarde.", "Nadie mira."))),
        markets={"win": Named(Words("Win", "Gagnant", "Ganador"), ABOUT)},
        selections={"red": Words("Red", "Rouge", "Rojo")},
        courses={},
        figures={},
    )


@pytest.mark.parametrize(
    ("old", "new", "where", "wanted"),
    [
        ("[selections]", "[selections", "catalogue", "TOML"),
        ('title = { en = "Whist"', 'titel = { en = "Whist"', "catalogue.titel", "one of title, about"),
        ('about = { en = "Four play."', 'about = { de = "Vier."', "catalogue.about.de", "one of en, fr, es"),
        (', es = "El whist"', "", "catalogue.title.es", "there"),
        ('es = "El whist"', "es = 3", "catalogue.title.es", "text"),
        ('es = "El whist"', 'es = ""', "catalogue.title.es", "text without blanks"),
        ('es = "Nadie mira."', 'es = "Nadie mira. "', "catalogue.rules[1].words.es", "text without blanks"),
        ('number = "W-R2"', "number = 2", "catalogue.rules[1].number", "text"),
        ('number = "W-R2"', 'number = "W-R1"', "catalogue.rules[1].number", "a number of its own"),
        ("[markets.win]", "[markets]", "catalogue.markets.name.en", "one of name, about"),
        ('red = { en = "Red", fr = "Rouge", es = "Rojo" }', 'red = "Red"', "catalogue.selections.red", "an object"),
        ("[selections]", "[selection]", "catalogue.selection", "one of title"),
    ],
)
def test_a_malformed_catalogue_is_refused_with_its_place(old: str, new: str, where: str, wanted: str) -> None:
    read_catalogue(WHIST)
    assert old in WHIST
    with pytest.raises(RuleBroken) as refused:
        read_catalogue(WHIST.replace(old, new))
    assert refused.value.code == "bad_catalogue"
    assert refused.value.facts["where"] == where
    assert refused.value.facts["wanted"].startswith(wanted)


def test_an_empty_catalogue_is_refused() -> None:
    with pytest.raises(RuleBroken) as refused:
        read_catalogue("")
    assert refused.value.sentence == "catalogue.title should be there."


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Red"),
        ("fr", "Rouge"),
        ("es", "Rojo"),
        ("fr-CA", "Rouge"),
        ("ES-mx", "Rojo"),
        ("en-GB", "Red"),
        ("de", "Red"),
        ("fro", "Red"),
        ("", "Red"),
    ],
)
def test_words_are_said_in_the_language_asked_for_or_in_english(language: str, said: str) -> None:
    assert Words("Red", "Rouge", "Rojo").said_in(language) == said
