"""What the rules refuse."""

import json
from typing import Any

MOST = 300  # characters of a fact


class RuleBroken(Exception):
    """A stable code for programs, a sentence for a player. Nothing has changed when one is raised.

    The sentence is kept as a template with its facts, so that whoever shows it can translate it first.
    """

    def __init__(self, code: str, template: str, /, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.template = template
        self.facts = facts

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self.code, self.template, self.facts)

    @property
    def sentence(self) -> str:
        return self.template % {name: shown(fact) for name, fact in self.facts.items()}

    def __str__(self) -> str:
        return self.sentence


def shown(fact: Any) -> Any:
    """A fact as it can stand in a sentence: what somebody else wrote may be long, or speak to the terminal."""
    if type(fact) is int:
        return fact
    if not isinstance(fact, str):
        return shown(json.dumps(fact) if fact is None or isinstance(fact, (bool, float, list, dict)) else str(fact))
    return f"{printable(fact[:MOST])}…" if len(fact) > MOST else printable(fact)


def printable(text: str) -> str:
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)


def _rebuild(code: str, template: str, facts: dict[str, Any]) -> RuleBroken:
    return RuleBroken(code, template, **facts)
