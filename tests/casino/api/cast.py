"""Everybody who may ask: the same people for every test of the API."""

from typing import Any

from django.contrib.auth.models import User

from casino.clubs import codes
from casino.clubs.actors import HOUSE
from casino.clubs.joining import give_token
from casino.clubs.models import Club, DeviceToken, Staff
from casino.clubs.sessions import make_session, open_session
from tests.casino.api.wire import Wire
from tests.casino.room import Room

PASSWORD = "a long and winding password"


def member(name: str, club: Club, part: Staff.Part) -> User:
    user = User.objects.create_user(name, password=PASSWORD, is_staff=True)
    Staff.objects.create(club=club, user=user, part=part)
    return user


def staff_wire(name: str, club: Club, part: Staff.Part) -> Wire:
    """A member of staff with a token for scripts."""
    member(name, club, part)
    told = Wire().post("/staff/log-in/", {"username": name, "password": PASSWORD})
    assert told.status == 201
    return Wire(told.body["token"])


def player_wire(room: Room, who: str) -> Wire:
    player = room.players[who]
    return Wire(give_token(player.session, DeviceToken.Kind.PLAYER, player=player))


def device_wire(room: Room, kind: DeviceToken.Kind) -> Wire:
    return Wire(give_token(room.session, kind))


def other_club() -> tuple[Club, Any]:
    """Another club of the same house, with an evening of its own."""
    club = Club.objects.create(name="Another club")
    return club, open_session(make_session(club=club, name="Another evening").pk, by=HOUSE)


def joined(code: str, nickname: str) -> tuple[Wire, dict[str, Any]]:
    told = Wire().post("/join/", {"code": code, "nickname": nickname, "secret": codes.token()})
    assert told.status == 201, told.body
    return Wire(told.body["token"]), told.body


def price_of(wire: Wire, round_id: int, market: str) -> str:
    spaces = wire.get(f"/rounds/{round_id}/odds/").body["spaces"]
    return str(next(space["price"] for space in spaces if space["market"] == market))


def stake_body(wire: Wire, round_id: int, selection: str, counters: int, market: str = "win") -> dict[str, Any]:
    price = price_of(wire, round_id, market)
    return {"market": market, "selection": selection, "counters": counters, "price": price}
