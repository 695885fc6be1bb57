"""Tables: what is played in the room, who sits there, and who holds the office."""

from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from casino.api import problems
from casino.api.callers import MANAGES, PLAYERS, ROOM, RUNS_TABLES, Caller, Standing
from casino.api.fields import Counters, Flag, Seconds, Shape, Text, Whole
from casino.api.operations import Asked, Resource, operation
from casino.api.paging import page
from casino.api.sessions import SessionResource
from casino.api.shapes import ACCOUNTS, Beside, Described, GamePayload, Nothing, PageQuery, page_of, said_of
from casino.api.typed import Payload
from casino.clock import when
from casino.clubs.models import NAME_LENGTH, Player, Session
from casino.desk.accounts import IN_PLAY
from casino.tables.beside import accounts_of
from casino.tables.models import Seat, Table
from casino.tables.offices import choose_holder, offer_bank, pass_office, take_office, top_up_bank
from casino.tables.opening import MOST_PLACES, close_table, open_table
from casino.tables.playing import holder_name
from casino.tables.requiring import LIVE
from casino.tables.seating import sit_down, stand_up
from games.kit.errors import RuleBroken
from ledger import balances

SECONDS = {"type": "number", "minimum": 0}
PASSING = "How the next holder is found: on the left, by cutting the pack, or as staff say."


class Chain(Shape):
    """fair-1: the name under which this table deals, and the anchor all its seeds lead back to."""

    name = serializers.CharField()
    anchor = serializers.CharField()


class TableShape(Shape):
    id = serializers.IntegerField()
    name = serializers.CharField()
    game = serializers.CharField()
    options = GamePayload(Payload.OPTIONS)
    places = serializers.IntegerField()
    taken = serializers.IntegerField(help_text="Places at which somebody sits.")
    pace = Described({**SECONDS, "description": "Seconds from one card or throw to the next."})
    staking_time = Described({"type": ["number", "null"], "description": "Seconds; null: until the croupier calls it."})
    turn_time = Described({**SECONDS, "description": "Seconds for a decision."})
    reveal_time = Described({**SECONDS, "description": "Seconds to reveal entropy after the off."})
    rest = Described({"type": ["number", "null"], "description": "Seconds to the next round; null: somebody opens it."})
    by_hand = serializers.BooleanField(help_text="A croupier deals real cards and types them in.")
    passes_round = serializers.BooleanField(help_text="Players hold the office in turn.")
    passing = serializers.ChoiceField(choices=Table.Passing.values, help_text=PASSING)
    beside = Beside(help_text="What stands beside the game's own odds, if anything.")
    least_bank = serializers.IntegerField()
    holder = serializers.CharField(help_text="Who holds the office: a nickname, or `house`.")
    round = serializers.IntegerField(allow_null=True, help_text="The one that is being played, if any.")
    chain = Chain()
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "a table of Minoru",
            {
                "name": "Minoru 1",
                "options": {"game": "minoru", "course": "true-odds"},
                "staking_time": 45,
                "pace": 3,
                "rest": 20,
            },
        ),
        OpenApiExample(
            "a race with a pot, a totalisator and a bookmaker",
            {
                "name": "Derby 1",
                "options": {"game": "derby", "variant": "myopia", "players": 4, "ante": 5},
                "beside": {
                    "totalisator": {"commission": 10, "unbacked": "carry-over"},
                    "bookmaker": {"margin": 15, "stake_most": 50},
                },
            },
        ),
    ]
)
class TableWish(Shape):
    """What is left out is as usual."""

    name = Text(min_length=1, max_length=NAME_LENGTH)
    options = GamePayload(
        Payload.OPTIONS, help_text="Which game, and how. What is left out is as usual at such a table."
    )
    places = Whole(required=False, min_value=1, max_value=MOST_PLACES)
    pace = Seconds(required=False)
    staking_time = Seconds(required=False, allow_null=True)
    turn_time = Seconds(required=False)
    reveal_time = Seconds(required=False)
    rest = Seconds(required=False, allow_null=True)
    by_hand = Flag(required=False)
    passes_round = Flag(required=False)
    passing = serializers.ChoiceField(required=False, choices=Table.Passing.values, help_text=PASSING)
    beside = Beside(required=False, allow_null=True, help_text="Only on races.")
    least_bank = Counters(required=False)
    house_float = Whole(
        required=False,
        max_value=10**12,
        help_text="Left out: what is usual, and nothing where nobody pays fixed odds in counters.",
    )


class SeatShape(Shape):
    player = serializers.IntegerField()
    nickname = serializers.CharField()
    place = serializers.IntegerField()


class SeatList(Shape):
    items = SeatShape(many=True)


@extend_schema_serializer(
    examples=[OpenApiExample("oneself", {}), OpenApiExample("staff, for a guest", {"player": 12})]
)
class SeatWish(Shape):
    player = Whole(required=False, min_value=1, help_text="For staff: whom to seat. A player seats nobody else.")


class OfficeShape(Shape):
    office = serializers.CharField(help_text="`bank`, …")
    holder = serializers.CharField(help_text="A nickname, or `house`.")
    bank = serializers.IntegerField()
    least_bank = serializers.IntegerField()
    passes_round = serializers.BooleanField()
    passing = serializers.ChoiceField(choices=Table.Passing.values, help_text=PASSING)
    served = serializers.IntegerField(help_text="Settled rounds of the present holder.")
    offer = serializers.IntegerField(allow_null=True, help_text="One's own: with how many one would hold it.")
    beside = Described(
        {**ACCOUNTS, "description": "What is kept beside the bank: by a bookmaker, for the next pool, in the pot."}
    )


@extend_schema_serializer(examples=[OpenApiExample("a bank", {"counters": 120})])
class BankWish(Shape):
    counters = Counters()


@extend_schema_serializer(
    examples=[
        OpenApiExample("the bank", {"counters": 120}),
        OpenApiExample("beside it", {"counters": 120, "office": "bookmaker"}),
    ]
)
class TopUpWish(BankWish):
    office = Text(
        required=False, max_length=20, help_text="A bookmaker beside the table's own office; without it, that."
    )


@extend_schema_serializer(examples=[OpenApiExample("a guest", {"player": 12})])
class HolderWish(Shape):
    player = Whole(min_value=1, help_text="A guest who sits there and has offered to hold it.")


class Tables(SessionResource):
    tag = "tables"

    @operation(
        "list_tables", "The tables of a session", who=ROOM, query=PageQuery, gives=page_of(TableShape, "TablePage")
    )
    def get(self, asked: Asked) -> dict[str, Any]:
        rows = _tables().filter(session=asked.item)
        return page(rows, asked.query, f"tables {asked.item.pk}", table_json, newest_first=False)

    @operation(
        "open_table",
        "Put a table into the room",
        who=MANAGES,
        takes=TableWish,
        gives=TableShape,
        status=201,
        counters=True,
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """Its bank starts with the house's float."""
        said = dict(asked.said)
        options = said.pop("options")
        for name in ("pace", "staking_time", "turn_time", "reveal_time", "rest"):
            if said.get(name) is not None:
                said[name] = timedelta(seconds=said[name])
        game = options["game"]
        table = open_table(session=asked.item, game=game, options=said_of(options, game), by=asked.by, **said)
        return table_json(_tables().get(pk=table.pk))


class TableResource(Resource):
    tag = "tables"

    def find(self, _caller: Caller | None, *, table_id: int) -> Table:
        found = _tables().filter(pk=table_id).first()
        if found is None:
            raise problems.own("not_found")
        return found

    def session_of(self, item: Table) -> Session:
        return item.session


class OneTable(TableResource):
    @operation("get_table", "One table", who=ROOM, gives=TableShape)
    def get(self, asked: Asked) -> dict[str, Any]:
        return table_json(asked.item)


class CloseTable(TableResource):
    @operation(
        "close_table", "Take a table out of the room", who=MANAGES, takes=Nothing, gives=TableShape, counters=True
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """Between rounds. Whoever holds the office takes the bank back."""
        close_table(asked.item.pk, by=asked.by)
        return table_json(_tables().get(pk=asked.item.pk))


class Seats(TableResource):
    @operation("list_seats", "Who sits at a table, clockwise", who=ROOM, gives=SeatList)
    def get(self, asked: Asked) -> dict[str, Any]:
        seats = asked.item.seats.filter(left_at=None).select_related("player").order_by("place")
        return {"items": [_seat(seat) for seat in seats]}


class SitDown(TableResource):
    @operation(
        "sit_down", "Take a place at a table", who=PLAYERS | RUNS_TABLES, takes=SeatWish, gives=SeatShape, status=201
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """Who sits there already keeps the place: asking twice is asking once."""
        player = _meant(asked)
        try:
            seat = sit_down(asked.item.pk, player=player, by=asked.by)
        except RuleBroken as refused:
            if refused.code != "already_seated":
                raise
            seat = Seat.objects.get(table=asked.item, player=player)
        return _seat(seat)


class StandUp(TableResource):
    @operation("stand_up", "Leave a table", who=PLAYERS | RUNS_TABLES, takes=SeatWish, gives=SeatShape)
    def post(self, asked: Asked) -> dict[str, Any]:
        """What lies on the cloth stays there, and what it returns goes to the purse."""
        return _seat(stand_up(asked.item.pk, player=_meant(asked), by=asked.by))


class TopUp(TableResource):
    tag = "offices"

    @operation("top_up_bank", "Add to the house's bank", who=MANAGES, takes=TopUpWish, gives=OfficeShape, counters=True)
    def post(self, asked: Asked) -> dict[str, Any]:
        """A player's bank is the player's own to fill; what stands beside it is the house's."""
        table, office = asked.item, asked.said.get("office")
        if table.holder is not None and office in {None, table.bank.role_id}:
            raise RuleBroken("office_held", "%(seat)s holds the office.", seat=holder_name(table.holder))
        top_up_bank(table.pk, counters=asked.said["counters"], office=office, by=asked.by)
        return _office_now(asked)


class Office(TableResource):
    tag = "offices"

    @operation("get_office", "Who stands on the other side of the stakes", who=ROOM, gives=OfficeShape)
    def get(self, asked: Asked) -> dict[str, Any]:
        return _office(asked.item, asked)


class TakeOffice(TableResource):
    tag = "offices"

    @operation(
        "take_office", "Take the office from the house", who=PLAYERS, takes=BankWish, gives=OfficeShape, counters=True
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """Between rounds, with a bank from one's purse."""
        take_office(asked.item.pk, player=asked.player, counters=asked.said["counters"], by=asked.by)
        return _office_now(asked)


class OfferBank(TableResource):
    tag = "offices"

    @operation("offer_bank", "Offer to hold the office", who=PLAYERS, takes=BankWish, gives=OfficeShape)
    def post(self, asked: Asked) -> dict[str, Any]:
        """When it comes round, so many counters go from the purse into the bank."""
        offer_bank(asked.item.pk, player=asked.player, counters=asked.said["counters"], by=asked.by)
        return _office_now(asked)


class DeclineOffice(TableResource):
    tag = "offices"

    @operation("decline_office", "Not want the office", who=PLAYERS, takes=Nothing, gives=OfficeShape)
    def post(self, asked: Asked) -> dict[str, Any]:
        """It passes one by. Who holds it passes it on when the round is over."""
        offer_bank(asked.item.pk, player=asked.player, counters=None, by=asked.by)
        return _office_now(asked)


class PassOffice(TableResource):
    tag = "offices"

    @operation(
        "pass_office",
        "Pass the office on to the left",
        who=PLAYERS | RUNS_TABLES,
        takes=Nothing,
        gives=OfficeShape,
        counters=True,
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """Between rounds, by whoever holds it, or by staff."""
        pass_office(asked.item.pk, by=asked.by, only_for=asked.player if asked.standing == Standing.PLAYER else None)
        return _office_now(asked)


class ChooseHolder(TableResource):
    tag = "offices"

    @operation(
        "choose_holder",
        "Say who holds the office next",
        who=RUNS_TABLES,
        takes=HolderWish,
        gives=OfficeShape,
        counters=True,
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """Between rounds, at a table where staff choose. The bank comes from the guest's purse, as it was offered."""
        player = guest_of(asked.item.session_id, asked.said["player"])
        choose_holder(asked.item.pk, player=player, by=asked.by)
        return _office_now(asked)


def _tables() -> QuerySet[Table]:
    return Table.objects.select_related("session__club", "holder__player")


def _meant(asked: Asked) -> Player:
    """Oneself; or, for staff, the guest they name."""
    named = asked.said.get("player")
    if asked.standing == Standing.PLAYER:
        if named not in {None, asked.player.pk}:
            raise problems.own("forbidden")
        return asked.player
    return guest_of(asked.item.session_id, named)


def guest_of(session_id: int, player_id: int | None) -> Player:
    found = Player.objects.select_related("session").filter(session=session_id, pk=player_id or 0).first()
    if found is None:
        raise RuleBroken("unknown_player", "There is no such guest in this session.")
    return found


def _office_now(asked: Asked) -> dict[str, Any]:
    return _office(_tables().get(pk=asked.item.pk), asked)


def _office(table: Table, asked: Asked) -> dict[str, Any]:
    assert asked.caller is not None
    seats = Seat.objects.filter(table=table, player=asked.caller.player_id) if asked.caller.player_id else []
    return {
        "office": table.bank.role_id,
        "holder": holder_name(table.holder),
        "bank": balances.balance(table.bank_id),
        "least_bank": table.least_bank,
        "passes_round": table.passes_round,
        "passing": table.passing,
        "served": table.served,
        "offer": next((seat.offer for seat in seats), None),
        "beside": _kept_beside(table),
    }


def _kept_beside(table: Table) -> dict[str, int]:
    kept = {role: account for role, account in accounts_of(table.pk).items() if role in IN_PLAY}
    held = balances.balances(kept.values())
    return {role: held[account] for role, account in kept.items()}


def _seat(seat: Seat) -> dict[str, Any]:
    return {"player": seat.player_id, "nickname": seat.player.nickname, "place": seat.place}


def table_json(table: Table) -> dict[str, Any]:
    chain = table.chains.order_by("-number")[0]
    live = table.rounds.filter(phase__in=LIVE).values_list("pk", flat=True).first()
    return {
        "id": table.pk,
        "name": table.name,
        "game": table.game,
        "options": {"game": table.game, **table.options},
        "places": table.places,
        "taken": table.seats.filter(left_at=None).count(),
        "pace": table.pace.total_seconds(),
        "staking_time": _seconds(table.staking_time),
        "turn_time": table.turn_time.total_seconds(),
        "reveal_time": table.reveal_time.total_seconds(),
        "rest": _seconds(table.rest),
        "by_hand": table.by_hand,
        "passes_round": table.passes_round,
        "passing": table.passing,
        "beside": table.beside,
        "least_bank": table.least_bank,
        "holder": holder_name(table.holder),
        "round": live,
        "chain": {"name": chain.name, "anchor": chain.anchor},
        "opened_at": when(table.opened_at),
        "closed_at": when(table.closed_at),
    }


def _seconds(time: timedelta | None) -> float | None:
    return None if time is None else time.total_seconds()
