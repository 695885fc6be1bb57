"""What a race may have beside its own odds, and for how many players a game is, as a volunteer chooses it: no JSON is
written.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts import AddForm
from casino.admin import NumberInput, Select
from casino.desk.counters import MOST
from games.kit.bookmaker import MOST_MARGIN, Bookmaker
from games.kit.totalisator import MOST_COMMISSION, Totalisator, Unbacked
from games.registry import find_game

ALL_WHO_SIT = "all"
PLAYERS = [
    ("", _("what is usual for the game")),
    *((str(places), str(places)) for places in (*range(2, 7), 12)),
    (ALL_WHO_SIT, _("everybody at the table")),
]
NOBODY_WINS = [
    (Unbacked.REFUND.value, _("stakes go back")),
    (Unbacked.CARRY_OVER.value, _("the pool is carried over to the next race")),
    (Unbacked.BOOKMAKER.value, _("the pool goes to the bookmaker")),
]
PLAYED = ("players", "ante", "target", "calls")  # options that games have in common
NO_PLACES = _("In this game nobody enters for a place.")
NO_POINTS = _("This is not played for points.")
UNKNOWN = {
    "players": NO_PLACES,
    "ante": NO_PLACES,
    "target": NO_POINTS,
    "calls": _("In this game nobody owns the horses."),
}
TERMS = ("totalisator", "commission", "unbacked", "bookmaker", "margin")


class BesideForm(AddForm):
    players = forms.ChoiceField(
        label=_("players"),
        choices=PLAYERS,
        required=False,
        widget=Select,
        help_text=_(
            "Where players enter for a place: how many places there are. Two to six own the horses of the Derby "
            "family, and two to six play Ascot; two, three, four, six or twelve play Musical Casino, partners are four."
        ),
    )
    ante = forms.IntegerField(
        label=_("ante"),
        min_value=0,
        max_value=MOST,
        required=False,
        widget=NumberInput,
        help_text=_("Counters each player pays into the pot on entering. Whoever wins has it. Empty: no pot."),
    )
    target = forms.IntegerField(
        label=_("target"),
        min_value=1,
        required=False,
        widget=NumberInput,
        help_text=_("In games for points: with how many they are won. Empty: what is usual for the game."),
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

    def take_played(self, said: dict[str, Any]) -> dict[str, Any]:
        """What was chosen for the game itself, as options. Refused where the game has no such thing."""
        players, ante, target, calls = (said.pop(name, None) for name in PLAYED)
        chosen: dict[str, Any] = {}
        if players:
            chosen["players"] = None if players == ALL_WHO_SIT else int(players)
        if ante:
            chosen["ante"] = ante
        if target:
            chosen["target"] = target
        if calls:
            chosen["calls"] = "claim"
        for name in chosen.keys() - _options_of(said["game"]) if "game" in said else ():
            self.add_error(name, str(UNKNOWN[name]))
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


def _options_of(game: str) -> set[str]:
    return {each.name for each in fields(find_game(game).options_type)}


def has_target(game: str, options: Mapping[str, Any]) -> bool:
    """Whether such a table is played for points; a game may be so in one of its ways only."""
    rules = find_game(game)
    return getattr(rules.view(rules.start(rules.read_options(options), ()), None), "target", None) is not None


def played_as_typed(game: str, options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the form shows of these options, and the options that are left."""
    rest = dict(options)
    typed: dict[str, Any] = {}
    if {"players", "ante"} <= _options_of(game):
        if "players" in rest:
            players = rest.pop("players")
            typed["players"] = ALL_WHO_SIT if players is None else str(players)
        typed["ante"] = rest.pop("ante", None)
    if "target" in rest:
        typed["target"] = rest.pop("target")
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
