"""Moves: how one is played, written down and told, whoever makes it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction

from casino.clubs.actors import Actor
from casino.clubs.models import Player
from casino.events import telling
from casino.tables import locks
from casino.tables.carrying import after, set_due, still_due
from casino.tables.models import Move, Round
from casino.tables.opening import when_open
from casino.tables.playing import (
    Accounts,
    game_of,
    laid_in,
    seated,
    standing_rows,
    value_of,
    waiting,
    written_payments,
)
from casino.tables.requiring import require_live
from casino.tables.sending_robots import send_robots
from games.kit.errors import RuleBroken
from games.kit.game import Move as GameMove
from games.kit.game import written
from games.kit.payments import Payment
from games.kit.round import Round as Value
from games.kit.values import from_json, to_json
from ledger import posting
from ledger.models import Entry


@transaction.atomic
def make_move(round_id: int, *, player: Player, move: Any, by: Actor, seen: int | None = None) -> Round:
    """A player decides: the joker, a bid, a card to play. `seen` is how many moves the player had seen made."""
    round_ = locks.own(round_id)
    require_live(round_)
    _, name = seated(round_, player, locks.own_seat(round_.table_id, player.pk))
    if not isinstance(move, dict) or move.get("seat", name) != name:
        raise RuleBroken("not_yours", "Everybody makes their own moves.")
    if seen is not None and _gone_on(round_, name, seen):
        raise RuleBroken("stale_move", "The round has gone on since; look again.")
    made = game_of(round_).read_move({**move, "seat": name})
    value = value_of(round_)
    before = waiting(value)
    value = play(round_, value, [made], by=by)
    now = waiting(value)
    # Others who have to decide get no more time by it, and who may act but need not cannot hold up the rest. Where all
    # decide together, nor does whoever changes their mind.
    others = [seat for seat in now if seat != name or value.game.acts_together]
    keep = any(seat in before for seat in others) or not (before or now)
    finish(round_, value, keep=keep)
    return round_


def _gone_on(round_: Round, name: str, seen: int) -> bool:
    """Whether what somebody saw after so many moves is not what they would see now. Where seats decide together, only
    cards and one's own moves change it.
    """
    later = [row.move for row in round_.moves.filter(number__gt=seen).order_by("number")]
    if game_of(round_).acts_together:
        later = [move for move in later if move.get("seat") in {None, name}]
    return bool(later) or seen > round_.moves.count()


def play(round_: Round, value: Value, moves: Sequence[GameMove], *, by: Actor) -> Value:
    """Play moves and write them down: rows, state, happenings, payments. One posting for all of them."""
    if round_.by_hand and not (value.game.acts_together and all(move.seat for move in moves)):
        _pay_owed(round_)
    if value.game.collects_early:
        value = replace(value, laid=laid_in(round_))
    number = round_.moves.count()
    rows, owed = [], list[Payment]()
    for move in moves:
        value = value.play(move)
        paid = value.payments[len(owed) :]
        owed += paid
        number += 1
        waits = written_payments(paid) if round_.by_hand else []
        rows.append(Move(round=round_, number=number, move=written(move), owed=waits, by=by.as_json()))
        _tell(round_, value, number)
    round_.secret.state = to_json(value.state)
    round_.secret.save(update_fields=["state", "key"])
    if owed and not round_.by_hand:
        rows[-1].entry = _post(round_, number, owed)
    Move.objects.bulk_create(rows)
    return value


def finish(round_: Round, value: Value, *, keep: bool = False) -> None:
    """Set the time of what comes next, or keep the one there is, and save the round."""
    round_.phase = value.phase.value
    set_due(round_, still_due(round_) if keep else _next_due(round_, value))
    round_.keep()
    send_robots(round_, value)


def _next_due(round_: Round, value: Value) -> datetime | None:
    if round_.phase == Round.Phase.OPEN:
        return when_open(round_, value)
    if waiting(value):
        return after(None, round_.table.turn_time)
    if round_.by_hand:  # the croupier deals, and says when the round is over
        return None
    return after(round_.due_at, round_.table.pace)


def _tell(round_: Round, value: Value, number: int) -> None:
    """What everybody may know of a move, and what only one seat may. The move itself is told when the round is over."""
    for happening in value.happenings:
        seat = happening.only_for
        telling.tell(
            round_.table.session_id,
            "happening",
            telling.PUBLIC if seat is None else telling.SEAT,
            of=None if seat is None else _player_id(round_, seat),
            table=round_.table_id,
            round_=round_.pk,
            move=number,
            happening={"game": value.game.slug, **written(happening)},
        )


def _player_id(round_: Round, name: str) -> int:
    seat = round_.seat_ids[round_.seats.index(name)]
    return Player.objects.values_list("pk", flat=True).get(seats=seat)


def owed_in(round_: Round) -> tuple[list[Move], list[Payment]]:
    """What hand-dealt cards pay and have not paid, because the last of them can be taken back."""
    rows = [row for row in standing_rows(round_) if row.owed and row.entry_id is None]
    return rows, [from_json(Payment, payment) for row in rows for payment in row.owed]


def _pay_owed(round_: Round) -> None:
    """The next card is there: the one before it stands."""
    rows, payments = owed_in(round_)
    if rows:
        entry = _post(round_, rows[-1].number, payments)
        Move.objects.filter(pk__in=[row.pk for row in rows]).update(entry=entry)


def _post(round_: Round, number: int, payments: Sequence[Payment]) -> Entry:
    return posting.post(
        book=round_.table.book_id,
        key=f"round:{round_.pk}:move:{number}",
        transfers=Accounts.of(round_).transfers(payments),
    )
