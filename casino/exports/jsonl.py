"""JSON Lines: one object to a line, each saying its `kind`. A `journal` comes first, then for each evening its `book`,
its `account`s, every `entry`, and a `balance` for every account. Amounts are text with all their decimals: no reader
of JSON can make another number of them.
"""

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from casino.clock import when
from casino.exports.about import about
from casino.exports.plain import shown, text_into
from casino.exports.reading import Evening, Export, Written
from casino.exports.wording import amount

_LINE_ENDS = {ord(end): f"\\u{ord(end):04x}" for end in "\x85\u2028\u2029"}  # to some readers of lines
CHECK = "in every unit what is debited is what is credited; each balance is the sum of its entries"


def write(export: Export, file: BinaryIO) -> None:
    with text_into(file) as text:
        for line in _lines(export):
            text.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")).translate(_LINE_ENDS) + "\n")


def _lines(export: Export) -> Iterator[dict[str, Any]]:
    yield {
        "kind": "journal",
        "journal": export.wish.journal,
        "summary": export.wish.summary,
        "club": export.club,
        "since": export.since.isoformat(),
        "until": export.until.isoformat(),
        "entries": export.entries,
        "transfers": export.transfers,
        "about": [f"{name}: {value}" for name, value in about(export, CHECK)],
    }
    for evening in export.evenings:
        yield from _evening(evening)


def _evening(evening: Evening) -> Iterator[dict[str, Any]]:
    session, accounts = evening.session, evening.accounts()
    yield {
        "kind": "book",
        "book": session.code,
        "name": session.name,
        "date": evening.date.isoformat(),
        "closed_at": when(session.closed_at),
        "entries": evening.extent.entries,
        "transfers": evening.extent.transfers,
        "totals": evening.totals,
    }
    for account in accounts.values():
        named = {"account": account.name, "role": account.role, "unit": account.commodity}
        yield {"kind": "account", "book": session.code, **named, "label": account.label}
    for written in evening.entries(accounts):
        yield _entry(evening, written)
    for each in evening.balances(accounts):
        yield {
            "kind": "balance",
            "book": session.code,
            "account": each.account.name,
            "unit": each.account.commodity,
            "debit": amount(each.debit, each.account.places),
            "credit": amount(each.credit, each.account.places),
            "balance": shown(each),
        }


def _entry(evening: Evening, written: Written) -> dict[str, Any]:
    return {
        "kind": "entry",
        "book": evening.session.code,
        "entry": written.number,
        "date": evening.date.isoformat(),
        "posted_at": when(written.posted_at),
        "what": written.what,
        "memo": written.memo,
        "key": written.key,
        "reverses": written.reverses,
        "moved": [
            {
                "debit": side.debit.name,
                "credit": side.credit.name,
                "amount": side.shown,
                "unit": side.debit.commodity,
                "reason": side.reason,
            }
            for side in written.sides
        ],
    }
