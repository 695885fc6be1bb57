"""Opening a table: its name and game, how fast it goes, and what its bank holds."""

from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts import AddForm
from casino.admin import NumberInput, Select, Textarea
from casino.tables.models import Table
from casino.tables.opening import LONGEST, open_table
from games.registry import GAMES


def _games() -> list[tuple[str, str]]:
    return [(slug, game.title) for slug, game in GAMES.items()]


class SecondsField(forms.FloatField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=0, max_value=LONGEST.total_seconds(), step_size=0.1, widget=NumberInput, **kwargs)

    def clean(self, value: Any) -> Any:
        seconds = super().clean(value)
        return None if seconds is None else timedelta(seconds=seconds)


class AddTable(AddForm):
    game = forms.ChoiceField(label=_("game"), choices=_games, widget=Select)
    options = forms.JSONField(
        label=_("options"),
        required=False,
        widget=Textarea(attrs={"rows": 3}),
        help_text=_('As JSON, such as {"course": "jaques"}. Empty: what is usual for the game.'),
    )
    pace = SecondsField(label=_("pace"), initial=3, help_text=_("Seconds from one card or throw to the next."))
    staking_time = SecondsField(
        label=_("staking time"),
        initial=45,
        required=False,
        help_text=_("Seconds. Empty: until the croupier calls the off."),
    )
    rest = SecondsField(
        label=_("rest"),
        required=False,
        help_text=_("Seconds until the next round opens. Empty: when the croupier opens it."),
    )

    def make(self, said: dict[str, Any]) -> Table:
        return open_table(**said, by=self.by)
