"""Who asks: a device that was paired or joined, or a member of staff; and what they are in a session."""

from dataclasses import dataclass
from enum import StrEnum

from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.request import Request

from casino.clubs import actors, codes
from casino.clubs.actors import Actor, part_of
from casino.clubs.joining import find_token
from casino.clubs.models import DeviceToken, Player, Session, StaffToken
from games.kit.errors import RuleBroken


class Standing(StrEnum):
    """What a caller is in one session."""

    PLAYER = "player"
    SCREEN = "screen"
    TILL = "till"
    AUDITOR = "auditor"
    CROUPIER = "croupier"
    ORGANISER = "organiser"


PLAYERS = frozenset({Standing.PLAYER})
MANAGES = frozenset({Standing.ORGANISER})
RUNS_TABLES = frozenset({Standing.ORGANISER, Standing.CROUPIER})
READS_ALL = RUNS_TABLES | {Standing.AUDITOR}
DESK = frozenset({Standing.ORGANISER, Standing.TILL})
READS_PURSES = READS_ALL | DESK
ROOM = frozenset(Standing)


@dataclass(frozen=True)
class Caller:
    """A device of one session, or a person with an account."""

    device: DeviceToken | None = None
    user: User | None = None
    script: StaffToken | None = None  # by which the user asks, if not by logging in
    is_authenticated = True  # what DRF asks

    @property
    def name(self) -> str:
        """Under which answers are kept: the same after a token is renewed."""
        if self.user:
            return f"staff:{self.user.pk}"
        assert self.device is not None
        return f"player:{self.device.player_id}" if self.device.player_id else f"{self.device.kind}:{self.device.pk}"

    @property
    def credential(self) -> str | None:
        """What has one stream at a time: a device, or a script. Who is logged in may have many windows."""
        if self.device:
            return f"device:{self.device.pk}"
        return f"script:{self.script.pk}" if self.script else None

    @property
    def actor(self) -> Actor:
        if self.user:
            return actors.staff(self.user)
        assert self.device is not None
        return actors.guest(self.player) if self.device.player_id else actors.device(self.device)

    @property
    def player(self) -> Player:
        assert self.device is not None
        assert self.device.player is not None, "only players are let through to where this is asked"
        return self.device.player

    @property
    def player_id(self) -> int | None:
        return self.device.player_id if self.device else None

    def standing_in(self, session: Session) -> Standing | None:
        if self.device:
            return Standing(self.device.kind) if self.device.session_id == session.pk else None
        assert self.user is not None
        part = part_of(self.user, session.club_id)
        return Standing(part) if part else None


def caller_with(secret: str) -> Caller:
    """Whoever holds this secret."""
    if secret.startswith(STAFF_PREFIX):
        script = _find_script(secret)
        return Caller(user=script.user, script=script)
    return Caller(device=find_token(secret))


STAFF_PREFIX = "staff-"


def _find_script(secret: str) -> StaffToken:
    found = StaffToken.objects.select_related("user").filter(digest=codes.digest(secret), revoked_at=None).first()
    if found is None or found.expires_at <= timezone.now() or not found.user.is_active or not found.user.is_staff:
        raise RuleBroken("bad_token", "This device is not, or no longer, known here.")
    return found


SEAT_COOKIE = "casino_seat"  # of a guest's browser
SCREEN_COOKIE = "casino_screen"


def bearer(header: str) -> str | None:
    """The secret of an `Authorization` header; nothing if there is none."""
    if not header:
        return None
    kind, _, secret = header.partition(" ")
    if kind.lower() != "bearer" or not secret.strip():
        raise RuleBroken("bad_token", "This device is not, or no longer, known here.")
    return secret.strip()


class Bearer(BaseAuthentication):
    """`Authorization: Bearer …` with a device's or a script's token."""

    def authenticate(self, request: Request) -> tuple[Caller, str] | None:
        secret = bearer(request.META.get("HTTP_AUTHORIZATION", ""))
        return (caller_with(secret), "token") if secret else None

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002
        return 'Bearer realm="casino"'


class StaffLogin(SessionAuthentication):
    """Staff who are logged in to the admin site, in the same browser."""

    def authenticate(self, request: Request) -> tuple[Caller, str] | None:
        found = super().authenticate(request)
        return (Caller(user=found[0]), "login") if found and is_staff(found[0]) else None


def is_staff(user: object) -> bool:
    return isinstance(user, User) and user.is_active and user.is_staff
