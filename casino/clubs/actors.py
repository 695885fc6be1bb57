"""Who does something. Acts are asked for at the edges, where it is known; inside it is only written down."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet

from casino.clubs.models import Club, DeviceToken, Player, Staff


class Kind(StrEnum):
    HOUSE = "house"
    STAFF = "staff"
    PLAYER = "player"
    DEVICE = "device"


@dataclass(frozen=True)
class Actor:
    kind: Kind
    id: int | None = None
    name: str = ""

    def as_json(self) -> dict[str, Any]:
        return {"kind": self.kind.value, "id": self.id, "name": self.name}

    def __str__(self) -> str:
        return self.name or self.kind.value


HOUSE = Actor(Kind.HOUSE)


def staff(user: User) -> Actor:
    return Actor(Kind.STAFF, user.pk, user.get_username())


def guest(player: Player) -> Actor:
    return Actor(Kind.PLAYER, player.pk, player.nickname)


def device(token: DeviceToken) -> Actor:
    """A till, a screen or an auditor's tablet."""
    return Actor(Kind.DEVICE, token.pk, str(token))


def part_of(user: User | AnonymousUser, club: Club | int) -> Staff.Part | None:
    """What this person is in the club. Whoever made the house is an organiser everywhere."""
    if user.is_superuser:
        return Staff.Part.ORGANISER
    club_id = club if isinstance(club, int) else club.pk
    found = Staff.objects.filter(club=club_id, user=user.pk).values_list("part", flat=True).first()
    return Staff.Part(found) if found else None


def clubs_of(user: User | AnonymousUser, parts: Iterable[Staff.Part] = Staff.Part) -> QuerySet[Club]:
    """The clubs in which this person has one of these parts."""
    if user.is_superuser:
        return Club.objects.all()
    return Club.objects.filter(staff__user=user.pk, staff__part__in=parts)
