"""Paper tickets for guests without a phone: sold in a round, paid or withdrawn by their number."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.acts import MOST_COUNTERS, Act, Done
from casino.clubs.actors import Actor
from casino.clubs.models import Player, Session
from casino.clubs.parts import RUNS_TABLES
from casino.desk.acts import handed_over
from casino.tables.models import Round, Ticket
from casino.tables.showing import public_view
from casino.tables.tickets import pay_ticket, sell_ticket, withdraw_ticket


class TicketAct(Act):
    parts = RUNS_TABLES


class SellTicket(TicketAct):
    name, label = "ticket", _("Sell a ticket")
    player = forms.ModelChoiceField(Player.objects.none(), label=_("player"))
    space = forms.ChoiceField(label=_("space"))
    counters = forms.IntegerField(label=_("counters"), min_value=1, max_value=MOST_COUNTERS)
    in_hand = forms.BooleanField(label=_("paid over the table, not from the purse"), required=False)

    @classmethod
    def fits(cls, item: Round) -> bool:
        return item.phase == Round.Phase.OPEN

    def prepare(self) -> None:
        guests = Player.objects.filter(seats__in=self.item.seat_ids)
        self.fields["player"].queryset = guests  # type: ignore[attr-defined]
        self.fields["space"].choices = spaces(public_view(self.item)["markets"])  # type: ignore[attr-defined]

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
        facts = {"number": ticket.number, "counters": ticket.counters, "space": f"{market} {selection}"}
        facts["code"] = ticket.code
        return Done(
            gettext("Write on the paper: ticket %(number)s, %(counters)s on %(space)s, code %(code)s.") % facts,
            show=ticket,
        )


def spaces(markets: list[Any]) -> list[tuple[str, str]]:
    """Every space of every market, to choose from."""
    return [
        (f"{market['name']}:{space['selection']}", f"{market['name']} {space['selection']}, {space['odds']}")
        for market in markets
        for space in market["spaces"]
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
