"""A session that plays by itself: an evening at the terminal, or a room to look at in a new house.

Automatic players come in, buy counters, sit down, stake and hold the bank, all through the functions that people use.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count, cycle, islice
from typing import Any

from django.db import transaction
from django.utils import timezone

from casino import sandbox
from casino.clubs.actors import HOUSE, Actor
from casino.clubs.joining import join
from casino.clubs.models import Club, Player, Session
from casino.clubs.sessions import close_session, make_session, open_session
from casino.desk.counters import buy_in, cash_out
from casino.events import telling
from casino.tables import locks, robots
from casino.tables.carrying import driven_here
from casino.tables.fairness import next_draw
from casino.tables.models import Round, Table
from casino.tables.moving import finish, play
from casino.tables.offices import offer_bank
from casino.tables.opening import close_table, open_round, open_table
from casino.tables.playing import value_of, waiting
from casino.tables.requiring import LIVE
from casino.tables.seating import sit_down
from casino.tables.settling import settle_round
from casino.tables.starting import begin, call_the_off
from casino.tables.ticking import tick
from casino.tables.voiding import void_round
from games.kit.errors import RuleBroken
from games.kit.game import Move as GameMove
from games.kit.round import Round as Value
from games.registry import find_game
from ledger import balances

NICKNAMES = ("Ada", "Bob", "Cleo", "Dan", "Edith", "Fred", "Gus", "Hana", "Ines", "Jules", "Kit", "Lou")
BUY_IN = 200
BANK = 120
AS_FAST_AS_IT_GOES: dict[str, Any] = {
    "pace": timedelta(),
    "staking_time": None,
    "turn_time": timedelta(),
    "reveal_time": timedelta(),
}
TO_WATCH: dict[str, Any] = {
    "pace": timedelta(seconds=2),
    "staking_time": timedelta(seconds=15),
    "turn_time": timedelta(seconds=5),
    "rest": timedelta(seconds=8),
}


@dataclass(frozen=True)
class Way:
    """One way to play a game of the house. With `company` twice as many sit there as elsewhere; `ahead` is the part of
    the game with which a new house begins to show it.
    """

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    passes_round: bool = False
    beside: dict[str, Any] | None = None
    company: bool = False
    ahead: str | None = None


# What there is to see, in the order in which tables are put into the room.
WAYS = (
    Way("minoru"),
    Way("minoru", passes_round=True),
    Way("double-event"),
    Way("horses", passes_round=True),
    Way("roulette"),
    Way("roulette", {"mode": "points"}),
    Way("derby", {"players": 2, "ante": 10}, beside={"totalisator": {}}),
    Way("derby", {"variant": "grand-national", "players": 2}, beside={"bookmaker": {}}),
    Way("derby", {"variant": "myopia", "players": 2, "ante": 5, "calls": "claim"}),
    Way("musical-casino", {"players": 2, "ante": 10}),
    Way("ascot", {"players": None}, company=True, ahead="sale"),
    Way("ascot", {"players": None, "winners": "first_horse_and_richest"}, company=True, ahead="race"),
)
A_ROUND_OF_ALL = 2 * (len(WAYS) + sum(way.company for way in WAYS))  # players, two at each table or four


def open_room(*, players: int, tables: int, table_options: dict[str, Any], ways: Sequence[Way] = WAYS) -> Session:
    """A demo session with players at its tables, which are of these kinds in turn."""
    club, _ = Club.objects.get_or_create(name="Demo club")
    session = open_session(make_session(club=club, name="Demo evening", demo=True).pk, by=HOUSE)
    kinds = list(islice(cycle(ways), tables))
    room = [_open_table(session, number, way, table_options) for number, way in enumerate(kinds, 1)]
    seats = cycle([*room, *(table for table, way in zip(room, kinds, strict=True) if way.company)])
    for nickname in islice(_nicknames(), players):
        player = join(code=session.code, nickname=nickname, automatic=True, by=HOUSE).player
        buy_in(player=player, counters=BUY_IN, by=HOUSE)
        _seat(player, next(seats))
    return session


def _open_table(session: Session, number: int, way: Way, table_options: dict[str, Any]) -> Table:
    return open_table(
        session=session,
        name=f"{find_game(way.game).title} {number}",
        game=way.game,
        by=HOUSE,
        options=way.options,
        passes_round=way.passes_round,
        beside=way.beside,
        least_bank=BANK,
        **table_options,
    )


def _seat(player: Player, table: Table) -> None:
    sit_down(table.pk, player=player, by=HOUSE)
    if table.passes_round:
        offer_bank(table.pk, player=player, counters=BANK, by=HOUSE)


def _nicknames() -> Iterator[str]:
    yield from NICKNAMES
    for number in count(2):
        yield from (f"{name} {number}" for name in NICKNAMES)


def play_evening(*, players: int, tables: int, rounds: int, played: Callable[[], None]) -> Session:
    """From the first buy-in to the closed book, as fast as it goes. `played` is called after every round."""
    with driven_here():
        session = open_room(players=players, tables=tables, table_options=AS_FAST_AS_IT_GOES)
        for table in islice(cycle(session.tables.order_by("pk")), rounds):
            play_round(table.pk)
            played()
        close_room(session)
    session.refresh_from_db()
    return session


def play_round(table_id: int) -> Round:
    """One round at a table: decisions that come first, stakes, the off, and whatever is due until it is settled. It is
    void if there are too few at the table to play.
    """
    round_id = open_round(table_id, by=HOUSE).pk
    robots.decide_for(round_id)  # whoever wants a place in a race takes it
    round_ = locks.read(round_id)
    while round_.phase == Round.Phase.OPEN and round_.due_at is not None:  # a banker's decision, a guess
        tick(round_id, round_.step)
        round_ = locks.read(round_id)
    if round_.phase == Round.Phase.OPEN:
        if find_game(round_.table.game).unready(value_of(round_).state):
            return void_round(round_id, reason="Too few came to play.", by=HOUSE)
        robots.stake_for(round_id)
        call_the_off(round_id, by=HOUSE)
        round_ = locks.read(round_id)
    while round_.live:
        tick(round_id, round_.step)
        round_ = locks.read(round_id)
        if robots.decide_in(round_):
            round_ = locks.read(round_id)
    return round_


@transaction.atomic
def play_ahead(round_id: int, part: str) -> None:
    """Play a round of automatic players at once up to this part of the game, as its view calls it."""
    round_ = locks.own(round_id)
    begun = value_of(round_)
    if round_.phase == Round.Phase.OPEN:
        begun = begin(round_, begun, by=HOUSE)
    then = begun
    game, moves = then.game, list[GameMove]()
    while game.view(then.state, None).phase != part:
        moves.append(_next_move(round_, then))
        then = then.play(moves[-1])
    finish(round_, play(round_, begun, moves, by=HOUSE))


def _next_move(round_: Round, value: Value) -> GameMove:
    """Of whoever is waited for, or of chance."""
    for seat in waiting(value):
        if (move := value.game.automatic(value.state, seat)) is not None:
            return move
    wanted = value.game.chance(value.state)
    assert wanted is not None, "a round that waits for nobody waits for chance"
    return next_draw(round_, wanted)


def close_room(session: Session, *, by: Actor = HOUSE) -> None:
    """End whatever is being played, close the tables, pay everybody out and close the book."""
    for table in session.tables.filter(closed_at=None):
        Table.objects.filter(pk=table.pk).update(rest=None)  # no round opens by itself any more
        for round_id in table.rounds.filter(phase__in=LIVE).values_list("pk", flat=True):
            _end(round_id, by=by)
        close_table(table.pk, by=by)
    for player in session.players.all():
        if balances.balance(player.purse_id):
            cash_out(player=player, by=by)
    close_session(session.pk, by=by)


def _end(round_id: int, *, by: Actor) -> None:
    try:
        void_round(round_id, reason="The demo was cleared.", by=by)
    except RuleBroken as refused:
        if refused.code == "round_over":
            settle_round(round_id, by=by)


def clear(session: Session, *, by: Actor = HOUSE) -> None:
    """Take a demo out of sight. Its book is closed and stays: nothing is ever deleted from the ledger."""
    assert session.demo
    if session.state == Session.State.OPEN:
        close_room(session, by=by)
    with transaction.atomic():
        Session.objects.filter(pk=session.pk).update(cleared_at=timezone.now())
        telling.tell(session.pk, "session_cleared", telling.STAFF, by=by)


def open_if_empty() -> Session | None:
    """In a house where nothing has been prepared, something to look at, and a sandbox beside it."""
    if Session.objects.exists():
        return None
    session = open_room(players=A_ROUND_OF_ALL, tables=len(WAYS), table_options=TO_WATCH)
    for table, way in zip(session.tables.order_by("pk"), WAYS, strict=True):
        round_ = open_round(table.pk, by=HOUSE)
        if way.ahead:
            play_ahead(round_.pk, way.ahead)
    sandbox.open_sandbox(session.club)
    return session


def standings(session: Session) -> list[tuple[str, int, int]]:
    """Every player with what was bought and what it came to, the best first."""
    found = []
    for player in session.players.select_related("purse").order_by("pk"):
        bought, returned = _over_the_desk(player)
        held = balances.balance(player.purse_id) + balances.balance(player.stakes_account_id)
        found.append((player.nickname, bought, returned + held))
    return sorted(found, key=lambda row: (row[1] - row[2], row[0]))


def _over_the_desk(player: Player) -> tuple[int, int]:
    issue = player.session.issue_id
    bought = sum(player.purse.received.filter(payer=issue).values_list("amount", flat=True))
    returned = sum(player.purse.paid.filter(payee=issue).values_list("amount", flat=True))
    return bought, returned
