"""A wish the house cannot grant: a stable code for programs and a sentence for people."""

from django.utils.translation import gettext

from games.kit.errors import RuleBroken, shown
from ledger.errors import LedgerError


class Refused(Exception):
    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence

    def __reduce__(self) -> tuple[type["Refused"], tuple[str, str]]:
        return type(self), (self.code, self.sentence)


def words(refused: RuleBroken | LedgerError) -> str:
    """The sentence of a refusal in rules, room or ledger, in the language of whoever is told."""
    if isinstance(refused, LedgerError):
        return refused.sentence
    return gettext(refused.template) % {name: shown(fact) for name, fact in refused.facts.items()}
