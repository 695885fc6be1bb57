"""What can be backed beside a race's own odds, runner by runner: what lies in the pool and what it comes to, and what a
bookmaker pays. For staff, in the language of the page.
"""

from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Sum

from casino.tables.models import Round
from casino.tables.naming import WIN, selection_name
from casino.tables.showing import declared_in, staked_in_pool
from casino.tables.wording import number_words
from games.kit.beside import BOOKMAKER, PLACED
from games.kit.round import Round as Value


@dataclass(frozen=True)
class RunnerLine:
    name: str
    pooled: int
    dividend: str  # for one counter, the stake included
    price: str
    place_price: str
    booked: int  # with the bookmaker, to win or to be placed


@dataclass(frozen=True)
class Backed:
    """`declared` once the race is over: until then dividends are what they would be if no more were staked."""

    runners: list[RunnerLine]
    has_pool: bool
    has_book: bool
    has_places: bool
    declared: bool
    refunded: bool
    pool: int  # with what was carried over
    carried: int
    commission: int  # taken of it, once the race is over; before it, in percent


def backed_in(round_: Round, value: Value) -> Backed | None:
    """Nothing where nothing stands beside the round."""
    sides = value.sides
    if not (sides.totalisator or sides.bookmaker):
        return None
    pooled, declared = staked_in_pool(round_), declared_in(round_, value)
    dividends, booked = dividends_in(round_, value), _booked(round_)
    win = dict(sides.book.win) if sides.book else {}
    place = dict(sides.book.place) if sides.book else {}
    runners = [
        RunnerLine(
            name=selection_name(value.game, runner, WIN),
            pooled=pooled.get(runner, 0),
            dividend=number_words(dividend) if (dividend := dividends.get(runner)) is not None else "–",
            price=number_words(Fraction(win[runner].hundredths, 100)) if runner in win else "–",
            place_price=number_words(Fraction(place[runner].hundredths, 100)) if runner in place else "–",
            booked=booked.get(runner, 0),
        )
        for runner in value.game.runners(value.state)
    ]
    return Backed(
        runners=runners,
        has_pool=sides.totalisator is not None,
        has_book=sides.bookmaker is not None,
        has_places=bool(place),
        declared=declared is not None,
        refunded=declared is not None and declared.refunded,
        pool=sum(pooled.values()) + sides.carried,
        carried=sides.carried,
        commission=declared.commission if declared else sides.totalisator.commission if sides.totalisator else 0,
    )


def dividends_in(round_: Round, value: Value) -> dict[str, Fraction]:
    """What a counter on each runner returns, or would return now; those that return nothing are not in it."""
    terms, totals = value.sides.totalisator, staked_in_pool(round_)
    if terms is None or not totals:
        return {}
    if declared := declared_in(round_, value):
        return {runner: dividend for runner, dividend in declared.dividends.items() if dividend}
    found = terms.approximate(totals, value.sides.carried)
    return {runner: dividend for runner, dividend in found.items() if dividend is not None}


def _booked(round_: Round) -> dict[str, int]:
    laid = round_.stakes.filter(market__in=(BOOKMAKER, PLACED), counters__gt=0).order_by("selection")
    return dict(laid.values_list("selection").annotate(Sum("counters")))
