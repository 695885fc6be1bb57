"""How the automatic player votes, exchanges, discards and bids."""

from games.ascot import appointing, bidding
from games.ascot.edition import STABLES, Colour
from games.ascot.flow import Flow
from games.ascot.moves import Agree, Bid, Card, Discard, Exchange, Pass, Propose
from games.ascot.pending import Lot, Releasing
from games.ascot.robots import worth
from games.ascot.robots.worth import PERCENT
from games.ascot.state import Phase
from games.kit.game import Move

KEPT = 60  # percent of the cash that kept cards may cost
AT_AUCTION = 80  # percent of what a card is worth
FORCED = 60
SHORT = 115  # percent of that, for a horse, while one has fewer than the target
SET_ASIDE = 40_000
JUMPS = 10  # a bid is raised by so manieth parts of what the card is worth


def choose(flow: Flow, seat: str) -> Move | None:
    """A legal move for a seat that the game waits for before the training, or in any sale."""
    state = flow.state
    if isinstance(state.task, Lot):
        return _bid(flow, seat, state.task) if state.task.outcry.to_speak == seat else None
    if state.task is not None:
        return None
    if state.phase in {Phase.AUCTIONEER, Phase.BOOKMAKER}:
        return _vote(flow, seat) if seat in appointing.deciders(state) else None
    if state.phase in {Phase.EXCHANGE, Phase.DISCARD} and state.waiting[:1] == (seat,):
        return _exchange(flow, seat) if state.phase is Phase.EXCHANGE else _discard(flow, seat)
    return None


def _vote(flow: Flow, seat: str) -> Move:
    """For the banker, unless somebody is proposed."""
    if flow.state.proposed is not None:
        return Agree(seat=seat)
    assert flow.state.banker is not None
    return Propose(flow.state.banker, seat=seat)


def _exchange(flow: Flow, seat: str) -> Move:
    return Exchange(_least(flow, seat, flow.state.player(seat).hand), seat=seat)


def _least(flow: Flow, seat: str, hand: tuple[Card, ...]) -> Card:
    """The card that is worth least, and of two stables the last."""
    if all(stable in hand for stable in STABLES):
        return STABLES[-1].value
    return min(hand, key=lambda card: (worth.worth(flow, seat, card), hand.index(card)))


def _discard(flow: Flow, seat: str) -> Move:
    """Blue horses that are too many, one of two stables, then what is worth least until the rest can be afforded: at
    least one horse and one business are kept.
    """
    player = flow.state.player(seat)
    hand = _without_blue(flow, player.hand)
    if all(stable in hand for stable in STABLES):
        hand = _without(hand, STABLES[-1].value)
    while _price(flow, hand) * PERCENT > player.cash * KEPT and (spare := _spare(hand)):
        hand = _without(hand, _least(flow, seat, spare))
    return Discard(tuple(card for card in player.hand if card not in hand), seat=seat)


def _without_blue(flow: Flow, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    horses = [card for card in hand if card.isdecimal()]
    surplus = len(horses) - (worth.target(flow) + 1)
    blue = [card for card in horses if flow.edition.colour(int(card)) is Colour.BLUE]
    for card in blue[: max(0, surplus)]:
        hand = _without(hand, card)
    return hand


def _without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return tuple(each for each in hand if each != card)


def _spare(hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """Cards of which another of their kind stays."""
    horses = tuple(card for card in hand if card.isdecimal())
    businesses = tuple(card for card in hand if not card.isdecimal())
    return (*(horses if len(horses) > 1 else ()), *(businesses if len(businesses) > 1 else ()))


def _price(flow: Flow, hand: tuple[Card, ...]) -> int:
    return sum(flow.edition.prices[card] for card in hand)


def _bid(flow: Flow, seat: str, lot: Lot) -> Move:
    """Step by step up to a limit; the least that is taken, if nobody else can speak any more."""
    outcry = lot.outcry
    limit = _limit(flow, seat, lot) // outcry.step * outcry.step
    if limit < outcry.least:
        return Pass(seat=seat)
    if len(outcry.speakers) == 1:
        return Bid(outcry.least, seat=seat)
    jump = worth.worth(flow, seat, lot.asset) // JUMPS // outcry.step * outcry.step
    return Bid(min(limit, max(outcry.least, outcry.bid + jump)), seat=seat)


def _limit(flow: Flow, seat: str, lot: Lot) -> int:
    """What it may cost, and what has to be left of the cash: in the sale for kept cards, the race and the training; in
    the paddock for the race.
    """
    value, cash = worth.worth(flow, seat, lot.asset), flow.state.player(seat).cash
    fees = flow.edition.money.entry_fee * worth.target(flow)
    short = SHORT if lot.asset.isdecimal() and worth.horses(flow, seat) < worth.target(flow) else PERCENT
    possible = bidding.most(flow, seat, lot.seller)
    if lot.seller is None:
        left = cash - bidding.kept(flow, seat) - fees - SET_ASIDE
        return min(value * AT_AUCTION * short // PERCENT**2, left, possible)
    if isinstance(flow.state.pending[-2], Releasing):
        return min(value * short // PERCENT, cash - fees, possible)
    return min(value * FORCED // PERCENT, cash - fees, possible)
