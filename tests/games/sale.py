"""A game of the tests' own, with what Minoru lacks: hidden hands, dice, bids of any size, payments in mid-round.

Each seat is dealt a card that nobody else sees. A die says how often the lot goes round; seats bid for it in turn, one
counter a bid, and the highest bid is paid to the auctioneer.
"""

from dataclasses import dataclass, replace

from games.kit.cards import PACK, Card
from games.kit.catalogue import Catalogue, Words
from games.kit.dice import checked
from games.kit.errors import RuleBroken
from games.kit.game import Between, Cards, Dice, Game, Happening, Move, Result, Step
from games.kit.offices import HOUSE
from games.kit.payments import Party, Payment, Reason
from games.kit.simulation import Randomness, Simulated


@dataclass(frozen=True)
class Options:
    most: int = 20


@dataclass(frozen=True)
class Hands(Move):
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Throw(Move):
    dice: tuple[int, ...]


@dataclass(frozen=True)
class Bid(Move):
    amount: int


@dataclass(frozen=True)
class Leave(Move):
    pass


@dataclass(frozen=True)
class HandDealt(Happening):
    card: Card


@dataclass(frozen=True)
class Lot:
    seats: tuple[str, ...]
    most: int
    hands: tuple[Card, ...] = ()
    turns: int = -1
    bid: int = 0
    bidder: str | None = None

    @property
    def turn(self) -> str | None:
        return self.seats[self.turns % len(self.seats)] if self.turns > 0 else None


@dataclass(frozen=True)
class View:
    bid: int
    bidder: str | None
    turn: str | None
    hand: Card | None


class Sale(Game[Lot]):
    slug = "sale"
    title = "A sale"
    office = "auctioneer"
    options_type = Options
    state_type = Lot
    view_type = View
    move_types = (Hands, Throw, Bid, Leave)
    happening_types = (HandDealt,)
    catalogue = Catalogue(
        title=Words("A sale", "Une vente", "Una venta"),
        about=Words("The highest bid wins.", "La plus forte enchère l’emporte.", "Gana la puja más alta."),
        rules=(),
    )

    def start(self, options: Options, seats: tuple[str, ...], holder: str = HOUSE) -> Lot:  # noqa: ARG002
        return Lot(seats, options.most)

    def chance(self, state: Lot) -> Cards | Dice | None:
        if not state.hands:
            return Cards("hands", PACK, 0, len(state.seats), becomes=Hands)
        return Dice("turns", 1, becomes=Throw) if state.turns < 0 else None

    def moves(self, state: Lot, seat: str) -> tuple[Move | Between, ...]:
        if seat != state.turn:
            return ()
        room = state.bid < state.most
        return (Leave(seat=seat), *([Between(Bid, state.bid + 1, state.most)] if room else []))

    def automatic(self, state: Lot, seat: str) -> Move | None:
        return Leave(seat=seat) if seat == state.turn else None

    def play(self, state: Lot, move: Move) -> Step[Lot]:
        match move:
            case Hands(cards=cards) if not state.hands and len(cards) == len(state.seats):
                dealt = tuple(HandDealt(card, only_for=seat) for seat, card in zip(state.seats, cards, strict=True))
                return Step(replace(state, hands=cards), dealt)
            case Throw(dice=dice) if state.hands and state.turns < 0:
                return Step(replace(state, turns=checked(dice, count=1)[0]))
            case Bid(amount=amount, seat=seat) if seat and seat == state.turn and state.bid < amount <= state.most:
                step = self._turn(replace(state, bid=amount, bidder=seat))
                fee = Payment(Party("purse", seat), Party(self.office), 1, Reason.LOST)
                return replace(step, payments=(fee, *step.payments))
            case Leave(seat=seat) if seat and seat == state.turn:
                return self._turn(state)
        raise RuleBroken("not_now", "This cannot be done now.")

    def _turn(self, state: Lot) -> Step[Lot]:
        after = replace(state, turns=state.turns - 1)
        if after.turns or not after.bidder:
            return Step(after)
        paid = Payment(Party("purse", after.bidder), Party(self.office), after.bid, Reason.LOST)
        return Step(after, payments=(paid,))

    def result(self, state: Lot) -> Result | None:
        return Result("over", ((state.bidder,),) if state.bidder else ()) if state.turns == 0 else None

    def view(self, state: Lot, seat: str | None) -> View:
        hand = state.hands[state.seats.index(seat)] if seat and state.hands else None
        return View(state.bid, state.bidder, state.turn, hand)

    def simulate(self, state: Lot, rounds: int, randomness: Randomness) -> Simulated:
        raise NotImplementedError


SALE = Sale()
