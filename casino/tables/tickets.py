"""Paper tickets: staff stake for a guest without a phone, and hand over what the ticket is worth, once."""

from django.db import transaction
from django.utils import timezone

from casino.clubs import codes
from casino.clubs.actors import Actor
from casino.clubs.models import Player
from casino.desk.counters import Sale, bought_back, from_purse, refund_of
from casino.events import telling
from casino.tables import locks
from casino.tables.models import Round, Ticket
from casino.tables.showing import returned_by
from casino.tables.staking import place_stake, withdraw_stake
from games.kit.errors import RuleBroken
from ledger import posting

MOST_TICKETS = 2**31 - 1


@transaction.atomic
def sell_ticket(
    round_id: int, *, player: Player, market: str, selection: str, counters: int, by: Actor, in_hand: bool = False
) -> Ticket:
    """Stake for a guest and number the paper. Counters come from the guest's purse, or over the table `in_hand`."""
    locks.own_tickets(player.session_id)  # first of all, as whoever pays one does
    stake = place_stake(
        round_id, player=player, market=market, selection=selection, counters=counters, by=by, in_hand=in_hand
    )
    last = Ticket.objects.filter(session=player.session_id).order_by("-number").first()
    ticket = Ticket.objects.create(
        session_id=player.session_id,
        number=last.number + 1 if last else 1,
        round_id=round_id,
        seat_id=stake.seat_id,
        market=market,
        selection=selection,
        counters=counters,
    )
    telling.tell(player.session_id, "ticket_sold", telling.STAFF, round_=round_id, by=by, number=ticket.number)
    return ticket


def worth(ticket: Ticket) -> int:
    """What the ticket is worth now that its round is over: the stake if that was void, what it returned, or nothing."""
    round_ = Round.objects.select_related("table", "secret").get(pk=ticket.round_id)
    return returned_by(round_, ticket.market, ticket.selection, ticket.counters)


@transaction.atomic
def withdraw_ticket(*, session_id: int, number: int, by: Actor) -> Ticket:
    """Before the off: the stake goes back to the purse, and the paper is worth nothing."""
    ticket = _find(session_id, number)
    ticket.withdrawn_at = timezone.now()
    ticket.save()
    withdraw_stake(
        ticket.round_id,
        player=ticket.seat.player,
        market=ticket.market,
        selection=ticket.selection,
        counters=ticket.counters,
        by=by,
    )
    telling.tell(session_id, "ticket_withdrawn", telling.STAFF, round_=ticket.round_id, by=by, number=number)
    return ticket


@transaction.atomic
def pay_ticket(*, session_id: int, number: int, by: Actor) -> Sale:
    """Hand over what the ticket is worth, from the purse of its guest. The paper pays once."""
    ticket = _find(session_id, number)
    counters = worth(ticket)
    if counters == 0:
        raise RuleBroken("ticket_lost", "Ticket %(number)s has lost.", number=number)
    ticket.paid_at = timezone.now()
    telling.tell(
        session_id, "ticket_paid", telling.STAFF, round_=ticket.round_id, by=by, number=number, counters=counters
    )
    player, session = ticket.seat.player, ticket.session
    assert session.book_id is not None
    with from_purse(player, counters):
        ticket.entry = posting.post(
            book=session.book_id, key=f"ticket:{ticket.pk}", transfers=bought_back(player, counters)
        )
    ticket.save()
    return Sale(ticket.entry, counters, refund_of(session, counters))


def pay_paper(*, session_id: int, code: str, by: Actor) -> Sale:
    """Pay the ticket with this code, which stands on the paper and which nobody guesses."""
    typed = codes.as_typed(code) if isinstance(code, str) else ""
    number = Ticket.objects.filter(session=session_id, code=typed).values_list("number", flat=True).first()
    if number is None:
        raise RuleBroken("unknown_ticket_code", "No ticket of this session has this code.")
    return pay_ticket(session_id=session_id, number=number, by=by)


def _find(session_id: int, number: int) -> Ticket:
    """The ticket that has not been paid, and nobody else pays it meanwhile."""
    locks.own_tickets(session_id)
    if type(number) is not int or not 0 < number <= MOST_TICKETS:
        raise RuleBroken("unknown_ticket", "There is no ticket %(number)s.", number=number)
    ticket = (
        Ticket.objects.select_related("seat__player__session", "session")
        .filter(session=session_id, number=number)
        .first()
    )
    if ticket is None:
        raise RuleBroken("unknown_ticket", "There is no ticket %(number)s.", number=number)
    if ticket.paid_at is not None:
        raise RuleBroken("ticket_paid", "Ticket %(number)s has been paid.", number=number)
    if ticket.withdrawn_at is not None:
        raise RuleBroken("ticket_withdrawn", "Ticket %(number)s was withdrawn.", number=number)
    return ticket
