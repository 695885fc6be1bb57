"""Everybody who may ask: the same people for every test, and their tokens."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from casino.api.callers import STAFF_PREFIX
from casino.clubs import codes
from casino.clubs.joining import give_token
from casino.clubs.models import Club, DeviceToken, Player, Staff, StaffToken
from tests.casino.api.wire import Wire
from tests.casino.room import Room

PASSWORD = "a long and winding password"
PARTS = {"olga": Staff.Part.ORGANISER, "claude": Staff.Part.CROUPIER, "audrey": Staff.Part.AUDITOR}
OTHER_CLUB = "Another club"


def member(name: str, club: Club | None, part: Staff.Part = Staff.Part.ORGANISER) -> User:
    """A member of staff, of a club or of none."""
    user = User.objects.create_user(name, password=PASSWORD, is_staff=True)
    if club:
        Staff.objects.create(club=club, user=user, part=part)
    return user


def staff_of(club: Club) -> dict[str, User]:
    """Olga organises the club, Claude is its croupier, Audrey its auditor. Otto organises another one."""
    users = {name: member(name, club, part) for name, part in PARTS.items()}
    return {**users, "otto": member("otto", Club.objects.create(name=OTHER_CLUB))}


def staff_token(user: User) -> str:
    """For scripts."""
    secret = f"{STAFF_PREFIX}{codes.token()}"
    expires_at = timezone.now() + timedelta(days=1)
    StaffToken.objects.create(user=user, digest=codes.digest(secret), expires_at=expires_at)
    return secret


def token_of(player: Player) -> str:
    """Of one more phone."""
    return give_token(player.session, DeviceToken.Kind.PLAYER, player=player)


def staff_wire(name: str, club: Club, part: Staff.Part = Staff.Part.ORGANISER) -> Wire:
    return Wire(staff_token(member(name, club, part)))


def player_wire(room: Room, who: str) -> Wire:
    return Wire(token_of(room.players[who]))


def joined(code: str, nickname: str) -> tuple[Wire, dict[str, Any]]:
    told = Wire().post("/join/", {"code": code, "nickname": nickname, "secret": codes.token()})
    assert told.status == 201, told.body
    return Wire(told.body["token"]), told.body
