"""What players are told of Ascot, beside what is true of every catalogue."""

from collections.abc import Iterator
from enum import Enum
from typing import Any, get_args

from deploy.rules_page import all_rules
from games.ascot.edition import Business, Colour, Immunity
from games.ascot.pending import Riding, Task
from games.ascot.state import Phase, Standing
from games.kit.payments import Reason
from games.kit.values import field_types
from games.registry import GAMES

CATALOGUE = GAMES["ascot"].catalogue
SHOWN: tuple[type[Enum], ...] = (Phase, Standing, Colour, Business, Immunity)
# What somebody can owe: an entry fee is paid or not, and never a debt.
OWED = (Reason.CARD_PRICE, Reason.TRAINING_FEE, Reason.REPORT_FEE, Reason.CLUB_DINNER, Reason.CLUB_CHARITY)


def shown() -> Iterator[Any]:
    """Every word of programs that a view can have."""
    yield from (value for kind in SHOWN for value in kind)
    for task in get_args(Task):
        yield from get_args(field_types(task)["kind"])
    yield from get_args(field_types(Riding)["by"])
    yield from OWED


def test_every_printed_rule_has_its_sentence_and_no_decision_has() -> None:
    for rule in all_rules():
        if rule.id.startswith("ascot:"):
            assert ("-" in rule.id) == bool(rule.source), rule.id


def test_whatever_a_view_says_in_a_word_has_words_and_nothing_else_has() -> None:
    assert set(CATALOGUE.words) == {getattr(word, "value", word) for word in shown()}


def test_no_two_things_of_one_kind_are_called_alike() -> None:
    """In any language."""
    for kind in SHOWN:
        for language in ("en", "fr", "es"):
            called = [CATALOGUE.words[value.value].said_in(language) for value in kind]
            assert len(set(called)) == len(called), kind
