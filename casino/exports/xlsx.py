"""A workbook: the tables of `sheets`, row by row, with their sums as formulas that the reader's own program works out.

Every formula also carries what it comes to, for viewers that do not calculate.
"""

from collections import Counter
from typing import Any, BinaryIO

from xlsxwriter import Workbook
from xlsxwriter.utility import xl_col_to_name, xl_rowcol_to_cell

from casino.exports.reading import Export
from casino.exports.sheets import Cell, Number, Sheet, sheets_of
from casino.exports.wording import cell
from games.kit.errors import RuleBroken

CHECK = "the sums are formulas: the sheet “about” compares them, and says whether all is in balance"
MOST_ROWS = 1_048_576 - 100  # of a sheet, with room for headings and sums
MOST_DIGITS = 15  # that a spreadsheet keeps of a number
LONGEST = 32_000  # characters in a cell


def write(export: Export, file: BinaryIO) -> None:
    _require_room(export)
    options = {"constant_memory": True, "in_memory": False}
    with Workbook(file, options) as book:
        book.set_properties({"title": f"{export.club}, {export.wish.journal}", "created": _made(export)})
        _Writer(book, export).write()


def _made(export: Export) -> Any:
    return export.evenings[-1].session.opened_at


def _require_room(export: Export) -> None:
    lines = 2 * export.transfers if not export.wish.summary else 0
    if lines > MOST_ROWS:
        raise RuleBroken(
            "too_long_for_a_sheet",
            "A sheet has room for %(most)s lines, and this has %(lines)s. Take CSV, or a shorter period.",
            most=MOST_ROWS,
            lines=lines,
        )
    moved = Counter[str]()
    for evening in export.evenings:
        moved.update(evening.extent.moved)
    if any(total >= 10**MOST_DIGITS for total in moved.values()):
        raise RuleBroken(
            "too_large_for_a_sheet",
            "Spreadsheets keep %(digits)s digits of a number, and here are sums with more. Take another format.",
            digits=MOST_DIGITS,
        )


class _Writer:
    def __init__(self, book: Workbook, export: Export) -> None:
        self.book, self.export = book, export
        self.bold = book.add_format({"bold": True})
        self.numbers = {
            (places, bold): book.add_format({"num_format": _number_format(places), "bold": bold})
            for places in {unit.places for evening in export.evenings for unit in evening.units.values()}
            for bold in (False, True)
        }
        self.places = {unit.commodity: unit.places for evening in export.evenings for unit in evening.units.values()}
        self.totals: dict[tuple[str, str, str], str] = {}  # sheet, column and unit: the cell of their sum

    def write(self) -> None:
        about, *others = sheets_of(self.export, CHECK)
        first = self._added(about)
        for sheet in others:
            self._write(sheet, self._added(sheet))
        self._write_about(about, first)

    def _added(self, sheet: Sheet) -> Any:
        made = self.book.add_worksheet(sheet.name)
        for at, column in enumerate(sheet.columns):
            made.set_column(at, at, _WIDTHS.get(column, 12))
        made.freeze_panes(1, 0)
        made.write_row(0, 0, sheet.columns, self.bold)
        return made

    def _write(self, sheet: Sheet, made: Any) -> None:
        unit_at = sheet.columns.index("unit")
        sums = {column: Counter[str]() for column in sheet.added}
        row = 0
        for row, cells in enumerate(sheet.rows(self.export), 1):
            for at, value in enumerate(cells):
                self._put(made, row, at, value)
            for column, sum_ in sums.items():
                sum_[str(cells[unit_at])] += cells[sheet.columns.index(column)].value  # type: ignore[union-attr]
        for below, unit in enumerate(self.places, row + 2):
            made.write_string(below, 0, f"Total {unit}", self.bold)
            made.write_string(below, unit_at, unit, self.bold)
            for column in sheet.added:
                at = sheet.columns.index(column)
                letter, units = xl_col_to_name(at), xl_col_to_name(unit_at)
                last = max(row + 1, 2)
                formula = f'SUMIF({units}2:{units}{last},"{unit}",{letter}2:{letter}{last})'
                self._formula(made, below, at, formula, unit, sums[column][unit])
                self.totals[sheet.name, column, unit] = f"'{sheet.name}'!{xl_rowcol_to_cell(below, at)}"

    def _put(self, made: Any, row: int, at: int, value: Cell) -> None:
        if isinstance(value, Number):
            made.write_number(row, at, _as_number(value.value, value.places), self.numbers[value.places, False])
        else:
            made.write_string(row, at, cell(value)[:LONGEST])

    def _formula(self, made: Any, row: int, at: int, formula: str, unit: str, value: int) -> None:
        places = self.places[unit]
        rounded = f"=ROUND({formula},{places})"  # money is added up in binary fractions
        made.write_formula(row, at, rounded, self.numbers[places, True], _as_number(value, places))

    def _write_about(self, about: Sheet, made: Any) -> None:
        row = 0
        for row, (name, value) in enumerate(about.rows(self.export), 1):
            made.write_string(row, 0, cell(str(name)))
            made.write_string(row, 1, cell(str(value))[:LONGEST])
        for unit in self.places:
            row += 1
            balance = self.totals["trial-balance", "balance", unit]
            debits = self.totals["trial-balance", "debits", unit]
            tests = [f"{balance}=0"]
            if not self.export.wish.summary:
                tests.append(f"{self.totals['journal', 'amount', unit]}={debits}")
            made.write_string(row, 0, f"in balance, {unit}", self.bold)
            made.write_formula(row, 1, f'=IF(AND({",".join(tests)}),"yes","NO")', self.bold, "yes")


_WIDTHS = {
    **dict.fromkeys(("account", "debit", "credit", "other", "is"), 48),
    **dict.fromkeys(("what", "posted_at", "memo", "label", "key"), 24),
    "entry": 8,
    "unit": 6,
}


def _number_format(places: int) -> str:
    return "#,##0" + (f".{'0' * places}" if places else "")


def _as_number(value: int, places: int) -> float:
    return value / 10**places if places else value
