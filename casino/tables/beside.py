"""What a table has beside its own odds and its bank: the terms of a totalisator or a bookmaker, and the accounts for
them and for a pot.
"""

from collections.abc import Iterator
from typing import Any

from casino.desk.accounts import Reason, Role
from casino.prepared import Prepared
from casino.tables.models import Table, TableAccount
from games.kit.beside import BOOKMAKER, TOTALISATOR, Beside
from games.kit.game import Game
from games.kit.values import from_json, read_json
from games.registry import find_game
from ledger import balances, books
from ledger.posting import Transfer

_ACCOUNTS = Prepared(lambda table: TableAccount.objects.filter(table=table))


def read_beside(said: Any) -> Beside:
    """The terms as somebody wrote them, checked."""
    terms: Beside = read_json(Beside, {} if said is None else said, "beside", "bad_beside")
    return terms


def beside_of(table: Table) -> Beside:
    terms: Beside = from_json(Beside, table.beside)
    return terms


def has_own_bookmaker(table: Table) -> bool:
    """Whether a bookmaker stands beside the table's bank, with a float of the house's."""
    return bool(table.beside.get(BOOKMAKER)) and find_game(table.game).office != BOOKMAKER


def open_accounts(table: Table, game: Game[Any], state: Any, beside: Beside) -> None:
    """Each is opened with the table, and empty. What a bookmaker pays from, the house puts there."""
    for role in _roles(game, state, beside):
        account = books.open_account(
            book=table.book_id, unit=table.bank.unit_id, role=role, code=f"{role}:{table.name}"
        )
        TableAccount.objects.create(table=table, role=role, account=account)


def _roles(game: Game[Any], state: Any, beside: Beside) -> Iterator[Role]:
    if beside.totalisator:
        yield from (Role.TOTALISATOR, Role.COMMISSION, Role.BREAKAGE, Role.CARRY_OVER)
    if beside.bookmaker and game.office != BOOKMAKER:  # where the game has one, it is the same
        yield Role.BOOKMAKER
    if game.pot(state):
        yield Role.POT


def accounts_of(table_id: int) -> dict[str, int]:
    """By role."""
    return {row.role: row.account_id for row in _ACCOUNTS.all(table_id)}


def carried_over(table: Table) -> int:
    """What waits for the next pool beside the table. What a game carries over by itself is in its options."""
    waiting = accounts_of(table.pk).get(Role.CARRY_OVER) if table.beside.get(TOTALISATOR) else None
    return 0 if waiting is None else balances.balance(waiting)


def given_back(table: Table) -> list[Transfer]:
    """When the table closes: the house takes its bookmaker's float back, and keeps what no pool will be paid from."""
    accounts, moved = accounts_of(table.pk), list[Transfer]()
    assert table.session.issue_id is not None
    if (account := accounts.get(Role.BOOKMAKER)) and (left := balances.balance(account)):
        moved.append(Transfer(account, table.session.issue_id, left, Reason.FLOAT))
    if Role.COMMISSION in accounts and (left := balances.balance(accounts[Role.CARRY_OVER])):
        moved.append(Transfer(accounts[Role.CARRY_OVER], accounts[Role.COMMISSION], left, Reason.CARRY_OVER))
    return moved
