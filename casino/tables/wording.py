"""Odds, chances and who gains by them, in words and in the language of the page."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_noop as _

from games.kit.beside import Beside
from games.kit.odds import Odds, decimal, percent
from games.kit.totalisator import Unbacked

# Where a course comes from, as games write it down; here so that it is translated.
ORIGINS = (_("printed"), _("reported"), _("reconstructed"))
FIGURES = (_("lengths"), _("odds"), _("colours"), _("layout"), _("tones"), _("chords"), _("counts"))


def odds_words(odds: Odds) -> str:
    """`10 to 1`: what a stake wins, while the stake itself comes back as well."""
    if odds.winnings == odds.per:
        return gettext("evens")
    return gettext("%(winnings)s to %(per)s") % {"winnings": odds.winnings, "per": odds.per}


def price_words(odds: Odds) -> str:
    """`5.21 for 1`: what a counter comes back as with a bookmaker, and with a totalisator."""
    return returns_words(1 + Fraction(odds.winnings, odds.per))


def returns_words(value: Fraction) -> str:
    return gettext("%(counters)s for 1") % {"counters": number_words(value)}


NOBODY_WINS = {
    Unbacked.REFUND: gettext_lazy("If nobody backed the winner, stakes go back."),
    Unbacked.CARRY_OVER: gettext_lazy("If nobody backed the winner, the pool is carried over to the next race."),
    Unbacked.BOOKMAKER: gettext_lazy("If nobody backed the winner, the bookmaker has the pool."),
}


def terms_words(beside: Beside) -> list[str]:
    """What stands beside a table's own odds, in sentences."""
    said = []
    if pool := beside.totalisator:
        facts = {"commission": pool.commission}
        kept = (
            gettext("Totalisator: the house keeps %(commission)s percent of the pool, winners share the rest.") % facts
        )
        said.append(f"{kept} {NOBODY_WINS[pool.unbacked]}")
    if book := beside.bookmaker:
        said.append(
            gettext("Bookmaker: prices from exact chances, with a margin of %(margin)s percent.")
            % {"margin": book.margin}
        )
    return said


def played_words(view: Mapping[str, Any]) -> list[str]:
    """For how many players a table is, for what and how long, in sentences; from what is seen before the first move."""
    said = []
    if places := view.get("places") or view.get("free_places"):
        said.append(gettext("Places for players, who enter: %(places)s.") % {"places": places})
    if ante := view.get("ante"):
        said.append(
            gettext("Each pays %(ante)s counters into the pot on entering, and whoever wins has it.") % {"ante": ante}
        )
    if target := view.get("target"):
        said.append(gettext("Points to win: %(target)s.") % {"target": target})
    return said


def percent_words(value: Fraction, places: int = 1) -> str:
    return f"{number_format(Decimal(percent(value, places)), places)} %"


def number_words(value: Fraction) -> str:
    return number_format(Decimal(decimal(value, 2)), 2)


def edge_words(edge: Fraction) -> str:
    """Who gains by a space in the long run."""
    if edge == 0:
        return gettext("nobody gains here, on average")
    share = number_format(Decimal(percent(abs(edge), 1)), 1)
    if edge > 0:
        return gettext("the house keeps %(share)s of 100 counters staked here, on average") % {"share": share}
    return gettext("players gain %(share)s on 100 counters staked here, on average") % {"share": share}


def origin_words(provenance: Any) -> str:
    """`lengths (reported), odds (printed)`: of a course that says so."""
    if not isinstance(provenance, dict):
        return ""
    return ", ".join(f"{gettext(what)} ({gettext(origin)})" for what, origin in provenance.items())
