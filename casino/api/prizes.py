"""Prizes of a session: announced, won by now, given."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from casino.api import problems
from casino.api.callers import MANAGES, READS_ALL, Caller
from casino.api.fields import Choice, Flag, Shape, Text, Whole
from casino.api.operations import Asked, Resource, operation
from casino.api.sessions import SessionResource
from casino.api.shapes import Nothing
from casino.clock import when
from casino.clubs.models import NAME_LENGTH, Session
from casino.desk.counters import MOST
from casino.desk.models import Prize
from casino.desk.prizes import announce_prize, award_prizes, drop_prize, plan_awards

COIN = "In the smallest coin of the currency."


class ShareShape(Shape):
    player = serializers.IntegerField()
    nickname = serializers.CharField()
    score = serializers.IntegerField(help_text="Counters held, or won less lost: as the prize measures.")
    counters = serializers.IntegerField()
    money = serializers.IntegerField(help_text=COIN)


class PrizeShape(Shape):
    id = serializers.IntegerField()
    place = serializers.ChoiceField(choices=Prize.Place.choices)
    measure = serializers.ChoiceField(choices=Prize.Measure.choices)
    game = serializers.CharField(allow_null=True, help_text="Whose best it is for.")
    what = serializers.CharField(allow_blank=True, help_text="A thing with a name.")
    counters = serializers.IntegerField()
    money = serializers.IntegerField(help_text=COIN)
    awarded_at = serializers.DateTimeField(allow_null=True)
    winners = ShareShape(many=True, help_text="As it was awarded; until then, as it would be now.")


class PrizeList(Shape):
    items = PrizeShape(many=True)


@extend_schema_serializer(
    examples=[OpenApiExample("a bottle", {"place": "first", "measure": "richest", "what": "A bottle"})]
)
class PrizeWish(Shape):
    place = Choice(choices=Prize.Place.values)
    measure = Choice(choices=Prize.Measure.values)
    game = Text(max_length=40, required=False, help_text="Only with the measure `game`.")
    what = Text(max_length=NAME_LENGTH, required=False)
    counters = Whole(max_value=MOST, required=False)
    money = Whole(max_value=MOST, required=False, help_text=COIN)
    from_till = Flag(required=False, help_text="Money out of the till; else the club gives it.")


class Prizes(SessionResource):
    tag = "desk"

    @operation("list_prizes", "What can be won, and who leads for it", who=READS_ALL, gives=PrizeList)
    def get(self, asked: Asked) -> dict[str, Any]:
        return {"items": prizes_json(asked.item)}

    @operation(
        "announce_prize",
        "Announce a prize",
        who=MANAGES,
        takes=PrizeWish,
        gives=PrizeShape,
        status=201,
        counters=True,
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """What it is worth is set aside in the prize fund."""
        said = dict(asked.said)
        place, measure = Prize.Place(said.pop("place")), Prize.Measure(said.pop("measure"))
        prize = announce_prize(asked.item.pk, place=place, measure=measure, by=asked.by, **said)
        return next(each for each in prizes_json(asked.item) if each["id"] == prize.pk)


class AwardPrizes(SessionResource):
    tag = "desk"

    @operation(
        "award_prizes", "Give the prizes", who=MANAGES, takes=Nothing, gives=PrizeList, status=201, counters=True
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """To whoever has won them by now, once; equals share."""
        award_prizes(asked.item.pk, by=asked.by)
        return {"items": prizes_json(asked.item)}


class DropPrize(Resource):
    tag = "desk"

    @operation("drop_prize", "Take a prize back", who=MANAGES, takes=Nothing, gives=PrizeList, counters=True)
    def post(self, asked: Asked) -> dict[str, Any]:
        """One that nobody was given. What was set aside goes back to where it came from."""
        drop_prize(asked.item.pk, by=asked.by)
        return {"items": prizes_json(asked.item.session)}

    def find(self, _caller: Caller | None, *, prize_id: int) -> Prize:
        found = Prize.objects.select_related("session__club").filter(pk=prize_id).first()
        if found is None:
            raise problems.own("not_found")
        return found

    def session_of(self, item: Prize) -> Session:
        return item.session


def prizes_json(session: Session) -> list[dict[str, Any]]:
    """In the order they were announced; who would win each that is not given yet."""
    if session.book_id is None:
        return []
    given = session.prizes.exclude(awarded_at=None).prefetch_related("awards__player")
    found = [(prize, [_winner(award.player, award.score, award) for award in prize.awards.all()]) for prize in given]
    found += [
        (prize, [_winner(share.score.player, share.score.points, share) for share in shares])
        for prize, shares in plan_awards(session).items()
    ]
    return [_prize(prize, winners) for prize, winners in sorted(found, key=lambda pair: pair[0].pk)]


def _winner(player: Any, score: int, got: Any) -> dict[str, Any]:
    return {
        "player": player.pk,
        "nickname": player.nickname,
        "score": score,
        "counters": got.counters,
        "money": got.money,
    }


def _prize(prize: Prize, winners: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": prize.pk,
        "place": prize.place,
        "measure": prize.measure,
        "game": prize.game or None,
        "what": prize.what,
        "counters": prize.counters,
        "money": prize.money,
        "awarded_at": when(prize.awarded_at),
        "winners": winners,
    }
