from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

import pytest

from games.kit.cards import Card
from games.kit.values import Malformed, canonical, from_json, to_json


class Colour(StrEnum):
    RED = "red"
    BLACK = "black"


@dataclass(frozen=True)
class Inside:
    card: Card
    colour: Colour


@dataclass(frozen=True)
class Outside:
    number: int
    inside: tuple[Inside, ...]
    pair: tuple[int, str]
    named: dict[str, int]
    choice: bool | Literal["banker"] = False
    nobody: str | None = None


OUTSIDE = {
    "number": 3,
    "inside": [{"card": "QS", "colour": "black"}],
    "pair": [1, "x"],
    "named": {"a": 1},
    "choice": "banker",
    "nobody": None,
}


def test_a_value_is_read_by_its_type_and_written_again() -> None:
    value = from_json(Outside, OUTSIDE)
    assert value == Outside(3, (Inside(Card.parse("QS"), Colour.BLACK),), (1, "x"), {"a": 1}, "banker")
    assert to_json(value) == OUTSIDE


def test_one_of_several_kinds_is_told_by_its_fields() -> None:
    """So that a state can hold decisions of different kinds, one on top of another."""

    @dataclass(frozen=True)
    class Bid:
        seat: str
        least: int

    @dataclass(frozen=True)
    class Hazard:
        seat: str
        card: Card

    stack = (Bid("Ada", 5), Hazard("Bob", Card.parse("QS")))
    kind = tuple[Bid | Hazard, ...]
    assert from_json(kind, to_json(stack)) == stack
    with pytest.raises(Malformed) as malformed:
        from_json(kind, [{"seat": "Ada", "least": "5"}])
    assert malformed.value.where == "[0].least"


def test_a_field_with_a_default_may_be_left_out() -> None:
    short = {name: fact for name, fact in OUTSIDE.items() if name not in {"choice", "nobody"}}
    assert from_json(Outside, short).choice is False


@pytest.mark.parametrize(
    ("change", "where", "wanted"),
    [
        ({"number": "3"}, "number", "a whole number"),
        ({"number": True}, "number", "a whole number"),
        ({"number": 3.0}, "number", "a whole number"),
        ({"inside": {}}, "inside", "a list"),
        ({"inside": [{"card": "QS"}]}, "inside[0].colour", "there"),
        ({"inside": [{"card": "QS", "colour": "green"}]}, "inside[0].colour", "one of red, black"),
        ({"inside": [{"card": 7, "colour": "red"}]}, "inside[0].card", "text"),
        ({"inside": ["QS"]}, "inside[0]", "an object"),
        ({"pair": [1]}, "pair", "a list of 2"),
        ({"named": [1]}, "named", "an object"),
        ({"named": {"a": "b"}}, "named.a", "a whole number"),
        ({"choice": "sometimes"}, "choice", 'true or false or "banker"'),
        ({"choice": 1}, "choice", 'true or false or "banker"'),
        ({"nobody": 5}, "nobody", "text or null"),
        ({"more": 1}, "more", "one of number, inside, pair, named, choice, nobody"),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(change: dict[str, Any], where: str, wanted: str) -> None:
    with pytest.raises(Malformed) as malformed:
        from_json(Outside, {**OUTSIDE, **change})
    assert (malformed.value.where, malformed.value.wanted) == (where, wanted)


def test_one_is_not_taken_for_true() -> None:
    assert from_json(Literal[True], True) is True
    for kind in (Literal[True], bool, Literal["1"]):
        with pytest.raises(Malformed):
            from_json(kind, 1)


def test_canonical_bytes_do_not_depend_on_the_order_of_keys() -> None:
    assert canonical({"b": 1, "a": [True, None, "é"]}) == '{"a":[true,null,"é"],"b":1}'.encode()
    assert canonical({"a": [True, None, "é"], "b": 1}) == canonical({"b": 1, "a": (True, None, "é")})
