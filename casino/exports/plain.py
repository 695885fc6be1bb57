"""What hledger, ledger and beancount have in common: dated entries, one posting to a line."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, TextIO

from casino.exports.about import about
from casino.exports.reading import Balance, Export, Written
from casino.exports.wording import amount, bare, one_line


@contextmanager
def text_into(file: BinaryIO) -> Iterator[TextIO]:
    """Text with plain line ends. The file stays open for whoever gave it."""
    text = io.TextIOWrapper(file, encoding="utf-8", newline="\n", write_through=False)
    try:
        yield text
        text.flush()
    finally:
        text.detach()


def header(export: Export, check: str) -> str:
    """What the file says of itself, in comments above everything else, where nothing in them means anything."""
    return "".join(f"; {name}: {one_line(value)}\n" for name, value in about(export, check))


def postings(written: Written, indent: str) -> str:
    """Two lines to a transfer. Where an entry has several reasons, each says its own."""
    several = len({side.reason for side in written.sides}) > 1
    lines = []
    for side in written.sides:
        moved, commodity = side.shown, side.debit.commodity
        why = f"  ; {side.reason}" if several else ""
        lines.append(f"{indent}{side.debit.name}  {moved} {commodity}{why}\n")
        lines.append(f"{indent}{side.credit.name}  -{moved} {commodity}\n")
    return "".join(lines)


def described(written: Written) -> str:
    return f"{written.what} — {memo}" if (memo := bare(written.memo)) else written.what


def shown(balance: Balance) -> str:
    return amount(balance.balance, balance.account.places)
