"""Courses of one's own for the tests: a printed one with something else in it."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from games.kit.values import to_json


def own_course(printed: object, *lengths: int, **changes: Any) -> dict[str, Any]:
    """With other lengths, or other anything, as JSON."""
    course = to_json(printed)
    if lengths:
        tracks = zip(course["horses"], lengths, strict=True)
        course["horses"] = [{**track, "length": length} for track, length in tracks]
    return {**course, "name": "Own", **changes}


def one_changed(tracks: Iterable[dict[str, Any]], at: int = 0, **changes: Any) -> list[dict[str, Any]]:
    """With something else on one of its tracks."""
    return [{**track, **changes} if number == at else track for number, track in enumerate(tracks)]


def unchecked(course: Any, /, **changes: Any) -> Any:
    """With other values, whatever is wrong with them."""
    changed = object.__new__(type(course))
    vars(changed).update({each.name: getattr(course, each.name) for each in fields(course)} | changes)
    return changed
