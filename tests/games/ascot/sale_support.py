"""Games of Ascot up to the training: deals in which some cards lie where a test wants them, and moves by name."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.ascot import playing
from games.ascot.flow import Flow
from games.ascot.moves import Agree, Bid, Deal, Discard, Exchange, Pass, Propose
from games.ascot.options import Options
from games.ascot.pending import Lot
from games.ascot.state import Phase, State
from games.kit.entering import Entries
from games.kit.payments import net
from tests.games.ascot.flows import after
from tests.games.ascot.positions import EDITION, SEATS, position

DEALT = {2: (7, 6), 3: (5, 5), 4: (4, 4), 5: (3, 5), 6: (3, 2)}  # D3: cards each, dead hand


def entering(players: int = 4, **options: Any) -> Flow:
    """All who sit there play, and no card is dealt yet."""
    seats = SEATS[:players]
    return Flow(EDITION, State(Options(**options), seats, Entries.opened(None, 0, seats)))


def deal_of(players: int = 4, *, dead: str = "", **hands: str) -> Deal:
    """With these cards at the top of the dead hand and in these hands, the others as the pack has them. The
    auctioneer's card goes to Ada if nobody else gets it.
    """
    each, below = DEALT[players]
    placed = {seat: hands.get(seat, "").split() for seat in SEATS[:players]}
    pile = dead.split()
    named = {card for cards in (*placed.values(), pile) for card in cards}
    if "auctioneer" not in named:
        placed["Ada"] = ["auctioneer", *placed["Ada"]]
    rest = iter([card for card in EDITION.cards if card not in named | {"auctioneer"}])
    filled = [(*cards, *(next(rest) for _ in range(each - len(cards)))) for cards in placed.values()]
    return Deal(tuple(filled), (*pile, *(next(rest) for _ in range(below - len(pile)))))


def dealt(players: int = 4, *, dead: str = "", options: Mapping[str, Any] | None = None, **hands: str) -> Flow:
    return after(entering(players, **(options or {})), deal_of(players, dead=dead, **hands))


def selling(players: int = 4, *, dead: str, hands: dict[str, str] | None = None, **changes: Any) -> Flow:
    """The sale begins with this dead hand, its top card first; Ada is the auctioneer unless another is named."""
    flow = position(players, Phase.SALE, **{"auctioneer": "Ada", "dead": tuple(dead.split()), **changes})
    for seat, cards in (hands or {}).items():
        flow = flow.with_player(seat, hand=tuple(cards.split()))
    return playing.run(flow)


def exchange(flow: Flow, seat: str, card: str) -> Flow:
    return after(flow, Exchange(card, seat=seat))


def discard(flow: Flow, seat: str, *cards: str) -> Flow:
    return after(flow, Discard(cards, seat=seat))


def bid(flow: Flow, seat: str, francs: Any) -> Flow:
    return after(flow, Bid(francs, seat=seat))


def passing(flow: Flow, *seats: str) -> Flow:
    return after(flow, *(Pass(seat=seat) for seat in seats))


def propose(flow: Flow, seat: str, who: str) -> Flow:
    return after(flow, Propose(who, seat=seat))


def agree(flow: Flow, *seats: str) -> Flow:
    return after(flow, *(Agree(seat=seat) for seat in seats))


def exchanged(flow: Flow) -> Flow:
    """Everybody gives the first card of the hand."""
    while flow.state.phase is Phase.EXCHANGE:
        seat = flow.state.waiting[0]
        flow = exchange(flow, seat, hand(flow, seat)[0])
    return flow


def kept_all(flow: Flow) -> Flow:
    """Nobody discards any card."""
    while flow.state.phase is Phase.DISCARD:
        flow = discard(flow, flow.state.waiting[0])
    return flow


def unsold(flow: Flow) -> Flow:
    """Everybody passes, till nothing is left to be sold."""
    while isinstance(flow.state.task, Lot):
        flow = passing(flow, *playing.deciders(flow.state))
    return flow


def hand(flow: Flow, seat: str) -> tuple[str, ...]:
    return flow.state.player(seat).hand


def cash(flow: Flow, *seats: str) -> list[int]:
    return [flow.state.player(seat).cash for seat in seats]


def lot(flow: Flow) -> Lot:
    assert isinstance(flow.state.task, Lot)
    return flow.state.task


def gains(flow: Flow, *names: str) -> list[int]:
    return [net(flow.paid, names)[name] for name in names]


def reasons(flow: Flow) -> Sequence[str]:
    return [payment.reason.value for payment in flow.paid]
