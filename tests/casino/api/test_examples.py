"""Every operation of the document has an example, and every example is as the document says."""

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest

from casino.api.schema import EXAMPLES, examples
from tests.casino.api.recording import UNREADABLE, record, skeleton, written
from tests.casino.api.wire import conforms, described, document
from tests.casino.room import Room


def test_the_examples_are_what_is_answered_on_an_evening(room: Room) -> None:
    """`make examples` writes them anew."""
    found = record(room)
    if os.environ.get("CASINO_WRITE_EXAMPLES") == "1":
        EXAMPLES.write_text(written(found))
        examples.cache_clear()
    assert skeleton(examples()) == skeleton(json.loads(written(found)))


def contents(operation: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Everything that an operation takes or gives in a body, and where."""
    parts = {"request": operation.get("requestBody", {}), **operation["responses"]}
    for where, part in parts.items():
        for kind, content in described(part).get("content", {}).items():
            yield f"{operation['operationId']} {where} {kind}", content


OPERATIONS = [operation for operations in document()["paths"].values() for operation in operations.values()]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: str(operation["operationId"]))
def test_what_an_operation_takes_and_gives_has_examples_that_are_as_it_says(operation: dict[str, Any]) -> None:
    for where, content in contents(operation):
        shown = [example["value"] for example in content.get("examples", {}).values()]
        assert bool(shown) != (where.split()[-1] in UNREADABLE), f"{where} has no example, or one that nobody can read"
        for value in shown:
            conforms(value, content["schema"])


def test_the_example_of_a_problem_has_the_status_it_stands_under() -> None:
    for name, response in document()["components"]["responses"].items():
        for example in response["content"]["application/problem+json"]["examples"].values():
            assert name.startswith(f"Problem{example['value']['status']}")


def test_parameters_have_examples_that_are_as_they_say() -> None:
    shown = [
        (example["value"], parameter["schema"])
        for operation in OPERATIONS
        for parameter in operation.get("parameters", [])
        for example in parameter.get("examples", {}).values()
    ]
    assert shown
    for value, schema in shown:
        conforms(value, schema)
