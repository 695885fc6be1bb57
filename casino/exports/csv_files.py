"""CSV: a file for each table, packed into one or laid side by side."""

import csv
import zipfile
from pathlib import Path
from typing import BinaryIO

from casino.exports.plain import text_into
from casino.exports.reading import Export
from casino.exports.sheets import JOURNAL, Cell, Sheet, sheets_of
from casino.exports.wording import cell

CHECK = "in each unit the trial balance has the same debits as credits, and the journal, if it is here, as much in all"


def write(export: Export, file: BinaryIO) -> None:
    """All of them, in a ZIP."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for sheet in sheets_of(export, CHECK):
            pack(export, sheet, archive, f"{sheet.name}.csv")


def pack(export: Export, sheet: Sheet, archive: zipfile.ZipFile, name: str) -> None:
    """One of them, dated as its books are, so that the same books make the same file."""
    last = export.evenings[-1].date  # a period may end in a year that no ZIP knows
    dated = zipfile.ZipInfo(name, (last.year, last.month, last.day, 0, 0, 0))
    dated.compress_type = zipfile.ZIP_DEFLATED
    with archive.open(dated, "w", force_zip64=True) as part:
        write_sheet(export, sheet, part)  # type: ignore[arg-type]


def write_journal(export: Export, file: BinaryIO) -> None:
    """The journal alone."""
    write_sheet(export, JOURNAL, file)


def write_sheet(export: Export, sheet: Sheet, file: BinaryIO) -> None:
    with text_into(file) as text:
        rows = csv.writer(text)
        rows.writerow(sheet.columns)
        rows.writerows(map(_cell, row) for row in sheet.rows(export))


def _cell(value: Cell) -> str:
    return cell(value) if isinstance(value, str) else str(value)


def beside(export: Export, out: Path) -> dict[Sheet, Path]:
    """Where each table goes that is not packed: the journal under the very name, the others beside it. Where there is
    only a sum, that has the name.
    """
    sheets = sheets_of(export, CHECK)
    first = JOURNAL if JOURNAL in sheets else sheets[1]
    return {sheet: out if sheet is first else out.with_name(f"{out.stem}-{sheet.name}.csv") for sheet in sheets}
