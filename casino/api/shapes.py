"""Shapes that several resources share."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer, inline_serializer
from rest_framework import serializers

from casino.api.fields import LONGEST_LIST, Choice, QueryWhole, Shape, Text, Whole
from casino.api.typed import Payload
from games.kit.bookmaker import MOST_MARGIN, PLACES
from games.kit.courses import MOST_COUNTERS
from games.kit.errors import RuleBroken
from games.kit.totalisator import MOST_COMMISSION, Unbacked
from games.kit.totalisator import Dividends as DividendRule
from games.registry import find_game


class Described(serializers.Field[Any, Any, Any, Any]):
    """A value whose JSON Schema is given. It is read as it is: whoever takes it checks it."""

    def __init__(self, described: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.described = described

    def to_internal_value(self, data: Any) -> Any:
        return data

    def to_representation(self, value: Any) -> Any:
        return value


class GamePayload(serializers.Field[Any, Any, Any, Any]):
    """What a game says in its own way, told apart by `game`. Read, it is what the game itself will check."""

    def __init__(self, payload: Payload, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.payload = payload

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict) or not isinstance(data.get("game"), str):
            raise serializers.ValidationError(gettext("An object with the slug of a game as `game`."))
        find_game(data["game"])
        return data

    def to_representation(self, value: Any) -> Any:
        return value


def said_of(payload: dict[str, Any], game: str) -> dict[str, Any]:
    """A payload without its tag, if it is one of this game."""
    if payload["game"] != game:
        raise RuleBroken("wrong_game", "This is a table of %(game)s.", game=game)
    return {name: fact for name, fact in payload.items() if name != "game"}


class FieldProblem(Shape):
    where = serializers.CharField(help_text="The place in the request: `moves.0.deal`.")
    detail = serializers.CharField()


FACTS = {
    "type": "object",
    "additionalProperties": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
    "description": "The values in the sentence, for programs.",
}


class Problem(Shape):
    """RFC 9457. `code` and `type` are stable; `detail` is a sentence in the language of the request."""

    type = serializers.CharField(help_text="Where the problem is explained, relative to this server.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField()
    facts = Described(FACTS)
    errors = FieldProblem(many=True, required=False)  # type: ignore[assignment]


def page_of(item: Any, name: str) -> Any:
    """Some items, the newest first, and how to ask for the next."""
    return inline_serializer(
        name=name,
        fields={
            "items": item(many=True),
            "next": serializers.CharField(allow_null=True, help_text="The `cursor` of the next page, if there is one."),
        },
    )


class PageQuery(Shape):
    cursor = serializers.CharField(required=False, max_length=500, help_text="`next` of the page before.")
    limit = QueryWhole(required=False, min_value=1, max_value=100, help_text="Items on a page.")


class RaceShape(Shape):
    """A line of the programme."""

    name = serializers.CharField()
    sponsor = serializers.CharField(allow_blank=True, help_text="Who gave it, if anybody.")


FRACTION = {
    "type": "string",
    "pattern": "^-?[0-9]+(/[0-9]+)?$",
    "description": "An exact fraction.",
    "examples": ["12/35"],
}
DECIMAL = {
    "type": "string",
    "pattern": "^-?[0-9]+[.][0-9]+$",
    "description": "The same, rounded.",
    "examples": ["34.29"],
}
EDGE = {**FRACTION, "description": "What the office keeps of a counter, on average; below zero it loses."}
ERROR = {
    "type": ["string", "null"],
    "pattern": "^[0-9]+[.][0-9]+$",
    "description": "How far off an estimate of the chance may be, two standard errors; null where it is exact.",
}
NAMES = {"type": "array", "items": {"type": "string"}, "maxItems": 10_000}
ACCOUNTS = {"type": "object", "additionalProperties": {"type": "integer"}}
FINISH = {
    "type": "array",
    "description": "The places in order; a list inside is a dead heat.",
    "items": {"anyOf": [{"type": "string"}, NAMES]},
}


CUT = {
    "type": "array",
    "description": "Who cut which card for the office, where they cut for it; those with the highest cut again.",
    "items": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}},
}


class SpacePrice(Shape):
    """A space of a market with what it pays and what that is worth, exactly."""

    market = serializers.CharField()
    selection = serializers.CharField()
    name = serializers.CharField(help_text="In the language of the request.")
    office = serializers.CharField(help_text="Who pays it.")
    odds = serializers.CharField(help_text="`5/3`: five for every three staked, which come back besides.")
    chance = Described(FRACTION)
    chance_percent = Described(DECIMAL)
    edge = Described(EDGE)
    edge_percent = Described(DECIMAL)
    error_percent = Described(ERROR)


class Space(Shape):
    selection = serializers.CharField()
    odds = serializers.CharField()
    wins = Described(
        {**NAMES, "description": "The outcomes at which it wins; `1=3` is a dead heat, which pays a part of the stake."}
    )


class Market(Shape):
    name = serializers.CharField()
    office = serializers.CharField()
    spaces = Space(many=True)
    least = serializers.IntegerField()
    most = serializers.IntegerField(allow_null=True)
    rounds_down = serializers.BooleanField(help_text="Winnings are rounded down; otherwise stakes come in whole steps.")
    price = serializers.CharField(help_text="The version of these odds: a stake names the one it saw.")


class TotalisatorTerms(Shape):
    """On which terms a pool is kept and paid."""

    commission = Whole(required=False, min_value=0, max_value=MOST_COMMISSION, help_text="Whole percents of the pool.")
    rounding = Whole(
        required=False, min_value=1, max_value=MOST_COUNTERS, help_text="Of the commission, to a multiple."
    )
    rounds = Choice(choices=["down", "nearest"], required=False, help_text="At nearest, a tie goes up.")
    dividends = Choice(
        choices=list(DividendRule),
        required=False,
        help_text="The stake and a part of what the others lost, or a whole multiple of the stake.",
    )
    unbacked = Choice(
        choices=list(Unbacked), required=False, help_text="What becomes of a pool in which nobody has backed a winner."
    )
    least_dividend = Whole(
        required=False,
        max_value=1,
        help_text="1: whoever wins has at least the stake back, and the commission shrinks.",
    )
    stake_least = Whole(required=False, min_value=1, max_value=MOST_COUNTERS)
    stake_most = Whole(required=False, allow_null=True, min_value=1, max_value=MOST_COUNTERS)


class PlaceTerms(Shape):
    """A bet to be among the first `places`, at this part of the odds to win."""

    places = Whole(min_value=min(PLACES), max_value=max(PLACES))
    fraction = Text(max_length=15, help_text="`1/4`")


class BookmakerTerms(Shape):
    """How a bookmaker makes prices from exact chances, for every round anew."""

    margin = Whole(required=False, min_value=0, max_value=MOST_MARGIN, help_text="Whole percents over fair prices.")
    stake_least = Whole(required=False, min_value=1, max_value=MOST_COUNTERS)
    stake_most = Whole(required=False, allow_null=True, min_value=1, max_value=MOST_COUNTERS)
    place = PlaceTerms(required=False, allow_null=True)


class Beside(Shape):
    """What is opened on a race beside the game's own odds. What is left out of the terms is as usual."""

    totalisator = TotalisatorTerms(required=False, allow_null=True)
    bookmaker = BookmakerTerms(required=False, allow_null=True)

    def to_internal_value(self, data: Any) -> Any:
        """As it was written: the rules read it, and refuse what they do not know in a sentence of their own."""
        return data if isinstance(data, dict) else super().to_internal_value(data)


class Pool(Shape):
    """What can be backed with a totalisator. What it pays depends on all that is staked in it."""

    name = serializers.CharField()
    office = serializers.CharField()
    runners = Described(NAMES)
    least = serializers.IntegerField()
    most = serializers.IntegerField(allow_null=True)
    terms = TotalisatorTerms()
    carried = serializers.IntegerField(help_text="From rounds before, in this pool.")
    price = serializers.CharField(help_text="The version of these terms: a stake names the one it saw.")


class Dividends(Shape):
    """What came of a pool."""

    pool = serializers.IntegerField(help_text="All stakes, and what was carried over.")
    refunded = serializers.BooleanField(help_text="Nobody had backed a winner, and everybody has the stake back.")
    commission = serializers.IntegerField()
    dividends = Described(
        {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "By runner: what one counter returns, with itself; rounded.",
        }
    )


class SpaceWish(Shape):
    """Which space, and how many counters."""

    market = Text(max_length=40)
    selection = Text(max_length=40)
    counters = Whole(min_value=1, max_value=10**12)


@extend_schema_serializer(examples=[OpenApiExample("why", {"reason": "A card was seen too early."})])
class Reason(Shape):
    reason = Text(min_length=1, max_length=500, help_text="Everybody will read it.")


class Nothing(Shape):
    """An empty object: there is nothing to say but that it be done."""


class Moves(Shape):
    moves = serializers.ListField(child=GamePayload(Payload.PLAYED), min_length=1, max_length=LONGEST_LIST)
