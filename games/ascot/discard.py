"""Cards that players do not want to pay for go into the dead hand, to be sold with it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from games.ascot import sale
from games.ascot.acting import Part
from games.ascot.edition import STABLES
from games.ascot.flow import Flow, require_turn
from games.ascot.moves import Card, Discard
from games.ascot.state import Phase, State
from games.kit.auction import from_left_of
from games.kit.errors import RuleBroken
from games.kit.game import Choice, Composed, Happening, Legal


@dataclass(frozen=True)
class Discarded(Happening):
    """How many, and not which."""

    seat: str
    cards: int

    def __str__(self) -> str:
        return f"{self.seat} discards {self.cards}"


HAPPENINGS: tuple[type[Happening], ...] = (Discarded,)


def begin(flow: Flow) -> Flow:
    return flow.having(phase=Phase.DISCARD, waiting=with_cards(flow.state))


def with_cards(state: State) -> tuple[str, ...]:
    """Who has a hand to act on, clockwise from the dealer's left."""
    assert state.dealer is not None
    return tuple(seat for seat in from_left_of(state.dealer, state.names) if state.player(seat).hand)


def without(hand: tuple[Card, ...], given: tuple[Card, ...]) -> tuple[Card, ...]:
    """A hand after these cards were given away, each of which has to be in it. The auctioneer's card never is: it
    lies open (A2).
    """
    for card in given:
        if card not in hand:
            raise RuleBroken("not_in_hand", "%(card)s is not in the hand.", card=card)
    if len(set(given)) < len(given):
        raise RuleBroken("duplicate_card", "A card is given away only once.")
    return tuple(card for card in hand if card not in given)


def _both_stables(hand: tuple[Card, ...]) -> bool:
    return all(stable in hand for stable in STABLES)


def _discard(flow: Flow, move: Discard) -> Flow:
    """X-3: they go under the dead hand as they are named, and nothing is taken for them."""
    seat, state = flow.state.waiting[0], flow.state
    require_turn(move.seat, seat)
    hand = without(state.player(seat).hand, move.cards)
    if _both_stables(hand):
        raise RuleBroken("both_stables", "Nobody may have both stables: one of them has to be discarded.")
    after = flow.with_player(seat, hand=hand).having(dead=(*state.dead, *move.cards), waiting=state.waiting[1:])
    return after.tell(Discarded(seat, len(move.cards)))


def _deciders(state: State) -> tuple[str, ...]:
    return state.waiting[:1]


def _legal(flow: Flow, seat: str) -> Iterator[Legal]:
    if seat not in _deciders(flow.state):
        return
    hand = flow.state.player(seat).hand
    if not _both_stables(hand):
        yield Discard((), seat=seat)
    yield Composed(Discard, choices=(Choice("cards", hand),))


def _proceed(flow: Flow) -> Flow:
    return flow if flow.state.waiting else sale.begin(flow)


PHASES: Mapping[Phase, Part] = {Phase.DISCARD: Part({Discard: _discard}, _deciders, _legal, _proceed)}
