"""Guests, for the people who look after them: names, codes, and counters over the desk."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from casino.api import problems
from casino.api.callers import DESK, MANAGES, READS_PURSES, Caller
from casino.api.fields import Counters, Shape, Text
from casino.api.me import STATEMENT_PAGE, statement_json
from casino.api.operations import Asked, Resource, operation
from casino.api.paging import page
from casino.api.sessions import SessionResource
from casino.api.shapes import Nothing, PageQuery, page_of
from casino.clock import when
from casino.clubs.joining import join, reissue, rename
from casino.clubs.models import NICKNAME_LENGTH, Player, Session
from casino.desk.counters import Sale, buy_in, cash_out
from casino.tables.seating import remove_player
from ledger import balances


class PlayerShape(Shape):
    id = serializers.IntegerField()
    nickname = serializers.CharField()
    automatic = serializers.BooleanField()
    purse = serializers.IntegerField()
    staked = serializers.IntegerField()
    joined_at = serializers.DateTimeField()
    removed_at = serializers.DateTimeField(allow_null=True)


class WithCode(Shape):
    player = PlayerShape()
    recovery = serializers.CharField(help_text="To join with on a phone. It is shown only now: write it down.")


@extend_schema_serializer(examples=[OpenApiExample("name", {"nickname": "Ada"})])
class NameWish(Shape):
    nickname = Text(max_length=NICKNAME_LENGTH)


@extend_schema_serializer(examples=[OpenApiExample("fifty", {"counters": 50})])
class BuyInWish(Shape):
    counters = Counters()


@extend_schema_serializer(examples=[OpenApiExample("all of them", {"counters": None})])
class CashOutWish(Shape):
    counters = Counters(allow_null=True, help_text="Null: all that are in the purse.")


class OverTheDesk(Shape):
    player = serializers.IntegerField()
    counters = serializers.IntegerField(help_text="How many went over the desk.")
    money = serializers.IntegerField(
        help_text="Their price, in the smallest coin of the currency; 0 where they are free."
    )
    purse = serializers.IntegerField()
    entry = serializers.IntegerField()


class Players(SessionResource):
    tag = "players"

    @operation(
        "list_players",
        "The guests of a session",
        who=READS_PURSES,
        query=PageQuery,
        gives=page_of(PlayerShape, "PlayerPage"),
    )
    def get(self, asked: Asked) -> dict[str, Any]:
        return page(asked.item.players.all(), asked.query, f"players {asked.item.pk}", player_json)

    @operation(
        "add_player",
        "Let a guest without a phone in",
        who=DESK,
        takes=NameWish,
        gives=PlayerShape,
        status=201,
        counters=True,
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """Who takes a phone later is given a code by `reissue_code`: kept answers hold no secrets."""
        return player_json(join(code=asked.item.code, nickname=asked.said["nickname"], by=asked.by).player)


class PlayerResource(Resource):
    tag = "players"

    def find(self, _caller: Caller | None, *, player_id: int) -> Player:
        found = Player.objects.select_related("session__club").filter(pk=player_id).first()
        if found is None:
            raise problems.own("not_found")
        return found

    def session_of(self, item: Player) -> Session:
        return item.session


class OnePlayer(PlayerResource):
    @operation("get_player", "One guest", who=READS_PURSES, gives=PlayerShape)
    def get(self, asked: Asked) -> dict[str, Any]:
        return player_json(asked.item)

    @operation("rename_player", "Give a guest another name", who=MANAGES, takes=NameWish, gives=PlayerShape)
    def patch(self, asked: Asked) -> dict[str, Any]:
        """Rounds that were or are being played keep the old one."""
        return player_json(rename(asked.item, nickname=asked.said["nickname"], by=asked.by))


class RemovePlayer(PlayerResource):
    @operation("remove_player", "Send a guest away", who=MANAGES, takes=Nothing, gives=PlayerShape)
    def post(self, asked: Asked) -> dict[str, Any]:
        """Up from every table and signed out; stakes are played to their end and the purse stays theirs."""
        return player_json(remove_player(asked.item, by=asked.by))


class Reissue(PlayerResource):
    @operation("reissue_code", "A new recovery code", who=MANAGES, takes=Nothing, gives=WithCode)
    def post(self, asked: Asked) -> dict[str, Any]:
        """The old code, and every phone the guest had, is worth nothing from now on."""
        code = reissue(asked.item, by=asked.by)
        return {"player": player_json(asked.item), "recovery": code}


class PlayerStatement(PlayerResource):
    @operation(
        "get_player_statement",
        "Every movement of a guest's purse",
        who=READS_PURSES,
        query=PageQuery,
        gives=STATEMENT_PAGE,
    )
    def get(self, asked: Asked) -> dict[str, Any]:
        return statement_json(asked.item.purse_id, asked.query)


class BuyIn(PlayerResource):
    tag = "desk"

    @operation(
        "buy_in", "Sell counters to a guest", who=DESK, takes=BuyInWish, gives=OverTheDesk, status=201, counters=True
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        return _over_the_desk(asked.item, buy_in(player=asked.item, counters=asked.said["counters"], by=asked.by))


class CashOut(PlayerResource):
    tag = "desk"

    @operation(
        "cash_out",
        "Take counters back from a guest",
        who=DESK,
        takes=CashOutWish,
        gives=OverTheDesk,
        status=201,
        counters=True,
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        return _over_the_desk(asked.item, cash_out(player=asked.item, counters=asked.said["counters"], by=asked.by))


def _over_the_desk(player: Player, sale: Sale) -> dict[str, Any]:
    return {
        "player": player.pk,
        "counters": sale.counters,
        "money": sale.money,
        "purse": balances.balance(player.purse_id),
        "entry": sale.entry.pk,
    }


def player_json(player: Player) -> dict[str, Any]:
    held = balances.balances([player.purse_id, player.stakes_account_id])
    player.refresh_from_db(fields=["joined_at"])
    return {
        "id": player.pk,
        "nickname": player.nickname,
        "automatic": player.automatic,
        "purse": held[player.purse_id],
        "staked": held[player.stakes_account_id],
        "joined_at": when(player.joined_at),
        "removed_at": when(player.removed_at),
    }
