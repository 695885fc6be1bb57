"""Opening a table: its name and game, how fast it goes, and what its bank holds."""

from datetime import timedelta
from inspect import signature
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts import AddForm
from casino.admin import NumberInput, Select, Textarea
from casino.tables.models import Table
from casino.tables.opening import LONGEST, open_table
from games.registry import GAMES

USUAL = {name: parameter.default for name, parameter in signature(open_table).parameters.items()}


def _games() -> list[tuple[str, str]]:
    return [(slug, game.title) for slug, game in GAMES.items()]


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


class AddTable(AddForm):
    game = forms.ChoiceField(label=_("game"), choices=_games, widget=Select)
    options = OptionsField(
        label=_("options"),
        required=False,
        widget=Textarea(attrs={"rows": 3}),
        help_text=_('As JSON, such as {"course": "jaques"}. Empty: what is usual for the game.'),
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
    rest = SecondsField(
        label=_("rest"),
        required=False,
        help_text=_("Seconds until the next round opens. Empty: when the croupier opens it."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("least_bank", "house_float"):
            self.fields[name].initial = USUAL[name]

    def make(self, said: dict[str, Any]) -> Table:
        return open_table(**said, by=self.by)
