"""An evening that goes on whatever strangers do to it: what they end (a round, a table, a token) is replaced, so that
requests made at random find something there.
"""

import itertools
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

    def addresses(self) -> dict[str, list[Any]]:
        """What there is for every variable in an address."""
        rounds = Round.objects.filter(table__session=self.session).order_by("-pk")
        return {
            "code": [self.session.code] * 8 + [self.draft.code],
            "game": ["minoru", "ascot"],
            "edition": ["miro-demo-1"],
            "problem": ["staking_closed", "malformed"],
            "table_id": [table.pk for table in self.tables.values()],
            "round_id": list(rounds.values_list("pk", flat=True)[:8]),
            "player_id": [self.guest.pk, self.player.pk],
            "device_id": list(self.session.tokens.order_by("-pk").values_list("pk", flat=True)[:3]),
            "token_id": list(StaffToken.objects.order_by("-pk").values_list("pk", flat=True)[:3]),
            "ticket": list(self.session.tickets.order_by("-number").values_list("number", flat=True)[:6]),
        }

    def sayings(self, round_id: Any) -> dict[str, list[Any]]:
        """What makes sense in the body of a request, perhaps about this round, by the names of its parts."""
        round_ = Round.objects.filter(pk=round_id).first() if type(round_id) is int else None
        dealt = round_.moves.count() if round_ else 0
        moves = deals(*M1, game="minoru")
        return {
            "code": [self.session.code],
            "recovery": [reissue(self.guest, by=HOUSE)],
            "pairing": [self._pairing()],
            "club": [self.session.club_id],
            "player": [self.guest.pk, self.player.pk],
            "market": ["win", "win", "totalisator", "bookmaker"],
            "selection": ["minoru", "gou_gou"],
            "counters": [1, 1, 100],
            "price": [self._price(round_)],
            "number": [dealt],
            "move": [moves[dealt % len(moves)], {"game": "minoru", "joker": True}],
            "moves": [moves],
            "options": [{"game": "minoru", "course": "jaques"}, {"game": "derby", "players": 2, "ante": 5}],
            "office": ["bookmaker"],
            "beside": [{"totalisator": {"commission": 20}}, {"bookmaker": {}}, None],
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
