"""Coming in: a guest joins or comes back, a screen is paired. What failed is counted; a hall shares one address."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from casino.api.fields import Shape, Text
from casino.api.operations import ANYBODY, Asked, PublicResource, operation
from casino.api.sessions import SessionShape, session_json
from casino.clock import when
from casino.clubs import codes
from casino.clubs.joining import come_back, join
from casino.clubs.models import NICKNAME_LENGTH, DeviceToken
from casino.clubs.pairing import pair
from casino.throttling import asked_over, counted


class PlayerName(Shape):
    id = serializers.IntegerField()
    nickname = serializers.CharField()


@extend_schema_serializer(
    examples=[OpenApiExample("join", {"code": "K7QXMP", "nickname": "Ada", "secret": "kT3vQm8Zr5LwXb2NcY7sPd9H"})]
)
class JoinWish(Shape):
    code = Text(max_length=40, help_text="As on the poster; capitals, blanks and hyphens do not matter.")
    nickname = Text(max_length=NICKNAME_LENGTH)
    secret = Text(
        min_length=20,
        max_length=100,
        help_text="Made at random and stored by the phone before it asks. Asked again with it, the house finds the "
        "same seat, and never makes a second one.",
    )


@extend_schema_serializer(examples=[OpenApiExample("come back", {"code": "K7QXMP", "recovery": "H4RT9WXC2M"})])
class ComeBackWish(Shape):
    code = Text(max_length=40)
    recovery = Text(max_length=40, help_text="The code that was shown after joining, or that staff gave out anew.")


@extend_schema_serializer(examples=[OpenApiExample("pair", {"pairing": "C2RTM9WXH4"})])
class PairWish(Shape):
    pairing = Text(max_length=40, help_text="The one-time code that staff have made for this device.")


class Admission(Shape):
    """Who one is from now on. The token is shown only here."""

    token = serializers.CharField(help_text="For the header `Authorization: Bearer …`.")
    kind = serializers.ChoiceField(choices=DeviceToken.Kind.choices)
    expires_at = serializers.DateTimeField()
    session = SessionShape()
    player = PlayerName(allow_null=True)
    recovery = serializers.CharField(
        allow_null=True, help_text="To come back with on another phone: show it, print it."
    )


class Join(PublicResource):
    tag = "joining"

    @operation(
        "join", "Join a session as a guest", who=ANYBODY, takes=JoinWish, gives=Admission, status=201, also=(404, 429)
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """A seat in the session with a purse of one's own. Replaying the same secret finds the same seat again."""
        with counted("join", asked_over(asked.request)):
            joined = join(**asked.said)
        return _admitted(joined.token, joined.recovery)


class ComeBack(PublicResource):
    tag = "joining"

    @operation(
        "come_back",
        "Come back on another phone",
        who=ANYBODY,
        takes=ComeBackWish,
        gives=Admission,
        status=201,
        also=(404, 429),
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """The same seat, purse and stakes. Phones before this one are signed out."""
        with counted("join", asked_over(asked.request)):
            joined = come_back(**asked.said)
        return _admitted(joined.token, joined.recovery)


class Pair(PublicResource):
    tag = "joining"

    @operation(
        "pair",
        "Become a screen, a till or an auditor's device",
        who=ANYBODY,
        takes=PairWish,
        gives=Admission,
        status=201,
        also=(404, 429),
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """The code is good once, for ten minutes."""
        with counted("pair", asked_over(asked.request)):
            _, secret = pair(asked.said["pairing"])
        return _admitted(secret, None)


def _admitted(secret: str, recovery: str | None) -> dict[str, Any]:
    # Whatever has become of it: a twin of this request may have been given a newer one by now.
    known = DeviceToken.objects.select_related("session__club", "player")
    token = known.get(digest=codes.digest(secret))
    player = token.player
    return {
        "token": secret,
        "kind": token.kind,
        "expires_at": when(token.expires_at),
        "session": session_json(token.session),
        "player": {"id": player.pk, "nickname": player.nickname} if player else None,
        "recovery": recovery,
    }
