"""Odds, chances and who gains by them, in words and in the language of the page."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.kit.odds import Odds, decimal, percent

# Where a course comes from, as games write it down; here so that it is translated.
ORIGINS = (_("printed"), _("reported"), _("reconstructed"))
FIGURES = (_("lengths"), _("odds"), _("colours"), _("layout"))


def odds_words(odds: Odds) -> str:
    """`10 to 1`: what a stake wins, while the stake itself comes back as well."""
    if odds.winnings == odds.per:
        return gettext("evens")
    return gettext("%(winnings)s to %(per)s") % {"winnings": odds.winnings, "per": odds.per}


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
