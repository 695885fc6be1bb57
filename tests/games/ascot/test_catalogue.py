"""What players are told of Ascot, and what the README has."""

from importlib import resources

from deploy.rules_page import all_rules
from games.kit.catalogue import read_catalogue
from tests.games.ascot.editions import SHIPPED
from tests.games.test_catalogues import names, sentences, slips

CATALOGUE = read_catalogue(resources.files("games.ascot").joinpath("catalogue.toml").read_text("utf-8"))


def test_players_are_told_every_printed_rule_by_number_and_in_order() -> None:
    numbers = [rule.id.removeprefix("ascot:") for rule in all_rules() if rule.id.startswith("ascot:")]
    assert [rule.number for rule in CATALOGUE.rules] == [number for number in numbers if "-" in number] != []


def test_every_printed_rule_has_its_sentence_and_no_decision_has() -> None:
    for rule in all_rules():
        if rule.id.startswith("ascot:"):
            assert ("-" in rule.id) == bool(rule.source), rule.id


def test_every_sentence_is_translated_ends_and_is_set_well() -> None:
    for words in sentences(CATALOGUE):
        assert len({words.en, words.fr, words.es}) == 3, words.en
        assert all(text.endswith(".") for text in (words.en, words.fr, words.es)), words.en
    for words in (*sentences(CATALOGUE), *names(CATALOGUE)):
        for language in ("en", "fr", "es"):
            assert slips(language, words.said_in(language)) == [], words.said_in(language)


def test_the_edition_of_the_house_is_told_about() -> None:
    assert set(CATALOGUE.courses) == {SHIPPED.name}
