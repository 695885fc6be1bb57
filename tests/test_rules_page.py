"""Every printed rule has a test, every test names a rule that exists, and docs/rules.md says so."""

import pytest

from deploy import rules_page
from deploy.rules_page import MarkedTest, Rule, page, problems, rules_in
from games.registry import GAMES

README = """# Whist

### W-R1 Four play
> Whist is played
> by four persons [1]

### W-R2 Ours
Nobody may look.

## Not a rule
"""
TESTS = """
import pytest

@pytest.mark.rule("whist:W-R1")
@pytest.mark.parametrize("players", [3, 5])
def test_three_or_five_cannot_play(players): ...

@pytest.mark.rule("whist:W-R1", "whist:W-R2")
def test_both(): ...

def test_none(): ...
"""


def test_every_rule_has_a_test_and_every_mark_a_rule() -> None:
    assert problems(rules_page.all_rules(), rules_page.all_tests()) == []


def test_the_page_is_up_to_date() -> None:
    assert rules_page.PAGE.read_text() == page(rules_page.all_rules(), rules_page.all_tests()), "run `make rules`"


def test_every_game_of_the_house_has_numbered_rules() -> None:
    assert {rule.id.split(":")[0] for rule in rules_page.all_rules()} == set(GAMES)


def test_rules_are_read_from_a_readme_with_their_sentences() -> None:
    assert list(rules_in(README, "whist")) == [
        Rule("whist:W-R1", "Four play", "Whist is played by four persons [1]"),
        Rule("whist:W-R2", "Ours", ""),
    ]


def test_marks_are_read_from_tests() -> None:
    assert list(rules_page.tests_in(TESTS, "tests/test_whist.py")) == [
        MarkedTest("tests/test_whist.py", "test_three_or_five_cannot_play", ("whist:W-R1",)),
        MarkedTest("tests/test_whist.py", "test_both", ("whist:W-R1", "whist:W-R2")),
    ]


@pytest.mark.parametrize(
    "elsewhere",
    [
        'class TestWhist:\n    @pytest.mark.rule("whist:W-R1")\n    def test_it(self): ...',
        'pytestmark = pytest.mark.rule("whist:W-R1")',
        'cases = [pytest.param(1, marks=pytest.mark.rule("whist:W-R1"))]',
        'from pytest import mark\n@mark.rule("whist:W-R1")\ndef test_it(): ...',
    ],
)
def test_a_mark_that_would_be_overlooked_is_refused(elsewhere: str) -> None:
    with pytest.raises(ValueError, match="elsewhere"):
        list(rules_page.tests_in(elsewhere, "tests/test_whist.py"))


def test_a_rule_without_a_test_a_mark_without_a_rule_and_a_number_given_twice_are_found() -> None:
    rules = [*rules_in(README, "whist"), Rule("whist:W-R1", "Again", "")]
    tests = [MarkedTest("t.py", "test_it", ("whist:W-R1", "whist:W-R9"))]
    assert problems(rules, tests) == [
        "whist:W-R2 has no test",
        "whist:W-R9 is named by a test and is no rule",
        "whist:W-R1 is there twice",
    ]


def test_the_page_maps_sentence_to_rule_to_test() -> None:
    text = page(rules_in(README, "whist"), rules_page.tests_in(TESTS, "tests/test_whist.py"))
    assert (
        "| Whist is played by four persons [1] | **W-R1** Four play "
        "| [test_three_or_five_cannot_play](../tests/test_whist.py)<br>[test_both](../tests/test_whist.py) |"
    ) in text
    assert "| *ours* | **W-R2** Ours | [test_both](../tests/test_whist.py) |" in text
