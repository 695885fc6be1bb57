"""A game's own unit, points or francs: out of the table's box, in the hands of its seats and offices, and back at the
end.
"""

from typing import Any

from casino.desk.accounts import Role
from casino.tables.models import Round, Seat, Table, TableAccount
from casino.tables.playing import Accounts, value_of
from games.kit.game import Game
from ledger import books
from ledger.models import CODE_LENGTH
from ledger.posting import Transfer


def open_holdings(table: Table, game: Game[Any], state: Any) -> None:
    """Accounts in the unit of this round for the box, for the offices that deal in it, and for everybody who sits there
    and has none yet. Each is opened once.
    """
    unit = game.unit(state)
    if unit is None:
        return
    unit_id = books.make_unit(code=unit).pk
    if table.box_id is None:
        table.box = books.open_account(book=table.book_id, unit=unit_id, role=Role.BOX, code=f"box:{table.name}")
        table.save(update_fields=["box"])
        for role in game.unit_offices:
            _open_office(table, Role(role), unit, unit_id)
    for seat in table.seats.filter(left_at=None, holding=None).order_by("place"):
        _open_holding(table, seat, unit_id)


def _open_office(table: Table, role: Role, unit: str, unit_id: int) -> None:
    account = books.open_account(book=table.book_id, unit=unit_id, role=role, code=f"{role}:{unit}:{table.name}")
    TableAccount.objects.create(table=table, role=role, account=account)


def _open_holding(table: Table, seat: Seat, unit_id: int) -> None:
    # By number: names are long, change, and come round again.
    code = f"holding:{seat.pk}:{table.name}"[:CODE_LENGTH]
    seat.holding = books.open_account(book=table.book_id, unit=unit_id, role=Role.HOLDING, code=code)
    seat.save(update_fields=["holding"])


def swept(table: Table) -> list[Transfer]:
    """When the table closes: what a pool of the game's own has left for the next game, which will not be played."""
    last = table.rounds.filter(phase=Round.Phase.SETTLED).select_related("table", "secret").order_by("-pk").first()
    if table.box_id is None or last is None:
        return []
    value = value_of(last)
    return Accounts.of(last).transfers(value.game.sweep(value.state))
