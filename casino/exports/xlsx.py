"""A workbook: the tables of `sheets`, row by row, with their sums as formulas that the reader's own program works out.

What an account was debited and credited is added up from its own lines among the statements, which lie together; its
balance from that. Every formula also carries what it comes to, for viewers that do not calculate.
"""

import tempfile
from collections import Counter
from datetime import date
from typing import Any, BinaryIO

from xlsxwriter import Workbook
from xlsxwriter.exceptions import FileCreateError
from xlsxwriter.utility import xl_col_to_name, xl_rowcol_to_cell

from casino.exports.reading import Export
from casino.exports.sheets import JOURNAL, STATEMENTS, SUMMARY, TRIAL_BALANCE, Number, Row, Sheet, sheets_of
from casino.exports.wording import cell
from games.kit.errors import RuleBroken

CHECK = "the sums are formulas; below they are compared"
MOST_ROWS = 1_048_576 - 100  # of a sheet, with room for headings and sums
MOST_DIGITS = 15  # that a spreadsheet keeps of a number
LONGEST = 32_000  # characters in a cell
_WIDTHS = {
    **dict.fromkeys(("account", "debit", "credit", "other", "is"), 48),
    **dict.fromkeys(("what", "posted_at", "memo", "label", "key"), 24),
    "entry": 8,
    "unit": 6,
}


def write(export: Export, file: BinaryIO) -> None:
    _require_room(export)
    with tempfile.TemporaryDirectory() as drafts:  # where rows wait until the workbook is put together
        book = Workbook(file, {"constant_memory": True, "tmpdir": drafts})
        made = export.evenings[-1].session.opened_at  # not now: the same books make the same file
        book.set_properties({"title": f"{export.club}, {export.wish.journal}", "created": made})
        _Writer(book, export).write()
        try:
            book.close()
        except FileCreateError as error:
            raise error.args[0] from None


def _require_room(export: Export) -> None:
    lines = 0 if export.wish.summary else 2 * export.transfers
    if lines > MOST_ROWS:
        raise RuleBroken(
            "too_long_for_a_sheet",
            "A sheet has room for %(most)s lines, and this has %(lines)s. Take CSV, or a shorter period.",
            most=MOST_ROWS,
            lines=lines,
        )
    moved = Counter[str]()
    for evening in export.evenings:
        moved.update(evening.whole.moved)
    if any(total >= 10**MOST_DIGITS for total in moved.values()):
        raise RuleBroken(
            "too_large_for_a_sheet",
            "Spreadsheets keep %(digits)s digits of a number, and here are sums with more. Take another format.",
            digits=MOST_DIGITS,
        )


class _Writer:
    def __init__(self, book: Workbook, export: Export) -> None:
        self.book, self.export = book, export
        self.places = {unit.commodity: unit.places for evening in export.evenings for unit in evening.units.values()}
        self.bold, self.day = book.add_format({"bold": True}), book.add_format({"num_format": "yyyy-mm-dd"})
        self.numbers = {
            (places, bold): book.add_format({"num_format": _number_format(places), "bold": bold})
            for places in set(self.places.values())
            for bold in (False, True)
        }
        self.lines: dict[str, tuple[int, int]] = {}  # of each account's statement, the first and the last row
        # By sheet, column and unit: the cell of their sum, and what it comes to.
        self.totals: dict[tuple[str, str, str], tuple[str, int]] = {}
        self.rows: dict[str, int] = {}  # of each sheet

    def write(self) -> None:
        about, *tables = sheets_of(self.export, CHECK)
        made = {sheet.name: self._add(sheet) for sheet in (about, *tables)}
        for sheet in sorted(tables, key=lambda each: each is TRIAL_BALANCE):  # it refers to the others
            self._write(sheet, made[sheet.name])
        self._write_about(about, made[about.name])

    def _add(self, sheet: Sheet) -> Any:
        made = self.book.add_worksheet(sheet.name)
        for at, column in enumerate(sheet.columns):
            made.set_column(at, at, _WIDTHS.get(column, 12))
        made.freeze_panes(1, 0)
        made.set_landscape()
        made.set_paper(9)  # A4, as wide as the table is
        made.fit_to_pages(1, 0)
        made.repeat_rows(0)
        made.write_row(0, 0, sheet.columns, self.bold)
        return made

    def _write(self, sheet: Sheet, made: Any) -> None:
        at = {column: place for place, column in enumerate(sheet.columns)}
        sums: dict[str, Counter[str]] = {column: Counter() for column in sheet.added}
        row = 0
        for row, cells in enumerate(sheet.rows(self.export), 1):
            self._write_row(made, row, cells)
            unit = str(cells[at["unit"]])
            for column, sum_ in sums.items():
                sum_[unit] += _value(cells[at[column]])
            if sheet is STATEMENTS:
                account = str(cells[at["account"]])
                self.lines[account] = (self.lines.get(account, (row, row))[0], row)
            if sheet is TRIAL_BALANCE:
                self._refer(made, row, at, cells)
        for below, unit in enumerate(self.places, row + 2):
            made.write_string(below, 0, f"Total {unit}", self.bold)
            made.write_string(below, at["unit"], unit, self.bold)
            for column in sheet.added:
                units, numbers = _column(at["unit"], row), _column(at[column], row)
                self._formula(made, below, at[column], f'SUMIF({units},"{unit}",{numbers})', unit, sums[column][unit])
                cell_ = f"'{sheet.name}'!{xl_rowcol_to_cell(below, at[column])}"
                self.totals[sheet.name, column, unit] = (cell_, sums[column][unit])
        self.rows[sheet.name] = row

    def _write_row(self, made: Any, row: int, cells: Row) -> None:
        for at, value in enumerate(cells):
            if isinstance(value, str):
                made.write_string(row, at, cell(value)[:LONGEST])
            elif isinstance(value, Number):
                made.write_number(row, at, _as_number(*value), self.numbers[value.places, False])
            elif isinstance(value, date):
                made.write_datetime(row, at, value, self.day)
            else:
                made.write_number(row, at, value)

    def _refer(self, made: Any, row: int, at: dict[str, int], cells: Row) -> None:
        """In the row of an account: its sums from its statement, its balance from its sums. Where there is only the
        evening in one entry, its balance from that.
        """
        unit, account = str(cells[at["unit"]]), str(cells[at["account"]])
        for column in ("debits", "credits"):
            if lines := self.lines.get(account):
                letter = xl_col_to_name(STATEMENTS.columns.index(column))
                formula = f"SUM({STATEMENTS.name}!{letter}{lines[0] + 1}:{letter}{lines[1] + 1})"
                self._formula(made, row, at[column], formula, unit, _value(cells[at[column]]), bold=False)
        places = {each: xl_rowcol_to_cell(row, at[each]) for each in ("account", "opening", "debits", "credits")}
        balance = "{opening}+{debits}-{credits}".format(**places)
        if self.export.wish.summary:
            debit, credit, moved = (self._cells(SUMMARY, each) for each in ("debit", "credit", "amount"))
            name = places["account"]
            balance = f"{places['opening']}+SUMIF({debit},{name},{moved})-SUMIF({credit},{name},{moved})"
        self._formula(made, row, at["balance"], balance, unit, _value(cells[at["balance"]]), bold=False)

    def _cells(self, sheet: Sheet, column: str) -> str:
        """A column of a sheet that is written."""
        letter = xl_col_to_name(sheet.columns.index(column))
        return f"'{sheet.name}'!${letter}$2:${letter}${max(self.rows[sheet.name] + 1, 2)}"

    def _formula(self, made: Any, row: int, at: int, formula: str, unit: str, value: int, *, bold: bool = True) -> None:
        places = self.places[unit]
        rounded = f"=ROUND({formula},{places})"  # money is added up in binary fractions
        made.write_formula(row, at, rounded, self.numbers[places, bold], _as_number(value, places))

    def _write_about(self, about: Sheet, made: Any) -> None:
        said = list(about.rows(self.export))
        for row, cells in enumerate(said, 1):
            self._write_row(made, row, cells)
        for row, unit in enumerate(self.places, len(said) + 1):
            verdict, tests = self._tests(unit)
            made.write_string(row, 0, f"in balance, {unit}", self.bold)
            made.write_formula(row, 1, f'=IF(AND({",".join(tests)}),"yes","NO")', self.bold, verdict)

    def _tests(self, unit: str) -> tuple[str, list[str]]:
        """Whether all is in balance, and the formulas that say so: balances come to nothing, every balance is what its
        account was debited less what it was credited, and the journal has moved as much.
        """
        balance, debits = (self.totals[TRIAL_BALANCE.name, each, unit] for each in ("balance", "debits"))
        numbers = [self._cells(TRIAL_BALANCE, each) for each in ("opening", "debits", "credits", "balance")]
        off = "ROUND({}+{}-{}-{},{})".format(*numbers, max(self.places.values()))
        tests, holds = [f"{balance[0]}=0", f"SUMPRODUCT(--({off}<>0))=0"], balance[1] == 0
        if not self.export.wish.summary:
            moved = self.totals[JOURNAL.name, "amount", unit]
            tests, holds = [*tests, f"{moved[0]}={debits[0]}"], holds and moved[1] == debits[1]
        return "yes" if holds else "NO", tests


def _column(at: int, rows: int) -> str:
    """The cells of a column below its heading; one at least."""
    letter = xl_col_to_name(at)
    return f"{letter}2:{letter}{max(rows + 1, 2)}"


def _number_format(places: int) -> str:
    return "#,##0" + (f".{'0' * places}" if places else "")


def _as_number(value: int, places: int) -> float:
    return value / 10**places if places else value


def _value(of: Any) -> int:
    assert isinstance(of, Number)
    return of.value
