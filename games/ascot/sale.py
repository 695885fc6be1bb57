"""The auctioneer sells the dead hand card by card. Then everybody pays for the cards that were kept."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.ascot import bidding, debts, training
from games.ascot.acting import Part
from games.ascot.assets import hand_over
from games.ascot.edition import Business
from games.ascot.flow import BANK, Flow
from games.ascot.moves import Card
from games.ascot.pending import Lot
from games.ascot.state import Phase, Player, Standing
from games.kit.game import Happening
from games.kit.payments import Reason


@dataclass(frozen=True)
class OfficeUnsold(Happening):
    """A4: the auctioneer's card was in the dead hand. It is taken out of it, for nobody sells his own office."""

    def __str__(self) -> str:
        return "the auctioneer's card is not for sale"


@dataclass(frozen=True)
class CardsPaid(Happening):
    """K3: from now on everybody sees them."""

    seat: str
    cards: tuple[Card, ...]
    francs: int

    def __str__(self) -> str:
        return f"{self.seat} pays {self.francs} for {', '.join(self.cards)}"


HAPPENINGS: tuple[type[Happening], ...] = (OfficeUnsold, CardsPaid)


def begin(flow: Flow) -> Flow:
    card = Business.AUCTIONEER.value
    flow = flow.having(phase=Phase.SALE)
    if card not in flow.state.dead:
        return flow
    return flow.having(dead=tuple(each for each in flow.state.dead if each != card)).tell(OfficeUnsold())


def _proceed(flow: Flow) -> Flow:
    """V-1: the top card is the next lot. When all are gone, those who have kept cards pay one after another: somebody
    who cannot, because nothing had to be set aside, sells first.
    """
    if flow.state.dead:
        top, *rest = flow.state.dead
        return bidding.cry(flow.having(dead=tuple(rest)), top, None, flow.state.names)
    for player in flow.state.players:
        if player.hand:
            return _pay_kept(flow, player)
    return training.begin(_all_alike(flow))


def _pay_kept(flow: Flow, player: Player) -> Flow:
    """K-1, K-3: the face value to the bank, and the cards are the player's."""
    francs = bidding.kept(flow, player.seat)
    flow = flow.with_player(player.seat, hand=()).tell(CardsPaid(player.seat, player.hand, francs))
    for card in player.hand:
        flow = hand_over(flow, card, player.seat)
    return debts.owe(flow, player.seat, BANK, francs, Reason.CARD_PRICE)


def _all_alike(flow: Flow) -> Flow:
    """K-3: once all is paid, what was kept and what was bought are owned in the same way."""
    for player in flow.state.players:
        if player.bought:
            flow = flow.with_player(player.seat, bought=())
    return flow


def _sold(flow: Flow, lot: Lot) -> Flow:
    buyer = lot.outcry.bidder
    assert buyer is not None
    return flow.with_player(buyer, bought=(*flow.state.player(buyer).bought, lot.asset))


def _unsold(flow: Flow, lot: Lot) -> Flow:
    """V-7: a horse leaves the game with its card; a business has no holder."""
    return flow.with_horse(int(lot.asset), standing=Standing.UNSOLD) if lot.asset.isdecimal() else flow


OUTCOME = bidding.Outcome(Reason.HAMMER_PRICE, _sold, _unsold)
PHASES: Mapping[Phase, Part] = {Phase.SALE: Part({}, proceed=_proceed)}
