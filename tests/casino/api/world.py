"""Everybody who may ask, and a room with something of everything in it to ask for.

Who acts gets something fresh to act on, so that no call disturbs another: a world serves all tests of a module.
"""

import asyncio
import itertools
import json
from enum import StrEnum
from functools import cached_property
from http import HTTPStatus
from typing import Any

from django.utils import timezone

from casino.clubs import codes
from casino.clubs.actors import HOUSE
from casino.clubs.joining import give_token, join
from casino.clubs.models import Club, DeviceToken, Player, Session, StaffToken
from casino.clubs.pairing import offer_pairing
from casino.clubs.sessions import make_session
from casino.desk.counters import buy_in
from casino.desk.counting import count_till
from casino.desk.models import Prize
from casino.desk.prizes import announce_prize
from casino.desk.till import put_float
from casino.exports.progress import Told
from casino.tables.fairness import commit_entropy
from casino.tables.models import Round, Table, Ticket
from casino.tables.offices import offer_bank, take_office
from casino.tables.pausing import pause_round
from casino.tables.settling import settle_round
from casino.tables.starting import call_the_off
from casino.tables.voiding import void_round
from games.kit import fair
from tests.casino.api.serving import following
from tests.casino.api.wire import Wire
from tests.casino.cast import OTHER_CLUB, staff_of, staff_token, token_of
from tests.casino.dealing import FELL, M1, deal, deals
from tests.casino.room import Room, open_evening, play

ENTROPY = "5f1c" * 16


class Who(StrEnum):
    NOBODY = "nobody"
    PLAYER = "a player of this session"
    OTHER_PLAYER = "a player of another session of the club"
    CROUPIER = "the croupier"
    ORGANISER = "the organiser"
    OTHER_ORGANISER = "the organiser of another club"
    AUDITOR = "the auditor"
    TABLET = "the auditor's device"
    SCREEN = "a screen"
    TILL = "a till"
    REVOKED = "a phone whose token was revoked"
    EXPIRED = "a phone whose token has expired"
    REVOKED_SCRIPT = "a script of the organiser whose token was revoked"
    EXPIRED_SCRIPT = "a script of the organiser whose token has expired"


STAFF = {
    Who.CROUPIER: "claude",
    Who.ORGANISER: "olga",
    Who.AUDITOR: "audrey",
    Who.OTHER_ORGANISER: "otto",
    Who.REVOKED_SCRIPT: "olga",
    Who.EXPIRED_SCRIPT: "olga",
}
DEVICES = {
    Who.TABLET: DeviceToken.Kind.AUDITOR,
    Who.SCREEN: DeviceToken.Kind.SCREEN,
    Who.TILL: DeviceToken.Kind.TILL,
}
_numbers = itertools.count(1)


class World:
    port = 0  # at which the house is served, if it is

    def __init__(self) -> None:
        self.room = Room(settings={"currency": "EUR", "price": 5})
        self.session: Session = self.room.session
        self.club: Club = self.session.club
        self.player: Player = self.room.players["Ada"]
        buy_in(player=self.player, counters=100_000, by=HOUSE)
        self.other_session = open_evening(self.club, "The hall next door")
        self.other_player = join(code=self.other_session.code, nickname="Ada").player
        self.users = staff_of(self.club)
        self.other_club = Club.objects.get(name=OTHER_CLUB)

    # --- Who asks

    def token(self, who: Who) -> str | None:
        """A new one at every call, so that whoever signs out signs nobody else out."""
        if who == Who.NOBODY:
            return None
        if who in STAFF:
            return self._script(who)
        if who in DEVICES:
            return give_token(self.session, DEVICES[who])
        player = self.other_player if who == Who.OTHER_PLAYER else self.player
        secret = token_of(player)
        self._spoil(who, DeviceToken.objects.filter(digest=codes.digest(secret)))
        return secret

    def _script(self, who: Who) -> str:
        secret = staff_token(self.users[STAFF[who]])
        self._spoil(who, StaffToken.objects.filter(digest=codes.digest(secret)))
        return secret

    def _spoil(self, who: Who, token: Any) -> None:
        if who in {Who.REVOKED, Who.REVOKED_SCRIPT}:
            token.update(revoked_at=timezone.now())
        if who in {Who.EXPIRED, Who.EXPIRED_SCRIPT}:
            token.update(expires_at=timezone.now())

    def wire(self, who: Who) -> Wire:
        return Wire(self.token(who))

    # --- What is asked for

    @property
    def code(self) -> str:
        return self.session.code

    @property
    def club_id(self) -> int:
        return self.club.pk

    def export(self) -> str:
        """The ticket of one that is made."""
        Told("0f9a61de-export").finish()
        return "0f9a61de-export"

    def draft(self) -> str:
        return make_session(club=self.club, name="Tomorrow").code

    def empty_session(self) -> str:
        return open_evening(self.club, "Nobody came").code

    def left_session(self) -> str:
        """Nobody has fetched what is in the one purse."""
        session = Session.objects.get(code=self.empty_session())
        buy_in(player=join(code=session.code, nickname="Zoe").player, counters=5, by=HOUSE)
        return session.code

    def counted_session(self) -> str:
        """With something in the till, and counted."""
        session = open_evening(self.club, "A good evening", currency="EUR", price=5)
        put_float(session.pk, money=500, by=HOUSE)
        count_till(session.pk, pieces={500: 1}, by=HOUSE)
        return session.code

    def prize(self) -> int:
        return self._prize(self.session).pk

    def prize_session(self) -> str:
        """With a prize, and somebody who wins it."""
        session = Session.objects.get(code=self.left_session())
        self._prize(session)
        return session.code

    def _prize(self, session: Session) -> Prize:
        place, measure = Prize.Place.FIRST, Prize.Measure.RICHEST
        return announce_prize(session.pk, place=place, measure=measure, counters=5, by=HOUSE)

    def staff_token(self, who: Who) -> int:
        """One of this caller's own; of somebody's, for who has none."""
        secret = self._script(who if who in STAFF else Who.ORGANISER)
        return StaffToken.objects.get(digest=codes.digest(secret)).pk

    def device(self) -> int:
        secret = give_token(self.session, DeviceToken.Kind.SCREEN)
        return DeviceToken.objects.get(digest=codes.digest(secret)).pk

    def pairing(self) -> str:
        return offer_pairing(self.session, kind=DeviceToken.Kind.SCREEN, label="", by=HOUSE)[1]

    def nickname(self) -> str:
        return f"Guest {next(_numbers)}"

    def guest(self) -> int:
        player = join(code=self.code, nickname=self.nickname()).player
        buy_in(player=player, counters=10, by=HOUSE)
        return player.pk

    def recovery(self) -> str:
        return join(code=self.code, nickname=self.nickname()).recovery

    def _table(self, *, seat: bool = True, **options: Any) -> Table:
        table = self.room.put_table(f"Table {next(_numbers)}", **options)
        if seat:
            self.room.sit(table, "Ada")
        return table

    def table(self) -> int:
        """With the player at it."""
        return self._table().pk

    def empty_table(self) -> int:
        return self._table(seat=False).pk

    def free_office(self) -> int:
        """At a table where the office passes round, and the house holds it."""
        return self._table(passes_round=True).pk

    def _held_office(self, **options: Any) -> Table:
        table = self._table(passes_round=True, **options)
        return take_office(table.pk, player=self.player, counters=100, by=HOUSE)

    def held_office(self) -> int:
        """The player holds it."""
        return self._held_office().pk

    def willing_office(self) -> int:
        """Staff choose who holds it, and the player has offered to."""
        table = self._table(passes_round=True, passing="chosen")
        offer_bank(table.pk, player=self.player, counters=100, by=HOUSE)
        return table.pk

    def _round(self, **options: Any) -> Round:
        return self.room.open(self._table(**options))

    def round(self) -> int:
        """An open one, with the player in it and counters on the cloth."""
        round_ = self._round()
        self.room.stake(round_, "Ada", "minoru", 3)
        return round_.pk

    def paused_round(self) -> int:
        return pause_round(self._round().pk, by=HOUSE).pk

    def undecided_round(self) -> int:
        """Waits for the player, who decides about the joker."""
        return self.room.open(self._held_office(options={"joker": "banker"})).pk

    def promised_round(self) -> int:
        """After the off, before the player has revealed what was promised."""
        round_ = self._round()
        promise = fair.commitment(round_.chain.name, round_.number, self.player.nickname, ENTROPY)
        commit_entropy(round_.pk, player=self.player, commitment=promise, by=HOUSE)
        return call_the_off(round_.pk, by=HOUSE).pk

    def _by_hand(self, *lines: str) -> Round:
        round_ = self._round(by_hand=True)
        deal(round_, *lines)
        return round_

    def round_by_hand(self) -> int:
        return self._by_hand().pk

    def dealt_round(self) -> int:
        """With a card on the cloth that may be taken back."""
        return self._by_hand(M1[0]).pk

    def finished_round(self) -> int:
        """By hand; its end is known, and waits for the croupier's word."""
        return self._by_hand(*M1).pk

    def settled_by_hand(self) -> int:
        return settle_round(self.finished_round(), by=HOUSE).pk

    def correction(self) -> list[dict[str, Any]]:
        return deals(*FELL, game="minoru")

    @cached_property
    def settled(self) -> int:
        """Dealt by the house, and over."""
        round_ = self._round()
        self.room.stake(round_, "Ada", "minoru", 3)
        return play(round_).pk

    @cached_property
    def standing(self) -> Round:
        """An open round that nobody changes."""
        return Round.objects.get(pk=self.round())

    def _ticket(self) -> Ticket:
        return self.room.sell(self._round(), "Ada", "minoru", 3)

    def ticket(self) -> int:
        """Of an open round."""
        return self._ticket().number

    def ticket_to_pay(self) -> int:
        return self._void_ticket().number

    def ticket_code(self) -> str:
        return self._void_ticket().code

    def _void_ticket(self) -> Ticket:
        """Its round was void: it is worth what was staked."""
        ticket = self._ticket()
        void_round(ticket.round_id, reason="The lamp fell over", by=HOUSE)
        return ticket


def streamed(port: int, token: str | None, code: str, *, until: int | None = None) -> tuple[int, str]:
    """Follow a session's events from the first: the status, and what was told up to this number; or the refusal."""
    return asyncio.run(_streamed(port, token, code, until))


async def _streamed(port: int, token: str | None, code: str, until: int | None) -> tuple[int, str]:
    async with following(port, code, token, "?after=0", Connection="close") as follower:
        if follower.status != HTTPStatus.OK:
            return follower.status, (await follower.rest()).partition('"code": "')[2].partition('"')[0]
        told = []
        while (message := await follower.message()) is not None:
            told.append(f"{message.id} {message.event} {json.dumps(message.data, ensure_ascii=False)}")
            if until is None or message.number >= until:
                break
        return follower.status, "\n".join(told)
