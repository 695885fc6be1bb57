"""What the rules refuse."""

from typing import Any


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
        return self.template % self.facts

    def __str__(self) -> str:
        return self.sentence


def _rebuild(code: str, template: str, facts: dict[str, Any]) -> RuleBroken:
    return RuleBroken(code, template, **facts)
