"""What staff do at the desk: with one guest, with the till, with prizes, and when the evening is closed."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.acts import MOST_COUNTERS, Act, Done
from casino.clubs.actors import Actor
from casino.clubs.models import NAME_LENGTH, Player, Session
from casino.desk import money as coins
from casino.desk.counters import Sale, buy_in, cash_out
from casino.desk.counting import count_till
from casino.desk.fields import ByColour, MoneyField, piece_fields, pieces_typed
from casino.desk.models import Prize
from casino.desk.prizes import announce_prize, award_prizes, drop_prize, open_prizes
from casino.desk.sweeping import claim, sweep
from casino.desk.till import hand_over_takings, put_float
from casino.tables.opening import close_table
from casino.tables.tickets import pay_paper
from casino.wording import words
from games.kit.errors import RuleBroken
from games.registry import GAMES
from ledger import balances
from ledger.errors import LedgerError

# --- With one guest, on the guest's page


class GuestDeskAct(ByColour, Act):
    @classmethod
    def fits(cls, item: Player) -> bool:
        return item.session.state == Session.State.OPEN


class BuyIn(GuestDeskAct):
    name, label = "buy-in", _("Buy in")

    def do(self, by: Actor) -> Done:
        return Done(sold_to(self.item, buy_in(player=self.item, counters=self.required_counters(), by=by)))


class CashOut(GuestDeskAct):
    name, label = "cash-out", _("Cash out")

    def prepare(self) -> None:
        self.fields["counters"].help_text = gettext("Empty: all that are in the purse.")

    def do(self, by: Actor) -> Done:
        return Done(handed_over(self.item.session, cash_out(player=self.item, counters=self.typed(), by=by)))


class Claim(Act):
    name, label = "claim", _("Give back what was swept up")

    @classmethod
    def fits(cls, item: Player) -> bool:
        return item.session.state == Session.State.OPEN and item.session.tables.filter(closed_at=None).count() == 0

    def do(self, by: Actor) -> Done:
        claim(self.item, by=by)
        return Done(_purse(self.item))


def sold_to(player: Player, sale: Sale) -> str:
    if not sale.money:
        return _purse(player)
    paid = gettext("Take %(money)s.") % {"money": coins.shown(player.session.currency, sale.money)}
    return f"{paid} {_purse(player)}"


def handed_over(session: Session, sale: Sale) -> str:
    facts: dict[str, Any] = {"counters": sale.counters}
    if not sale.money:
        return gettext("Hand over %(counters)s.") % facts
    facts["money"] = coins.shown(session.currency, sale.money)
    return gettext("Hand over %(money)s for %(counters)s counters.") % facts


def _purse(player: Player) -> str:
    facts = {"player": player.nickname, "counters": balances.balance(player.purse_id)}
    return gettext("%(player)s has %(counters)s in the purse now.") % facts


# --- On the pages of a session


class DeskAct(Act):
    @classmethod
    def fits(cls, item: Session) -> bool:
        return item.state == Session.State.OPEN


class GuestChoice(forms.ModelChoiceField):  # type: ignore[type-arg]
    def __init__(self) -> None:
        super().__init__(Player.objects.none(), label=_("player"))


class ForAGuest(ByColour, DeskAct):
    player = GuestChoice()
    field_order = ("player",)

    def prepare(self) -> None:
        guests = self.item.players.filter(automatic=False).select_related("session").order_by("folded")
        self.fields["player"].queryset = guests  # type: ignore[attr-defined]


class SellCounters(ForAGuest):
    name, label = "sell", _("Sell counters")

    def do(self, by: Actor) -> Done:
        player = self.cleaned_data["player"]
        return Done(sold_to(player, buy_in(player=player, counters=self.required_counters(), by=by)))


class BuyBack(ForAGuest):
    name, label = "buy-back", _("Buy counters back")

    def prepare(self) -> None:
        super().prepare()
        self.fields["counters"].help_text = gettext("Empty: all that are in the purse.")

    def do(self, by: Actor) -> Done:
        player = self.cleaned_data["player"]
        return Done(handed_over(self.item, cash_out(player=player, counters=self.typed(), by=by)))


class PayPaper(DeskAct):
    name, label = "pay-paper", _("Pay a ticket")
    code = forms.CharField(label=_("code"), max_length=40, help_text=_("The eight letters on the paper."))

    def do(self, by: Actor) -> Done:
        return Done(handed_over(self.item, pay_paper(session_id=self.item.pk, code=self.cleaned_data["code"], by=by)))


class TillAct(DeskAct):
    @classmethod
    def fits(cls, item: Session) -> bool:
        return bool(item.currency) and super().fits(item)


class PutFloat(TillAct):
    name, label = "float", _("Put change into the till")

    def prepare(self) -> None:
        if self.item.currency:
            self.fields["money"] = MoneyField(currency=self.item.currency, label=_("money"))

    def do(self, by: Actor) -> Done:
        put_float(self.item.pk, money=self.cleaned_data["money"], by=by)
        return self.done()


class CountTill(TillAct):
    name, label = "count", _("Count the till")
    reason = forms.CharField(
        label=_("reason"), max_length=500, required=False, help_text=_("If it is not what the book says: why?")
    )

    def prepare(self) -> None:
        if self.item.currency:
            self.fields = {**piece_fields(self.item.currency), **self.fields}

    def do(self, by: Actor) -> Done:
        said = self.cleaned_data
        count = count_till(
            self.item.pk, pieces=pieces_typed(said), total=said.get("total"), reason=said["reason"], by=by
        )
        facts = {"money": coins.shown(self.item.currency, count.counted)}
        if not count.difference:
            return Done(gettext("%(money)s, as the book says.") % facts)
        facts["difference"] = coins.shown(self.item.currency, count.difference)
        return Done(gettext("%(money)s counted; %(difference)s booked to over-short.") % facts)


class HandOver(TillAct):
    name, label = "hand-over", _("Hand over the takings")

    def do(self, by: Actor) -> Done:
        hand_over_takings(self.item.pk, by=by)
        return self.done()


class AnnouncePrize(DeskAct):
    name, label = "prize", _("Announce a prize")
    place = forms.ChoiceField(label=_("place"), choices=Prize.Place.choices)
    measure = forms.ChoiceField(label=_("for"), choices=Prize.Measure.choices)
    game = forms.ChoiceField(
        label=_("game"),
        required=False,
        choices=lambda: [("", "–"), *((slug, game.title) for slug, game in GAMES.items())],
        help_text=_("Only for the best in one game."),
    )
    what = forms.CharField(
        label=_("what"), max_length=NAME_LENGTH, required=False, help_text=_("If it is a thing: a bottle, a ham.")
    )
    counters = forms.IntegerField(label=_("counters"), min_value=0, max_value=MOST_COUNTERS, required=False)

    def prepare(self) -> None:
        if self.item.currency:
            self.fields["money"] = MoneyField(currency=self.item.currency, label=_("money"), required=False)
            self.fields["from_till"] = forms.BooleanField(
                label=_("money is taken out of the till; else the club gives it"), required=False
            )

    def do(self, by: Actor) -> Done:
        said = self.cleaned_data
        announce_prize(
            self.item.pk,
            place=Prize.Place(said["place"]),
            measure=Prize.Measure(said["measure"]),
            game=said["game"],
            what=said["what"],
            counters=said["counters"] or 0,
            money=said.get("money") or 0,
            from_till=said.get("from_till", False),
            by=by,
        )
        return self.done()


class DropPrize(DeskAct):
    name, label, is_grave = "drop-prize", _("Take a prize back"), True
    prize = forms.ModelChoiceField(Prize.objects.none(), label=_("prize"))

    @classmethod
    def fits(cls, item: Session) -> bool:
        return super().fits(item) and bool(open_prizes(item))

    def prepare(self) -> None:
        self.fields["prize"].queryset = self.item.prizes.filter(awarded_at=None, dropped_at=None)  # type: ignore[attr-defined]

    def do(self, by: Actor) -> Done:
        drop_prize(self.cleaned_data["prize"].pk, by=by)
        return self.done()


class AwardPrizes(DeskAct):
    name, label = "award", _("Award the prizes")

    @classmethod
    def fits(cls, item: Session) -> bool:
        return super().fits(item) and bool(open_prizes(item))

    def do(self, by: Actor) -> Done:
        awards = award_prizes(self.item.pk, by=by)
        names = ", ".join(f"{award.prize.get_place_display()}: {award.player.nickname}" for award in awards)
        return Done(gettext("Awarded: %(awards)s.") % {"awards": names})


class CloseTables(DeskAct):
    name, label, is_grave, is_long = "close-tables", _("Close all tables"), True, True

    @classmethod
    def fits(cls, item: Session) -> bool:
        return super().fits(item) and item.tables.filter(closed_at=None).exists()

    def do(self, by: Actor) -> Done:
        """Each by itself; one where a round is being played stays, and says so."""
        left = []
        for table in self.item.tables.filter(closed_at=None).order_by("pk"):
            try:
                close_table(table.pk, by=by)
            except (RuleBroken, LedgerError) as refused:
                left.append(words(refused))
        return Done(" ".join(left)) if left else self.done()


class Sweep(DeskAct):
    name, label, is_grave = "sweep", _("Sweep up what is left"), True

    def do(self, by: Actor) -> Done:
        swept = sweep(self.item.pk, by=by)
        facts = {"purses": swept.purses, "counters": swept.counters}
        return Done(gettext("%(counters)s counters from %(purses)s purses were swept up.") % facts)
