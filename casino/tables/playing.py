"""Between rows and rules: a round as the kit's value, and back."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.db.models import Sum

from casino.clubs.models import Player
from casino.tables.beside import accounts_of
from casino.tables.models import Move, Round, Seat
from games.kit.beside import Sides
from games.kit.errors import RuleBroken
from games.kit.game import Game, not_seated, waited_for
from games.kit.markets import Exposure
from games.kit.offices import HOUSE
from games.kit.payments import Party, Payment
from games.kit.round import Laid, Phase
from games.kit.round import Round as Value
from games.kit.values import canonical, from_json, to_json
from games.registry import find_game
from ledger import balances
from ledger.models import Transfer as Posted
from ledger.posting import Transfer


def game_of(round_: Round) -> Game[Any]:
    return find_game(round_.table.game)


def holder_name(holder: Seat | None) -> str:
    return holder.player.nickname if holder else HOUSE


@lru_cache(maxsize=256)  # while stakes come in it stays the same
def _state(slug: str, written: str) -> Any:
    return find_game(slug).read_state(json.loads(written))


@lru_cache(maxsize=256)  # as above
def _sides(written: str) -> Sides:
    sides: Sides = from_json(Sides, json.loads(written))
    return sides


def sides_of(round_: Round) -> Sides:
    """What stands beside the round, with the prices that were made for it."""
    return _sides(json.dumps(round_.sides))


def value_of(
    round_: Round,
    *,
    laid: Mapping[Laid, int] | None = None,
    exposures: Mapping[str, Exposure] | None = None,
    funds: Mapping[str, int] | None = None,
) -> Value:
    """The round as the rules see it. Purses are not theirs to check: the ledger does, when it is posted."""
    game = game_of(round_)
    return Value(
        game=game,
        state=_state(round_.table.game, json.dumps(round_.secret.state)),
        seats=tuple(round_.seats),
        holder=round_.office,
        purses={},
        funds=funds or {},
        exposures=exposures or {},
        laid=laid or {},
        phase=Phase(round_.phase),
        sides=sides_of(round_),
    )


def laid_in(round_: Round) -> dict[Laid, int]:
    """Everything that lies on the cloth."""
    stakes, names = round_.stakes.filter(counters__gt=0).order_by("id"), round_.names
    rows = stakes.values_list("seat", "market", "selection", "counters")
    return {(names[seat], market, selection): counters for seat, market, selection, counters in rows}


def office_account(round_: Round, office: str) -> int:
    """The bank of the game's own office, or the account of one that was opened beside it."""
    own = game_of(round_).office
    return round_.table.bank_id if office == own else accounts_of(round_.table_id)[office]


def funds_of(round_: Round, office: str) -> int:
    """What an office could pay with now."""
    return balances.balance(office_account(round_, office))


def exposures_of(round_: Round) -> dict[str, Exposure]:
    """By office: what each outcome would cost it."""
    return {row.office: Exposure(row.liabilities) for row in round_.exposures.all()}


def collected_in(round_: Round) -> int:
    """What moves of this round have brought its bank so far: stakes that the exposure still counts as to be lost."""
    bank = round_.table.bank_id
    moved = Posted.objects.filter(entry__in=round_.moves.exclude(entry=None).values("entry"))
    came = moved.filter(payee=bank).aggregate(all=Sum("amount"))["all"] or 0
    went = moved.filter(payer=bank).aggregate(all=Sum("amount"))["all"] or 0
    return int(came - went)


def _standing(rows: Iterable[Move]) -> list[tuple[Any, Move]]:
    """The moves that count, in order, and their rows: what was taken back, and the taking back, are skipped."""
    standing: list[tuple[Any, Move]] = []
    for row in rows:
        if row.kind == Move.Kind.TAKEN_BACK:
            standing.pop()
        elif row.kind == Move.Kind.CORRECTED:
            standing = [(move, row) for move in row.move]
        else:
            standing.append((row.move, row))
    return standing


def standing_moves(rows: Iterable[Move]) -> list[Any]:
    return [move for move, _ in _standing(rows)]


def standing_rows(round_: Round) -> list[Move]:
    return [row for _, row in _standing(round_.moves.order_by("number"))]


def moves_of(round_: Round) -> list[Any]:
    return standing_moves(round_.moves.order_by("number"))


def unplayed(round_: Round) -> Value:
    """The round as it was opened, with what stood beside it."""
    return replace(replayed(round_, []), phase=Phase.OPEN)


def is_possible(value: Value, move: Any) -> bool:
    """Whether the rules would have this move, as it was written, now."""
    try:
        value.play(value.game.read_move(move))
    except RuleBroken:
        return False
    return True


def replayed(round_: Round, moves: Sequence[Any], laid: Mapping[Laid, int] | None = None) -> Value:
    """The round played again from its start by these moves."""
    game = game_of(round_)
    options = game.read_options(round_.options)
    opened = Value.open(game, options, tuple(round_.seats), holder=round_.office)
    value = replace(opened, laid=laid or {}, sides=sides_of(round_))
    for move in moves:
        value = value.play(game.read_move(move))
    return replace(value, phase=Phase.RUNNING)


def same_state(round_: Round, value: Value) -> bool:
    return canonical(value.state) == canonical(round_.secret.state)


def has_result(round_: Round) -> bool:
    """Whether the cards have decided it, paid or not."""
    value = value_of(round_)
    return value.game.result(value.state) is not None


def waiting(value: Value) -> list[str]:
    return waited_for(value.game, value.state, value.seats)


@dataclass(frozen=True)
class Accounts:
    """Which account each party of a payment has: offices that of the table, seats those of their players."""

    offices: Mapping[str, int | None]  # by name; the box is one of them, and so are pot and pool
    seats: Mapping[str, Mapping[str, int]]  # by name and what it holds

    @classmethod
    def of(cls, round_: Round) -> "Accounts":
        # Where a game has a unit of its own, its offices have accounts in that beside the table's bank.
        own = {game_of(round_).office: round_.table.bank_id, "box": round_.table.box_id}
        return cls(offices={**own, **accounts_of(round_.table_id)}, seats=seat_accounts(round_))

    def account(self, party: Party) -> int:
        found = self.offices.get(party.role) if party.seat is None else self.seats[party.seat][party.role]
        assert found is not None, f"no account for {party}"
        return found

    def transfers(self, payments: Iterable[Payment]) -> list[Transfer]:
        """Payments between the same two for the same reason are one transfer, in the order they were first due."""
        merged: dict[tuple[int, int, str], int] = {}
        for payment in payments:
            key = self.account(payment.payer), self.account(payment.payee), payment.reason
            merged[key] = merged.get(key, 0) + payment.amount
        return [Transfer(payer, payee, amount, reason) for (payer, payee, reason), amount in merged.items()]


def seat_accounts(round_: Round) -> dict[str, dict[str, int]]:
    """Those of everybody who sits in the round. Who has left the table is still paid."""
    names = round_.names
    rows = round_.table.seats.values_list("pk", "player__purse", "player__stakes_account", "holding")
    return {
        names[seat]: {"purse": purse, "stakes": stakes, "holding": holding}
        for seat, purse, stakes, holding in rows
        if seat in names
    }


def written_payments(payments: Iterable[Payment]) -> list[Any]:
    return [to_json(payment) for payment in payments]


def seated(round_: Round, player: Player, seat: Seat | None) -> tuple[Seat, str]:
    """The player's seat and its name in this round, if the player sits in it."""
    if seat is None or seat.pk not in round_.seat_ids:
        raise not_seated(player.nickname)
    return seat, round_.names[seat.pk]
