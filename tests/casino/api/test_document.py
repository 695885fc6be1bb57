"""What the house says of its API is what the code does: one document, kept equal to it."""

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from jsonschema_rs import ValidationError

from casino.api.document import written
from casino.api.events import BODIES
from casino.api.problems import sentences
from casino.home import PROJECT
from deploy.api_document import DOCUMENT, PROBLEMS, collected_problems
from tests.casino.api.test_examples import OPERATIONS
from tests.casino.api.wire import Wire, conforms


def test_the_document_is_what_the_code_says_and_nothing_in_it_was_guessed(capsys: pytest.CaptureFixture[str]) -> None:
    GENERATOR_STATS.reset()
    written.cache_clear()
    assert written() == DOCUMENT.read_text(), "`make schema` writes it anew"
    assert not GENERATOR_STATS._warn_cache
    assert not GENERATOR_STATS._error_cache
    assert capsys.readouterr().err == ""


def test_the_problems_are_those_of_the_sources() -> None:
    assert collected_problems() == PROBLEMS.read_text(), "`make schema` writes them anew"


def test_every_operation_says_what_it_does() -> None:
    assert len(OPERATIONS) > 70
    for operation in OPERATIONS:
        assert operation["summary"], operation
        assert operation["description"], operation
        assert len(operation["tags"]) == 1, operation
        assert operation["tags"][0], operation
    assert max(Counter(operation["operationId"] for operation in OPERATIONS).values()) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("code", sorted(sentences()))
def test_every_problem_has_a_page(code: str) -> None:
    told = Wire().get(f"/problems/{code}/")
    assert told.body["type"] == f"/api/v1/problems/{code}/"
    assert told.body["sentences"]


def told_kinds() -> Iterator[str]:
    """Every kind of event in the sources: the word, or one of two, that `tell` is given, also by way of others."""
    trees = [ast.parse(path.read_text()) for path in sorted((PROJECT / "casino").rglob("*.py"))]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    tellers = {"tell": 1}  # at which place the kind stands
    for _ in range(2):  # `tell` of a round, and those who tell by it
        for function in nodes:
            if isinstance(function, ast.FunctionDef):
                names = [argument.arg for argument in function.args.args]
                for kind in _told(ast.walk(function), tellers):
                    if isinstance(kind, ast.Name) and kind.id in names:
                        tellers[function.name] = names.index(kind.id)
    for kind in _told(iter(nodes), tellers):
        yield from (str(word.value) for word in ast.walk(kind) if isinstance(word, ast.Constant))


def _told(nodes: Iterator[ast.AST], tellers: dict[str, int]) -> Iterator[ast.expr]:
    for node in nodes:
        if isinstance(node, ast.Call) and (place := tellers.get(_name(node.func))) is not None:
            yield from node.args[place : place + 1]


def _name(function: ast.expr) -> str:
    return getattr(function, "attr", "") or getattr(function, "id", "")


def test_every_kind_of_event_that_is_told_is_in_the_document_and_no_other() -> None:
    assert set(told_kinds()) == set(BODIES)


@pytest.mark.django_db
def test_the_pages_of_the_document_come_from_the_house_alone_and_have_nothing_inline() -> None:
    client = Client()
    page = client.get("/api/v1/docs/")
    assert page.status_code == 200
    text = page.content.decode()
    assert "//" not in text
    assert "<style" not in text
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert "unsafe-inline" not in page.headers["Content-Security-Policy"]
    named = re.findall(r'(?:src|href)="([^"]+)"', text)
    assert len(named) >= 5
    for address in named:
        answer = client.get(address.replace("&amp;", "&"))
        assert answer.status_code == 200, address
        assert answer.content, address


@pytest.mark.django_db
def test_the_document_is_served_too() -> None:
    answer = Client().get("/api/v1/schema/")
    assert answer.status_code == 200
    assert answer.content.decode() == DOCUMENT.read_text()


def test_control_what_is_not_as_the_document_says_is_noticed() -> None:
    """Deep inside one of many kinds of events, too."""
    event = json.loads((PROJECT / "docs" / "api" / "events-minoru-public.jsonl").read_text().splitlines()[0])
    schema = {"$ref": "#/components/schemas/Event"}
    conforms(event, schema)
    for wrong in ({**event, "number": "1"}, {**event, "kind": "no_such_kind"}, {**event, "by": "somebody"}):
        with pytest.raises(ValidationError):
            conforms(wrong, schema)
