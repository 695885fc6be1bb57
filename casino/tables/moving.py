"""Moves: how one is played, written down and told, whoever makes it."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction

from casino.clubs.actors import Actor
from casino.clubs.models import Player
from casino.desk.counters import from_purse
from casino.events import telling
from casino.tables import locks
from casino.tables.capping import require_below_cap
from casino.tables.carrying import set_due, still_due
from casino.tables.models import Move, Round, Seat
from casino.tables.pacing import begins_by_itself, hastened, next_due
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
from games.kit.entering import Enter
from games.kit.errors import RuleBroken
from games.kit.game import Legal, not_seated, written
from games.kit.game import Move as GameMove
from games.kit.payments import Party, Payment
from games.kit.round import Phase
from games.kit.round import Round as Value
from games.kit.values import from_json, to_json
from ledger import posting
from ledger.line import ask, text
from ledger.models import Entry

# Asked with every card and throw, and what the ORM adds to them is half of what a tick costs.
_COUNT = "SELECT count(*) FROM tables_move WHERE round_id = %s"
_KEEP_SECRET = "UPDATE tables_secret SET state = %s, key = %s WHERE round_id = %s"  # noqa: S105 - no password
_WRITE = """
    INSERT INTO tables_move (round_id, number, kind, move, owed, entry_id, by) VALUES (%s, %s, %s, %s, %s, %s, %s)
"""


@transaction.atomic
def make_move(round_id: int, *, player: Player, move: Any, by: Actor, seen: int | None = None) -> Round:
    """A player decides: the joker, a bid, a card to play. `seen` is how many moves the player had seen made."""
    round_ = locks.own(round_id)
    require_live(round_)
    seat, name = seated(round_, player, locks.own_seat(round_.table_id, player.pk))
    if not isinstance(move, dict) or move.get("seat", name) != name:
        raise RuleBroken("not_yours", "Everybody makes their own moves.")
    if seen is not None and _gone_on(round_, name, seen):
        raise RuleBroken("stale_move", "The round has gone on since; look again.")
    made = game_of(round_).read_move({**move, "seat": name})
    before = value_of(round_)
    if seat.left_at is not None and not open_to_absent(before, name, made):
        raise not_seated(player.nickname)
    if costs := cost_of(before, made):
        _require_may_pay(round_, seat, player, costs)
    with from_purse(player, costs):
        after = play(round_, before, [made], by=by)
    finish(round_, after, keep=_keeps_time(round_, before, after, name))
    return round_


def open_to_absent(value: Value, name: str, move: Legal) -> bool:
    """Whether a seat whose player has left the table may still do this. What the round waits for, the house does, and
    nobody enters who is not there. But a total can be called, and an ante taken back, from anywhere.
    """
    return name not in waiting(value) and not isinstance(move, Enter)


def cost_of(value: Value, move: GameMove) -> int:
    """What a move takes out of the purse of whoever makes it."""
    assert move.seat is not None
    return sum(paid.amount for paid in value.play(move).payments if paid.payer == Party("purse", move.seat))


def _require_may_pay(round_: Round, seat: Seat, player: Player, costs: int) -> None:
    """Nobody puts in more than the club allows."""
    staked = sum(round_.stakes.filter(seat=seat).values_list("counters", flat=True))
    require_below_cap(round_, player, staked=staked, more=costs)


def _keeps_time(round_: Round, before: Value, after: Value, name: str) -> bool:
    """Whether what is due stays due when it was. Others who have to decide get no more time by a move, and who may act
    but need not cannot hold up the rest. Where all decide together, nor does whoever changes their mind. And nobody
    takes the time to reveal from others by shaking the dice. A round that begins when all its players are there has
    another time when the last has come, or one has gone.
    """
    if after.phase is Phase.OPEN and begins_by_itself(before) != begins_by_itself(after):
        return False
    game, late, now = after.game, waiting(before), waiting(after)
    if after.phase is Phase.RUNNING and game.hurried(after.state) and not _awaits_reveals(round_):
        return False
    others = [seat for seat in now if seat != name or game.acts_together]
    return any(seat in late for seat in others) or not (late or now)


def _awaits_reveals(round_: Round) -> bool:
    """Whether somebody has promised entropy, and can still reveal it."""
    return not round_.secret.key and round_.commitments.filter(entropy="").exists()


def _gone_on(round_: Round, name: str, seen: int) -> bool:
    """Whether what somebody saw after so many moves is not what they would see now. Before the off, and where seats
    decide together, only cards and one's own moves change it.
    """
    later = [row.move for row in round_.moves.filter(number__gt=seen).order_by("number")]
    if round_.phase == Round.Phase.OPEN or game_of(round_).acts_together:
        later = [move for move in later if move.get("seat") in {None, name}]
    return bool(later) or seen > round_.moves.count()


def play(round_: Round, value: Value, moves: Sequence[GameMove], *, by: Actor) -> Value:
    """Play moves and write them down: rows, state, happenings, payments. One posting for all of them."""
    # What the croupier typed in stands when the next card is there, or somebody has decided upon it.
    stands = round_.by_hand and not (value.game.acts_together and all(move.seat for move in moves))
    confirmed, due = owed_in(round_) if stands else ([], [])
    if value.game.collects_early:
        value = replace(value, laid=laid_in(round_))
    waits = round_.by_hand and round_.phase == Round.Phase.RUNNING  # what a card led to may be taken back with it
    number, made, rows = _made(round_), len(value.payments), list[Move]()
    for move in moves:
        value = value.play(move)
        paid, made = value.payments[made:], len(value.payments)
        due += [] if waits else paid
        number += 1
        owed = written_payments(paid) if waits else []
        rows.append(Move(round=round_, number=number, move=written(move), owed=owed, by=by.as_json()))
        _tell(round_, value, number)
    round_.secret.state, round_.sides = to_json(value.state), to_json(value.sides)
    if due:
        entry = _post(round_, number, due)
        Move.objects.filter(pk__in=[row.pk for row in confirmed]).update(entry=entry)
        if not waits:
            rows[-1].entry = entry
    _write(round_, rows)
    return value


def _write(round_: Round, rows: Sequence[Move]) -> None:
    """What a move changes, but for round and ledger."""
    secret, id_ = round_.secret, str(round_.pk)
    ask(_KEEP_SECRET, json.dumps(secret.state), secret.key, id_)
    for row in rows:
        owed, entry = json.dumps(row.owed), text(row.entry_id)
        ask(_WRITE, id_, str(row.number), row.kind, json.dumps(row.move), owed, entry, json.dumps(row.by))


def _made(round_: Round) -> int:
    """How many moves were made so far."""
    ((moves,),) = ask(_COUNT, str(round_.pk))
    return int(moves)


def finish(round_: Round, value: Value, *, keep: bool = False) -> None:
    """Set the time of what comes next, or keep the one there is, and save the round."""
    round_.phase = value.phase.value
    set_due(round_, hastened(round_, value, still_due(round_)) if keep else next_due(round_, value))
    round_.keep()
    send_robots(round_, value)


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


def _post(round_: Round, number: int, payments: Sequence[Payment]) -> Entry:
    return posting.post(
        book=round_.table.book_id,
        key=f"round:{round_.pk}:move:{number}",
        transfers=Accounts.of(round_).transfers(payments),
    )
