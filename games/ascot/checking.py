"""Sentences of the checks: where something stands in an edition, and what it should be."""

from collections.abc import Iterator

from games.kit.errors import RuleBroken


def bad(where: str, wanted: str) -> RuleBroken:
    return RuleBroken("bad_edition", "%(where)s should be %(wanted)s.", where=where, wanted=wanted)


def whole(where: str, number: int, least: int, most: int) -> Iterator[RuleBroken]:
    if not least <= number <= most:
        yield bad(where, f"a whole number from {least} to {most}")


def unused(where: str, amount: int, kind: str) -> Iterator[RuleBroken]:
    """A number that nobody would read is somebody's mistake."""
    if amount:
        yield bad(where, f"left out, because {kind} does not use it")
