"""What hledger, ledger and beancount have in common: dated entries, one posting to a line."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, TextIO

from casino.exports.about import about
from casino.exports.reading import Balance, Export, Written
from casino.exports.wording import amount, bare, one_line

LONGEST_MEMO = 500  # characters: ledger reads no line of more than 4,096 bytes


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
    """What it was about, and what staff wrote of it, as far as a line goes."""
    memo = bare(written.memo[: 2 * LONGEST_MEMO])
    memo = f"{memo[:LONGEST_MEMO]}…" if len(memo) > LONGEST_MEMO else memo
    return f"{written.what} — {memo}" if memo else written.what


def shown(balance: Balance) -> str:
    return amount(balance.balance, balance.account.places)
