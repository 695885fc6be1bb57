"""What is typed at the desk: money with its decimals, pieces by their worth, counters by number or by colour."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from casino.admin import TextInput
from casino.desk.counters import MOST
from casino.desk.counting import MOST_PIECES
from casino.desk.money import CURRENCIES
from games.kit.counters import COLOURS
from games.kit.errors import RuleBroken


class TypedMoney(forms.DecimalField):
    """Money as people write it, with a point or a comma."""

    def __init__(self, **kwargs: Any) -> None:
        widget = TextInput(attrs={"inputmode": "decimal"})
        super().__init__(min_value=0, localize=True, widget=widget, **kwargs)


class MoneyField(TypedMoney):
    """A sum in a currency, typed as 12.50 and meant in the smallest coin."""

    def __init__(self, *, currency: str, **kwargs: Any) -> None:
        self.places = CURRENCIES[currency].places
        most = Decimal(MOST).scaleb(-self.places)
        super().__init__(max_value=most, decimal_places=self.places, **kwargs)

    def clean(self, value: Any) -> Any:
        amount = super().clean(value)
        return None if amount is None else int(amount.scaleb(self.places))


class PieceField(forms.IntegerField):
    """How many there are of one coin, note or counter."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=0, max_value=MOST_PIECES, required=False, **kwargs)


def piece_fields(currency: str) -> dict[str, forms.Field]:
    """A field for every coin and note; one for the sum where their list is not known."""
    known = CURRENCIES[currency]
    if not known.pieces:
        return {"total": MoneyField(currency=currency, label=_("counted"))}
    return {f"piece_{worth}": PieceField(label=_written(worth, known.places, currency)) for worth in known.pieces}


def pieces_typed(said: Mapping[str, Any]) -> dict[int, int]:
    typed = {name: number for name, number in said.items() if name.startswith("piece_") and number}
    return {int(name.removeprefix("piece_")): number for name, number in typed.items()}


def _written(worth: int, places: int, currency: str) -> str:
    amount = Decimal(worth).scaleb(-places)
    whole = amount == amount.to_integral_value()
    return f"{number_format(amount, decimal_pos=0 if whole else places)} {currency}"


class ByColour(forms.Form):
    """Counters as a number, or as they lie on the desk: so many white, red and blue ones."""

    counters = forms.IntegerField(label=_("counters"), min_value=1, max_value=MOST, required=False)
    white = PieceField(label=_("white, 1 each"))
    red = PieceField(label=_("red, 5 each"))
    blue = PieceField(label=_("blue, 10 each"))

    def typed(self) -> int | None:
        """How many in all, if any were said. Number and colours may both be, if they agree."""
        said = self.cleaned_data
        pieces = {worth: said[colour] for colour, worth in COLOURS.items() if said.get(colour)}
        sum_ = sum(worth * number for worth, number in pieces.items())
        if pieces and said.get("counters") not in {None, sum_}:
            raise RuleBroken(
                "count_differs_from_sum",
                "The pieces come to %(sum)s, and not to %(said)s.",
                sum=sum_,
                said=said["counters"],
            )
        return sum_ if pieces else said.get("counters")

    def required_counters(self) -> int:
        typed = self.typed()
        if typed is None:
            raise RuleBroken("bad_counters", "Counters come in whole numbers, 1 or more.")
        return typed
