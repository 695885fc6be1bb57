"""An evening that goes on whatever strangers do to it: what they end (a round, a table, a token) is replaced, so that
requests made at random find something there.
"""

import itertools
from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User

from casino.clubs import codes
from casino.clubs.actors import HOUSE
from casino.clubs.joining import give_token, reissue
from casino.clubs.models import DeviceToken, Player, Session, StaffToken
from casino.clubs.pairing import offer_pairing
from casino.clubs.sessions import make_session
from casino.desk.counters import buy_in
from casino.tables.models import Round, Table
from casino.tables.opening import open_round
from casino.tables.playing import value_of
from casino.tables.requiring import LIVE
from casino.tables.seating import sit_down
from casino.tables.staking import place_stake
from casino.tables.tickets import sell_ticket
from casino.tables.ticking import tick
from ledger import balances
from tests.casino.cast import member, staff_token, token_of
from tests.casino.dealing import M1, deals, play_m1
from tests.casino.room import Room, play
from tests.casino.tries import forget_tries

KINDS: dict[str, dict[str, Any]] = {
    "dealt by the house": {"beside": {"totalisator": {}, "bookmaker": {}}},
    "dealt by hand": {"by_hand": True},
    "passed round": {"passes_round": True},
}


class Evening:
    """A session with a table of every kind, where the next round is open soon; a player and an organiser."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.session: Session = room.session
        self.numbers = itertools.count(1)
        self.organiser: User = member("olive", self.session.club)
        self.player: Player = room.players["Ada"]
        self.guest: Player = room.players["Bob"]
        self.tables: dict[str, Table] = {}
        self.tokens: dict[str, str] = {}
        self.draft = self._draft()
        self.tend()
        for kind in ("dealt by the house", "dealt by hand"):
            self._play_to_the_end(self.tables[kind])
        self.tend()

    def tend(self) -> None:
        """Put right what requests have ended."""
        self.player = self._present(self.player)
        self.guest = self._present(self.guest)
        self._give_tokens()
        self.draft.refresh_from_db()
        if self.draft.state != Session.State.DRAFT:
            self.draft = self._draft()
        for kind in KINDS:
            self._keep_going(self._kept(kind))

    def forgive(self) -> None:
        """Failed tries are counted for a minute; here a minute is a thousand requests."""
        forget_tries()

    # --- What requests can name

    def addresses(self) -> dict[str, Callable[[], list[Any]]]:
        """What there is for every variable in an address, to be looked up when it is wanted."""
        session = self.session
        return {
            "code": lambda: [session.code] * 8 + [self.draft.code],
            "game": lambda: ["minoru", "ascot"],
            "edition": lambda: ["miro-demo-1"],
            "problem": lambda: ["staking_closed", "malformed"],
            "table_id": lambda: [table.pk for table in self.tables.values()],
            "round_id": lambda: latest(Round.objects.filter(table__session=session), 8),
            "player_id": lambda: [self.guest.pk, self.player.pk],
            "device_id": lambda: latest(session.tokens, 3),
            "token_id": lambda: latest(StaffToken.objects, 3),
            "ticket": lambda: latest(session.tickets, 6, "number"),
        }

    def sayings(self, round_id: Any) -> dict[str, Callable[[], list[Any]]]:
        """What makes sense in the body of a request, perhaps about this round, by the names of its parts."""
        round_ = Round.objects.filter(pk=round_id).first() if type(round_id) is int else None
        moves = deals(*M1, game="minoru")

        def dealt() -> int:
            return round_.moves.count() if round_ else 0

        return {
            "code": lambda: [self.session.code],
            "recovery": lambda: [reissue(self.guest, by=HOUSE)],
            "pairing": lambda: [self._pairing()],
            "club": lambda: [self.session.club_id],
            "player": lambda: [self.guest.pk, self.player.pk],
            "market": lambda: ["win", "win", "totalisator", "bookmaker"],
            "selection": lambda: ["minoru", "gou_gou"],
            "counters": lambda: [1, 1, 100],
            "price": lambda: [self._price(round_)],
            "number": lambda: [dealt()],
            "move": lambda: [moves[dealt() % len(moves)], {"game": "minoru", "joker": True}],
            "moves": lambda: [moves],
            "options": lambda: [
                {"game": "minoru", "course": "jaques"},
                {"game": "derby", "players": 2, "ante": 5},
            ],
            "office": lambda: ["bookmaker"],
            "beside": lambda: [{"totalisator": {"commission": 20}}, {"bookmaker": {}}, None],
        }

    def _price(self, round_: Round | None) -> str:
        markets = value_of(round_).game.markets(value_of(round_).state) if round_ else ()
        return next((market.price for market in markets if market.name == "win"), "0" * 12)

    def _pairing(self) -> str:
        return offer_pairing(self.session, kind=DeviceToken.Kind.SCREEN, label="", by=HOUSE)[1]

    # --- Who is there

    def _draft(self) -> Session:
        return make_session(club=self.session.club, name="Next week")

    def _present(self, player: Player) -> Player:
        player.refresh_from_db()
        if player.removed_at:
            player = self.room.come(f"Guest {next(self.numbers)}", 100)
        if balances.balance(player.purse_id) < 50:
            buy_in(player=player, counters=100, by=HOUSE)
        return player

    def _give_tokens(self) -> None:
        known = DeviceToken.objects.filter(digest=codes.digest(self.tokens.get("player", "")), revoked_at=None)
        if not known.filter(player=self.player).exists():
            self.tokens["player"] = token_of(self.player)
            give_token(self.session, DeviceToken.Kind.SCREEN)  # one that may be revoked
        if not StaffToken.objects.filter(digest=codes.digest(self.tokens.get("staff", "")), revoked_at=None).exists():
            self.tokens["staff"] = staff_token(self.organiser)
            staff_token(self.organiser)

    # --- What is played

    def _kept(self, kind: str) -> Table:
        found = Table.objects.filter(pk=self.tables[kind].pk, closed_at=None).first() if kind in self.tables else None
        table = found or self.room.put_table(
            f"{kind} {next(self.numbers)}", house_float=10**6, least_bank=10, **KINDS[kind]
        )
        self.tables[kind] = table
        for player in (self.player, self.guest):
            if not table.seats.filter(player=player, left_at=None).exists():
                sit_down(table.pk, player=player, by=HOUSE)
        return table

    def _keep_going(self, table: Table) -> None:
        """The next round opens before long; one that the house deals goes on by a step."""
        live = table.rounds.filter(phase__in=LIVE).first()
        if live is None and next(self.numbers) % 3:
            self._lay(open_round(table.pk, by=HOUSE))
        elif live and live.off_at and not live.by_hand:
            tick(live.pk, live.step)

    def _lay(self, round_: Round) -> None:
        if self.player.nickname in round_.seats and round_.office != self.player.nickname:
            space: dict[str, Any] = {"market": "win", "selection": "minoru", "counters": 1}
            place_stake(round_.pk, player=self.player, by=HOUSE, **space)
            sell_ticket(round_.pk, player=self.player, by=HOUSE, **space)

    def _play_to_the_end(self, table: Table) -> None:
        round_ = table.rounds.filter(phase__in=LIVE).first() or open_round(table.pk, by=HOUSE)
        if round_.by_hand:
            play_m1(round_)
        else:
            play(round_)


def latest(rows: Any, most: int, name: str = "pk") -> list[Any]:
    return list(rows.order_by(f"-{name}").values_list(name, flat=True)[:most])
