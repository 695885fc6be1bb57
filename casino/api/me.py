"""One's own: who this device is, the purse, the statement, stakes and what became of them."""

from typing import Any

from rest_framework import serializers

from casino.api import problems
from casino.api.callers import PLAYERS, ROOM, Caller
from casino.api.fields import Shape
from casino.api.joining import PlayerName
from casino.api.operations import Asked, Resource, operation
from casino.api.paging import page
from casino.api.sessions import SessionShape, session_json
from casino.api.shapes import Described, PageQuery, page_of
from casino.clock import when
from casino.clubs.models import DeviceToken, Session
from casino.clubs.pairing import unpair
from casino.tables.models import Round, Seat, Stake
from casino.tables.requiring import LIVE
from casino.tables.showing import returned_by
from games.kit.counters import COLOURS, in_colours
from ledger import balances
from ledger.balances import statement

PIECES = {
    "type": "object",
    "properties": {colour: {"type": "integer", "minimum": 1} for colour in COLOURS},
    "description": "The same as they lie on the cloth: white ones count 1, red ones 5, blue ones 10.",
}


class MySeat(Shape):
    table = serializers.IntegerField()
    place = serializers.IntegerField()
    offer = serializers.IntegerField(allow_null=True, help_text="The bank one would hold the office with, if any.")


class MeShape(Shape):
    kind = serializers.ChoiceField(choices=DeviceToken.Kind.choices)
    expires_at = serializers.DateTimeField()
    session = SessionShape()
    player = PlayerName(allow_null=True)
    purse = serializers.IntegerField(allow_null=True)
    staked = serializers.IntegerField(allow_null=True, help_text="On the cloth of live rounds.")
    seats = MySeat(many=True)


class StatementLine(Shape):
    entry = serializers.IntegerField()
    posted_at = serializers.DateTimeField()
    reason = serializers.CharField()
    other = serializers.CharField(help_text="The account on the other side.")
    amount = serializers.IntegerField(help_text="Below zero when the purse paid.")
    balance = serializers.IntegerField(help_text="In the purse after it.")
    memo = serializers.CharField(allow_blank=True)


class StakeShape(Shape):
    id = serializers.IntegerField()
    table = serializers.IntegerField()
    round = serializers.IntegerField()
    seat = serializers.CharField()
    market = serializers.CharField()
    selection = serializers.CharField()
    counters = serializers.IntegerField()
    pieces = Described(PIECES)


class PastStake(StakeShape):
    phase = serializers.ChoiceField(choices=Round.Phase.choices)
    ended_at = serializers.DateTimeField(allow_null=True)
    returned = serializers.IntegerField(help_text="With the stake itself; nothing if it lost.")


STATEMENT_PAGE = page_of(StatementLine, "StatementPage")
STAKE_PAGE = page_of(StakeShape, "StakePage")


class MyResource(Resource):
    tag = "me"

    def find(self, caller: Caller | None, **_: Any) -> DeviceToken:
        if caller is None or caller.device is None:
            raise problems.own("forbidden")
        return caller.device

    def session_of(self, item: DeviceToken) -> Session:
        return item.session


class Me(MyResource):
    @operation("get_me", "Who this device is, and what its player holds", who=ROOM, gives=MeShape)
    def get(self, asked: Asked) -> dict[str, Any]:
        device: DeviceToken = asked.item
        player = device.player
        held = balances.balances([player.purse_id, player.stakes_account_id]) if player else {}
        seats = Seat.objects.filter(player=player, left_at=None).order_by("table") if player else []
        return {
            "kind": device.kind,
            "expires_at": when(device.expires_at),
            "session": session_json(device.session),
            "player": {"id": player.pk, "nickname": player.nickname} if player else None,
            "purse": held[player.purse_id] if player else None,
            "staked": held[player.stakes_account_id] if player else None,
            "seats": [{"table": seat.table_id, "place": seat.place, "offer": seat.offer} for seat in seats],
        }

    @operation("sign_out", "Forget this device", who=ROOM, status=204)
    def delete(self, asked: Asked) -> Any:
        """Its token is worth nothing afterwards. A player comes back with the recovery code."""
        assert asked.caller is not None
        unpair(asked.item, by=asked.by)
        return None


class MyStatement(MyResource):
    @operation(
        "get_my_statement",
        "Every movement of one's purse",
        who=PLAYERS,
        query=PageQuery,
        gives=STATEMENT_PAGE,
    )
    def get(self, asked: Asked) -> dict[str, Any]:
        return statement_json(asked.player.purse_id, asked.query)


class MyStakes(MyResource):
    @operation(
        "list_my_stakes",
        "One's stakes on live rounds",
        who=PLAYERS,
        query=PageQuery,
        gives=STAKE_PAGE,
    )
    def get(self, asked: Asked) -> dict[str, Any]:
        rows = _mine(asked).filter(round__phase__in=LIVE)
        return page(rows, asked.query, f"my stakes {asked.player.pk}", stake_json)


class MyHistory(MyResource):
    @operation(
        "list_my_history",
        "One's stakes on rounds that are over, and what they returned",
        who=PLAYERS,
        query=PageQuery,
        gives=page_of(PastStake, "PastStakePage"),
    )
    def get(self, asked: Asked) -> dict[str, Any]:
        rows = _mine(asked).exclude(round__phase__in=LIVE).select_related("round__secret")
        return page(rows, asked.query, f"my history {asked.player.pk}", _past)


def _mine(asked: Asked) -> Any:
    stakes = Stake.objects.filter(seat__player=asked.player, counters__gt=0)
    return stakes.select_related("round__table")


def stake_json(stake: Stake) -> dict[str, Any]:
    return {
        "id": stake.pk,
        "table": stake.round.table_id,
        "round": stake.round_id,
        "seat": stake.round.names[stake.seat_id],
        "market": stake.market,
        "selection": stake.selection,
        "counters": stake.counters,
        "pieces": in_colours(stake.counters),
    }


def _past(stake: Stake) -> dict[str, Any]:
    round_ = stake.round
    returned = returned_by(round_, stake.market, stake.selection, stake.counters)
    return {**stake_json(stake), "phase": round_.phase, "ended_at": when(round_.ended_at), "returned": returned}


def statement_json(account: int, query: Any) -> dict[str, Any]:
    found = statement(account, older=query.get("cursor"), size=query.get("limit", balances.PAGE))
    return {
        "items": [
            {
                "entry": line.entry,
                "posted_at": when(line.posted_at),
                "reason": line.reason,
                "other": line.other,
                "amount": line.amount,
                "balance": line.balance,
                "memo": line.memo,
            }
            for line in found.lines
        ],
        "next": found.older,
    }
