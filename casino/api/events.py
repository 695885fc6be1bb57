"""What happened in a session, page by page. The stream is the same, as it happens."""

from functools import cache
from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from casino.api import problems
from casino.api.callers import READS_ALL, ROOM, Caller, Standing
from casino.api.fields import QueryWhole, Shape
from casino.api.operations import Asked, operation
from casino.api.sessions import SessionResource
from casino.api.shapes import (
    ACCOUNTS,
    CUT,
    FINISH,
    NAMES,
    Described,
    Dividends,
    GamePayload,
    Market,
    Pool,
    RaceShape,
)
from casino.api.typed import Payload
from casino.clock import when
from casino.events.models import Event
from casino.events.reading import PAGE, Reader, events_after, newest

SETTINGS = {"type": "object", "additionalProperties": {"type": ["string", "integer", "boolean", "null"]}}


def _text(**kwargs: Any) -> serializers.CharField:
    return serializers.CharField(**kwargs)


def _whole(**kwargs: Any) -> serializers.IntegerField:
    return serializers.IntegerField(**kwargs)


def _money() -> serializers.IntegerField:
    return _whole(required=False, help_text="In the smallest coin of the session's currency; 0 where they are free.")


def _space() -> dict[str, Any]:
    return {
        "seat": _text(),
        "market": _text(),
        "selection": _text(),
        "counters": _whole(),
        "laid": _whole(help_text="What the seat has there now."),
    }


def _prize() -> dict[str, Any]:
    return {
        "prize": _whole(),
        "place": _text(),
        "measure": _text(),
        "game": _text(allow_blank=True),
        "what": _text(allow_blank=True),
        "counters": _whole(),
        "money": _whole(),
    }


def _device() -> dict[str, Any]:
    return {"device": _text(), "label": _text(allow_blank=True)}


class RaceLine(Shape):
    name = _text()
    sponsor = _text(allow_blank=True)


# Every kind of event with its facts. A test holds it against what the sources tell.
BODIES: dict[str, dict[str, Any]] = {
    "session_made": {"name": _text()},
    "session_changed": {"before": Described(SETTINGS), "after": Described(SETTINGS)},
    "session_cleared": {},
    "table_planned": {"name": _text(), "game": _text()},
    "plan_dropped": {"name": _text()},
    "programme_changed": {"races": RaceLine(many=True)},
    "session_opened": {},
    "session_closed": {},
    "message": {"text": _text(allow_blank=True, help_text="For everybody in the room; empty, it is taken away.")},
    "player_joined": {"player": _text()},
    "player_renamed": {"player": _text(), "before": _text()},
    "player_removed": {"player": _text()},
    "code_reissued": {"player": _text()},
    "pairing_offered": _device(),
    "device_paired": _device(),
    "device_revoked": _device(),
    "bought_in": {"counters": _whole(), "money": _money()},
    "cashed_out": {"counters": _whole(), "money": _money()},
    "table_opened": {"name": _text(), "game": _text(), "chain": _text(), "anchor": _text()},
    "table_closed": {},
    "sat_down": {"seat": _text(), "place": _whole()},
    "stood_up": {"seat": _text()},
    "bank_topped_up": {"counters": _whole(), "office": _text(required=False)},
    "bank_offered": {"counters": _whole(allow_null=True)},
    "office_passed": {"office": _text(), "before": _text()},
    "round_opened": {
        "number": _whole(),
        "chain": _text(),
        "anchor": _text(),
        "race": RaceShape(allow_null=True),
        "cut": Described(CUT, required=False),
        "phase": _text(),
        "seats": Described(NAMES),
        "office": _text(),
        "view": GamePayload(Payload.VIEW),
        "markets": Market(many=True),
        "pools": Pool(many=True, required=False),
        "waiting_for": Described(NAMES),
        "due_at": serializers.DateTimeField(allow_null=True),
    },
    "rounds_stopped": {},
    "rounds_follow": {"rest": serializers.FloatField(help_text="Seconds from one round to the next.")},
    "taken_over": {},
    "stake_made": _space(),
    "stake_withdrawn": _space(),
    "entropy_promised": {"seat": _text()},
    "entropy_revealed": {"seat": _text()},
    "paused": {},
    "resumed": {},
    "off": {"off": GamePayload(Payload.OFF), "digest": _text()},
    "happening": {
        "move": _whole(help_text="Its number in the round."),
        "happening": GamePayload(Payload.HAPPENING),
    },
    "dealt_by_hand": {"move": _whole()},
    "taken_back": {"move": _whole(), "view": GamePayload(Payload.VIEW)},
    "round_settled": {
        "finish": Described(FINISH),
        "gained": _whole(help_text="By the office; below zero it lost."),
        "pool": Dividends(required=False, allow_null=True, help_text="If somebody had staked in one."),
        "seed": _text(),
    },
    "round_void": {"reason": _text(), "seed": _text()},
    "round_corrected": {
        "reason": _text(),
        "finish": Described(FINISH),
        "corrected_finish": Described(FINISH),
        "changes": Described(ACCOUNTS),
        "short": Described(ACCOUNTS),
    },
    "ticket_sold": {"number": _whole()},
    "ticket_withdrawn": {"number": _whole()},
    "float_put": {"money": _whole()},
    "counted": {"account": _text(), "counted": _whole(), "expected": _whole(), "reason": _text(allow_blank=True)},
    "takings_handed_over": {"money": _whole(), "lent": _whole()},
    "swept": {"purses": _whole(), "counters": _whole()},
    "claimed": {"player": _text(), "counters": _whole()},
    "prize_announced": _prize(),
    "prize_dropped": _prize(),
    "prize_awarded": {**_prize(), "winners": Described(NAMES)},
    "ticket_paid": {"number": _whole(), "counters": _whole()},
}


class ActorShape(Shape):
    kind = serializers.ChoiceField(choices=["house", "staff", "player", "device"])
    id = _whole(allow_null=True)
    name = _text(allow_blank=True)


def _camel(kind: str) -> str:
    return "".join(part.capitalize() for part in kind.split("_"))


@cache
def event_shape(kind: str) -> type[Shape]:
    """The shape of one kind of event. All have the same frame, and a body of their own."""
    body = type(f"{_camel(kind)}Body", (Shape,), dict(BODIES[kind]))
    frame = {
        "number": _whole(help_text="In its session. Some are for others, so that one's own may have gaps."),
        "kind": serializers.ChoiceField(choices=[kind]),
        "at": serializers.DateTimeField(),
        "table": _whole(allow_null=True),
        "round": _whole(allow_null=True),
        "by": ActorShape(allow_null=True, help_text="Who did it; staff are told, and nobody else."),
        "body": body(),
    }
    return type(f"{_camel(kind)}Event", (Shape,), frame)


EVENT = PolymorphicProxySerializer(
    component_name="Event",
    serializers={kind: event_shape(kind) for kind in BODIES},
    resource_type_field_name="kind",
)


class EventPage(Shape):
    epoch = serializers.UUIDField()
    items = PolymorphicProxySerializer(
        component_name="Event",
        serializers={kind: event_shape(kind) for kind in BODIES},
        resource_type_field_name="kind",
        many=True,
    )
    last = _whole(help_text="Ask for those after this number next.")
    more = serializers.BooleanField(help_text="Whether there may be some already.")


class EventsQuery(Shape):
    after = QueryWhole(required=False, help_text="The last number one has; without it, from the first.")
    epoch = serializers.UUIDField(required=False, help_text="Of that number; another one is refused with 410.")


class Events(SessionResource):
    tag = "events"

    @operation(
        "list_events",
        "What happened after a number",
        who=ROOM,
        query=EventsQuery,
        gives=EventPage,
        also=(410,),
    )
    def get(self, asked: Asked) -> dict[str, Any]:
        """In order, each once, as far as they are for this caller. A client leaves alone the kinds it does not know."""
        session, after = asked.item, asked.query.get("after", 0)
        if asked.query.get("epoch", session.epoch) != session.epoch:
            raise problems.own("epoch_changed")
        assert asked.caller is not None
        assert asked.standing is not None
        reader = reader_for(asked.caller, asked.standing)
        seen = newest(session.pk)
        found = events_after(session.pk, after, reader=reader)
        more = len(found) == PAGE
        last = found[-1].number if more else max(after, seen, *(event.number or 0 for event in found))
        return {
            "epoch": str(session.epoch),
            "items": [event_json(event, staff=reader.staff) for event in found],
            "last": last,
            "more": more,
        }


class Stream(SessionResource):
    """Only for the document: `stream.py` answers before Django does."""

    tag = "events"
    http_method_names = ("get",)

    @operation(
        "follow_events",
        "The same as they happen, as server-sent events",
        who=ROOM,
        query=EventsQuery,
        gives={(200, "text/event-stream"): EVENT},
    )
    def get(self, _asked: Asked) -> None:
        """Each message has `id: EPOCH.NUMBER`, `event: KIND` and the event as `data`. The first one is `hello`, with
        the epoch and the number it goes on from: that of `Last-Event-ID`, else `after`, else now. If its epoch is not
        the one that was sent, the house was restored: fetch everything anew. A comment every 15 seconds says that it
        is still there. The newest stream of a device ends the one before; a reader too slow is dropped and resumes.
        """
        raise problems.own("busy")  # a server that cannot wait has no streams


def reader_for(caller: Caller, standing: Standing) -> Reader:
    """What this caller may know."""
    return Reader(caller.player_id if standing == Standing.PLAYER else None, staff=standing in READS_ALL)


def event_json(event: Event, *, staff: bool) -> dict[str, Any]:
    return {
        "number": event.number,
        "kind": event.kind,
        "at": when(event.at),
        "table": event.table_id,
        "round": event.round_id,
        "by": event.by if staff else None,
        "body": event.body,
    }
