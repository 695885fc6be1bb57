"""What staff do with a session and with a player at the desk."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino import demo
from casino.acts import MOST_COUNTERS, Act, AddForm, Done, words
from casino.clubs.actors import Actor
from casino.clubs.joining import join, reissue, rename
from casino.clubs.models import NAME_LENGTH, NICKNAME_LENGTH, DeviceToken, Player, Session
from casino.clubs.pairing import PAIRED, offer_pairing
from casino.clubs.sessions import close_session, open_session, require_open
from casino.desk.counters import buy_in, cash_out
from casino.tables.planning import NotPut, put_tables_into_the_room, waiting_plans
from casino.tables.seating import remove_player
from ledger import balances


class OpenSession(Act):
    """Its tables follow, each in a database transaction of its own."""

    name, label, is_long = "open", _("Open the session"), True

    @classmethod
    def fits(cls, item: Session) -> bool:
        return item.state == Session.State.DRAFT

    def do(self, by: Actor) -> Done:
        session = open_session(self.item.pk, by=by)
        return _told(self.done(), put_tables_into_the_room(session, by=by))


class PutTables(Act):
    name, label, is_long = "put-tables", _("Put the planned tables into the room"), True

    @classmethod
    def fits(cls, item: Session) -> bool:
        return item.state == Session.State.OPEN and waiting_plans(item).exists()

    def do(self, by: Actor) -> Done:
        session = Session.objects.get(pk=self.item.pk)
        require_open(session)
        return _told(self.done(), put_tables_into_the_room(session, by=by))


def _told(done: Done, refused: list[NotPut]) -> Done:
    """What was done, and what is still missing."""
    missing = gettext("Not in the room yet: %(table)s. %(why)s")
    told = [missing % {"table": each.table, "why": words(each.refused)} for each in refused]
    return Done(" ".join([done.sentence, *told]), done.show)


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


class Rename(DeskAct):
    name, label = "rename", _("Rename")
    nickname = forms.CharField(label=_("nickname"), max_length=NICKNAME_LENGTH)

    def do(self, by: Actor) -> Done:
        rename(self.item, nickname=self.cleaned_data["nickname"], by=by)
        return self.done()


class Reissue(DeskAct):
    name, label = "reissue", _("Give a new code")

    def do(self, by: Actor) -> Done:
        return Done(code_told(self.item, reissue(self.item, by=by)))


class Remove(DeskAct):
    name, label, is_grave = "remove", _("Send away"), True

    @classmethod
    def fits(cls, item: Player) -> bool:
        return item.removed_at is None and super().fits(item)

    def do(self, by: Actor) -> Done:
        remove_player(self.item, by=by)
        return self.done()


def code_told(player: Player, code: str) -> str:
    facts = {"player": player.nickname, "code": code}
    sentence = gettext("%(player)s comes back on a phone with the code %(code)s. It is shown only now: write it down.")
    return sentence % facts


class PairDevice(Act):
    name, label = "pair", _("Pair a device")
    kind = forms.ChoiceField(label=_("kind"), choices=[(kind.value, kind.label) for kind in PAIRED])
    device = forms.CharField(label=_("label"), max_length=NAME_LENGTH, required=False)

    @classmethod
    def fits(cls, item: Session) -> bool:
        return item.state == Session.State.OPEN

    def do(self, by: Actor) -> Done:
        said = self.cleaned_data
        kind = DeviceToken.Kind(said["kind"])
        _pairing, code = offer_pairing(self.item, kind=kind, label=said["device"], by=by)
        return Done(gettext("The device shows this code within ten minutes, once: %(code)s.") % {"code": code})


class AddPlayer(AddForm):
    recovery: str

    def make(self, said: dict[str, Any]) -> Player:
        joined = join(code=said["session"].code, nickname=said["nickname"], automatic=said["automatic"], by=self.by)
        self.recovery = joined.recovery
        return joined.player
