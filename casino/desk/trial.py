"""The trial balance of a book, for a page."""

from itertools import groupby
from typing import Any

from ledger import balances
from ledger.models import Unit


def trial_of(book: int) -> list[dict[str, Any]]:
    """One part for each unit; `desk/trial.html` shows them."""
    units = Unit.objects.in_bulk(field_name="code")
    parts = groupby(balances.trial_balance(book), key=lambda line: units[line.unit])
    return [_part(unit, list(lines)) for unit, lines in parts]


def _part(unit: Unit, lines: list[balances.TrialLine]) -> dict[str, Any]:
    total = sum(line.balance for line in lines)
    return {
        "unit": unit,
        "lines": [(line, unit.shown(line.balance)) for line in lines],
        "total": unit.shown(total),
        "wrong": total != 0,
    }
