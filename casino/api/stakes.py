"""Stakes: laid, listed, and taken back before the off. And those that staff make for guests without a phone."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from casino.api import problems
from casino.api.callers import DESK, PLAYERS, READS_ALL, ROOM, RUNS_TABLES, Caller
from casino.api.fields import Flag, Shape, Text, Whole
from casino.api.me import STAKE_PAGE, StakeShape, stake_json
from casino.api.operations import Asked, Resource, operation
from casino.api.paging import page
from casino.api.rounds import RoundResource
from casino.api.sessions import SessionResource, session_with
from casino.api.shapes import Nothing, PageQuery, SpaceWish, page_of
from casino.api.tables import guest_of
from casino.clock import when
from casino.clubs.models import Session
from casino.prepared import Prepared
from casino.tables.models import Round, Ticket
from casino.tables.staking import place_stake, withdraw_stake
from casino.tables.tickets import pay_paper, pay_ticket, sell_ticket, withdraw_ticket, worth
from games.kit.markets import PRICE_LENGTH


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "two on a horse", {"market": "win", "selection": "minoru", "counters": 2, "price": "9f1c04be7a52"}
        )
    ]
)
class StakeWish(SpaceWish):
    price = Text(min_length=PRICE_LENGTH, max_length=PRICE_LENGTH, help_text="The version of the odds one has seen.")


@extend_schema_serializer(
    examples=[OpenApiExample("one back", {"market": "win", "selection": "minoru", "counters": 1})]
)
class WithdrawWish(SpaceWish):
    pass


class StakeMade(StakeShape):
    """`counters` is what one has there now, in all."""


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "paid in hand", {"player": 12, "market": "win", "selection": "minoru", "counters": 2, "in_hand": True}
        )
    ]
)
class TicketWish(SpaceWish):
    player = Whole(min_value=1)
    in_hand = Flag(required=False, help_text="Paid over the table, not from the purse.")


class TicketShape(Shape):
    number = serializers.IntegerField(help_text="On the paper.")
    code = serializers.CharField(help_text="On the paper, too: nobody guesses it, and it is paid once.")
    round = serializers.IntegerField()
    player = serializers.IntegerField()
    market = serializers.CharField()
    selection = serializers.CharField()
    counters = serializers.IntegerField()
    worth = serializers.IntegerField(allow_null=True, help_text="Once the round is over: what it returns.")
    made_at = serializers.DateTimeField()
    paid_at = serializers.DateTimeField(allow_null=True)
    withdrawn_at = serializers.DateTimeField(allow_null=True)


@extend_schema_serializer(examples=[OpenApiExample("as printed", {"code": "7KQ4XRTW"})])
class PaperWish(Shape):
    code = Text(max_length=40, help_text="As it stands on the paper; blanks, hyphens and small letters do not matter.")


class RedeemedShape(Shape):
    counters = serializers.IntegerField(help_text="What the ticket returned.")
    money = serializers.IntegerField(help_text="Their price, in the smallest coin; 0 where counters are handed over.")
    entry = serializers.IntegerField()


class StakedRound(RoundResource):
    """Only whose it is: who stakes reads the round again, once nobody can change it."""

    rounds = Prepared(
        lambda id_: Round.objects.select_related("table__session").only("table__session__club").filter(pk=id_)
    )


class Stakes(StakedRound):
    tag = "stakes"

    @operation("list_stakes", "Everything on the cloth", who=ROOM, query=PageQuery, gives=STAKE_PAGE)
    def get(self, asked: Asked) -> dict[str, Any]:
        rows = asked.item.stakes.filter(counters__gt=0).select_related("round")
        return page(rows, asked.query, f"stakes {asked.item.pk}", stake_json)

    @operation(
        "place_stake",
        "Lay counters on a space",
        who=PLAYERS,
        takes=StakeWish,
        gives=StakeMade,
        status=201,
        counters=True,
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """From the purse, until the off. Staking again on the same space adds to it."""
        return stake_json(place_stake(asked.item.pk, player=asked.player, by=asked.by, **asked.said))


class WithdrawStake(StakedRound):
    tag = "stakes"

    @operation(
        "withdraw_stake",
        "Take counters back from a space",
        who=PLAYERS,
        takes=WithdrawWish,
        gives=StakeMade,
        counters=True,
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """Before the off, as long as stakes accepted since do not rest on them."""
        return stake_json(withdraw_stake(asked.item.pk, player=asked.player, by=asked.by, **asked.said))


class SellTicket(RoundResource):
    tag = "tickets"

    @operation(
        "sell_ticket",
        "Stake for a guest without a phone",
        who=RUNS_TABLES,
        takes=TicketWish,
        gives=TicketShape,
        status=201,
        counters=True,
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """The answer has the number for the paper, which pays once."""
        said = dict(asked.said)
        player = guest_of(asked.item.table.session_id, said.pop("player"))
        ticket = sell_ticket(asked.item.pk, player=player, by=asked.by, **said)
        return _ticket(_tickets(player.session_id).get(pk=ticket.pk))


class Tickets(SessionResource):
    tag = "tickets"

    @operation(
        "list_tickets",
        "The paper tickets of a session",
        who=READS_ALL,
        query=PageQuery,
        gives=page_of(TicketShape, "TicketPage"),
    )
    def get(self, asked: Asked) -> dict[str, Any]:
        return page(_tickets(asked.item.pk), asked.query, f"tickets {asked.item.pk}", _ticket)


class TicketResource(Resource):
    tag = "tickets"

    def find(self, _caller: Caller | None, *, code: str, ticket: int) -> Ticket:
        found = _tickets(session_with(code).pk).filter(number=ticket).first()
        if found is None:
            raise problems.own("not_found")
        return found

    def session_of(self, item: Ticket) -> Session:
        return item.session


class OneTicket(TicketResource):
    @operation("get_ticket", "One paper ticket, and what it is worth", who=READS_ALL, gives=TicketShape)
    def get(self, asked: Asked) -> dict[str, Any]:
        return _ticket(asked.item)


class PayTicket(TicketResource):
    @operation(
        "pay_ticket",
        "Hand over what a ticket is worth",
        who=RUNS_TABLES,
        takes=Nothing,
        gives=TicketShape,
        counters=True,
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """The paper pays once."""
        pay_ticket(session_id=asked.item.session_id, number=asked.item.number, by=asked.by)
        return _again(asked.item)


class RedeemTicket(SessionResource):
    tag = "desk"

    @operation(
        "redeem_ticket",
        "Pay the ticket with this code",
        who=DESK | RUNS_TABLES,
        takes=PaperWish,
        gives=RedeemedShape,
        counters=True,
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """The paper pays once, in counters or in their price."""
        paid = pay_paper(session_id=asked.item.pk, code=asked.said["code"], by=asked.by)
        return {"counters": paid.counters, "money": paid.money, "entry": paid.entry.pk}


class WithdrawTicket(TicketResource):
    @operation(
        "withdraw_ticket",
        "Take a ticket back before the off",
        who=RUNS_TABLES,
        takes=Nothing,
        gives=TicketShape,
        counters=True,
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        withdraw_ticket(session_id=asked.item.session_id, number=asked.item.number, by=asked.by)
        return _again(asked.item)


def _tickets(session_id: int) -> QuerySet[Ticket]:
    return Ticket.objects.select_related("seat", "round", "session__club").filter(session=session_id)


def _again(ticket: Ticket) -> dict[str, Any]:
    return _ticket(_tickets(ticket.session_id).get(pk=ticket.pk))


def _ticket(ticket: Ticket) -> dict[str, Any]:
    return {
        "number": ticket.number,
        "code": ticket.code,
        "round": ticket.round_id,
        "player": ticket.seat.player_id,
        "market": ticket.market,
        "selection": ticket.selection,
        "counters": ticket.counters,
        "worth": None if ticket.round.live else worth(ticket),
        "made_at": when(ticket.made_at),
        "paid_at": when(ticket.paid_at),
        "withdrawn_at": when(ticket.withdrawn_at),
    }
