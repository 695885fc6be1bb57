"""The whole document, asked at random: no failure of the house, no answer that the document does not have."""

from typing import Any

import pytest
from schemathesis.checks import CHECKS

from tests.casino.api.endless import Evening
from tests.casino.api.fuzzing import Answers, fuzz
from tests.casino.api.wire import document
from tests.casino.room import Room

# As whom, and at least how many operations go well for them: nobody may join, log in and read the catalogue.
CALLERS = [("nobody", 5), ("player", 25), ("staff", 40)]


@pytest.fixture
def evening(room: Room) -> Evening:
    return Evening(room)


def everything() -> set[str]:
    """The operations that are asked for: all but the one that does not end."""
    return {
        f"{method.upper()} {path}"
        for path, operations in document()["paths"].items()
        for method, operation in operations.items()
        if operation["operationId"] != "follow_events"
    }


def as_documented(answers: Answers) -> Any:
    """Whether all is well; what is not is told."""
    told = "\n\n".join(f"{name}\n{failure}" for name, failure in answers.failures.items())
    assert not answers.failures, told
    assert max(answers.statuses) < 500
    assert answers.operations == everything()
    return answers


@pytest.mark.parametrize(("who", "operations"), CALLERS)
def test_whatever_is_asked_is_answered_as_the_document_says(evening: Evening, who: str, operations: int) -> None:
    answers = as_documented(fuzz(evening, who, phases=("fuzzing",), examples=6))
    assert answers.asked >= 450
    assert len(answers.went_well) >= operations


@pytest.mark.slow
@pytest.mark.parametrize(("who", "operations"), CALLERS)
def test_every_bound_of_the_document_is_kept_and_sequences_of_requests_hold(
    evening: Evening, who: str, operations: int
) -> None:
    answers = as_documented(fuzz(evening, who, examples=20))
    assert answers.asked >= 3000
    assert len(answers.went_well) >= operations
    assert answers.checks >= set(CHECKS.get_all_names()) - {"max_response_time"}
