"""fair-1 over the wire: promise entropy, reveal it, and deal a round again that is over."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from casino.api.callers import PLAYERS, ROOM
from casino.api.fields import Hash, Shape
from casino.api.operations import Asked, operation
from casino.api.problems import document
from casino.api.rounds import RoundResource
from casino.api.shapes import GamePayload
from casino.api.typed import Payload, union_name
from casino.tables.fairness import commit_entropy, off_of, reveal_entropy, transcript_of
from casino.tables.models import Round
from casino.tables.playing import game_of
from games.kit.fair import VERSION
from games.kit.values import canonical, to_json
from games.kit.verifying import Seen, verify

EXAMPLE = "5f1c" * 16


class PromiseShape(Shape):
    seat = serializers.CharField()
    commitment = serializers.CharField()
    revealed = serializers.BooleanField()


class FairnessShape(Shape):
    """What is published of a round so that any guest can check it afterwards."""

    version = serializers.CharField(help_text="`fair-1`.")
    table = serializers.CharField(help_text="The chain's name, as it stands in what is hashed.")
    round = serializers.IntegerField(help_text="The number in the chain, likewise.")
    anchor = serializers.CharField()
    commitments = PromiseShape(many=True)
    off = GamePayload(Payload.OFF, allow_null=True, help_text="What was frozen at the off.")
    off_text = serializers.CharField(
        allow_null=True, help_text="The same as the bytes that are hashed; a phone looks for its commitment in it."
    )
    off_digest = serializers.CharField(allow_null=True, help_text="SHA-256 of `off_text`: keep it until the end.")
    seed = serializers.CharField(allow_null=True, help_text="Published when the round is over.")


@extend_schema_serializer(examples=[OpenApiExample("promise", {"commitment": EXAMPLE})])
class CommitmentWish(Shape):
    commitment = Hash(help_text='H(["fair-1", "commitment", table, round, seat, entropy]) of docs/fair-1.md.')


@extend_schema_serializer(examples=[OpenApiExample("reveal", {"entropy": EXAMPLE})])
class EntropyWish(Shape):
    entropy = Hash(help_text="The 32 bytes that were promised.")


class Finding(Shape):
    code = serializers.CharField()
    detail = serializers.CharField()


class VerdictShape(Shape):
    """`doubts` say that something is wrong; `remarks` what a guest should know all the same."""

    verified = serializers.BooleanField()
    doubts = Finding(many=True)
    remarks = Finding(many=True)


class Fairness(RoundResource):
    tag = "fairness"

    @operation("get_fairness", "What is published of a round's deal", who=ROOM, gives=FairnessShape)
    def get(self, asked: Asked) -> dict[str, Any]:
        return _published(asked.item)


class Commitment(RoundResource):
    tag = "fairness"

    @operation("commit_entropy", "Promise entropy of one's own", who=PLAYERS, takes=CommitmentWish, gives=FairnessShape)
    def put(self, asked: Asked) -> dict[str, Any]:
        """Before the off; until then one may promise anew."""
        commit_entropy(asked.item.pk, player=asked.player, by=asked.by, **asked.said)
        return _published(asked.item)


class Entropy(RoundResource):
    tag = "fairness"

    @operation("reveal_entropy", "Reveal what was promised", who=PLAYERS, takes=EntropyWish, gives=FairnessShape)
    def put(self, asked: Asked) -> dict[str, Any]:
        """After the off and before the first card. First look for one's commitment in `off`."""
        reveal_entropy(asked.item.pk, player=asked.player, by=asked.by, **asked.said)
        return _published(asked.item)


class Transcript(RoundResource):
    tag = "fairness"

    @operation(
        "get_transcript",
        "All that is needed to deal a round again",
        who=ROOM,
        gives={(200, "application/json"): {"$ref": f"#/components/schemas/{union_name(Payload.TRANSCRIPT)}"}},
        also=(422,),
    )
    def get(self, asked: Asked) -> HttpResponse:
        """Once it is over. The bytes of the answer are those that fair-1 speaks of."""
        return HttpResponse(transcript_of(asked.item), content_type="application/json")


class Verify(RoundResource):
    tag = "fairness"

    @operation("verify_round", "Have the house deal a round again", who=ROOM, gives=VerdictShape, also=(422,))
    def get(self, asked: Asked) -> dict[str, Any]:
        """Who trusts nobody takes the transcript and deals it with a program of their own."""
        round_ = asked.item
        seen = Seen(round_.chain.name, round_.number, round_.chain.anchor, off=round_.off_digest or None)
        verdict = verify(transcript_of(round_), game_of(round_), seen)
        return {
            "verified": not verdict.doubts,
            "doubts": [_finding(doubt) for doubt in verdict.doubts],
            "remarks": [_finding(remark) for remark in verdict.remarks],
        }


def _finding(found: Any) -> dict[str, str]:
    told = document(found)
    return {"code": told["code"], "detail": told["detail"]}


def _published(round_: Round) -> dict[str, Any]:
    names = round_.names
    promised = round_.commitments.values_list("seat", "commitment", "entropy").order_by("pk")
    round_.refresh_from_db(fields=["phase", "before", "off_digest", "off_at"])
    off = off_of(round_) if round_.off_at is not None else None
    return {
        "version": VERSION,
        "table": round_.chain.name,
        "round": round_.number,
        "anchor": round_.chain.anchor,
        "commitments": [
            {"seat": names[seat], "commitment": commitment, "revealed": bool(entropy)}
            for seat, commitment, entropy in promised
        ],
        "off": to_json(off) if off else None,
        "off_text": canonical(off).decode() if off else None,
        "off_digest": round_.off_digest or None,
        "seed": None if round_.live else round_.secret.seed,
    }
