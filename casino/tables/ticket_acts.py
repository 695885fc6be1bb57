"""Paper tickets for guests without a phone: sold in a round, paid or withdrawn by their number."""

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.acts import MOST_COUNTERS, Act, Done
from casino.clubs.actors import Actor
from casino.clubs.models import Player, Session
from casino.clubs.parts import RUNS_TABLES
from casino.desk.acts import handed_over
from casino.tables.guest_field import GuestAct
from casino.tables.models import Round, Ticket
from casino.tables.naming import pays_in_words, space_name
from casino.tables.playing import game_of, value_of
from casino.tables.tickets import pay_ticket, sell_ticket, withdraw_ticket


class TicketAct(Act):
    parts = RUNS_TABLES


class SellTicket(GuestAct, TicketAct):
    name, label = "ticket", _("Sell a ticket")
    space = forms.ChoiceField(label=_("space"))
    counters = forms.IntegerField(label=_("counters"), min_value=1, max_value=MOST_COUNTERS)
    in_hand = forms.BooleanField(label=_("paid over the table, not from the purse"), required=False)

    @classmethod
    def fits(cls, item: Round) -> bool:
        """While stakes are taken; in some games none ever are."""
        if item.phase != Round.Phase.OPEN:
            return False
        value = value_of(item)
        return bool(value.offers) and value.game.takes_stakes(value.state)

    def prepare(self) -> None:
        self.choose_from(Player.objects.filter(seats__in=self.item.seat_ids))
        self.fields["player"].help_text = gettext("Who sits at the table. Seat others there first.")
        self.fields["space"].choices = spaces(self.item)  # type: ignore[attr-defined]

    def do(self, by: Actor) -> Done:
        said = self.cleaned_data
        market, _colon, selection = said["space"].partition(":")
        ticket = sell_ticket(
            self.item.pk,
            player=said["player"],
            market=market,
            selection=selection,
            counters=said["counters"],
            by=by,
            in_hand=said["in_hand"],
        )
        space = space_name(game_of(self.item), market, selection)
        facts = {"number": ticket.number, "counters": ticket.counters, "space": space, "code": ticket.code}
        told = gettext("Write on the paper: ticket %(number)s, %(counters)s on %(space)s, code %(code)s.") % facts
        return Done(told, show=ticket)


def spaces(round_: Round) -> list[tuple[str, str]]:
    """Every space of every market, to choose from."""
    value = value_of(round_)
    return [
        (
            f"{offer.name}:{selection}",
            f"{space_name(value.game, offer.name, selection)}, {pays_in_words(offer, selection)}",
        )
        for offer in value.offers
        for selection in offer.selections
    ]


class PayTicket(TicketAct):
    name, label = "pay", _("Pay the ticket")

    @classmethod
    def fits(cls, item: Ticket) -> bool:
        owed = item.paid_at is None and item.withdrawn_at is None and not item.round.live
        return owed and item.session.state == Session.State.OPEN

    def do(self, by: Actor) -> Done:
        paid = pay_ticket(session_id=self.item.session_id, number=self.item.number, by=by)
        return Done(handed_over(self.item.session, paid))


class WithdrawTicket(TicketAct):
    name, label = "withdraw", _("Withdraw the ticket")

    @classmethod
    def fits(cls, item: Ticket) -> bool:
        return item.withdrawn_at is None and item.round.phase == Round.Phase.OPEN

    def do(self, by: Actor) -> Done:
        withdraw_ticket(session_id=self.item.session_id, number=self.item.number, by=by)
        return self.done()
