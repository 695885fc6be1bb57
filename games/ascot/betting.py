"""Betting: the bookmaker calls the horses one by one, and each player in turn may back the one that is called, to win.
The totalisator's money is nobody's until the race is over.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from games.ascot import places, race
from games.ascot.acting import Part
from games.ascot.flow import TOTE, Flow, holding, require_turn
from games.ascot.moves import AcceptPlace, Bet, NoBet, ProposePlace, RefusePlace
from games.ascot.runners import running
from games.ascot.state import Phase, State
from games.kit.errors import RuleBroken
from games.kit.game import Between, Happening, Legal
from games.kit.payments import Reason
from games.kit.totalisator import TicketBook


@dataclass(frozen=True)
class HorseCalled(Happening):
    """`favourite` is whether it is its owner's."""

    horse: int
    owner: str
    favourite: bool

    def __str__(self) -> str:
        return f"horse {self.horse} is called{f', the favourite of {self.owner}' if self.favourite else ''}"


@dataclass(frozen=True)
class TicketSold(Happening):
    """`ticket` is which of the horse's it is, from 1."""

    seat: str
    horse: int
    ticket: int
    francs: int

    def __str__(self) -> str:
        return f"{self.seat} has ticket {self.ticket} on horse {self.horse} for {self.francs}"


HAPPENINGS: tuple[type[Happening], ...] = (HorseCalled, TicketSold, *places.HAPPENINGS)


def begin(flow: Flow) -> Flow:
    called = tuple(horse.number for horse in running(flow.state))
    opened = flow.having(phase=Phase.BETTING, called=called, tickets=TicketBook(flow.edition.bets_per_horse))
    return _called(opened)


def asked_for(state: State, number: int) -> tuple[str, ...]:
    """B4: from the bookmaker's left, for each further horse one seat further."""
    assert state.bookmaker is not None
    horses = [horse.number for horse in running(state)]
    first = 1 + horses.index(number)
    seats = state.clockwise_from(state.bookmaker)
    return tuple(seats[(first + at) % len(seats)] for at in range(len(seats)))


def _called(flow: Flow) -> Flow:
    """B-2: the next horse, if there is one."""
    if not flow.state.called:
        return flow
    horse = flow.state.horse(flow.state.called[0])
    assert horse.owner is not None
    favourite = flow.state.player(horse.owner).favourite == horse.number
    asked = flow.having(waiting=asked_for(flow.state, horse.number))
    return asked.tell(HorseCalled(horse.number, horse.owner, favourite))


def _proceed(flow: Flow) -> Flow:
    """B-3: on to the next player who can bet; after the last, or the last ticket, to the next horse, or the race."""
    state = flow.state
    if not state.called:
        return race.begin(places.lapsed(flow))
    if not state.waiting or _sold_out(state):
        return _called(flow.having(called=state.called[1:], waiting=()))
    if _most(flow, state.waiting[0]) == 0:
        return flow.having(waiting=state.waiting[1:])
    return flow


def _sold_out(state: State) -> bool:
    limit = state.tickets.limit
    return limit is not None and len(state.tickets.on(str(state.called[0]))) >= limit


def _most(flow: Flow, seat: str) -> int:
    """The highest bet that somebody can pay at once."""
    step = flow.edition.money.bet_step
    return flow.state.player(seat).cash // step * step


def _bet(flow: Flow, move: Bet) -> Flow:
    """B-5: paid at once."""
    seat = _asked(flow.state, move.seat)
    _check_bet(flow, seat, move.francs)
    number = flow.state.called[0]
    tickets, ticket = flow.state.tickets.sell(seat, str(number), move.francs)
    paid = flow.pay(holding(seat), TOTE, move.francs, Reason.POOLED).having(tickets=tickets)
    return _answered(paid).tell(TicketSold(seat, number, ticket.number, move.francs))


def _check_bet(flow: Flow, seat: str, francs: int) -> None:
    step, most = flow.edition.money.bet_step, _most(flow, seat)
    if type(francs) is not int or francs <= 0 or francs % step:
        raise RuleBroken("bad_bet", "A bet is a multiple of %(step)s.", step=step)
    if francs > most:
        raise RuleBroken("bet_too_high", "%(seat)s can bet up to %(most)s.", seat=seat, most=most)


def _no_bet(flow: Flow, move: NoBet) -> Flow:
    _asked(flow.state, move.seat)
    return _answered(flow)


def _asked(state: State, seat: str | None) -> str:
    require_turn(seat, state.waiting[0])
    assert seat is not None
    return seat


def _answered(flow: Flow) -> Flow:
    return flow.having(waiting=flow.state.waiting[1:])


def _deciders(state: State) -> tuple[str, ...]:
    return state.waiting[:1]


def _legal(flow: Flow, seat: str) -> Iterator[Legal]:
    if seat in _deciders(flow.state):
        step = flow.edition.money.bet_step
        yield Between(Bet, step, _most(flow, seat), step)
        yield NoBet(seat=seat)
    yield from places.legal(flow, seat)


PHASES: Mapping[Phase, Part] = {
    Phase.BETTING: Part(
        {
            Bet: _bet,
            NoBet: _no_bet,
            ProposePlace: places.propose,
            AcceptPlace: places.accept,
            RefusePlace: places.refuse,
        },
        _deciders,
        _legal,
        _proceed,
    ),
}
