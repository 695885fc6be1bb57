"""What a race may have beside its own odds, and who owns the horses, as a volunteer chooses it: no JSON is written."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.acts import AddForm
from casino.admin import NumberInput, Select
from casino.desk.counters import MOST
from games.kit.bookmaker import MOST_MARGIN, Bookmaker
from games.kit.totalisator import MOST_COMMISSION, Totalisator, Unbacked
from games.registry import find_game

ALL_WHO_SIT = "all"
OWNERS = [
    ("", _("what is usual for the game")),
    *((str(places), str(places)) for places in range(2, 7)),
    (ALL_WHO_SIT, _("everybody at the table, two to six")),
]
NOBODY_WINS = [
    (Unbacked.REFUND.value, _("stakes go back")),
    (Unbacked.CARRY_OVER.value, _("the pool is carried over to the next race")),
    (Unbacked.BOOKMAKER.value, _("the pool goes to the bookmaker")),
]
OWNED = ("owners", "ante", "calls")
TERMS = ("totalisator", "commission", "unbacked", "bookmaker", "margin")


class BesideForm(AddForm):
    owners = forms.ChoiceField(
        label=_("owners of horses"),
        choices=OWNERS,
        required=False,
        widget=Select,
        help_text=_("In races whose horses players own: for how many there are places."),
    )
    ante = forms.IntegerField(
        label=_("ante"),
        min_value=0,
        max_value=MOST,
        required=False,
        widget=NumberInput,
        help_text=_("Counters each owner puts into the pot. The owner of the winner has it. Empty: no pot."),
    )
    calls = forms.BooleanField(
        label=_("owners call the totals"), required=False, help_text=_("In Myopia: a hurdle is jumped by calling.")
    )
    totalisator = forms.BooleanField(
        label=_("totalisator"),
        required=False,
        help_text=_("Stakes are pooled and shared among those who backed the winner. Only for races."),
    )
    commission = forms.IntegerField(
        label=_("commission"),
        min_value=0,
        max_value=MOST_COMMISSION,
        initial=Totalisator().commission,
        required=False,
        widget=NumberInput,
        help_text=_("What the house keeps of the pool, in percent."),
    )
    unbacked = forms.ChoiceField(
        label=_("if nobody backed the winner"), choices=NOBODY_WINS, required=False, widget=Select
    )
    bookmaker = forms.BooleanField(
        label=_("bookmaker"),
        required=False,
        help_text=_("Prices are made from the exact chances of each race. The house puts up a float for them."),
    )
    margin = forms.IntegerField(
        label=_("margin"),
        min_value=0,
        max_value=MOST_MARGIN,
        initial=Bookmaker().margin,
        required=False,
        widget=NumberInput,
        help_text=_("By how much prices are worse than fair, in percent."),
    )

    def take_owners(self, said: dict[str, Any]) -> dict[str, Any]:
        """What was chosen of owners, as options. Refused where the game has none."""
        owners, ante, calls = (said.pop(name, None) for name in OWNED)
        chosen: dict[str, Any] = {}
        if owners:
            chosen["players"] = None if owners == ALL_WHO_SIT else int(owners)
        if ante:
            chosen["ante"] = ante
        if calls:
            chosen["calls"] = "claim"
        if chosen and "game" in said and not has_owners(said["game"]):
            self.add_error("owners", gettext("In this game nobody owns the horses."))
        return chosen

    def take_terms(self, said: dict[str, Any], before: Mapping[str, Any] | None = None) -> dict[str, Any] | None:
        """What was chosen to stand beside, as `open_table` takes it. Terms that are not asked for here stay as they
        were `before`.
        """
        totalisator, commission, unbacked, bookmaker, margin = (said.pop(name, None) for name in TERMS)
        asked = {
            "totalisator": {"commission": commission, "unbacked": unbacked or None} if totalisator else None,
            "bookmaker": {"margin": margin} if bookmaker else None,
        }
        known = before or {}
        return {
            name: {**(known.get(name) or {}), **{term: value for term, value in terms.items() if value is not None}}
            for name, terms in asked.items()
            if terms is not None
        } or None


def has_owners(game: str) -> bool:
    """Whether players own what runs, as far as the options of the game say."""
    return {"players", "ante", "calls"} <= {each.name for each in fields(find_game(game).options_type)}


def owners_as_typed(game: str, options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the form shows of these options, and the options that are left."""
    if not has_owners(game):
        return {}, dict(options)
    rest = dict(options)
    typed: dict[str, Any] = {}
    if "players" in rest:
        players = rest.pop("players")
        typed["owners"] = ALL_WHO_SIT if players is None else str(players)
    typed["ante"] = rest.pop("ante", None)
    if rest.get("calls") in {"auto", "claim"}:
        typed["calls"] = rest.pop("calls") == "claim"
    return typed, rest


def terms_as_typed(beside: Mapping[str, Any] | None) -> dict[str, Any]:
    typed: dict[str, Any] = {}
    for name, asked in (("totalisator", ("commission", "unbacked")), ("bookmaker", ("margin",))):
        terms = (beside or {}).get(name)
        typed[name] = terms is not None
        typed |= {term: terms[term] for term in asked if terms and term in terms}
    return typed
