"""What staff do at a table and in a round."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.acts import MOST_COUNTERS, Act, Done
from casino.clubs.actors import Actor
from casino.clubs.models import Player
from casino.clubs.parts import RUNS_TABLES
from casino.desk.counting import count_bank
from casino.desk.fields import ByColour
from casino.tables.beside import has_own_bookmaker
from casino.tables.dealing import deal_by_hand, take_back
from casino.tables.following import let_rounds_follow, stop_rounds
from casino.tables.forms import SecondsField
from casino.tables.guest_field import GuestAct
from casino.tables.models import Round, Table
from casino.tables.offices import choose_holder, offer_bank, pass_office, top_up_bank
from casino.tables.opening import close_table, open_round
from casino.tables.pausing import pause_round, resume_round
from casino.tables.playing import has_result, holder_name, value_of
from casino.tables.programme import LONGEST, as_text, change_programme, lines_of, read_programme
from casino.tables.seating import sit_down, stand_up
from casino.tables.settling import settle_round
from casino.tables.starting import call_the_off
from casino.tables.taking_over import is_overdue, take_over
from casino.tables.tasks import OVERDUE
from casino.tables.typed_cards import asked_for, typed_move
from casino.tables.voiding import void_round
from casino.wording import words
from games.kit.beside import BOOKMAKER
from games.kit.errors import RuleBroken

# --- At a table


class TableAct(Act):
    @classmethod
    def fits(cls, item: Table) -> bool:
        return item.closed_at is None


class OpenRound(TableAct):
    name, label, parts = "open-round", _("Open a round"), RUNS_TABLES

    def do(self, by: Actor) -> Done:
        opened = open_round(self.item.pk, by=by)
        return self.done(show=None if self.data.get("back") else opened)  # who runs all tables stays where that is done


class SitDown(GuestAct, TableAct):
    name, label, parts = "sit-down", _("Seat a player"), RUNS_TABLES

    def prepare(self) -> None:
        sitting = self.item.seats.filter(left_at=None).values("player")
        players = Player.objects.filter(session=self.item.session_id)
        # Any guest of the session is an answer; those who sit here already are only not offered.
        self.choose_from(players if self.is_bound else players.exclude(pk__in=sitting))

    def do(self, by: Actor) -> Done:
        sit_down(self.item.pk, player=self.cleaned_data["player"], by=by)
        return self.done()


class StandUp(TableAct):
    name, label, parts = "stand-up", _("Free a seat"), RUNS_TABLES
    player = forms.ModelChoiceField(Player.objects.none(), label=_("player"))

    def prepare(self) -> None:
        sitting = self.item.seats.filter(left_at=None).values("player")
        self.fields["player"].queryset = Player.objects.filter(pk__in=sitting)  # type: ignore[attr-defined]

    def do(self, by: Actor) -> Done:
        stand_up(self.item.pk, player=self.cleaned_data["player"], by=by)
        return self.done()


class TopUpBank(TableAct):
    name, label = "top-up", _("Top up the bank")
    office_alone = ""  # where there is nothing to choose from
    office = forms.ChoiceField(label=_("office"))
    counters = forms.IntegerField(label=_("counters"), min_value=1, max_value=MOST_COUNTERS)

    @classmethod
    def fits(cls, item: Table) -> bool:
        """A player's purse is the player's to open; a bookmaker beside a player's bank is the house's."""
        return super().fits(item) and (item.holder is None or has_own_bookmaker(item))

    def prepare(self) -> None:
        banks = [("", _("the bank"))] if self.item.holder is None else []
        if has_own_bookmaker(self.item):
            banks.append((BOOKMAKER, _("the bookmaker")))
        if len(banks) == 1:
            del self.fields["office"]
            self.office_alone = banks[0][0]
        else:
            self.fields["office"].choices = banks  # type: ignore[attr-defined]
            self.fields["office"].required = False  # nothing is the bank

    def do(self, by: Actor) -> Done:
        office = self.cleaned_data.get("office", self.office_alone) or None
        top_up_bank(self.item.pk, counters=self.cleaned_data["counters"], office=office, by=by)
        return self.done()


class CountBank(ByColour, TableAct):
    name, label, parts = "count-bank", _("Count the bank"), RUNS_TABLES
    reason = forms.CharField(
        label=_("reason"), max_length=500, required=False, help_text=_("If it is not what the book says: why?")
    )

    @classmethod
    def fits(cls, item: Table) -> bool:
        return item.by_hand and item.holder is None and super().fits(item)

    def do(self, by: Actor) -> Done:
        total = self.typed() or 0
        count = count_bank(self.item.pk, pieces={}, total=total, reason=self.cleaned_data["reason"], by=by)
        facts = {"counters": count.counted, "difference": count.difference}
        if not count.difference:
            return Done(gettext("%(counters)s, as the book says.") % facts)
        return Done(gettext("%(counters)s counted; %(difference)s booked to over-short.") % facts)


class PassOffice(TableAct):
    name, label, parts = "pass-office", _("Pass the office on"), RUNS_TABLES

    @classmethod
    def fits(cls, item: Table) -> bool:
        return item.passes_round and super().fits(item)

    def do(self, by: Actor) -> Done:
        holder = holder_name(pass_office(self.item.pk, by=by).holder)
        return Done(gettext("The office is held by %(holder)s now.") % {"holder": holder})


class ChooseHolder(TableAct):
    name, label, parts = "choose-holder", _("Give the office to a player"), RUNS_TABLES
    player = forms.ModelChoiceField(Player.objects.none(), label=_("player"))

    @classmethod
    def fits(cls, item: Table) -> bool:
        return item.passes_round and item.passing == Table.Passing.CHOSEN and super().fits(item)

    def prepare(self) -> None:
        willing = self.item.seats.filter(left_at=None, offer__isnull=False).exclude(pk=self.item.holder_id)
        self.fields["player"].queryset = Player.objects.filter(pk__in=willing.values("player"))  # type: ignore[attr-defined]

    def do(self, by: Actor) -> Done:
        holder = holder_name(choose_holder(self.item.pk, player=self.cleaned_data["player"], by=by).holder)
        return Done(gettext("The office is held by %(holder)s now.") % {"holder": holder})


class OfferBank(TableAct):
    name, label, parts = "offer-bank", _("Offer to hold the office"), RUNS_TABLES
    player = forms.ModelChoiceField(Player.objects.none(), label=_("player"))
    counters = forms.IntegerField(
        label=_("counters"),
        min_value=1,
        max_value=MOST_COUNTERS,
        required=False,
        help_text=_("For the bank, from the purse, when the office comes round. Empty: does not want it."),
    )

    @classmethod
    def fits(cls, item: Table) -> bool:
        return item.passes_round and super().fits(item)

    def prepare(self) -> None:
        sitting = self.item.seats.filter(left_at=None).values("player")
        self.fields["player"].queryset = Player.objects.filter(pk__in=sitting)  # type: ignore[attr-defined]

    def do(self, by: Actor) -> Done:
        said = self.cleaned_data
        offer_bank(self.item.pk, player=said["player"], counters=said["counters"], by=by)
        return self.done()


class StopRounds(TableAct):
    name, label, parts = "stop-rounds", _("No further rounds"), RUNS_TABLES

    @classmethod
    def fits(cls, item: Table) -> bool:
        return item.rest is not None and super().fits(item)

    def do(self, by: Actor) -> Done:
        stop_rounds(self.item.pk, by=by)
        return self.done()


class LetRoundsFollow(TableAct):
    name, label, parts = "follow-rounds", _("Let rounds follow each other"), RUNS_TABLES
    rest = SecondsField(label=_("rest"), initial=30, help_text=_("Seconds from the end of a round to the next."))

    @classmethod
    def fits(cls, item: Table) -> bool:
        return item.rest is None and super().fits(item)

    def do(self, by: Actor) -> Done:
        let_rounds_follow(self.item.pk, rest=self.cleaned_data["rest"], by=by)
        return self.done()


class ChangeProgramme(TableAct):
    """Races that were run keep their names; the others are what is typed here."""

    name, label = "programme", _("Programme")
    races = forms.CharField(
        label=_("races to come"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("One race a line, in order: its name, or its name | its sponsor."),
    )

    def prepare(self) -> None:
        coming = self.item.races.filter(round=None)
        self.fields["races"].initial = as_text(lines_of(coming))

    def do(self, by: Actor) -> Done:
        change_programme(self.item.pk, lines=read_programme(self.cleaned_data["races"]), by=by)
        return self.done()


class CloseTable(TableAct):
    name, label, is_grave = "close", _("Close the table"), True

    def do(self, by: Actor) -> Done:
        close_table(self.item.pk, by=by)
        return self.done()


# --- In a round


class RoundAct(Act):
    parts = RUNS_TABLES

    @classmethod
    def fits(cls, item: Round) -> bool:
        return item.live


class CallTheOff(RoundAct):
    name, label = "off", _("Call the off")

    @classmethod
    def fits(cls, item: Round) -> bool:
        return item.phase == Round.Phase.OPEN

    def do(self, by: Actor) -> Done:
        call_the_off(self.item.pk, by=by)
        return self.done()


class Pause(RoundAct):
    name, label = "pause", _("Pause")

    @classmethod
    def fits(cls, item: Round) -> bool:
        return item.live and item.paused_at is None

    def do(self, by: Actor) -> Done:
        pause_round(self.item.pk, by=by)
        return self.done()


class Resume(RoundAct):
    name, label = "resume", _("Resume")

    @classmethod
    def fits(cls, item: Round) -> bool:
        return item.live and item.paused_at is not None

    def do(self, by: Actor) -> Done:
        resume_round(self.item.pk, by=by)
        return self.done()


class TakeOver(RoundAct):
    name, label, is_long = "take-over", _("Take over"), True

    @classmethod
    def fits(cls, item: Round) -> bool:
        """Whether it is later than a worker would be; also after its end, when the next round should have opened."""
        return is_overdue(item, OVERDUE)

    def do(self, by: Actor) -> Done:
        steps = take_over(self.item.pk, by=by)
        return Done(gettext("What was due is done. Steps: %(steps)s.") % {"steps": steps})


class ByHand(RoundAct):
    @classmethod
    def fits(cls, item: Round) -> bool:
        return item.by_hand and item.live and not has_result(item)


class Deal(ByHand):
    name, label = "deal", _("Deal")
    fell = forms.CharField(
        label=_("what fell"),
        max_length=200,
        help_text=_("Cards as QS 10H, dice as 3 5, with blanks between. The first closes staking."),
    )

    def prepare(self) -> None:
        """Where the game asks for now one thing and now another, what it is."""
        value = value_of(self.item)
        if value.game.takes_stakes(value.state) or value.game.unready(value.state):
            return
        if asked := asked_for(value.game.chance(value.state)):
            self.fields["fell"].help_text = asked

    def clean_fell(self) -> Any:
        """As a move, whatever it is that this game draws now. What is wrong with the cards, the rules say."""
        value = value_of(self.item)
        try:
            if why := value.game.unready(value.state):
                raise why
            return typed_move(value.game.chance(value.state), self.cleaned_data["fell"])
        except RuleBroken as refused:
            raise forms.ValidationError(words(refused)) from None

    def do(self, by: Actor) -> Done:
        deal_by_hand(self.item.pk, move=self.cleaned_data["fell"], by=by)
        return self.done()


class AfterTheOff(ByHand):
    @classmethod
    def fits(cls, item: Round) -> bool:
        return item.by_hand and item.phase == Round.Phase.RUNNING


class TakeBack(AfterTheOff):
    name, label = "take-back", _("Take back")

    def do(self, by: Actor) -> Done:
        take_back(self.item.pk, by=by)
        return self.done()


class Settle(AfterTheOff):
    name, label = "settle", _("Settle")

    @classmethod
    def fits(cls, item: Round) -> bool:
        return super().fits(item) and has_result(item)

    def do(self, by: Actor) -> Done:
        settle_round(self.item.pk, by=by)
        return self.done()


class Void(RoundAct):
    name, label, is_grave = "void", _("Void the round"), True
    reason = forms.CharField(label=_("reason"), max_length=500, help_text=_("Everybody will read it."))

    def do(self, by: Actor) -> Done:
        void_round(self.item.pk, reason=self.cleaned_data["reason"], by=by)
        return self.done()
