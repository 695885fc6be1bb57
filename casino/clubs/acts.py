"""What staff do with a session and with a player at the desk."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino import demo
from casino.acts import Act, AddForm, Done
from casino.clubs.actors import Actor
from casino.clubs.joining import join, reissue, rename
from casino.clubs.models import NAME_LENGTH, NICKNAME_LENGTH, DeviceToken, Player, Session
from casino.clubs.pairing import PAIRED, offer_pairing
from casino.clubs.sessions import close_session, make_session, open_session
from casino.tables.seating import remove_player


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

    def do(self, by: Actor) -> Done:
        demo.clear(self.item, by=by)
        return self.done(show=self.item.club)


class GuestAct(Act):
    @classmethod
    def fits(cls, item: Player) -> bool:
        return item.session.state == Session.State.OPEN


class Rename(GuestAct):
    name, label = "rename", _("Rename")
    nickname = forms.CharField(label=_("nickname"), max_length=NICKNAME_LENGTH)

    def do(self, by: Actor) -> Done:
        rename(self.item, nickname=self.cleaned_data["nickname"], by=by)
        return self.done()


class Reissue(GuestAct):
    name, label = "reissue", _("Give a new code")

    def do(self, by: Actor) -> Done:
        return Done(code_told(self.item, reissue(self.item, by=by)))


class Remove(GuestAct):
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


class AddSession(AddForm):
    def make(self, said: dict[str, Any]) -> Session:
        return make_session(**said, by=self.by)


class AddPlayer(AddForm):
    recovery: str

    def make(self, said: dict[str, Any]) -> Player:
        joined = join(code=said["session"].code, nickname=said["nickname"], automatic=said["automatic"], by=self.by)
        self.recovery = joined.recovery
        return joined.player
