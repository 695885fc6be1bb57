"""The forms of a session. A price is typed in money and kept in the smallest coin."""

from decimal import Decimal
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from casino.acts import REFUSALS, AddForm
from casino.admin import NumberInput, Select, TextInput
from casino.clubs.actors import clubs_of
from casino.clubs.evenings import Template, prepare_session, templates
from casino.clubs.models import Session, Staff
from casino.clubs.sessions import own, require_name
from casino.clubs.terms import CAUSE_LENGTH, MOST_CAP, MOST_TO_START, Settings, check_change
from casino.desk.fields import TypedMoney
from casino.desk.prices import as_coins, as_money
from casino.wording import words

EARLIER = 30  # sessions that are offered to be copied
MOST_MONEY = Decimal(10) ** 10


class AddSession(AddForm):
    like = forms.ChoiceField(
        label=_("start from"),
        required=False,
        widget=Select,
        help_text=_("Settings, tables and programme are copied; all of it can be changed until the session opens."),
    )
    starting_counters = forms.IntegerField(
        label=_("starting counters"),
        required=False,
        min_value=0,
        max_value=MOST_TO_START,
        widget=NumberInput,
        help_text=_("What every player is given on joining. Empty: as in the evening it starts from."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["starting_counters"].initial = None
        self.fields["like"].choices = self._choices()  # type: ignore[attr-defined]

    def _choices(self) -> list[tuple[str, Any]]:
        said = get_language() or "en"
        built_in = [
            (f"template:{name}", f"{each.title.said_in(said)}: {each.about.said_in(said)}")
            for name, each in templates().items()
        ]
        own = [
            (f"session:{session.pk}", f"{session.name} ({date_format(session.made_at, 'Y-m-d')})")
            for session in self._earlier()[:EARLIER]
        ]
        groups = [(gettext("Templates"), built_in), (gettext("As an earlier session"), own)]
        return [("", gettext("an empty draft")), *((title, found) for title, found in groups if found)]

    def _earlier(self) -> Any:
        assert self.by.id is not None, "the admin lets nobody else in"
        user = User.objects.get(pk=self.by.id)
        clubs = clubs_of(user, [Staff.Part.ORGANISER])
        return Session.objects.filter(club__in=clubs, demo=False).order_by("-pk")

    def _like(self, chosen: str) -> Template | Session | None:
        kind, _colon, name = chosen.partition(":")
        if kind == "session":
            earlier: Session = self._earlier().get(pk=int(name))
            return earlier
        return templates().get(name)

    def make(self, said: dict[str, Any]) -> Session:
        like = self._like(said.pop("like"))
        settings = {name: value for name, value in said.items() if value is not None}
        return prepare_session(like=like, by=self.by, **settings)


class SessionForm(forms.ModelForm):  # type: ignore[type-arg]
    price = TypedMoney(label=_("price"), required=False, max_value=MOST_MONEY, help_text=_("In money, such as 0.50."))
    price_for = forms.IntegerField(
        label=_("for so many counters"), required=False, widget=NumberInput, help_text=_("10 counters for 5.00, say.")
    )
    stake_cap = forms.IntegerField(
        label=_("stake cap"),
        required=False,
        min_value=1,
        max_value=MOST_CAP,
        widget=NumberInput,
        help_text=_("The most counters that a player may stake in a round. Empty: no limit."),
    )
    prize_cap = TypedMoney(
        required=False,
        max_value=MOST_MONEY,
        label=_("prize cap"),
        help_text=_("The most that a prize may be worth, in money; in counters where they are free. Empty: no limit."),
    )
    good_cause = forms.CharField(
        label=_("good cause"),
        required=False,
        max_length=CAUSE_LENGTH,
        widget=TextInput,
        help_text=_("What the evening is for; on every sheet."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.label = capfirst(field.label)
        session = self.instance
        self.initial["price"] = as_money(session.price, session.currency) if session.currency else None
        if session.prize_cap is not None and session.currency:
            self.initial["prize_cap"] = as_money(session.prize_cap, session.currency)

    def clean(self) -> dict[str, Any]:
        """What the house says of it, to the session as it is now: it may have been opened since the page was shown."""
        said: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return said
        try:
            self._in_coins(said)
            require_name(said.get("name", self.instance.name))
            now = own(self.instance.pk)
            check_change(now, Settings(**{**Settings.of(now).as_fields(), **self._settings(said)}))
        except REFUSALS as refused:
            self.add_error(None, words(refused))
        return said

    def _in_coins(self, said: dict[str, Any]) -> None:
        currency = said.get("currency", self.instance.currency)
        if "price" in said:
            said["price"] = _coins(said["price"], currency) or 0
        if "prize_cap" in said:
            said["prize_cap"] = _coins(said["prize_cap"], currency)
        if "price_for" in said:
            said["price_for"] = 1 if said["price_for"] is None else said["price_for"]

    def _settings(self, said: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in said.items() if name in Settings.__dataclass_fields__}


def _coins(money: Decimal | None, currency: str) -> int | None:
    """Without a currency as it was typed: whole counters."""
    if money is None:
        return None
    if currency:
        return as_coins(money, currency)
    return int(money) if money == money.to_integral_value() else -1  # no number of counters: it is refused
