"""Who stands on the other side of the stakes at a table. The bank is an account of the table: its holder fills it from
the purse and takes back what is left; the house fills it from the issue.
"""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from casino.clubs.actors import Actor
from casino.clubs.models import Player
from casino.desk.accounts import Reason, Role
from casino.desk.counters import fresh_key, from_purse, require_counters, short_purse
from casino.events import telling
from casino.tables import locks
from casino.tables.beside import accounts_of
from casino.tables.models import Seat, Table
from casino.tables.playing import holder_name
from casino.tables.requiring import require_bank, require_no_round, require_open_table
from games.kit.cutting import Cut
from games.kit.errors import RuleBroken
from games.kit.game import not_seated
from games.kit.offices import HOUSE, Office
from games.kit.values import to_json
from games.registry import find_game
from ledger import balances, posting
from ledger.posting import Transfer

Draw = Callable[[Sequence[str]], Cut]  # how these names cut for the office


@dataclass(frozen=True)
class Passed:
    """What moves when an office passes, and who cut which card for it."""

    transfers: list[Transfer] = field(default_factory=list)
    cut: list[Any] = field(default_factory=list)


def _owner(table: Table, holder: Seat | None) -> int:
    """The account a bank is filled from and goes back to."""
    assert table.session.issue_id is not None
    return holder.player.purse_id if holder else table.session.issue_id


def post_float(table: Table, counters: int, accounts: Sequence[int]) -> None:
    """So many into each: into the bank from whoever holds it, into others from the house."""
    owners = {table.bank_id: _owner(table, table.holder)}
    wish = [Transfer(owners.get(each, _owner(table, None)), each, counters, Reason.FLOAT) for each in accounts]
    posting.post(book=table.book_id, key=fresh_key(f"table:{table.pk}:float"), transfers=wish)


def bank_back(table: Table) -> list[Transfer]:
    """What empties the bank: to whoever holds it."""
    left = balances.balance(table.bank_id)
    return [Transfer(table.bank_id, _owner(table, table.holder), left, Reason.FLOAT)] if left else []


@transaction.atomic
def top_up_bank(table_id: int, *, counters: int, by: Actor, office: str | None = None) -> None:
    """Add to the bank, from the holder's purse or, where the house holds it, from the issue. `office` names one that
    was opened beside it, which the house holds.
    """
    table = locks.own_table(table_id)
    require_open_table(table)
    whole = require_counters(counters)
    account = table.bank_id if office in {None, table.bank.role_id} else _beside(table, office)
    telling.tell(
        table.session_id, "bank_topped_up", table=table.pk, by=by, counters=whole, office=office or table.bank.role_id
    )
    holder = table.holder if account == table.bank_id else None
    with from_purse(holder.player, whole) if holder else nullcontext():
        post_float(table, whole, [account])


def _beside(table: Table, office: str | None) -> int:
    """The account of a bookmaker beside the table's own bank. Other offices pay from what was staked with them."""
    found = accounts_of(table.pk).get(Role.BOOKMAKER) if office == Role.BOOKMAKER else None
    if found is None:
        raise RuleBroken("unknown_office", "There is no office %(office)s at this table.", office=office)
    return found


@transaction.atomic
def offer_bank(table_id: int, *, player: Player, counters: int | None, by: Actor) -> Seat:
    """Say with how many counters one would hold the office when it comes round; with none, that one would not.

    A holder who withdraws the offer passes the office on when the round is over.
    """
    table = locks.own_table(table_id)
    seat = _seat(table, player)
    if not table.passes_round:
        raise RuleBroken("office_stays", "At this table the house holds the office.")
    seat.offer = None if counters is None else require_bank(table, counters)
    seat.save()
    telling.tell(table.session_id, "bank_offered", telling.SEAT, of=player.pk, table=table.pk, by=by, counters=counters)
    return seat


@transaction.atomic
def take_office(table_id: int, *, player: Player, counters: int, by: Actor) -> Table:
    """Take the office from the house, between rounds. From another player it comes by passing."""
    table = locks.own_table(table_id)
    seat = _seat(table, player)
    _require_passing(table, Table.Passing.LEFT)
    require_no_round(table)
    if table.holder is not None:
        raise RuleBroken("office_held", "%(seat)s holds the office.", seat=holder_name(table.holder))
    seat.offer = require_bank(table, counters)
    seat.save()
    left = balances.balance(player.purse_id)
    if left < counters:
        raise short_purse(player, left)
    _hand_over(table, seat, by=by)
    return table


@transaction.atomic
def choose_holder(table_id: int, *, player: Player, by: Actor) -> Table:
    """Staff say who holds the office next, between rounds. It must be somebody who has offered to."""
    table = locks.own_table(table_id)
    seat = _seat(table, player)
    _require_passing(table, Table.Passing.CHOSEN)
    require_no_round(table)
    if seat == table.holder:
        raise RuleBroken("office_held", "%(seat)s holds the office.", seat=player.nickname)
    if seat.offer is None:
        raise RuleBroken("not_offered", "%(seat)s has not offered to hold the office.", seat=player.nickname)
    if not _able(table, seat):
        raise short_purse(player, balances.balance(player.purse_id))
    _hand_over(table, seat, by=by)
    return table


@transaction.atomic
def pass_office(table_id: int, *, by: Actor, only_for: Player | None = None) -> Table:
    """Pass the office on to the left at once, between rounds; over who is absent, short or unwilling, to the house.

    `only_for` a player who holds it: nobody passes on what another holds.
    """
    table = locks.own_table(table_id)
    if only_for is not None and (table.holder is None or table.holder.player_id != only_for.pk):
        raise RuleBroken("not_holder", "%(seat)s does not hold the office.", seat=only_for.nickname)
    if not table.passes_round:
        raise RuleBroken("office_stays", "At this table the house holds the office.")
    require_no_round(table)
    if table.passing == Table.Passing.LEFT:
        _hand_over(table, _next_holder(table, but=table.holder), by=by)
        return table
    if table.holder is not None:  # who gives it up does not cut for it again
        table.holder.offer = None
        table.holder.save(update_fields=["offer"])
    _hand_over(table, None, by=by)  # until somebody has cut for it or was chosen
    return table


def _hand_over(table: Table, holder: Seat | None, *, by: Actor) -> None:
    if moved := _passed_to(table, holder, by=by):
        posting.post(book=table.book_id, key=f"table:{table.pk}:office:{table.term}", transfers=moved)
    table.save()


def pass_if_due(table: Table, draw: Draw, *, by: Actor) -> Passed:
    """Before a round: what moves if the office passes now. The caller posts it with what else it has to say."""
    if not table.passes_round or not _is_due(table):
        return Passed()
    holder, cut = _cut_for(table, draw) if table.passing == Table.Passing.CUT else (_next_holder(table), [])
    if holder == table.holder and (holder is None or balances.balance(table.bank_id) >= table.least_bank):
        table.served = 0  # nobody else wants it: another term
        return Passed(cut=cut)
    return Passed(_passed_to(table, holder, by=by), cut)


def _cut_for(table: Table, draw: Draw) -> tuple[Seat | None, list[Any]]:
    """The highest card among all who want it and can hold it; who has just held it cuts with them."""
    able = {seat.player.nickname: seat for seat in _seats(table) if _able(table, seat)}
    if not able:
        return None, []
    cut = draw(list(able))
    return able[cut.winner], to_json(cut.cuts)


def _is_due(table: Table) -> bool:
    holder = table.holder
    if holder is None:  # the house only fills in
        return True
    return _unwilling(holder) or table.served >= _term(table) or balances.balance(table.bank_id) == 0


def _unwilling(seat: Seat) -> bool:
    return seat.left_at is not None or seat.offer is None


def _term(table: Table) -> int:
    game = find_game(table.game)
    return game.term(game.start(game.read_options(table.options), ()))


def _require_passing(table: Table, passing: Table.Passing) -> None:
    if not table.passes_round:
        raise RuleBroken("office_stays", "At this table the house holds the office.")
    if table.passing != passing:
        raise RuleBroken("passes_otherwise", "At this table the office passes in another way.")


def _seats(table: Table) -> list[Seat]:
    return list(table.seats.select_related("player").order_by("place", "taken_at"))


def _next_holder(table: Table, *, but: Seat | None = None) -> Seat | None:
    """On the left; where staff choose, whoever holds it keeps it until they do."""
    if table.passing == Table.Passing.CHOSEN:
        return table.holder if table.holder and _can_go_on(table, table.holder) else None
    seats = _seats(table)
    by_name = {seat.player.nickname: seat for seat in seats}
    office = Office(holder_name(table.holder), _term(table), table.served, _name_or_none(table.last_holder))
    able = {seat.player.nickname for seat in seats if seat != but and _able(table, seat)}
    found = office.passed(list(by_name), able)
    return None if found.holder == HOUSE else by_name[found.holder]


def _able(table: Table, seat: Seat) -> bool:
    if _unwilling(seat):
        return False
    held = balances.balance(seat.player.purse_id)
    if seat == table.holder:  # what is in the bank comes back first
        held += balances.balance(table.bank_id)
    return held >= (seat.offer or 0) >= table.least_bank


def _can_go_on(table: Table, holder: Seat) -> bool:
    """With what is left of the bank, or with a new one."""
    if _unwilling(holder):
        return False
    return balances.balance(table.bank_id) >= table.least_bank or _able(table, holder)


def _passed_to(table: Table, holder: Seat | None, *, by: Actor) -> list[Transfer]:
    """Empty the bank to the old holder and fill it from the new one."""
    old = table.holder
    moved = bank_back(table)
    table.last_holder = old or table.last_holder
    table.holder, table.served, table.term = holder, 0, table.term + 1
    put_up = table.house_float if holder is None else holder.offer or 0
    if put_up:
        moved.append(Transfer(_owner(table, holder), table.bank_id, put_up, Reason.FLOAT))
    telling.tell(
        table.session_id, "office_passed", table=table.pk, by=by, office=holder_name(holder), before=holder_name(old)
    )
    return moved


def _name_or_none(seat: Seat | None) -> str | None:
    return seat.player.nickname if seat else None


def _seat(table: Table, player: Player) -> Seat:
    require_open_table(table)
    seat = locks.own_seat(table.pk, player.pk)
    if seat is None or seat.left_at is not None:
        raise not_seated(player.nickname)
    return seat
