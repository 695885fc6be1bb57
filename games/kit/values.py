"""Frozen values as JSON and back, read by their type hints; and one canonical way to write JSON as bytes.

A dataclass becomes an object with all its fields, a tuple a list, an enum its value. A class with `parse` (a card,
odds) is written as its text.
"""

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from games.kit.errors import RuleBroken

NAMES = {int: "a whole number", str: "text", bool: "true or false", NoneType: "null"}
_WRITER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


class Malformed(ValueError):
    """`where` in the JSON something else is than the `wanted`."""

    def __init__(self, where: str, wanted: str) -> None:
        super().__init__(where, wanted)
        self.where = where
        self.wanted = wanted


def read_json(kind: Any, data: Any, where: str, code: str) -> Any:
    """`from_json` for what people wrote: what does not fit is refused with this code, and its place told."""
    try:
        return from_json(kind, data, where)
    except Malformed as problem:
        raise RuleBroken(code, "%(where)s should be %(wanted)s.", where=problem.where, wanted=problem.wanted) from None


def to_json(value: Any) -> Any:
    if type(value) in NAMES:
        return value
    if hasattr(value, "parse"):
        return str(value)
    if is_dataclass(value):
        return {field.name: to_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (tuple, list)):
        return [to_json(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    raise AssertionError(f"{value!r} has no place in JSON")


def canonical(value: Any) -> bytes:
    """JSON with sorted keys, no blanks, UTF-8: the same value is always the same bytes, in any language.

    This is RFC 8785 for values without fractional numbers and with ASCII keys, the only ones the house writes.
    """
    return _WRITER.encode(to_json(value)).encode()


def from_json(kind: Any, data: Any, where: str = "") -> Any:
    """The value of this type that `data` describes, or `Malformed`. Nothing is converted, nothing ignored."""
    if kind is Any:
        return data
    origin, args = get_origin(kind), get_args(kind)
    if origin in {Union, UnionType}:
        return _read_any(args, data, where)
    if origin is Literal:
        if any(type(data) is type(choice) and data == choice for choice in args):
            return data
        raise Malformed(where, " or ".join(json.dumps(choice) for choice in args))
    if origin is tuple:
        return _read_tuple(args, data, where)
    if origin is dict:
        return _read_dict(args[1], data, where)
    if hasattr(kind, "parse"):
        return kind.parse(from_json(str, data, where))
    if is_dataclass(kind):
        return _read_dataclass(kind, data, where)
    if issubclass(kind, Enum):
        return _read_enum(kind, data, where)
    if type(data) is not kind:
        raise Malformed(where, NAMES[kind])
    return data


def _read_any(kinds: tuple[Any, ...], data: Any, where: str) -> Any:
    """The first kind that fits. If none does, the problem furthest inside tells most."""
    problems = []
    for kind in kinds:
        try:
            return from_json(kind, data, where)
        except Malformed as problem:
            problems.append(problem)
    furthest = max(problems, key=lambda problem: len(problem.where))
    raise furthest if furthest.where != where else Malformed(where, " or ".join(p.wanted for p in problems))


def _read_tuple(kinds: tuple[Any, ...], data: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(data, (list, tuple)):
        raise Malformed(where, "a list")
    if kinds[-1:] == (...,):
        kinds = (kinds[0],) * len(data)
    if len(kinds) != len(data):
        raise Malformed(where, f"a list of {len(kinds)}")
    return tuple(
        from_json(kind, item, f"{where}[{at}]") for at, (kind, item) in enumerate(zip(kinds, data, strict=True))
    )


def _read_dict(kind: Any, data: Any, where: str) -> dict[str, Any]:
    if not isinstance(data, Mapping) or not all(isinstance(key, str) for key in data):
        raise Malformed(where, "an object")
    return {key: from_json(kind, item, _inside(where, key)) for key, item in data.items()}


def _read_dataclass(kind: Any, data: Any, where: str) -> Any:
    if not isinstance(data, Mapping):
        raise Malformed(where, "an object")
    types, required = field_types(kind), _required(kind)
    for name in data:
        if name not in types:
            raise Malformed(_inside(where, name), f"one of {', '.join(types)}")
    for name in required:
        if name not in data:
            raise Malformed(_inside(where, name), "there")
    return kind(**{name: from_json(types[name], fact, _inside(where, name)) for name, fact in data.items()})


def _read_enum(kind: type[Enum], data: Any, where: str) -> Enum:
    for member in kind:
        if type(member.value) is type(data) and member.value == data:
            return member
    raise Malformed(where, f"one of {', '.join(str(member.value) for member in kind)}")


def field_types(kind: Any) -> dict[str, Any]:
    return _field_types(kind)


@cache  # type hints take their time
def _field_types(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


@cache
def _required(kind: Any) -> list[str]:
    without = [field for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING]
    return [field.name for field in without]


def _inside(where: str, name: object) -> str:
    return f"{where}.{name}" if where else str(name)
