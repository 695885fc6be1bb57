"""An evening with the same people for every test: a session, a table of Minoru, Ada, Bob and Cy with counters."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.utils import timezone

from casino.clubs.actors import HOUSE
from casino.clubs.joining import join
from casino.clubs.models import Club, Player, Session
from casino.clubs.sessions import make_session, open_session
from casino.demo import AS_FAST_AS_IT_GOES
from casino.desk.counters import buy_in
from casino.tables import locks
from casino.tables.models import Round, Table, Ticket
from casino.tables.moving import make_move
from casino.tables.offices import offer_bank
from casino.tables.opening import open_round, open_table
from casino.tables.seating import sit_down
from casino.tables.staking import place_stake, withdraw_stake
from casino.tables.starting import call_the_off
from casino.tables.tickets import sell_ticket
from casino.tables.ticking import tick
from games.kit.errors import RuleBroken
from ledger import balances
from ledger.errors import LedgerError
from ledger.models import Account, Entry

COUNTERS = {"Ada": 100, "Bob": 100, "Cy": 100}
MOST_TICKS = 20_000


def open_evening(club: Club, name: str, **settings: Any) -> Session:
    return open_session(make_session(club=club, name=name, **settings).pk, by=HOUSE)


@dataclass
class Room:
    """`options` and whatever else a table takes can be chosen; its round is dealt as fast as it is ticked."""

    table_options: dict[str, Any] | None = field(default_factory=dict)  # None: there is no table yet
    counters: dict[str, int] = field(default_factory=lambda: dict(COUNTERS))
    seat: bool = True
    settings: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        club, _ = Club.objects.get_or_create(name="The club")
        self.session = open_evening(club, **{"name": "Evening", **self.settings})
        self.players: dict[str, Player] = {}
        for nickname, counters in self.counters.items():
            self.come(nickname, counters)
        if self.table_options is not None:
            self.table = self.put_table("Minoru 1", **self.table_options)
            if self.seat:
                self.sit(self.table)

    def come(self, nickname: str, counters: int = 0, *, automatic: bool = False) -> Player:
        by = HOUSE if automatic else None
        player = join(code=self.session.code, nickname=nickname, automatic=automatic, by=by).player
        if counters:
            buy_in(player=player, counters=counters, by=HOUSE)
        self.players[nickname] = player
        return player

    def put_table(self, name: str, game: str = "minoru", **options: Any) -> Table:
        course = {"options": {"course": "jaques"}} if game == "minoru" else {}
        chosen = {**AS_FAST_AS_IT_GOES, **course, **options}
        return open_table(session=self.session, name=name, game=game, by=HOUSE, **chosen)

    def table_of(self, game: str, **options: Any) -> Table:
        """Another table, where everybody sits too."""
        table = self.put_table(game, game, **options)
        self.sit(table)
        return table

    def sit(self, table: Table, *names: str) -> None:
        """These, or everybody."""
        for name in names or self.players:
            sit_down(table.pk, player=self.players[name], by=HOUSE)

    def offer(self, table: Table, *names: str, counters: int | None = 60) -> None:
        """These would hold the office with so much."""
        for name in names:
            offer_bank(table.pk, player=self.players[name], counters=counters, by=HOUSE)

    def open(self, table: Table | None = None) -> Round:
        return open_round((table or self.table).pk, by=HOUSE)

    def stake(self, round_: Round, who: str, selection: str, counters: Any, market: str = "win") -> None:
        place_stake(
            round_.pk, player=self.players[who], market=market, selection=selection, counters=counters, by=HOUSE
        )

    def withdraw(self, round_: Round, who: str, selection: str, counters: Any, market: str = "win") -> None:
        withdraw_stake(
            round_.pk, player=self.players[who], market=market, selection=selection, counters=counters, by=HOUSE
        )

    def sell(self, round_: Round, who: str, selection: str, counters: Any, *, in_hand: bool = False) -> Ticket:
        """A ticket to win."""
        space: dict[str, Any] = {"market": "win", "selection": selection, "counters": counters}
        return sell_ticket(round_.pk, player=self.players[who], **space, in_hand=in_hand, by=HOUSE)

    def move(self, round_: Round, who: str, *, seen: int | None = None, **move: Any) -> Round:
        return make_move(round_.pk, player=self.players[who], move=move, seen=seen, by=HOUSE)

    def enter(self, round_: Round, *names: str) -> None:
        for name in names:
            self.move(round_, name, enter=True)

    def entered(self, table: Table, *names: str) -> Round:
        """A round that these have entered, or Ada and Bob."""
        round_ = self.open(table)
        self.enter(round_, *(names or ("Ada", "Bob")))
        return round_

    def held(self) -> dict[str, int]:
        """What every account of the book holds, those with nothing left out."""
        accounts = dict(Account.objects.filter(book=self.session.book_id).values_list("pk", "code"))
        return {accounts[pk]: held for pk, held in balances.balances(accounts).items() if held}

    def purses(self) -> dict[str, int]:
        held = self.held()
        return {name: held.get(f"purse:{name}", 0) for name in self.players}

    def entries(self) -> int:
        return Entry.objects.filter(book=self.session.book_id).count()


def run(round_: Round) -> Round:
    """Tick until the round is over."""
    for _ in range(MOST_TICKS):
        round_.refresh_from_db()
        if not round_.live:
            return round_
        assert tick(round_.pk, round_.step), f"nothing is due in {round_.phase}"
    raise AssertionError("the round does not end")


def play(round_: Round) -> Round:
    """From the off until the round is over."""
    call_the_off(round_.pk, by=HOUSE)
    return run(round_)


def go(round_: Round) -> Round:
    """What is due in the round is done now, however far away it is."""
    Round.objects.filter(pk=round_.pk).update(due_at=timezone.now())
    assert tick(round_.pk, locks.read(round_.pk).step)
    return locks.read(round_.pk)


def refusal(act: Callable[..., object], *arguments: Any, **named: Any) -> str:
    """The code with which the act is refused."""
    with pytest.raises((RuleBroken, LedgerError)) as caught:
        act(*arguments, **named)
    refused = caught.value
    assert isinstance(refused, RuleBroken | LedgerError)
    assert refused.sentence
    return refused.code
