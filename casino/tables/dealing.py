"""Dealing by hand: a croupier at a real cloth types in the cards or dice that fell, and may take the last ones back."""

from typing import Any

from django.db import transaction

from casino.clubs.actors import Actor
from casino.events import telling
from casino.tables import locks
from casino.tables.models import Move, Round
from casino.tables.moving import finish, play
from casino.tables.playing import game_of, replayed, standing_rows, value_of
from casino.tables.requiring import require_live
from casino.tables.showing import tell, view_of
from casino.tables.starting import begin
from games.kit.errors import RuleBroken
from games.kit.values import to_json


@transaction.atomic
def deal_by_hand(round_id: int, *, move: Any, by: Actor) -> Round:
    """What fell on the cloth. The first card is the off, if nobody has called it."""
    round_ = _own_by_hand(round_id)
    made = game_of(round_).read_move(move)
    if made.seat is not None:
        raise RuleBroken("not_dealer", "Cards are dealt by the house, not by a seat.")
    value = value_of(round_)
    if round_.phase == Round.Phase.OPEN:
        value = begin(round_, value, by=by)
    value = play(round_, value, [made], by=by)
    # What fell is told as what happened; who typed it in, to staff alone.
    telling.tell(
        round_.table.session_id,
        "dealt_by_hand",
        telling.STAFF,
        table=round_.table_id,
        round_=round_.pk,
        by=by,
        move=round_.moves.count(),
    )
    finish(round_, value)
    return round_


@transaction.atomic
def take_back(round_id: int, *, by: Actor) -> Round:
    """Take back the last card. That is a move too; whoever reads the moves skips both. Nothing had been paid for it.

    Where all seats guess together, what they have guessed since goes with it.
    """
    round_ = _own_by_hand(round_id)
    standing = standing_rows(round_)
    if round_.phase != Round.Phase.RUNNING or len(standing) <= (round_.before or 0):
        raise RuleBroken("nothing_to_take_back", "No card lies there to take back.")
    taken = [standing.pop()]
    while "seat" in taken[-1].move and game_of(round_).acts_together and len(standing) > (round_.before or 0):
        taken.append(standing.pop())  # guesses for the next card go with the one before them
    last = taken[-1]
    if "seat" in last.move:
        raise RuleBroken("not_a_card", "The last move was a player's decision; it stays.")
    if last.entry_id is not None:
        raise RuleBroken("already_paid", "What that card paid has been paid. Void the round instead.")
    number = round_.moves.count() + len(taken)
    back = [
        Move(round=round_, number=number - at, kind=Move.Kind.TAKEN_BACK, move={}, by=by.as_json())
        for at in range(len(taken))
    ]
    Move.objects.bulk_create(reversed(back))
    value = replayed(round_, [row.move for row in standing])
    round_.secret.state = to_json(value.state)
    round_.secret.save(update_fields=["state"])
    tell(
        round_,
        "taken_back",
        by=by,
        move=number,
        view=view_of(value.game, value.state, None),
    )
    finish(round_, value)
    return round_


def _own_by_hand(round_id: int) -> Round:
    round_ = locks.own(round_id)
    require_live(round_)
    if not round_.by_hand:
        raise RuleBroken("dealt_by_house", "At this table the house deals.")
    return round_
