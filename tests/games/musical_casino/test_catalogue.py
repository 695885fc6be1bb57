"""What the catalogue of Musical Casino shows. That it is complete is a law of every game: test_catalogues.py."""

import pytest

from games.musical_casino.tones import LINE, TRIADS
from tests.games.musical_casino.positions import MUSICAL

CATALOGUE = MUSICAL.catalogue
NAMES = {
    "en": dict(zip("CDEFGAB", "CDEFGAB", strict=True)),
    "fr": dict(zip("CDEFGAB", ("do", "ré", "mi", "fa", "sol", "la", "si"), strict=True)),
    "es": dict(zip("CDEFGAB", ("do", "re", "mi", "fa", "sol", "la", "si"), strict=True)),
}
SPOKEN = {
    "en": {"#": " sharp", "b": " flat", "major": "major", "minor": "minor"},
    "fr": {"#": " dièse", "b": " bémol", "major": "majeur", "minor": "mineur"},
    "es": {"#": " sostenido", "b": " bemol", "major": "mayor", "minor": "menor"},
}
languages = pytest.mark.parametrize("language", NAMES)


def shown(tone: str) -> str:
    return tone.replace("#", "♯").replace("b", "♭")


def spoken(tone: str, language: str) -> str:
    return NAMES[language][tone[0]] + "".join(SPOKEN[language][sign] for sign in tone[1:])


def test_the_rules_are_c_1_to_c_20() -> None:
    assert [rule.number for rule in CATALOGUE.rules] == [f"C-{number}" for number in range(1, 21)]


def test_both_packs_are_shown_each_with_partners_too() -> None:
    assert MUSICAL.variants() == (
        {"course": "regular"},
        {"course": "regular", "partners": True},
        {"course": "level"},
        {"course": "level", "partners": True},
    )
    assert MUSICAL.usual_options("house") == {"players": 4}


def test_what_a_table_may_vary_has_words_in_every_language() -> None:
    varied = {"partners=true", "pair_takes=partner", "esharp_gsharp_pair=true", "free_trail=true"}
    assert set(CATALOGUE.variants) == varied
    for words in CATALOGUE.variants.values():
        assert len({words.en, words.fr, words.es}) == 3


@pytest.mark.parametrize("name", ["regular", "level"])
def test_packs_are_told_as_they_tell_themselves_and_that_they_are_reconstructed(name: str) -> None:
    named, course = CATALOGUE.courses[name], MUSICAL.courses[name]
    assert named.name.en == course.name
    assert named.about.en == f"{course.about} The counts are reconstructed."


def test_signs_are_those_of_the_tones_and_the_chords_and_of_nothing_else() -> None:
    assert list(CATALOGUE.signs) == [*map(str, LINE), *map(str, TRIADS)]


@languages
def test_tones_are_shown_by_the_letters_of_the_cards_and_read_out_by_their_names(language: str) -> None:
    for tone in LINE:
        sign = CATALOGUE.signs[tone]
        assert sign.shown.said_in(language) == shown(tone)
        assert sign.spoken.said_in(language) == spoken(tone, language)


@languages
def test_chords_are_shown_and_read_out_by_their_lowest_tone(language: str) -> None:
    for chord in TRIADS:
        sign, mode = CATALOGUE.signs[str(chord)], SPOKEN[language][chord.mode]
        assert sign.shown.said_in(language) == f"{shown(chord.root)} {mode}"
        assert sign.spoken.said_in(language) == f"{spoken(chord.root, language)} {mode}"


def test_f_sharp_is_read_out_in_every_language() -> None:
    words = CATALOGUE.signs["F#"].spoken
    assert (words.en, words.fr, words.es) == ("F sharp", "fa dièse", "fa sostenido")


@languages
def test_the_points_in_the_rules_are_those_of_the_leaflet(language: str) -> None:
    told = {rule.number: rule.words.said_in(language) for rule in CATALOGUE.rules}
    for card in ("E♯", "C♭", "D♭", "D♯", "F♯"):
        assert card in told["C-15"]
    figures = [int(word.strip(",.")) for word in told["C-15"].split() if word.strip(",.").isdigit()]
    assert figures == [2, 1, 1, 3, 1, 1]
    assert "21" in told["C-17"]
