"""What staff do with a session and with a player at the desk."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino import demo
from casino.acts import MOST_COUNTERS, Act, AddForm, Done
from casino.clubs.actors import Actor
from casino.clubs.joining import join
from casino.clubs.models import Player, Session
from casino.clubs.sessions import close_session, make_session, open_session
from casino.desk.counters import buy_in, cash_out
from ledger import balances


class OpenSession(Act):
    name, label = "open", _("Open the session")

    @classmethod
    def fits(cls, item: Session) -> bool:
        return item.state == Session.State.DRAFT

    def do(self, by: Actor) -> Done:
        open_session(self.item.pk, by=by)
        return self.done()


class CloseSession(Act):
    name, label, is_grave = "close", _("Close the session"), True

    @classmethod
    def fits(cls, item: Session) -> bool:
        return item.state == Session.State.OPEN

    def do(self, by: Actor) -> Done:
        close_session(self.item.pk, by=by)
        return self.done()


class ClearDemo(Act):
    name, label, is_grave, is_long = "clear", _("Clear the demo"), True, True

    @classmethod
    def fits(cls, item: Session) -> bool:
        return item.demo and item.cleared_at is None

    def do(self, by: Actor) -> Done:  # noqa: ARG002 - the demo is the house's own
        demo.clear(self.item)
        return self.done(show=self.item.club)


class DeskAct(Act):
    @classmethod
    def fits(cls, item: Player) -> bool:
        return item.session.state == Session.State.OPEN

    def held(self) -> Done:
        facts = {"player": self.item.nickname, "counters": balances.balance(self.item.purse_id)}
        return Done(gettext("%(player)s has %(counters)s in the purse now.") % facts)


class BuyIn(DeskAct):
    name, label = "buy-in", _("Buy in")
    counters = forms.IntegerField(label=_("counters"), min_value=1, max_value=MOST_COUNTERS)

    def do(self, by: Actor) -> Done:
        buy_in(player=self.item, counters=self.cleaned_data["counters"], by=by)
        return self.held()


class CashOut(DeskAct):
    name, label = "cash-out", _("Cash out")
    counters = forms.IntegerField(
        label=_("counters"),
        min_value=1,
        max_value=MOST_COUNTERS,
        required=False,
        help_text=_("Empty: all that are in the purse."),
    )

    def do(self, by: Actor) -> Done:
        entry = cash_out(player=self.item, counters=self.cleaned_data["counters"], by=by)
        return Done(gettext("Hand over %(counters)s.") % {"counters": entry.transfers.get().amount})


class AddSession(AddForm):
    def make(self, said: dict[str, Any]) -> Session:
        return make_session(**said)


class AddPlayer(AddForm):
    recovery: str

    def make(self, said: dict[str, Any]) -> Player:
        joined = join(code=said["session"].code, nickname=said["nickname"], automatic=said["automatic"], by=self.by)
        self.recovery = joined.recovery
        return joined.player
