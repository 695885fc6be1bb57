"""Odds and who gains by them, in words."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from casino.tables.catalogue import cards_of, options_of, variant_of, variants
from casino.tables.wording import edge_words, odds_words, percent_words
from games.kit.odds import Odds
from games.registry import GAMES


@pytest.mark.parametrize(
    ("edge", "words"),
    [
        (Fraction(53, 1000), "the house keeps 5.3 of 100 counters staked here, on average"),
        (Fraction(-1, 8), "players gain 12.5 on 100 counters staked here, on average"),
        (Fraction(0), "nobody gains here, on average"),
    ],
)
def test_who_gains_in_the_long_run(edge: Fraction, words: str) -> None:
    assert edge_words(edge) == words


def test_odds_are_said_as_in_a_hall() -> None:
    assert (odds_words(Odds(10)), odds_words(Odds(5, 3)), odds_words(Odds(1))) == ("10 to 1", "5 to 3", "evens")


def test_figures_have_the_decimal_sign_of_the_language() -> None:
    with override("fr"):
        assert percent_words(Fraction(1, 8)) == "12,5 %"
    with override("en"):
        assert percent_words(Fraction(1, 8)) == "12.5 %"


def test_colours_of_the_true_odds_course_by_hand() -> None:
    """A colour pays evens: what is kept of 100 is 100 less twice its chance in percent."""
    (card,) = cards_of("minoru", {"course": "true-odds", "joker": False})
    for space in card.spaces:
        if space.odds == "evens":
            kept = 100 - 2 * float(space.chance.removesuffix(" %"))
            assert f"{abs(kept):.0f}" == f"{float(space.edge.split(' of')[0].split(' on 100')[0].split()[-1]):.0f}"


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_every_variant_is_chosen_by_a_title_of_its_own(language: str) -> None:
    with override(language):
        for _, ways in variants():
            titles = [title for _, title in ways]
            assert len(set(titles)) == len(titles)
            assert all(titles)
    for slug, game in GAMES.items():
        for way in game.variants():
            assert options_of(variant_of(slug, way)) == (slug, dict(way))
    assert variant_of("minoru", {"course": "jaques"}) == ""
