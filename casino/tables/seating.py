"""Sitting down and standing up."""

from collections.abc import Mapping
from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from casino.clubs.actors import Actor
from casino.clubs.joining import show_out
from casino.clubs.models import Player
from casino.events import telling
from casino.tables import locks
from casino.tables.carrying import set_due, still_due
from casino.tables.models import Round, Seat, Table
from casino.tables.own_units import open_holdings
from casino.tables.pacing import begins_by_itself, hastened, next_due
from casino.tables.playing import game_of, moves_of, replayed, value_of, waiting
from casino.tables.requiring import LIVE, require_open_table
from casino.tables.sending_robots import asks, send_robots
from games.kit.errors import RuleBroken
from games.kit.game import not_seated
from games.kit.round import Phase
from games.kit.round import Round as Value
from games.kit.values import to_json


@transaction.atomic
def sit_down(table_id: int, *, player: Player, by: Actor) -> Seat:
    """Take the first free place. Who comes while stakes are open plays in that round already."""
    table = locks.own_table(table_id)
    require_open_table(table)
    if player.session_id != table.session_id:
        raise RuleBroken("other_session", "%(seat)s is a guest of another session.", seat=player.nickname)
    if player.removed_at is not None:
        raise RuleBroken("guest_removed", "%(seat)s was sent away.", seat=player.nickname)
    open_round = table.rounds.filter(phase=Round.Phase.OPEN).first()
    if open_round:  # before the seat, as in every stake
        locks.own_round(open_round.pk)
    seat = _take_place(table, player)
    if open_round:
        game = game_of(open_round)
        open_holdings(table, game, game.start(game.read_options(open_round.options), ()))
    telling.tell(table.session_id, "sat_down", table=table.pk, by=by, seat=player.nickname, place=seat.place)
    if open_round:
        _join(open_round.pk, seat)
    return seat


def _take_place(table: Table, player: Player) -> Seat:
    seat = locks.own_seat(table.pk, player.pk)
    if seat is not None and seat.left_at is None:
        raise RuleBroken("already_seated", "%(seat)s sits at this table already.", seat=player.nickname)
    taken = set(table.seats.filter(left_at=None).values_list("place", flat=True))
    free = next((place for place in range(1, table.places + 1) if place not in taken), None)
    if free is None:
        raise RuleBroken("table_full", "All places at %(table)s are taken.", table=table.name)
    seat = seat or Seat(table=table, player=player)
    seat.place, seat.left_at, seat.offer = free, None, None
    seat.save()
    return seat


def _join(round_id: int, seat: Seat) -> None:
    """Start the open round again with one more seat."""
    round_ = locks.own(round_id)
    if round_.phase != Round.Phase.OPEN or seat.pk in round_.seat_ids:
        return
    sitting = round_.table.seats.filter(left_at=None).order_by("place").values_list("pk", "player__nickname")
    # Who stood up and is still in the round stays: there may be stakes. And who was renamed since keeps the name.
    _start_again(round_, dict(sitting) | round_.names)


def _start_again(round_: Round, names: Mapping[int, str]) -> None:
    """Start an open round again with these seats, and make the moves made so far once more."""
    before = value_of(round_)
    were = round_.seat_ids, round_.seats
    round_.seat_ids, round_.seats = list(names), list(names.values())
    try:
        value = replace(replayed(round_, moves_of(round_)), phase=Phase.OPEN)
    except RuleBroken:  # this game begins with those who sat there; the next round is open to all
        round_.seat_ids, round_.seats = were
        return
    if _runners(value) != _runners(before):  # as is this race: prices were made for these, and stakes may lie on them
        round_.seat_ids, round_.seats = were
        return
    round_.secret.state = to_json(value.state)
    round_.secret.save()
    round_.save(update_fields=["seats", "seat_ids"])
    if _is_due_anew(round_, before, value):
        set_due(round_, next_due(round_, value))
        round_.keep()
    if asks(value):
        send_robots(round_, value)


def _is_due_anew(round_: Round, before: Value, value: Value) -> bool:
    """Whether nothing would end the wait for the one who has come, whether there is nobody left to wait for, or whether
    those who were missing are there now, or one too many.
    """
    unwatched = bool(waiting(value)) and still_due(round_) is None
    unwaited = bool(waiting(before)) and not waiting(value)
    return unwatched or unwaited or begins_by_itself(before) != begins_by_itself(value)


def _runners(value: Value) -> tuple[str, ...]:
    return value.game.runners(value.state)


@transaction.atomic
def stand_up(table_id: int, *, player: Player, by: Actor) -> Seat:
    """Leave the table. What lies on the cloth stays there and is paid to the purse; an office passes on. For who leaves
    in the middle of a round the house plays; who has nothing in one that has not begun is out of it.
    """
    table = locks.own_table(table_id)
    require_open_table(table)
    live = table.rounds.filter(phase__in=LIVE).first()
    if live:  # before the seat, as in every stake
        locks.own_round(live.pk)
    seat = locks.own_seat(table.pk, player.pk)
    if seat is None or seat.left_at is not None:
        raise not_seated(player.nickname)
    seat.left_at, seat.offer = timezone.now(), None
    seat.save()
    telling.tell(table.session_id, "stood_up", table=table.pk, by=by, seat=player.nickname)
    if live:
        _go_on_without(live.pk, seat)
    return seat


def _go_on_without(round_id: int, seat: Seat) -> None:
    """Nobody waits for who is not there."""
    round_ = locks.own(round_id)
    if seat.pk not in round_.seat_ids:
        return
    if _has_nothing_in(round_, seat):
        _start_again(round_, {pk: name for pk, name in round_.names.items() if pk != seat.pk})
    due = still_due(round_)
    sooner = hastened(round_, value_of(round_), due)
    if sooner != due:
        set_due(round_, sooner)
        round_.keep()


def _has_nothing_in(round_: Round, seat: Seat) -> bool:
    """Whether a round that has not begun, and where nobody stakes, can do without this seat."""
    if round_.phase != Round.Phase.OPEN or seat.pk == round_.holder_id:
        return False
    value, name = value_of(round_), round_.names[seat.pk]
    moved = any(move.get("seat") == name for move in moves_of(round_))
    return not (value.game.takes_stakes(value.state) or moved or round_.commitments.filter(seat=seat).exists())


@transaction.atomic
def remove_player(player: Player, *, by: Actor) -> Player:
    """Send a guest away: up from every table, and no phone of theirs is known any longer. What is on the cloth is
    played to its end, and the purse stays theirs, to be paid out at the desk. A new code would let them in again.
    """
    tables = Table.objects.filter(closed_at=None, seats__player=player, seats__left_at=None).order_by("pk")
    for table_id in list(tables.values_list("pk", flat=True)):
        stand_up(table_id, player=player, by=by)
    player.removed_at, player.joined_with, player.recovery = timezone.now(), None, ""
    player.save(update_fields=["removed_at", "joined_with", "recovery"])
    show_out(player)
    telling.tell(player.session_id, "player_removed", player=player.nickname, by=by)
    return player
