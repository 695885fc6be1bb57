"""The till of a session: what the book says is in it, and counting it."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from casino.api.callers import DESK, MANAGES, READS_PURSES
from casino.api.fields import Shape, Text, Whole
from casino.api.operations import Asked, operation
from casino.api.paging import page
from casino.api.sessions import SessionResource
from casino.api.shapes import Nothing, PageQuery, page_of
from casino.clock import when
from casino.clubs.models import Session
from casino.desk.accounts import Role
from casino.desk.counters import MOST
from casino.desk.counting import MOST_PIECES, count_till
from casino.desk.models import Count
from casino.desk.money import CURRENCIES, Currency
from casino.desk.own_accounts import held
from casino.desk.sweeping import sweep
from casino.desk.till import hand_over_takings, put_float
from games.kit.errors import RuleBroken

FREE = Currency(places=0, pieces=())
COIN = "In the smallest coin of the currency."


class TillShape(Shape):
    currency = serializers.CharField(allow_null=True)
    places = serializers.IntegerField(help_text="Decimal places of the currency.")
    price = serializers.IntegerField(help_text=COIN)
    price_for = serializers.IntegerField(help_text="So many counters cost the price.")
    buys_back = serializers.BooleanField(help_text="Whether money is given for counters that come back.")
    pieces = serializers.ListField(child=serializers.IntegerField(), help_text="Coins and notes it is counted by.")
    held = serializers.IntegerField(help_text="What the book says is in it.")


@extend_schema_serializer(
    examples=[OpenApiExample("short of one euro", {"pieces": {"100": 4, "2000": 2}, "reason": "Wrong change given."})]
)
class CountWish(Shape):
    pieces = serializers.DictField(
        child=Whole(max_value=MOST_PIECES), required=False, help_text="How many there are of each worth."
    )
    total = Whole(max_value=MOST, required=False, help_text="What they come to, if they are not told one by one.")
    reason = Text(max_length=500, allow_blank=True, required=False, help_text="Of a difference, which is booked.")


class CountShape(Shape):
    id = serializers.IntegerField()
    account = serializers.CharField()
    counted = serializers.IntegerField()
    expected = serializers.IntegerField()
    difference = serializers.IntegerField(help_text="Below zero it was short.")
    reason = serializers.CharField()
    made_at = serializers.DateTimeField()


@extend_schema_serializer(examples=[OpenApiExample("fifty euros", {"money": 5000})])
class FloatWish(Shape):
    money = Whole(min_value=1, max_value=MOST, help_text=COIN)


class SweptShape(Shape):
    purses = serializers.IntegerField(help_text="How many were not empty.")
    counters = serializers.IntegerField(help_text="What they held together.")


class Till(SessionResource):
    tag = "desk"

    @operation("get_till", "The till, and what counters cost", who=READS_PURSES, gives=TillShape)
    def get(self, asked: Asked) -> dict[str, Any]:
        """Where counters are free there is no currency, and nothing in it."""
        return till_json(asked.item)


class Float(SessionResource):
    tag = "desk"

    @operation(
        "put_float",
        "Put change into the till",
        who=MANAGES,
        takes=FloatWish,
        gives=TillShape,
        status=201,
        counters=True,
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """Lent by the club, and given back with the takings."""
        put_float(asked.item.pk, money=asked.said["money"], by=asked.by)
        return till_json(asked.item)


class Takings(SessionResource):
    tag = "desk"

    @operation(
        "hand_over_takings", "Empty the till", who=MANAGES, takes=Nothing, gives=TillShape, status=201, counters=True
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """The float goes back to the club, the rest to the good cause; count it first."""
        hand_over_takings(asked.item.pk, by=asked.by)
        return till_json(asked.item)


class Sweep(SessionResource):
    tag = "desk"

    @operation(
        "sweep_purses",
        "Sweep up purses nobody came to empty",
        who=MANAGES,
        takes=Nothing,
        gives=SweptShape,
        status=201,
        counters=True,
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """When all tables are closed. What is left of the prize fund goes back as well."""
        return asdict(sweep(asked.item.pk, by=asked.by))


def till_json(session: Session) -> dict[str, Any]:
    known = CURRENCIES.get(session.currency, FREE)
    return {
        "currency": session.currency or None,
        "places": known.places,
        "price": session.price,
        "price_for": session.price_for,
        "buys_back": session.buys_back,
        "pieces": list(known.pieces),
        "held": held(session, Role.TILL, money=True),
    }


class Counts(SessionResource):
    tag = "desk"

    @operation(
        "list_counts",
        "Every count of the till and of banks",
        who=READS_PURSES,
        query=PageQuery,
        gives=page_of(CountShape, "CountPage"),
    )
    def get(self, asked: Asked) -> dict[str, Any]:
        rows = asked.item.counts.select_related("account")
        return page(rows, asked.query, f"counts {asked.item.pk}", count_json)

    @operation("count_till", "Count the till", who=DESK, takes=CountWish, gives=CountShape, status=201, counters=True)
    def post(self, asked: Asked) -> dict[str, Any]:
        """What is over or short is booked, with a reason; without one it is refused, and says what the book expects."""
        said = asked.said
        count = count_till(
            asked.item.pk,
            pieces=_pieces(said.get("pieces", {})),
            total=said.get("total"),
            reason=said.get("reason", ""),
            by=asked.by,
        )
        return count_json(Count.objects.select_related("account").get(pk=count.pk))


def _pieces(said: dict[str, int]) -> dict[int, int]:
    if not all(worth.isascii() and worth.isdecimal() and len(worth) < 10 for worth in said):
        raise RuleBroken("bad_count", "A count says how many there are of each coin, note or counter.")
    return {int(worth): number for worth, number in said.items()}


def count_json(count: Count) -> dict[str, Any]:
    return {
        "id": count.pk,
        "account": count.account.code,
        "counted": count.counted,
        "expected": count.expected,
        "difference": count.difference,
        "reason": count.reason,
        "made_at": when(count.made_at),
    }
