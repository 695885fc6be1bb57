"""Odds of a round as they are now: exact chances at every moment of a race, live pools, and what is still accepted."""

from collections import defaultdict
from threading import Lock
from typing import Any

from rest_framework import serializers

from casino.api.callers import READS_ALL, ROOM, Caller, Standing
from casino.api.catalogue import language, prices, runner_name, runners_now
from casino.api.fields import LARGEST, Shape
from casino.api.operations import Asked, operation
from casino.api.rounds import RoundResource, seat_in
from casino.api.shapes import DECIMAL, EDGE, ERROR, FRACTION, Described, SpacePrice
from casino.tables.capping import anted
from casino.tables.models import Round
from casino.tables.playing import exposures_of, funds_of, game_of, laid_in, value_of
from casino.tables.showing import DIVIDEND_PLACES, staked_in_pool
from games.kit.beside import TOTALISATOR
from games.kit.odds import decimal
from games.kit.round import Round as Value
from ledger import balances

# What takes a while is worked out once: who asks for the same game meanwhile waits, and mostly finds it.
RECKONING: defaultdict[str, Lock] = defaultdict(Lock)  # by game
HIDDEN = frozenset({"chance", "chance_percent", "edge", "edge_percent", "error_percent", "staked", "dividend"})
DIVIDEND_NOW = {
    "type": ["string", "null"],
    "pattern": "^[0-9]+[.][0-9]+$",
    "description": "With the stake, rounded; null as long as nobody has backed it.",
    "examples": ["2.2500"],
}


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    said = f"{schema['description']} Null before the off where the session hides it."
    return {**schema, "type": ["string", "null"], "description": said}


class SpaceNow(SpacePrice):
    chance = Described(_or_null(FRACTION))
    chance_percent = Described(_or_null(DECIMAL))
    edge = Described(_or_null(EDGE))
    edge_percent = Described(_or_null(DECIMAL))
    error_percent = Described(_or_null(ERROR))
    price = serializers.CharField(help_text="The version a stake names.")
    laid = serializers.IntegerField(help_text="One's own counters there.")
    accepted = serializers.IntegerField(help_text="How many more would be accepted from one now.")


class RunnerNow(Shape):
    """What a win of a runner is worth from here: its chance, and of a dead heat its part."""

    selection = serializers.CharField()
    name = serializers.CharField(help_text="In the language of the request.")
    chance = Described(_or_null(FRACTION))
    chance_percent = Described(_or_null(DECIMAL))
    error_percent = Described(_or_null(ERROR))


class PoolSpaceNow(Shape):
    """A runner in a pool. The dividend is what one counter would return if it won alone and nobody staked any more."""

    market = serializers.CharField()
    selection = serializers.CharField()
    name = serializers.CharField(help_text="In the language of the request.")
    staked = serializers.IntegerField(
        allow_null=True, help_text="By everybody. Null before the off where the session hides it, as is the dividend."
    )
    dividend = Described(DIVIDEND_NOW)
    price = serializers.CharField(help_text="The version of the terms, which a stake names.")
    laid = serializers.IntegerField(help_text="One's own counters there.")
    accepted = serializers.IntegerField(help_text="How many more would be accepted from one now.")


class OddsShape(Shape):
    round = serializers.IntegerField()
    moves = serializers.IntegerField(help_text="After how many moves these odds are true.")
    spaces = SpaceNow(many=True)
    runners = RunnerNow(many=True, help_text="Of a race; nothing in other games.")
    pools = PoolSpaceNow(many=True, help_text="Where a totalisator is open.")


class Odds(RoundResource):
    @operation("get_odds", "Odds now, exact chances, and what is still accepted", who=ROOM, gives=OddsShape)
    def get(self, asked: Asked) -> dict[str, Any]:
        """The chances are those of this moment of the race. What one has laid and may lay is nothing for who does not
        sit in the round.
        """
        return odds_now(asked.item, asked.caller, asked.standing)


def odds_now(round_: Round, caller: Caller | None, standing: Standing | None) -> dict[str, Any]:
    """As this caller may know them."""
    game = game_of(round_)
    seat = seat_in(round_, caller) or ""
    player = caller.player if caller and standing == Standing.PLAYER else None
    laid = {space: counters for space, counters in laid_in(round_).items() if space[0] == seat}
    exposures = exposures_of(round_)
    funds = {office: funds_of(round_, office) for office in exposures}
    value = value_of(round_, laid=laid, exposures=exposures, funds=funds)
    if player and seat:
        held = balances.balance(player.purse_id)
        value = value.with_purse(seat, held + sum(laid.values()))
    with RECKONING[game.slug]:
        told = prices(game, value.state, value.sides, language())
        runners = runners_now(game, value.state, language())
    session, pools = round_.table.session, pool_now(round_, value)
    if session.hide_odds and round_.phase == Round.Phase.OPEN and standing not in READS_ALL:
        told, runners, pools = _hidden(told), _hidden(runners), _hidden(pools)
    most = LARGEST
    if session.stake_cap is not None:
        put_in = anted(round_, player) if player else 0
        most = max(0, session.stake_cap - sum(laid.values()) - put_in)
    versions = {offer.name: offer.price for offer in value.offers}

    def with_own(space: dict[str, Any]) -> dict[str, Any]:
        """What the caller has there, and may still lay."""
        market, selection = space["market"], space["selection"]
        room = min(value.room(seat, market, selection), most)
        return {**space, "price": versions[market], "laid": laid.get((seat, market, selection), 0), "accepted": room}

    return {
        "round": round_.pk,
        "moves": round_.moves.count(),
        "spaces": [with_own(space) for space in told],
        "runners": runners,
        "pools": [with_own(space) for space in pools],
    }


def _hidden(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without what a session tells from the off on."""
    return [{name: None if name in HIDDEN else fact for name, fact in each.items()} for each in told]


def pool_now(round_: Round, value: Value) -> list[dict[str, Any]]:
    """The pool as it is now. It is read from the stakes, so that no stake waits for another."""
    terms = value.sides.totalisator
    if terms is None:
        return []
    totals = dict.fromkeys(value.game.runners(value.state), 0) | staked_in_pool(round_)
    worth = terms.approximate(totals, value.sides.carried)
    return [
        {
            "market": TOTALISATOR,
            "selection": runner,
            "name": runner_name(value.game, runner, language()),
            "staked": staked,
            "dividend": None if (dividend := worth[runner]) is None else decimal(dividend, DIVIDEND_PLACES),
        }
        for runner, staked in totals.items()
    ]
