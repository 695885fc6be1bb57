"""Sessions: what is on, who leads, and for organisers to make, open and close them."""

from typing import Any

from django.contrib.auth.models import User
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from casino.api import problems
from casino.api.callers import MANAGES, READS_ALL, ROOM, Caller
from casino.api.fields import Choice, Flag, Shape, Text, Whole
from casino.api.operations import SIGNED_IN, Asked, Resource, operation
from casino.api.paging import page
from casino.api.shapes import Nothing, PageQuery, page_of
from casino.clock import when
from casino.clubs import codes
from casino.clubs.actors import clubs_of, part_of
from casino.clubs.models import NAME_LENGTH, Session, Staff
from casino.clubs.sessions import close_session, make_session, open_session
from casino.clubs.terms import CAUSE_LENGTH, MOST_CAP, MOST_FOR_A_PRICE, MOST_PRICE, MOST_TO_START
from casino.desk.money import CURRENCIES
from casino.desk.standings import standings
from casino.events.reading import newest
from casino.tables.planning import put_tables_into_the_room
from ledger.balances import trial_balance


class SessionShape(Shape):
    code = serializers.CharField()
    name = serializers.CharField()
    club = serializers.CharField()
    state = serializers.ChoiceField(choices=Session.State.choices)
    language = serializers.ChoiceField(choices=["en", "fr", "es"])
    starting_counters = serializers.IntegerField(help_text="What every guest is given on joining.")
    leaderboard = serializers.BooleanField(help_text="Whether everybody may see who has most.")
    message = serializers.CharField(allow_blank=True, help_text="What staff say to everybody now.")
    currency = serializers.CharField(allow_null=True, help_text="What counters are paid in; null: they are free.")
    price = serializers.IntegerField(help_text="In the currency's smallest coin, for `price_for` counters.")
    price_for = serializers.IntegerField()
    buys_back = serializers.BooleanField(help_text="Whether money is given for counters that come back.")
    stake_cap = serializers.IntegerField(allow_null=True, help_text="The most that a player may stake in a round.")
    prize_cap = serializers.IntegerField(
        allow_null=True, help_text="The most that a prize may be worth: in the smallest coin, or in free counters."
    )
    hide_odds = serializers.BooleanField(help_text="Chances and dividends are told from the off on, not before.")
    staff_play = serializers.BooleanField(help_text="Whether staff may play.")
    good_cause = serializers.CharField(allow_blank=True, help_text="What the evening is for.")
    demo = serializers.BooleanField()
    opened_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    accounting_date = serializers.DateField(
        allow_null=True, help_text="The day its book is kept under; an evening may pass midnight."
    )
    epoch = serializers.UUIDField(help_text="Of the numbers of its events: another one after a restore.")
    last_event = serializers.IntegerField(help_text="Fetch state, then follow events after this number.")


@extend_schema_serializer(
    examples=[OpenApiExample("make", {"club": 1, "name": "Race night", "language": "en", "starting_counters": 100})]
)
class SessionWish(Shape):
    club = Whole(min_value=1)
    name = Text(min_length=1, max_length=NAME_LENGTH)
    language = Choice(choices=["en", "fr", "es"], required=False)
    starting_counters = Whole(max_value=MOST_TO_START, required=False)
    leaderboard = Flag(required=False)
    currency = Choice(choices=list(CURRENCIES), required=False, help_text="Left out: counters are free.")
    price = Whole(max_value=MOST_PRICE, required=False, help_text="In the currency's smallest coin.")
    price_for = Whole(min_value=1, max_value=MOST_FOR_A_PRICE, required=False, help_text="So many counters; usually 1.")
    buys_back = Flag(required=False)
    stake_cap = Whole(min_value=1, max_value=MOST_CAP, required=False, allow_null=True)
    prize_cap = Whole(min_value=1, max_value=MOST_CAP, required=False, allow_null=True)
    hide_odds = Flag(required=False)
    staff_play = Flag(required=False)
    good_cause = Text(max_length=CAUSE_LENGTH, required=False, allow_blank=True)


class Leader(Shape):
    place = serializers.IntegerField(help_text="Equals share one.")
    nickname = serializers.CharField()
    counters = serializers.IntegerField(help_text="In the purse and on the cloth.")


class LeaderboardShape(Shape):
    items = Leader(many=True)


class TrialLine(Shape):
    account = serializers.CharField()
    role = serializers.CharField()
    unit = serializers.CharField()
    balance = serializers.IntegerField()


class TrialBalance(Shape):
    items = TrialLine(many=True)


class ClubShape(Shape):
    id = serializers.IntegerField()
    name = serializers.CharField()
    part = serializers.ChoiceField(choices=Staff.Part.choices)


class ClubList(Shape):
    items = ClubShape(many=True)


class StaffResource(Resource):
    """For members of staff, in whichever clubs they are."""

    def find(self, caller: Caller | None) -> User:
        return member_of_staff(caller)


def member_of_staff(caller: Caller | None) -> User:
    if caller is None or caller.user is None:
        raise problems.own("forbidden")
    return caller.user


class SessionResource(Resource):
    """A session, or what stands below one."""

    tag = "sessions"

    def find(self, _caller: Caller | None, *, code: str) -> Session:
        return session_with(code)

    def session_of(self, item: Session) -> Session:
        return item


class Clubs(StaffResource):
    tag = "staff"

    @operation("list_clubs", "The clubs one works for, and as what", who=SIGNED_IN, gives=ClubList, also=(403,))
    def get(self, asked: Asked) -> dict[str, Any]:
        clubs = [(club, part_of(asked.item, club)) for club in clubs_of(asked.item).order_by("name")]
        return {"items": [{"id": club.pk, "name": club.name, "part": part} for club, part in clubs]}


class Sessions(StaffResource):
    tag = "sessions"

    @operation(
        "list_sessions",
        "The sessions of one's clubs",
        who=SIGNED_IN,
        query=PageQuery,
        gives=page_of(SessionShape, "SessionPage"),
        also=(403,),
    )
    def get(self, asked: Asked) -> dict[str, Any]:
        rows = Session.objects.select_related("club").filter(club__in=clubs_of(asked.item), cleared_at=None)
        return page(rows, asked.query, f"sessions {asked.item.pk}", session_json)

    @operation(
        "make_session", "Make a session", who=SIGNED_IN, takes=SessionWish, gives=SessionShape, status=201, also=(403,)
    )
    def post(self, asked: Asked) -> dict[str, Any]:
        """A draft with a code for guests to join by, once it is open."""
        said = dict(asked.said)
        club = clubs_of(asked.item, [Staff.Part.ORGANISER]).filter(pk=said.pop("club")).first()
        if club is None:
            raise problems.own("forbidden")
        return session_json(make_session(club=club, **said, by=asked.by))


class OneSession(SessionResource):
    @operation("get_session", "One session", who=ROOM, gives=SessionShape)
    def get(self, asked: Asked) -> dict[str, Any]:
        return session_json(asked.item)


class OpenSession(SessionResource):
    @operation("open_session", "Open a draft", who=MANAGES, takes=Nothing, gives=SessionShape)
    def post(self, asked: Asked) -> dict[str, Any]:
        """Its planned tables are put into the room. One that is refused stays planned, and organisers see it."""
        session = open_session(asked.item.pk, by=asked.by)
        put_tables_into_the_room(session, by=asked.by)
        return session_json(session)


class CloseSession(SessionResource):
    @operation("close_session", "Close the session and its book", who=MANAGES, takes=Nothing, gives=SessionShape)
    def post(self, asked: Asked) -> dict[str, Any]:
        """Tables must be closed and purses be empty before."""
        return session_json(close_session(asked.item.pk, by=asked.by))


class Leaderboard(SessionResource):
    @operation("get_leaderboard", "Who has most", who=ROOM, gives=LeaderboardShape)
    def get(self, asked: Asked) -> dict[str, Any]:
        """Where the session allows it; staff may always look."""
        if not asked.item.leaderboard and asked.standing not in READS_ALL:
            raise problems.own("forbidden")
        return {"items": standings(asked.item)}


class Trial(SessionResource):
    tag = "accounts"

    @operation("get_trial_balance", "What every account of the book holds", who=READS_ALL, gives=TrialBalance)
    def get(self, asked: Asked) -> dict[str, Any]:
        """In each unit it comes to zero. A session that was never open has no book, and nothing in it."""
        lines = trial_balance(asked.item.book_id) if asked.item.book_id else []
        return {
            "items": [
                {"account": line.code, "role": line.role, "unit": line.unit, "balance": line.balance} for line in lines
            ]
        }


def session_with(code: str) -> Session:
    found = Session.objects.select_related("club").filter(code=codes.as_typed(code)).first()
    if found is None:
        raise problems.own("not_found")
    return found


def session_json(session: Session) -> dict[str, Any]:
    return {
        "code": session.code,
        "name": session.name,
        "club": session.club.name,
        "state": session.state,
        "language": session.language,
        "starting_counters": session.starting_counters,
        "leaderboard": session.leaderboard,
        "message": session.message,
        "currency": session.currency or None,
        "price": session.price,
        "price_for": session.price_for,
        "buys_back": session.buys_back,
        "stake_cap": session.stake_cap,
        "prize_cap": session.prize_cap,
        "hide_odds": session.hide_odds,
        "staff_play": session.staff_play,
        "good_cause": session.good_cause,
        "demo": session.demo,
        "opened_at": when(session.opened_at),
        "closed_at": when(session.closed_at),
        "accounting_date": session.accounting_date.isoformat() if session.accounting_date else None,
        "epoch": str(session.epoch),
        "last_event": newest(session.pk),
    }
