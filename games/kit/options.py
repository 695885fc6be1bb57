"""What options of several games have in common."""

from collections.abc import Mapping
from typing import Any

from games.kit.errors import RuleBroken


def check_limits(options: Any, limits: Mapping[str, tuple[int, int]]) -> None:
    """Each of these is a whole number from the least to the most."""
    for name, (least, most) in limits.items():
        if not least <= getattr(options, name) <= most:
            raise bad_option(name, f"a whole number from {least} to {most}")


def check_ante(players: int | None, ante: int) -> None:
    if players is None and ante:
        raise bad_option("ante", "0 where nobody enters; an ante is paid for one of the places in players")


def bad_option(name: str, wanted: str) -> RuleBroken:
    return RuleBroken("bad_option", "%(where)s should be %(wanted)s.", where=f"options.{name}", wanted=wanted)
