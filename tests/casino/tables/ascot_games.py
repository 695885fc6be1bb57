"""Games of Ascot at a table, played by automatic players, with cards and dice that are the same in every run."""

from collections.abc import Callable
from typing import Any

from django.db import transaction

from casino.clubs.actors import HOUSE
from casino.events.models import Event
from casino.tables import locks
from casino.tables.dealing import deal_by_hand
from casino.tables.models import Round, Table
from casino.tables.moving import finish, play
from casino.tables.playing import value_of, waiting
from casino.tables.starting import begin
from games.ascot.state import State
from games.kit.fair import Draws
from games.kit.game import Move, written
from games.kit.round import Round as Value
from ledger import balances
from ledger.models import Account
from tests.casino.room import Room

START = 281_000  # francs that everybody has from the box
ANTE = 10
Choice = Callable[[Value, str], Move | None]  # what a seat does otherwise than the automatic player
Until = Callable[[State], bool]


def ascot(room: Room, *names: str, **settings: Any) -> Table:
    """A table where these sit, or everybody."""
    table = room.put_table("ascot", "ascot", **settings)
    room.sit(table, *names)
    return table


def value_now(round_: Round) -> Value:
    return value_of(locks.read(round_.pk))


def state_of(round_: Round) -> State:
    state: State = value_now(round_).state
    return state


def seeded(seed: int) -> Draws:
    return Draws(seed.to_bytes(32))


def next_move(value: Value, draws: Draws, choice: Choice | None = None) -> Move:
    """Of whoever is waited for, or of chance."""
    for seat in waiting(value):
        move = (choice(value, seat) if choice else None) or value.game.automatic(value.state, seat)
        if move is not None:
            return move
    wanted = value.game.chance(value.state)
    assert wanted is not None
    return draws.move(wanted)


@transaction.atomic
def ahead(round_: Round, draws: Draws, until: Until, choice: Choice | None = None) -> Round:
    """The round at once as far as that, with these cards and dice: as at a table that is dealt by hand."""
    owned = locks.own(round_.pk)
    begun = value_of(owned)
    if owned.phase == Round.Phase.OPEN:
        begun = begin(owned, begun, by=HOUSE)
    then, moves = begun, list[Move]()
    while not until(then.state):
        moves.append(next_move(then, draws, choice))
        then = then.play(moves[-1])
    finish(owned, play(owned, begun, moves, by=HOUSE))
    return owned


def phase(name: str) -> Until:
    return lambda state: state.phase == name


def step(room: Room, round_: Round, draws: Draws) -> None:
    """One move as people make it: whoever is waited for decides, or else the croupier types what fell."""
    move = next_move(value_now(round_), draws)
    if move.seat is None:
        deal_by_hand(round_.pk, move=written(move), by=HOUSE)
    else:
        room.move(round_, move.seat, **written(move))


def francs(room: Room) -> dict[str, int]:
    """What the accounts in francs hold, those with nothing left out."""
    accounts = Account.objects.filter(book=room.session.book_id, unit__code="FRF").values_list("pk", "code")
    codes = dict(accounts)
    return {codes[pk]: held for pk, held in balances.balances(codes).items() if held}


def told(round_: Round, name: str) -> list[Any]:
    """What everybody was told of this kind."""
    found = Event.objects.filter(round_id=round_.pk, body__happening__has_key=name).order_by("pk")
    return [event.body["happening"][name] for event in found]
