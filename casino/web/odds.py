"""Odds of a round as they are now, in words: exact chances at this moment, who gains, and what a pool would pay."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import number_format
from django.views.decorators.http import require_safe

from casino.api.callers import Caller, Standing
from casino.api.odds import odds_now
from casino.tables.naming import BESIDE, market_name
from casino.tables.wording import edge_words, number_words, percent_words
from casino.web.at_table import AtTable, table_for
from casino.web.frame import frame
from casino.web.guests import while_it_lasts
from games.kit.odds import Odds

CHANCE_PLACES = 2
A_PERCENT = Fraction(1, 100)


@dataclass(frozen=True)
class Line:
    """A space or a runner. What the session hides, or nobody knows, is empty."""

    market: str
    selection: str
    name: str
    pays: str = ""
    figure: str = ""  # the same, as short as it can be
    chance: str = ""
    edge: str = ""  # in percent of what is staked; below zero, players gain
    gains: str = ""  # the same in a sentence
    staked: int | None = None


@dataclass(frozen=True)
class OddsNow:
    spaces: list[tuple[str, list[Line]]]  # by market
    runners: list[Line]
    accepted: dict[tuple[str, str], int]

    def line(self, market: str, selection: str) -> Line | None:
        found = (line for _, lines in self.spaces for line in lines)
        return next((line for line in found if (line.market, line.selection) == (market, selection)), None)


def odds_of(at: AtTable, caller: Caller | None, standing: Standing) -> OddsNow | None:
    """As this guest, or the room, may know them; nothing once the round is over."""
    if at.round is None or not at.is_live:
        return None
    now = odds_now(at.round, caller, standing)
    found: dict[str, list[Line]] = {}
    for row in (*now["spaces"], *now["pools"]):
        found.setdefault(market_name(at.game, row["market"]), []).append(_space(at, row))
    runners = [
        Line("", row["selection"], row["name"], figure=_short(row), chance=_chance(row)) for row in now["runners"]
    ]
    accepted = {(row["market"], row["selection"]): row["accepted"] for row in (*now["spaces"], *now["pools"])}
    return OddsNow(list(found.items()), runners, accepted)


def _space(at: AtTable, row: dict[str, Any]) -> Line:
    where = row["market"], row["selection"]
    pays = at.spaces[where].pays if where in at.spaces else ""
    edge = Fraction(row["edge"]) if row.get("edge") is not None else None
    told = ("", "") if edge is None else (percent_words(edge), edge_words(edge))
    return Line(*where, row["name"], pays, _figure(row), _chance(row), *told, row.get("staked"))


def _figure(row: dict[str, Any]) -> str:
    """`5:3`, or `2.25`: what a counter comes back as."""
    if "odds" not in row:
        return number_words(Fraction(row["dividend"])) if row["dividend"] else "–"
    odds = Odds.parse(row["odds"])
    fixed = row["market"] not in BESIDE
    return f"{odds.winnings}:{odds.per}" if fixed else number_words(1 + Fraction(odds.winnings, odds.per))


def _chance(row: dict[str, Any]) -> str:
    """In percent; where it is estimated, with its error."""
    if row.get("chance") is None:
        return ""
    said = percent_words(Fraction(row["chance"]), CHANCE_PLACES)
    error = row.get("error_percent")
    return said if error is None else f"{said} ± {number_format(Decimal(error), CHANCE_PLACES)}"


def _short(row: dict[str, Any]) -> str:
    """In whole percents, for the back of the room; an estimate says that it is one."""
    if row.get("chance") is None:
        return ""
    chance = Fraction(row["chance"])
    said = f"< {percent_words(A_PERCENT, 0)}" if 0 < chance < A_PERCENT else percent_words(chance, 0)
    return said if row.get("error_percent") is None else f"≈ {said}"


@require_safe
@while_it_lasts
def odds_page(request: HttpRequest, guest: Caller, table_id: int) -> HttpResponse:
    at = AtTable(table_for(guest, table_id), guest)
    facts = {"at": at, "odds": odds_of(at, guest, Standing.PLAYER)}
    return render(request, "web/odds.html", {**frame(guest), **facts})
