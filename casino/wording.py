"""How a refusal is said to a person: the sentence of rules, room or ledger, in the language of whoever is told."""

from django.utils.translation import gettext

from games.kit.errors import RuleBroken, shown
from ledger.errors import LedgerError


def words(refused: RuleBroken | LedgerError) -> str:
    if isinstance(refused, LedgerError):
        return refused.sentence
    return gettext(refused.template) % {name: shown(fact) for name, fact in refused.facts.items()}
