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
from casino.clubs.sessions import close_session, open_session, require_open
from casino.tables.planning import NotPut, put_tables_into_the_room, waiting_plans
from casino.tables.seating import remove_player
from casino.wording import words


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


class AddPlayer(AddForm):
    recovery: str

    def make(self, said: dict[str, Any]) -> Player:
        joined = join(code=said["session"].code, nickname=said["nickname"], automatic=said["automatic"], by=self.by)
        self.recovery = joined.recovery
        return joined.player
