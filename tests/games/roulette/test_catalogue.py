"""What the catalogue of roulette shows. That it is complete is a law of every game: tests/games/test_catalogues.py."""

import pytest

from tests.games.roulette.playing import FIGURES, ROULETTE

CATALOGUE = ROULETTE.catalogue


@pytest.mark.rule("roulette:L-R3")
def test_every_way_to_play_is_shown_and_the_large_layout_is_one() -> None:
    assert ROULETTE.variants() == (
        {"course": "russell"},
        {"course": "russell", "payout_mode": "for"},
        {"course": "russell", "run_mode": "layout"},
        {"course": "russell", "layout": "large"},
        {"course": "russell", "mode": "points"},
    )


def test_all_that_a_table_may_vary_has_words_in_every_language() -> None:
    varied = [
        *("mode=bank", "mode=points", "payout_mode=to", "payout_mode=for"),
        *("run_mode=consecutive", "run_mode=layout", "layout=small", "layout=large"),
    ]
    assert sorted(CATALOGUE.variants) == sorted(varied)
    for words in CATALOGUE.variants.values():
        assert len({words.en, words.fr, words.es}) == 3


def test_the_rules_are_l_r1_to_l_r8() -> None:
    assert [rule.number for rule in CATALOGUE.rules] == [f"L-R{number}" for number in range(1, 9)]


def test_numbers_name_themselves_and_columns_and_dozens_are_told_apart() -> None:
    for selection, written in {"17": "17", "00": "00", "16-17": "16–17", "1+2+4+5": "1 + 2 + 4 + 5"}.items():
        named = CATALOGUE.selection(selection, "run")
        assert named is not None
        assert (named.en, named.fr, named.es) == (written,) * 3
    for market, words in {"number": "1", "column": "1st column", "dozen": "1st 12"}.items():
        named = CATALOGUE.selection("1", market)
        assert named is not None
        assert named.en == words


def test_the_colours_and_the_eagle_have_a_name_in_every_language() -> None:
    found = {name: tuple(vars(CATALOGUE.selections[name]).values()) for name in ("red", "black", "eagle")}
    assert found == {
        "red": ("Red", "Rouge", "Rojo"),
        "black": ("Black", "Noir", "Negro"),
        "eagle": ("Eagle", "Aigle", "Águila"),
    }


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_the_payments_in_the_rules_are_those_of_the_russell_cards(language: str) -> None:
    words = {rule.number: rule.words.said_in(language) for rule in CATALOGUE.rules}["L-R4"]
    for kind in ("two", "three", "four", "five", "six", "single", "twelve"):
        assert f" {FIGURES[kind]}" in words


def test_the_course_has_the_name_that_it_gives_itself() -> None:
    russell = ROULETTE.courses["russell"]
    assert CATALOGUE.courses["russell"].name.en == russell.name
    assert CATALOGUE.courses["russell"].about.en == russell.about.replace("'", "’")
