"""An evening with the same people for every test: a session, a table of Minoru, Ada, Bob and Cy with counters."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from casino.clubs.actors import HOUSE
from casino.clubs.joining import join
from casino.clubs.models import Club, Player, Session
from casino.clubs.sessions import make_session, open_session
from casino.demo import AS_FAST_AS_IT_GOES
from casino.desk.counters import buy_in
from casino.tables.models import Round, Table
from casino.tables.opening import open_round, open_table
from casino.tables.seating import sit_down
from casino.tables.staking import place_stake, withdraw_stake
from casino.tables.ticking import tick
from games.kit.errors import RuleBroken
from ledger import balances
from ledger.errors import LedgerError
from ledger.models import Account, Entry

COUNTERS = {"Ada": 100, "Bob": 100, "Cy": 100}


@dataclass
class Room:
    """`options` and whatever else a table takes can be chosen; its round is dealt as fast as it is ticked."""

    table_options: dict[str, Any] = field(default_factory=dict)
    counters: dict[str, int] = field(default_factory=lambda: dict(COUNTERS))
    seat: bool = True
    settings: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        club, _ = Club.objects.get_or_create(name="The club")
        draft = make_session(club=club, name="Evening", **self.settings)
        self.session: Session = open_session(draft.pk, by=HOUSE)
        self.players: dict[str, Player] = {}
        for nickname, counters in self.counters.items():
            self.come(nickname, counters)
        self.table = self.put_table("Minoru 1", **self.table_options)
        if self.seat:
            for player in self.players.values():
                sit_down(self.table.pk, player=player, by=HOUSE)

    def come(self, nickname: str, counters: int = 0) -> Player:
        player = self.players[nickname] = join(code=self.session.code, nickname=nickname).player
        if counters:
            buy_in(player=player, counters=counters, by=HOUSE)
        return player

    def put_table(self, name: str, game: str = "minoru", **options: Any) -> Table:
        course = {"options": {"course": "jaques"}} if game == "minoru" else {}
        chosen = {**AS_FAST_AS_IT_GOES, **course, **options}
        return open_table(session=self.session, name=name, game=game, by=HOUSE, **chosen)

    def table_of(self, game: str, **options: Any) -> Table:
        """Another table, where everybody sits too."""
        table = self.put_table(game, game, **options)
        for player in self.players.values():
            sit_down(table.pk, player=player, by=HOUSE)
        return table

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

    def held(self) -> dict[str, int]:
        """What every account of the book holds, those with nothing left out."""
        accounts = dict(Account.objects.filter(book=self.session.book_id).values_list("pk", "code"))
        return {accounts[pk]: held for pk, held in balances.balances(accounts).items() if held}

    def entries(self) -> int:
        return Entry.objects.filter(book=self.session.book_id).count()


def run(round_: Round) -> Round:
    """Tick until the round is over."""
    for _ in range(200):
        round_.refresh_from_db()
        if not round_.live:
            return round_
        assert tick(round_.pk, round_.step), f"nothing is due in {round_.phase}"
    raise AssertionError("the round does not end")


def refusal(act: Callable[..., object], *arguments: Any, **named: Any) -> str:
    """The code with which the act is refused."""
    with pytest.raises((RuleBroken, LedgerError)) as caught:
        act(*arguments, **named)
    refused = caught.value
    assert isinstance(refused, RuleBroken | LedgerError)
    assert refused.sentence
    return refused.code
