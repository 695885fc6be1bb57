"""One card of each hand is exchanged for the top card of the dead hand; nobody sees what goes or comes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from games.ascot import appointing, discard
from games.ascot.acting import Part
from games.ascot.edition import Business
from games.ascot.flow import Flow, require_turn
from games.ascot.moves import Card, Exchange
from games.ascot.state import Phase, State
from games.kit.game import Happening, Legal


@dataclass(frozen=True)
class Exchanged(Happening):
    seat: str

    def __str__(self) -> str:
        return f"{self.seat} exchanges a card"


@dataclass(frozen=True)
class CardTaken(Happening):
    """From the top of the dead hand: only for whoever took it."""

    card: Card

    def __str__(self) -> str:
        return f"{self.card} from the dead hand"


HAPPENINGS: tuple[type[Happening], ...] = (Exchanged, CardTaken)


def begin(flow: Flow) -> Flow:
    """X-1: from the dealer's left. Who was dealt nothing but the auctioneer's card has no card to give."""
    return flow.having(phase=Phase.EXCHANGE, waiting=discard.with_cards(flow.state))


def _exchange(flow: Flow, move: Exchange) -> Flow:
    """X-1: first the card goes under the dead hand, then its top card is taken."""
    seat, state = flow.state.waiting[0], flow.state
    require_turn(move.seat, seat)
    hand = discard.without(state.player(seat).hand, (move.card,))
    top, *dead = (*state.dead, move.card)
    flow = flow.with_player(seat, hand=(*hand, top)).having(dead=tuple(dead), waiting=state.waiting[1:])
    flow = flow.tell(Exchanged(seat), CardTaken(top, only_for=seat))
    return appointing.show_auctioneer(flow, seat) if top == Business.AUCTIONEER else flow


def _deciders(state: State) -> tuple[str, ...]:
    return state.waiting[:1]


def _legal(flow: Flow, seat: str) -> Iterator[Legal]:
    if seat in _deciders(flow.state):
        yield from (Exchange(card, seat=seat) for card in flow.state.player(seat).hand)


def _proceed(flow: Flow) -> Flow:
    return flow if flow.state.waiting else discard.begin(flow)


PHASES: Mapping[Phase, Part] = {
    # with nobody to show the card, somebody is appointed before the exchange.
    Phase.AUCTIONEER: appointing.part(Business.AUCTIONEER, begin),
    Phase.EXCHANGE: Part({Exchange: _exchange}, _deciders, _legal, _proceed),
}
