"""What a seat may do now, in any game, and doing it."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from casino.api.callers import PLAYERS
from casino.api.fields import Shape, Whole
from casino.api.operations import Asked, operation
from casino.api.rounds import RoundResource, RoundShape, seat_in, shown
from casino.api.shapes import NAMES, Described, GamePayload, said_of
from casino.api.typed import Payload
from casino.clock import when
from casino.tables.moving import make_move, open_to_absent
from casino.tables.playing import value_of, waiting
from games.kit.game import Between, Composed, Move, OnSpaces, tag, written
from games.kit.values import to_json


class Range(Shape):
    """A move with a free number: this act, with any multiple of `step` from `least` to `most`."""

    act = serializers.CharField()
    least = serializers.IntegerField()
    most = serializers.IntegerField()
    step = serializers.IntegerField()


class OnSpacesShape(Shape):
    """A move that names a space and a number: this act, on any of these selections, from `least` to `most`."""

    act = serializers.CharField()
    market = serializers.CharField()
    selections = Described(NAMES)
    least = serializers.IntegerField()
    most = serializers.IntegerField()


class ChoiceShape(Shape):
    """A part of a composed move: one of these, or where it is a list any number of them, each once."""

    part = serializers.CharField()
    values = Described(NAMES)


class AmountShape(Shape):
    """A part of a composed move: any multiple of `step` from `least` to `most`."""

    part = serializers.CharField()
    least = serializers.IntegerField()
    most = serializers.IntegerField()
    step = serializers.IntegerField()


class ComposedShape(Shape):
    """A move that is put together of parts. Not all that can be put together is legal."""

    act = serializers.CharField()
    choices = ChoiceShape(many=True)
    amounts = AmountShape(many=True)


class LegalMoves(Shape):
    number = serializers.IntegerField(help_text="How many moves were made so far: name it with the next.")
    seat = serializers.CharField(allow_null=True)
    waited_for = serializers.BooleanField(help_text="Whether the round waits for this seat.")
    due_at = serializers.DateTimeField(allow_null=True, help_text="When the automatic player would decide instead.")
    moves = serializers.ListField(child=GamePayload(Payload.MOVE))
    ranges = Range(many=True)
    on_spaces = OnSpacesShape(many=True)
    composed = ComposedShape(many=True)


@extend_schema_serializer(
    examples=[OpenApiExample("the joker is in", {"number": 0, "move": {"game": "minoru", "joker": True}})]
)
class MoveWish(Shape):
    number = Whole(max_value=2**31 - 1, help_text="How many moves had been made when this one was chosen.")
    move = GamePayload(Payload.MOVE)


class Moves(RoundResource):
    tag = "moves"

    @operation("list_moves", "What one's seat may do now", who=PLAYERS, gives=LegalMoves)
    def get(self, asked: Asked) -> dict[str, Any]:
        """Nothing for who does not sit in the round, or when it is over. Who has left the table may still call a total
        or scratch; what the round waits for, the house does for them.
        """
        round_ = asked.item
        value = value_of(round_)
        seat = seat_in(round_, asked.caller)
        here = round_.table.seats.filter(player=asked.player, left_at=None).exists()
        legal = [move for move in value.legal(seat) if here or open_to_absent(value, seat, move)] if seat else []
        return {
            "number": round_.moves.count(),
            "seat": seat,
            "waited_for": round_.live and here and seat in waiting(value),
            "due_at": when(round_.due_at) if round_.live else None,
            "moves": [_move(value.game.slug, move) for move in legal if isinstance(move, Move)],
            "ranges": [
                {"act": tag(move.act), "least": move.least, "most": move.most, "step": move.step}
                for move in legal
                if isinstance(move, Between)
            ],
            "on_spaces": [
                {**vars(move), "act": tag(move.act), "selections": list(move.selections)}
                for move in legal
                if isinstance(move, OnSpaces)
            ],
            "composed": [
                {"act": tag(move.act), "choices": to_json(move.choices), "amounts": to_json(move.amounts)}
                for move in legal
                if isinstance(move, Composed)
            ],
        }

    @operation("make_move", "Make a move", who=PLAYERS, takes=MoveWish, gives=RoundShape, status=201, counters=True)
    def post(self, asked: Asked) -> dict[str, Any]:
        """If the round has gone on since, it is refused as `stale_move`: look again. Before the off, and where seats
        decide together, only cards and one's own moves count for that. What the round waits for, the house does for who
        has left the table: they are refused as `not_seated` until they sit there again. The answer is what everybody
        may see; one's own hand is with the round.
        """
        move = said_of(asked.said["move"], asked.item.table.game)
        made = make_move(asked.item.pk, player=asked.player, move=move, seen=asked.said["number"], by=asked.by)
        return shown(made)


def _move(game: str, move: Any) -> dict[str, Any]:
    return {"game": game, **{name: fact for name, fact in written(move).items() if name != "seat"}}
