"""Staff: tokens for their scripts, and the devices of a session."""

from datetime import timedelta
from typing import Any

from django.contrib.auth import authenticate
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from casino.api import problems
from casino.api.callers import MANAGES, READS_ALL, STAFF_PREFIX, Caller, is_staff
from casino.api.fields import Choice, Shape, Text
from casino.api.operations import ANYBODY, SIGNED_IN, Asked, PublicResource, Resource, operation
from casino.api.paging import page
from casino.api.sessions import SessionResource, StaffResource, member_of_staff, session_with
from casino.api.shapes import PageQuery, page_of
from casino.clock import when
from casino.clubs import codes
from casino.clubs.models import NAME_LENGTH, DeviceToken, Session, StaffToken
from casino.clubs.pairing import PAIRED, offer_pairing, unpair
from casino.throttling import MOST_PASSWORDS, asked_over, counted_beforehand

TOKEN_LIFE = timedelta(days=30)


@extend_schema_serializer(
    examples=[OpenApiExample("log in", {"username": "olive", "password": "the password", "label": "scoreboard script"})]
)
class LoginWish(Shape):
    username = Text(max_length=150)
    password = Text(max_length=200)
    label = Text(max_length=NAME_LENGTH, required=False, allow_blank=True, help_text="What it is for.")  # type: ignore[assignment]


class StaffTokenShape(Shape):
    id = serializers.IntegerField()
    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment]
    made_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()


class FreshStaffToken(StaffTokenShape):
    token = serializers.CharField(help_text="Shown only now, for the header `Authorization: Bearer …`.")


@extend_schema_serializer(examples=[OpenApiExample("a screen", {"kind": "screen", "label": "Above the bar"})])
class PairingWish(Shape):
    kind = Choice(choices=[(kind.value, kind.label) for kind in PAIRED])
    label = Text(max_length=NAME_LENGTH, required=False, allow_blank=True)  # type: ignore[assignment]


class PairingShape(Shape):
    pairing = serializers.CharField(help_text="For the device to show, once: typed, or as a QR code.")
    kind = serializers.ChoiceField(choices=[(kind.value, kind.label) for kind in PAIRED])
    expires_at = serializers.DateTimeField()


class DeviceShape(Shape):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=DeviceToken.Kind.choices)
    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment]
    player = serializers.IntegerField(allow_null=True)
    made_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    revoked_at = serializers.DateTimeField(allow_null=True)


class LogIn(PublicResource):
    tag = "staff"

    @operation(
        "make_staff_token",
        "A token for a script, for name and password",
        who=ANYBODY,
        takes=LoginWish,
        gives=FreshStaffToken,
        status=201,
        also=(401, 429),
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """It may do what that member of staff may, for 30 days."""
        said = asked.said
        # Passwords are not guessed while nobody counts.
        with (
            counted_beforehand("login", asked_over(asked.request)),
            counted_beforehand("password", said["username"].casefold(), most=MOST_PASSWORDS),
        ):
            user = authenticate(asked.request, username=said["username"], password=said["password"])
            if not is_staff(user):
                raise problems.own("bad_login")
        secret = f"{STAFF_PREFIX}{codes.token()}"
        token = StaffToken.objects.create(
            user_id=user.pk,  # type: ignore[union-attr]
            label=said.get("label", ""),
            digest=codes.digest(secret),
            expires_at=timezone.now() + TOKEN_LIFE,
        )
        token.refresh_from_db()
        return {**_token(token), "token": secret}


class StaffTokens(StaffResource):
    tag = "staff"

    @operation(
        "list_staff_tokens",
        "One's own tokens",
        who=SIGNED_IN,
        query=PageQuery,
        gives=page_of(StaffTokenShape, "StaffTokenPage"),
        also=(403,),
    )
    def get(self, asked: Asked) -> dict[str, Any]:
        rows = StaffToken.objects.filter(user=asked.item, revoked_at=None, expires_at__gt=timezone.now())
        return page(rows, asked.query, f"tokens {asked.item.pk}", _token)


class OneStaffToken(Resource):
    tag = "staff"

    def find(self, caller: Caller | None, *, token_id: int) -> StaffToken:
        found = StaffToken.objects.filter(pk=token_id, user=member_of_staff(caller), revoked_at=None).first()
        if found is None:
            raise problems.own("not_found")
        return found

    @operation("revoke_staff_token", "Revoke one of one's tokens", who=SIGNED_IN, status=204, also=(403, 404))
    def delete(self, asked: Asked) -> None:
        asked.item.revoked_at = timezone.now()
        asked.item.save(update_fields=["revoked_at"])


class Pairings(SessionResource):
    tag = "devices"

    @operation(
        "offer_pairing",
        "A one-time code for a screen, a till or an auditor",
        who=MANAGES,
        takes=PairingWish,
        gives=PairingShape,
        status=201,
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        kind = DeviceToken.Kind(asked.said["kind"])
        pairing, code = offer_pairing(asked.item, kind=kind, label=asked.said.get("label", ""), by=asked.by)
        return {"pairing": code, "kind": pairing.kind, "expires_at": when(pairing.expires_at)}


class Devices(SessionResource):
    tag = "devices"

    @operation(
        "list_devices",
        "The devices of a session",
        who=READS_ALL,
        query=PageQuery,
        gives=page_of(DeviceShape, "DevicePage"),
    )
    def get(self, asked: Asked) -> dict[str, Any]:
        return page(asked.item.tokens.all(), asked.query, f"devices {asked.item.pk}", _device)


class OneDevice(Resource):
    tag = "devices"

    def find(self, _caller: Caller | None, *, code: str, device_id: int) -> DeviceToken:
        found = session_with(code).tokens.select_related("session").filter(pk=device_id).first()
        if found is None:
            raise problems.own("not_found")
        return found

    def session_of(self, item: DeviceToken) -> Session:
        return item.session

    @operation("revoke_device", "Sign a device out", who=MANAGES, status=204)
    def delete(self, asked: Asked) -> None:
        unpair(asked.item, by=asked.by)


def _token(token: StaffToken) -> dict[str, Any]:
    return {
        "id": token.pk,
        "label": token.label,
        "made_at": when(token.made_at),
        "expires_at": when(token.expires_at),
    }


def _device(token: DeviceToken) -> dict[str, Any]:
    return {
        "id": token.pk,
        "kind": token.kind,
        "label": token.label,
        "player": token.player_id,
        "made_at": when(token.made_at),
        "expires_at": when(token.expires_at),
        "revoked_at": when(token.revoked_at),
    }
