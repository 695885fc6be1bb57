"""The sheet a compère closes the tote with: every space, what lies on it, and what each outcome means to the office."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Sum
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from casino.pages import Page
from casino.tables.models import Round
from casino.tables.naming import market_name, office_holder, outcome_name, pays_in_words, selection_name, title_of
from casino.tables.playing import funds_of, value_of
from casino.tables.showing import race_of
from games.kit.round import Round as Value

MOST_SPACES = 12  # of a market, that are listed although nobody has backed them
MOST_OUTCOMES = 24  # on one sheet


@dataclass(frozen=True)
class SpaceLine:
    name: str
    odds: str
    staked: int
    guests: int


@dataclass(frozen=True)
class MarketLines:
    name: str
    spaces: list[SpaceLine]

    @property
    def staked(self) -> int:
        return sum(space.staked for space in self.spaces)


@dataclass(frozen=True)
class OutcomeLine:
    """What the office gains if the round ends so, or loses."""

    name: str
    gains: int
    loses: int


class Sheet(Page):
    name, label, template = "sheet", _("Sheet for the compère"), "tables/sheet.html"

    @classmethod
    def fits(cls, item: Round) -> bool:
        return item.phase != Round.Phase.VOID

    @classmethod
    def shown(cls, request: HttpRequest, item: Any) -> dict[str, Any]:  # noqa: ARG003
        value = value_of(item)
        markets, outcomes = market_lines(item, value), outcome_lines(item, value)
        return {
            "race": race_of(item),
            "game": title_of(value.game),
            "office": office_holder(item.office),
            "bank": funds_of(item, value.game.office),
            "markets": markets,
            "staked": sum(market.staked for market in markets),
            "outcomes": outcomes[:MOST_OUTCOMES],
            "more_outcomes": len(outcomes[MOST_OUTCOMES:]),
        }


def market_lines(round_: Round, value: Value) -> list[MarketLines]:
    """From what everybody may see: markets, and what lies on them; of many spaces, those that are backed."""
    laid = {
        (market, selection): (staked, guests)
        for market, selection, staked, guests in round_.stakes.filter(counters__gt=0)
        .values_list("market", "selection")
        .annotate(Sum("counters"), Count("seat"))
    }
    return [
        MarketLines(
            market_name(value.game, offer.name),
            [
                SpaceLine(
                    selection_name(value.game, selection, offer.name),
                    pays_in_words(offer, selection),
                    *laid.get((offer.name, selection), (0, 0)),
                )
                for selection in offer.selections
                if len(offer.selections) <= MOST_SPACES or (offer.name, selection) in laid
            ],
        )
        for offer in value.offers
    ]


def outcome_lines(round_: Round, value: Value) -> list[OutcomeLine]:
    """For every outcome that the markets tell apart, over all offices of the round: in the order of the cloth, or the
    dearest first where they are many.
    """
    costs: Counter[str] = Counter()
    for exposure in round_.exposures.all():
        costs.update(exposure.liabilities)
    on_the_cloth = [won for market in value.markets for space in market.spaces for won in space.wins]
    outcomes = [outcome for outcome in dict.fromkeys([*on_the_cloth, *costs]) if outcome in costs]
    if len(outcomes) > MOST_OUTCOMES:
        outcomes.sort(key=lambda outcome: -costs[outcome])
    return [
        OutcomeLine(outcome_name(value.game, outcome), gains=max(0, -costs[outcome]), loses=max(0, costs[outcome]))
        for outcome in outcomes
    ]
