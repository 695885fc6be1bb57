"""A game's own unit, points or francs: out of the table's box, in the hands of its seats, and back at the end."""

from casino.desk.accounts import Role
from casino.tables.models import Seat, Table
from ledger import books
from ledger.models import CODE_LENGTH


def open_holdings(table: Table, unit: str | None) -> None:
    """Accounts in this unit for the box and for everybody who sits there and has none yet. Each is opened once."""
    if unit is None:
        return
    unit_id = books.make_unit(code=unit).pk
    if table.box_id is None:
        table.box = books.open_account(book=table.book_id, unit=unit_id, role=Role.BOX, code=f"box:{table.name}")
        table.save(update_fields=["box"])
    for seat in table.seats.filter(left_at=None, holding=None).order_by("place"):
        _open_holding(table, seat, unit_id)


def _open_holding(table: Table, seat: Seat, unit_id: int) -> None:
    # By number: names are long, change, and come round again.
    code = f"holding:{seat.pk}:{table.name}"[:CODE_LENGTH]
    seat.holding = books.open_account(book=table.book_id, unit=unit_id, role=Role.HOLDING, code=code)
    seat.save(update_fields=["holding"])
