"""Rounds: what may be seen of one, and what a croupier does with it."""

from typing import Any, ClassVar

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from casino.api import problems
from casino.api.callers import MANAGES, ROOM, RUNS_TABLES, Caller
from casino.api.fields import Shape, Whole
from casino.api.operations import Asked, Resource, operation
from casino.api.paging import page
from casino.api.shapes import (
    ACCOUNTS,
    CUT,
    FINISH,
    NAMES,
    Described,
    Dividends,
    GamePayload,
    Market,
    Moves,
    Nothing,
    PageQuery,
    Pool,
    RaceShape,
    Reason,
    page_of,
    said_of,
)
from casino.api.tables import TableResource
from casino.api.typed import Payload
from casino.clock import when
from casino.clubs.models import Session
from casino.prepared import Prepared
from casino.tables.correcting import correct_round, plan_correction
from casino.tables.dealing import deal_by_hand, take_back
from casino.tables.models import Round, Seat
from casino.tables.opening import open_round
from casino.tables.pausing import pause_round, resume_round
from casino.tables.playing import value_of, waiting
from casino.tables.settling import settle_round
from casino.tables.showing import (
    dividends_of,
    markets_of,
    pools_of,
    race_as_json,
    race_of,
    view_of,
)
from casino.tables.starting import call_the_off
from casino.tables.voiding import void_round
from games.kit.replay import finish_as_json


class ResultShape(Shape):
    outcome = serializers.CharField(help_text="What the markets are settled by.")
    finish = Described(FINISH)


class MineShape(Shape):
    seat = serializers.CharField(help_text="One's name in this round.")
    view = GamePayload(Payload.VIEW, help_text="What this seat may see: one's own hand, too.")


class RoundShape(Shape):
    id = serializers.IntegerField()
    table = serializers.IntegerField()
    number = serializers.IntegerField(help_text="In its chain of seeds.")
    race = RaceShape(allow_null=True, help_text="What this round is called in the programme.")
    phase = serializers.ChoiceField(choices=Round.Phase.choices)
    paused = serializers.BooleanField()
    by_hand = serializers.BooleanField()
    office = serializers.CharField(help_text="Who holds it in this round: a seat, or `house`.")
    cut = Described(CUT)
    seats = Described({**NAMES, "description": "Clockwise."})
    waiting_for = Described({**NAMES, "description": "Seats without which it cannot go on."})
    moves = serializers.IntegerField(help_text="How many were made: a move names the number it saw.")
    view = GamePayload(Payload.VIEW, help_text="What everybody may see.")
    markets = Market(many=True)
    pools = Pool(many=True, help_text="What can be backed with a totalisator.")
    result = ResultShape(allow_null=True)
    dividends = Dividends(allow_null=True, help_text="Of a settled round in whose pool somebody had staked.")
    void_reason = serializers.CharField(allow_null=True)
    opened_at = serializers.DateTimeField()
    off_at = serializers.DateTimeField(allow_null=True)
    due_at = serializers.DateTimeField(allow_null=True, help_text="When something happens next by itself.")
    ended_at = serializers.DateTimeField(allow_null=True)
    mine = MineShape(allow_null=True)


@extend_schema_serializer(
    examples=[OpenApiExample("five cards", {"move": {"game": "minoru", "deal": ["QS", "10H", "2D", "KC", "7H"]}})]
)
class DealWish(Shape):
    move = GamePayload(Payload.MOVE, help_text="The cards or dice that fell.")


@extend_schema_serializer(
    examples=[OpenApiExample("one deal", {"moves": [{"game": "minoru", "deal": ["QS", "10H", "2D", "KC", "7H"]}]})]
)
class PlanWish(Moves):
    """All moves of the round as it should have been."""


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "one deal",
            {
                "moves": [{"game": "minoru", "deal": ["QS", "10H", "2D", "KC", "7H"]}],
                "reason": "The ace of hearts was St. Amant's.",
                "cover": {"purse:Ada": 3},
            },
        )
    ]
)
class CorrectionWish(PlanWish):
    reason = Reason().fields["reason"]
    cover = serializers.DictField(
        child=Whole(min_value=1, max_value=10**12),
        required=False,
        help_text="Repeats what the plan says is short, to cover it from the issue.",
    )


class PlanShape(Shape):
    finish = Described(FINISH)
    corrected_finish = Described(FINISH)
    changes = Described({**ACCOUNTS, "description": "What each account gains by it, or loses."})
    short = Described({**ACCOUNTS, "description": "Who has spent what is to be given back, and how much is missing."})


class Rounds(TableResource):
    tag = "rounds"

    @operation(
        "list_rounds",
        "The rounds of a table, the newest first",
        who=ROOM,
        query=PageQuery,
        gives=page_of(RoundShape, "RoundPage"),
    )
    def get(self, asked: Asked) -> dict[str, Any]:
        rows = asked.item.rounds.select_related("table__session", "secret", "chain", "race")
        return page(rows, asked.query, f"rounds {asked.item.pk}", lambda row: round_json(row, asked.caller))

    @operation(
        "open_round",
        "Open the next round",
        who=RUNS_TABLES,
        takes=Nothing,
        gives=RoundShape,
        status=201,
        counters=True,
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """The office passes on first, if its term is over."""
        return shown(open_round(asked.item.pk, by=asked.by))


class RoundResource(Resource):
    tag = "rounds"

    rounds: ClassVar[Prepared[Round]] = Prepared(lambda id_: _rounds().filter(pk=id_))

    def find(self, _caller: Caller | None, *, round_id: int) -> Round:
        found = self.rounds.first(round_id)
        if found is None:
            raise problems.own("not_found")
        return found

    def session_of(self, item: Round) -> Session:
        return item.table.session


class OneRound(RoundResource):
    @operation("get_round", "One round, as everybody and as oneself may see it", who=ROOM, gives=RoundShape)
    def get(self, asked: Asked) -> dict[str, Any]:
        return round_json(asked.item, asked.caller)


class CallTheOff(RoundResource):
    tag = "croupier"

    @operation("call_the_off", "Close staking and begin", who=RUNS_TABLES, takes=Nothing, gives=RoundShape)
    def post(self, asked: Asked) -> dict[str, Any]:
        return shown(call_the_off(asked.item.pk, by=asked.by))


class Pause(RoundResource):
    tag = "croupier"

    @operation("pause_round", "Stop the clock", who=RUNS_TABLES, takes=Nothing, gives=RoundShape)
    def post(self, asked: Asked) -> dict[str, Any]:
        return shown(pause_round(asked.item.pk, by=asked.by))


class Resume(RoundResource):
    tag = "croupier"

    @operation("resume_round", "Let the clock go on", who=RUNS_TABLES, takes=Nothing, gives=RoundShape)
    def post(self, asked: Asked) -> dict[str, Any]:
        return shown(resume_round(asked.item.pk, by=asked.by))


class Deal(RoundResource):
    tag = "croupier"

    @operation(
        "deal_by_hand",
        "Type in what fell on the cloth",
        who=RUNS_TABLES,
        takes=DealWish,
        gives=RoundShape,
        counters=True,
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """At hand-dealt tables. The first card is the off; what the card before pays is paid now."""
        move = said_of(asked.said["move"], asked.item.table.game)
        return shown(deal_by_hand(asked.item.pk, move=move, by=asked.by))


class TakeBack(RoundResource):
    tag = "croupier"

    @operation("take_back", "Take the last card back", who=RUNS_TABLES, takes=Nothing, gives=RoundShape)
    def post(self, asked: Asked) -> dict[str, Any]:
        return shown(take_back(asked.item.pk, by=asked.by))


class Settle(RoundResource):
    tag = "croupier"

    @operation(
        "settle_round", "Confirm the end and pay", who=RUNS_TABLES, takes=Nothing, gives=RoundShape, counters=True
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """At hand-dealt tables; where the house deals it pays by itself."""
        return shown(settle_round(asked.item.pk, by=asked.by))


class Void(RoundResource):
    tag = "croupier"

    @operation("void_round", "Give a round up", who=RUNS_TABLES, takes=Reason, gives=RoundShape, counters=True)
    def post(self, asked: Asked) -> dict[str, Any]:
        """Everything it moved goes back. Not once its end is known."""
        return shown(void_round(asked.item.pk, reason=asked.said["reason"], by=asked.by))


class PlanCorrection(RoundResource):
    tag = "croupier"

    @operation("plan_correction", "What a correction would do", who=MANAGES, takes=PlanWish, gives=PlanShape)
    def post(self, asked: Asked) -> dict[str, Any]:
        """A dry run of a hand-dealt round that was settled by a wrong card. Nothing changes."""
        return plan_correction(asked.item.pk, moves=_told(asked)).as_json()


class Correct(RoundResource):
    tag = "croupier"

    @operation(
        "correct_round", "Correct a settled round", who=MANAGES, takes=CorrectionWish, gives=RoundShape, counters=True
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """The settlement is reversed and paid anew, in one call. First read the plan."""
        said = asked.said
        corrected = correct_round(
            asked.item.pk, moves=_told(asked), reason=said["reason"], cover=said.get("cover"), by=asked.by
        )
        return shown(corrected)


def _told(asked: Asked) -> list[Any]:
    return [said_of(move, asked.item.table.game) for move in asked.said["moves"]]


def _rounds() -> QuerySet[Round]:
    return Round.objects.select_related("table__session__club", "secret", "chain", "race")


def shown(round_: Round) -> dict[str, Any]:
    """As it is now, and as everybody may see it: answers are kept for their keys, and with them would be a hand."""
    return round_json(_rounds().get(pk=round_.pk), None)


def seat_in(round_: Round, caller: Caller | None) -> str | None:
    """The caller's name in this round."""
    player = caller.player_id if caller else None
    if player is None:
        return None
    seat = Seat.objects.filter(table=round_.table_id, player=player).values_list("pk", flat=True).first()
    return None if seat is None else round_.names.get(seat)


def round_json(round_: Round, caller: Caller | None) -> dict[str, Any]:
    value = value_of(round_)
    game, state = value.game, value.state
    result = game.result(state) if round_.phase == Round.Phase.SETTLED else None
    seat = seat_in(round_, caller)
    return {
        "id": round_.pk,
        "table": round_.table_id,
        "number": round_.number,
        "race": race_as_json(race_of(round_)),
        "phase": round_.phase,
        "paused": round_.paused_at is not None,
        "by_hand": round_.by_hand,
        "office": round_.office,
        "cut": round_.cut,
        "seats": round_.seats,
        "waiting_for": waiting(value) if round_.live else [],
        "moves": round_.moves.count(),
        "view": view_of(game, state, None),
        "markets": markets_of(value),
        "pools": pools_of(value),
        "dividends": dividends_of(round_, value) if round_.phase == Round.Phase.SETTLED else None,
        "result": {"outcome": result.outcome, "finish": finish_as_json(result.finish)} if result else None,
        "void_reason": round_.void_reason or None,
        "opened_at": when(round_.opened_at),
        "off_at": when(round_.off_at),
        "due_at": when(round_.due_at) if round_.live else None,
        "ended_at": when(round_.ended_at),
        "mine": {"seat": seat, "view": view_of(game, state, seat)} if seat else None,
    }
