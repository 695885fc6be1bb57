"""A game in motion: its state, and what was told and paid on the way there. Every phase is made of functions from one
flow to the next.
"""

from dataclasses import dataclass, replace
from typing import Any, Self

from games.ascot.edition import Edition
from games.ascot.pending import Task
from games.ascot.state import State
from games.kit.errors import RuleBroken
from games.kit.game import Happening, Step
from games.kit.offices import BOX, CARRY_OVER, OFFICES
from games.kit.payments import Party, Payment, Reason

BANK = Party("bank")
TOTE = Party("totalisator")
AUCTIONEER = Party("auctioneer")
BOOKMAKER = Party("bookmaker")
ESCROW = Party("escrow")
CARRIED = Party(CARRY_OVER)
THE_BOX = Party(BOX)
KEPT = {BANK: "bank", TOTE: "tote", ESCROW: "escrow", CARRIED: "carried"}  # where the state counts it


def holding(seat: str) -> Party:
    """The francs in a player's hands."""
    return Party("holding", seat)


@dataclass(frozen=True)
class Flow:
    edition: Edition
    state: State
    told: tuple[Happening, ...] = ()
    paid: tuple[Payment, ...] = ()

    @property
    def step(self) -> Step[State]:
        return Step(self.state, self.told, self.paid)

    def tell(self, *happenings: Happening) -> Self:
        return replace(self, told=(*self.told, *happenings))

    def having(self, **changes: Any) -> Self:
        """With these changes of the state."""
        return replace(self, state=replace(self.state, **changes))

    def with_player(self, seat: str, **changes: Any) -> Self:
        players = (replace(each, **changes) if each.seat == seat else each for each in self.state.players)
        return self.having(players=tuple(players))

    def with_horse(self, number: int, **changes: Any) -> Self:
        horses = (replace(each, **changes) if each.number == number else each for each in self.state.horses)
        return self.having(horses=tuple(horses))

    def push(self, *tasks: Task) -> Self:
        """The last of them is the first to be done."""
        return self.having(pending=(*self.state.pending, *tasks))

    def popped(self) -> Self:
        return self.having(pending=self.state.pending[:-1])

    def pay(self, payer: Party, payee: Party, francs: int, reason: Reason) -> Self:
        """M-6: nobody pays what is not there, and nobody pays himself."""
        assert francs >= 0, francs
        if francs == 0 or payer == payee:
            return self
        moved = self._moved(payer, -francs)._moved(payee, francs)
        return replace(moved, paid=(*moved.paid, Payment(payer, payee, francs, reason)))

    def earn(self, payer: Party, office: Party, holder: str, francs: int, reason: Reason) -> Self:
        """What an office earns goes through its account, so that its turnover can be read off the book, and on to
        whoever holds it.
        """
        if payer == holding(holder):
            return self
        return self.pay(payer, office, francs, reason).pay(office, holding(holder), francs, Reason.OFFICE)

    def _moved(self, party: Party, francs: int) -> Self:
        if party.seat is not None:
            cash = self.state.player(party.seat).cash + francs
            assert cash >= 0, f"{party.seat} cannot pay"
            return self.with_player(party.seat, cash=cash)
        if party in KEPT:
            left = getattr(self.state, KEPT[party]) + francs
            assert left >= 0, f"the {party.role} cannot pay"
            return self.having(**{KEPT[party]: left})
        assert party.role in {BOX, *OFFICES}, party  # the box counts nothing, an office keeps nothing
        return self


def require_turn(seat: str | None, whose: str) -> None:
    if seat != whose:
        raise RuleBroken("not_your_turn", "It is the turn of %(seat)s.", seat=whose)
