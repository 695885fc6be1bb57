"""Opening a table, now or when its session opens: its name and game, how fast it goes, what its bank holds."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from casino.admin import NumberInput, Select, Textarea
from casino.desk.counters import MOST
from casino.tables import catalogue
from casino.tables.beside_form import (
    NO_POINTS,
    PLAYED,
    TERMS,
    BesideForm,
    has_target,
    played_as_typed,
    terms_as_typed,
)
from casino.tables.models import PlannedTable, Table
from casino.tables.opening import LONGEST, USUAL_FLOAT, open_table
from casino.tables.planning import USUAL, change_plan, plan_table, told
from casino.tables.programme import LONGEST as LONGEST_PROGRAMME
from casino.tables.programme import Line, as_text, lines_of, read_programme
from casino.wording import words
from games.kit.errors import RuleBroken
from games.registry import GAMES

BESIDE_FIELDS = (*PLAYED, *TERMS)


def _games() -> list[tuple[str, str]]:
    said = get_language() or "en"
    return [(slug, game.catalogue.title.said_in(said)) for slug, game in GAMES.items()]


def _variants() -> list[tuple[str, Any]]:
    return [("", _("what is usual for the game")), *catalogue.variants()]


class SecondsField(forms.FloatField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=0, max_value=LONGEST.total_seconds(), step_size=0.1, widget=NumberInput, **kwargs)

    def clean(self, value: Any) -> Any:
        seconds = super().clean(value)
        return None if seconds is None else timedelta(seconds=seconds)

    def prepare_value(self, value: Any) -> Any:
        return f"{value.total_seconds():g}" if isinstance(value, timedelta) else value


class OptionsField(forms.JSONField):
    def prepare_value(self, value: Any) -> Any:
        return "" if value is None else super().prepare_value(value)  # not `null`


class AddTable(BesideForm):
    game = forms.ChoiceField(label=_("game"), choices=_games, widget=Select)
    variant = forms.ChoiceField(
        label=_("course"),
        choices=_variants,
        required=False,
        widget=Select,
        help_text=_("Odds, chances and what the house keeps are in the catalogue."),
    )
    options = OptionsField(
        label=_("more options"),
        required=False,
        widget=Textarea(attrs={"rows": 3}),
        help_text=_('As JSON, such as {"course": "jaques"}; for courses of your own. Mostly empty.'),
    )
    pace = SecondsField(
        label=_("pace"), initial=USUAL["pace"], help_text=_("Seconds from one card or throw to the next.")
    )
    staking_time = SecondsField(
        label=_("staking time"),
        initial=USUAL["staking_time"],
        required=False,
        help_text=_("Seconds. Empty: until the croupier calls the off."),
    )
    turn_time = SecondsField(
        label=_("time for a decision"),
        initial=USUAL["turn_time"],
        required=False,
        help_text=_("Seconds for a turn, or whatever else a player is asked. Then the house plays. Empty: 20."),
    )
    rest = SecondsField(
        label=_("rest"),
        required=False,
        help_text=_("Seconds until the next round opens. Empty: when the croupier opens it."),
    )

    passing = forms.ChoiceField(label=_("how it passes"), choices=Table.Passing.choices, required=False, widget=Select)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("passing", "least_bank", "house_float"):
            self.fields[name].initial = USUAL[name]
        self.fields["house_float"].required = False
        self.fields["house_float"].help_text = _("Empty: %(usual)s, or none where nobody pays fixed odds.") % {
            "usual": USUAL_FLOAT
        }

    def clean(self) -> dict[str, Any]:
        """The course and the players that were chosen, as options; what is written as JSON goes before."""
        said: dict[str, Any] = super().clean() or self.cleaned_data
        said["passing"] = said.get("passing") or USUAL["passing"]
        if said.get("turn_time") is None:
            said["turn_time"] = USUAL["turn_time"]
        variant, options = said.pop("variant", ""), said.get("options")
        chosen = self.take_played(said)
        if variant and "game" in said:
            game, way = catalogue.options_of(variant)
            chosen = {**way, **chosen}
            if game != said["game"]:
                self.add_error("variant", gettext("This course belongs to another game."))
        if chosen and (options is None or isinstance(options, dict)):
            said["options"] = {**chosen, **(options or {})}
        if "target" in chosen and not self.errors:
            self._require_points(said["game"], said["options"])
        said["beside"] = self.take_terms(said, self.beside_before())
        return said

    def _require_points(self, game: str, options: Any) -> None:
        with suppress(RuleBroken):  # which whoever opens the table is told
            if not has_target(game, options):
                self.add_error("target", str(NO_POINTS))

    def beside_before(self) -> Mapping[str, Any] | None:
        """The terms that stood beside what is changed, if something is."""
        return None

    def make(self, said: dict[str, Any]) -> Table | PlannedTable:
        return open_table(**said, by=self.by)


class PlanTable(AddTable):
    """The same, written down for the evening, and the names of its races with it."""

    by_hand = forms.BooleanField(label=_("dealt by hand"), required=False)
    passes_round = forms.BooleanField(label=_("the office passes round"), required=False)
    least_bank = forms.IntegerField(label=_("least bank"), min_value=1, max_value=MOST, widget=NumberInput)
    house_float = forms.IntegerField(
        label=_("float of the house"), min_value=0, max_value=MOST, required=False, widget=NumberInput
    )
    programme = forms.CharField(
        label=_("programme"),
        required=False,
        max_length=LONGEST_PROGRAMME,
        widget=Textarea(attrs={"rows": 8}),
        help_text=_("One race a line, in order: its name, or its name | its sponsor."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk is not None:
            self.initial.update(_as_typed(self.instance))

    def beside_before(self) -> Mapping[str, Any] | None:
        return None if self.instance.pk is None else self.instance.settings.get("beside")

    def clean_programme(self) -> tuple[Line, ...]:
        try:
            return read_programme(self.cleaned_data["programme"])
        except RuleBroken as refused:
            raise forms.ValidationError(words(refused)) from None

    def make(self, said: dict[str, Any]) -> PlannedTable:
        if self.instance.pk is None:
            return plan_table(**said, by=self.by)
        return change_plan(self.instance.pk, **said, by=self.by)


def _as_typed(planned: PlannedTable) -> dict[str, Any]:
    """What the form of a planned table starts from."""
    said = {name: value for name, value in USUAL.items() if name in PlanTable.base_fields}
    said |= {**told(planned.settings), "programme": as_text(lines_of(planned.races.all()))}
    said |= terms_as_typed(said.pop("beside", None))
    if planned.game not in GAMES or not isinstance(said["options"] or {}, dict):
        return said
    played, options = played_as_typed(planned.game, said["options"] or {})
    if variant := catalogue.variant_of(planned.game, options):
        return {**said, **played, "variant": variant, "options": None}
    return {**said, **played, "options": options or None}
