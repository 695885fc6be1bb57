"""A guest in a form: chosen from a list or, where every table would bring its own long list, typed by nickname."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.acts import Act
from casino.clubs.models import NICKNAME_LENGTH, Player

GUESTS = "guests"  # the list of nicknames that a page with such forms offers


class GuestField(forms.ModelChoiceField):  # type: ignore[type-arg]
    typed = False

    def to_python(self, value: Any) -> Any:
        if not self.typed or value in self.empty_values:
            return super().to_python(value)
        name = str(value).strip()
        found = None if "\0" in name else self.queryset.filter(folded=name.casefold()).first()  # type: ignore[union-attr]
        if found is None:
            raise forms.ValidationError(gettext("There is no guest of this name to choose here."))
        return found


class GuestAct(Act):
    player = GuestField(Player.objects.none(), label=_("player"))
    typed = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def choose_from(self, players: Any) -> None:
        self.fields["player"].queryset = players  # type: ignore[attr-defined]
        if self.data.get("typed"):
            self.by_nickname()

    def by_nickname(self) -> None:
        """Ask for the name instead of offering all: then no guest is read from the database before one is typed."""
        self.initial["typed"] = True
        field = self.fields["player"]
        field.typed = True  # type: ignore[attr-defined]
        field.widget = forms.TextInput(
            {"list": GUESTS, "maxlength": NICKNAME_LENGTH, "autocomplete": "off", "required": True}
        )
