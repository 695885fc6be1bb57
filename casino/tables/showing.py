"""What may be seen of a round while it runs, and what is told of it: never its state or seed."""

from collections.abc import Callable
from typing import Any

from django.db.models import Sum

from casino.clock import when
from casino.clubs.actors import Actor
from casino.events import telling
from casino.tables.models import Race, Round
from casino.tables.playing import value_of, waiting
from games.kit.beside import TOTALISATOR
from games.kit.errors import RuleBroken
from games.kit.game import Game
from games.kit.markets import find
from games.kit.odds import decimal
from games.kit.round import Round as Value
from games.kit.totalisator import Declared
from games.kit.values import to_json

DIVIDEND_PLACES = 4


def tell(round_: Round, kind: str, *, by: Actor, **facts: Any) -> None:
    """Tell everybody what was done in a round, and by whom."""
    telling.tell(round_.table.session_id, kind, table=round_.table_id, round_=round_.pk, by=by, **facts)


def race_of(round_: Round) -> Race | None:
    """The line of the programme that this round is run as."""
    race: Race | None = getattr(round_, "race", None)  # the other side of a one-to-one may be missing
    return race


def race_as_json(race: Race | None) -> dict[str, str] | None:
    return None if race is None else {"name": race.name, "sponsor": race.sponsor}


def view_of(game: Game[Any], state: Any, seat: str | None) -> dict[str, Any]:
    """What this seat may see, or everybody, with the game's name on it: each game has its own kind of view."""
    return {"game": game.slug, **to_json(game.view(state, seat))}


def markets_of(value: Value) -> list[dict[str, Any]]:
    return [{**to_json(market), "price": market.price} for market in value.markets]


def pools_of(value: Value) -> list[dict[str, Any]]:
    """What can be backed with a totalisator, and on which terms."""
    pools = value.sides.pools(value.game, value.state)
    return [{**to_json(pool), "carried": value.sides.carried, "price": pool.price} for pool in pools]


def public(round_: Round, value: Value) -> dict[str, Any]:
    """For everybody: pages, screens, staff and auditors alike."""
    return {
        "phase": round_.phase,
        "seats": list(round_.seats),
        "office": round_.office,
        "view": view_of(value.game, value.state, None),
        "markets": markets_of(value),
        "pools": pools_of(value),
        "waiting_for": waiting(value),
        "due_at": when(round_.due_at),
    }


def public_view(round_: Round) -> dict[str, Any]:
    return public(round_, value_of(round_))


Returns = Callable[[str, str, int], int]  # by market, selection and counters


def returned_by(round_: Round, market: str, selection: str, counters: int) -> int:
    """What a stake on a round that is over came to, with the stake itself; all of it if the round was void."""
    return returns_of(round_)(market, selection, counters)


def returns_of(round_: Round, value: Value | None = None) -> Returns:
    """The same for any number of stakes: the round is looked at once. `value` is how it stood at another moment."""
    if round_.live:
        raise RuleBroken("not_finished", "The round is not over yet.")
    if round_.phase == Round.Phase.VOID:
        return lambda _market, _selection, counters: counters
    value = value or value_of(round_)
    result = value.game.result(value.state)
    assert result is not None, "a settled round has a result"
    outcome, markets = result.outcome, value.markets
    declared = declared_in(round_, value)

    def returned(market: str, selection: str, counters: int) -> int:
        if market == TOTALISATOR and declared:
            return declared.returned(selection, counters)
        _, space = find(markets, market, selection)
        return space.returned(counters, outcome)

    return returned


def staked_in_pool(round_: Round) -> dict[str, int]:
    """What lies on each runner. Nothing is locked to ask: a pool is what the stakes say."""
    laid = round_.stakes.filter(market=TOTALISATOR, counters__gt=0).order_by("selection").values_list("selection")
    return dict(laid.annotate(Sum("counters")))


def declared_in(round_: Round, value: Value) -> Declared | None:
    """The dividends of a round that is over; none if nobody has staked in a pool."""
    result, terms = value.game.result(value.state), value.sides.totalisator
    totals = staked_in_pool(round_) if terms else {}
    if result is None or terms is None or not totals:
        return None
    return terms.declare(totals, value.game.winners(result.outcome), value.sides.carried)


def dividends_of(round_: Round, value: Value) -> dict[str, Any] | None:
    """For everybody: what was in the pool, and what a counter in it came to."""
    declared = declared_in(round_, value)
    if declared is None:
        return None
    return {
        "pool": sum(staked_in_pool(round_).values()) + value.sides.carried,
        "refunded": declared.refunded,
        "commission": declared.commission,
        "dividends": {
            runner: decimal(dividend, DIVIDEND_PLACES) for runner, dividend in declared.dividends.items() if dividend
        },
    }
