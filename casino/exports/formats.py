"""The formats there are."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from casino.exports import beancount, csv_files, hledger, jsonl, xlsx
from casino.exports.reading import Export, Wish
from games.kit.errors import RuleBroken


@dataclass(frozen=True)
class Format:
    name: str
    label: str
    ending: str
    kind: str  # its media type
    write: Callable[[Export, BinaryIO], None]
    readings: int = 1  # how often each transfer is read for it
    is_text: bool = True

    def work(self, export: Export) -> int:
        """How many transfers are read in all."""
        return 0 if export.wish.summary else self.readings * export.transfers


FORMATS = {
    each.name: each
    for each in (
        Format("csv", "CSV (ZIP)", "zip", "application/zip", csv_files.write, readings=3, is_text=False),
        Format(
            "xlsx",
            "Excel, LibreOffice (XLSX)",
            "xlsx",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            xlsx.write,
            readings=3,
            is_text=False,
        ),
        # Journals have no media type of their own; as text, clients would decode and browsers might show them.
        Format("hledger", "hledger, ledger", "journal", "application/octet-stream", hledger.write),
        Format("beancount", "beancount", "beancount", "application/octet-stream", beancount.write),
        Format("jsonl", "JSON Lines", "jsonl", "application/jsonl", jsonl.write),
    )
}


def find_format(name: str) -> Format:
    if name not in FORMATS:
        raise RuleBroken("unknown_format", "The house writes these formats: %(known)s.", known=", ".join(FORMATS))
    return FORMATS[name]


def file_name(of: str, wish: Wish, ending: str) -> str:
    """What a browser saves it as. `of` is the code of a session, or a club's number and its period."""
    parts = ["books", of, wish.journal.value, *(["summary"] if wish.summary else [])]
    return f"{'-'.join(parts)}.{ending}"
