"""The sheet a compère closes the tote with: every space, what lies on it, and what each outcome means to the office."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Count, Sum
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from casino.pages import Page
from casino.tables.backed import dividends_in
from casino.tables.beside import accounts_of
from casino.tables.boards import has_office
from casino.tables.models import Round
from casino.tables.naming import market_name, office_holder, outcome_name, pays_in_words, selection_name, title_of
from casino.tables.playing import funds_of, value_of
from casino.tables.showing import race_of
from casino.tables.wording import returns_words
from games.kit.beside import BOOKMAKER
from games.kit.markets import Market, Offer
from games.kit.offices import HOUSE, POT
from games.kit.round import Round as Value
from ledger import balances

OFFICES = {"bank": _("The bank"), BOOKMAKER: _("The bookmaker")}
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
    """`pool`: what winners share is what lies here, with what was carried over."""

    name: str
    spaces: list[SpaceLine]
    pool: int | None = None
    carried: int = 0

    @property
    def staked(self) -> int:
        return sum(space.staked for space in self.spaces)


@dataclass(frozen=True)
class OutcomeLine:
    """What the office gains if the round ends so, or loses."""

    name: str
    gains: int
    loses: int


@dataclass(frozen=True)
class OfficeLines:
    """An office that pays fixed odds: who holds it, what it could pay with, and what each outcome means to it."""

    name: str
    holder: str
    bank: int
    staked: int
    outcomes: list[OutcomeLine]
    more: int  # outcomes that are not listed


class Sheet(Page):
    name, label, template = "sheet", _("Sheet for the compère"), "tables/sheet.html"

    @classmethod
    def fits(cls, item: Round) -> bool:
        return item.phase != Round.Phase.VOID

    @classmethod
    def shown(cls, request: HttpRequest, item: Any) -> dict[str, Any]:  # noqa: ARG003
        value, laid = value_of(item), laid_on(item)
        return {
            "race": race_of(item),
            "game": title_of(value.game),
            "is_backed": has_office(item, value),
            "pot": pot_of(item),
            "markets": market_lines(item, value, laid),
            "offices": office_lines(item, value, laid),
        }


def pot_of(round_: Round) -> int:
    """What lies in the pot of a round that is being played."""
    account = accounts_of(round_.table_id).get(POT)
    return balances.balance(account) if account and round_.live else 0


Laid = Mapping[tuple[str, str], tuple[int, int]]  # counters and guests, by market and selection


def laid_on(round_: Round) -> Laid:
    rows = round_.stakes.filter(counters__gt=0).values_list("market", "selection")
    return {
        (market, selection): (staked, guests)
        for market, selection, staked, guests in rows.annotate(Sum("counters"), Count("seat"))
    }


def market_lines(round_: Round, value: Value, laid: Laid) -> list[MarketLines]:
    """From what everybody may see: markets, and what lies on them; of many spaces, those that are backed."""
    dividends = dividends_in(round_, value)
    return [
        MarketLines(
            market_name(value.game, offer.name),
            [
                SpaceLine(
                    selection_name(value.game, selection, offer.name),
                    _pays(offer, selection, dividends),
                    *laid.get((offer.name, selection), (0, 0)),
                )
                for selection in offer.selections
                if len(offer.selections) <= MOST_SPACES or (offer.name, selection) in laid
            ],
            **_pooled(offer, value, laid),
        )
        for offer in value.offers
    ]


def _pays(offer: Offer, selection: str, dividends: Mapping[str, Fraction]) -> str:
    """Of a pool, what a counter comes back as, by what lies in it now."""
    if isinstance(offer, Market):
        return pays_in_words(offer, selection)
    return returns_words(dividends[selection]) if selection in dividends else "–"


def _pooled(offer: Offer, value: Value, laid: Laid) -> dict[str, int]:
    if isinstance(offer, Market):
        return {}
    carried = value.sides.carried
    return {"pool": carried + _staked(laid, {offer.name}), "carried": carried}


def _staked(laid: Laid, markets: Container[str]) -> int:
    return sum(counters for (market, _), (counters, _) in laid.items() if market in markets)


def office_lines(round_: Round, value: Value, laid: Laid) -> list[OfficeLines]:
    """The game's own office first, and then the bookmaker's: whatever is won or lost with them is not the other's. A
    pool means nothing to anybody but those who are in it.
    """
    found, own = list[OfficeLines](), value.game.office
    for exposure in round_.exposures.order_by("pk"):
        markets = [market for market in value.markets if market.office == exposure.office]
        if not markets:
            continue
        outcomes = outcome_lines(value, markets, exposure.liabilities)
        found.append(
            OfficeLines(
                name=str(OFFICES.get(exposure.office, exposure.office)),
                holder=office_holder(round_.office if exposure.office == own else HOUSE),
                bank=funds_of(round_, exposure.office),
                staked=_staked(laid, {market.name for market in markets}),
                outcomes=outcomes[:MOST_OUTCOMES],
                more=len(outcomes[MOST_OUTCOMES:]),
            )
        )
    return found


def outcome_lines(value: Value, markets: Sequence[Market], costs: Mapping[str, int]) -> list[OutcomeLine]:
    """For every outcome that the markets tell apart: in the order of the cloth, or the dearest first where they are
    many.
    """
    on_the_cloth = [won for market in markets for space in market.spaces for won in space.wins]
    outcomes = [outcome for outcome in dict.fromkeys([*on_the_cloth, *costs]) if outcome in costs]
    if len(outcomes) > MOST_OUTCOMES:
        outcomes.sort(key=lambda outcome: -costs[outcome])
    return [
        OutcomeLine(outcome_name(value.game, outcome), gains=max(0, -costs[outcome]), loses=max(0, costs[outcome]))
        for outcome in outcomes
    ]
