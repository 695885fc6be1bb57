"""Who stands on the other side of the stakes: an office that is passed round the table, or stays with the house."""

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

HOUSE = "house"
OFFICES = ("bank", "bookmaker", "totalisator", "auctioneer")
BOX = "box"  # where a game's own unit comes from; nobody holds it
POT = "pot"  # what a round is played for; nobody holds it
# What may be kept of a pool, beside the office that keeps it.
COMMISSION = "commission"
BREAKAGE = "breakage"
CARRY_OVER = "carry-over"
# Results are told under these names: no seat has one of them.
NOT_SEATS = frozenset({HOUSE, BOX, POT, COMMISSION, BREAKAGE, CARRY_OVER, *OFFICES})


class Passing(StrEnum):
    """How the next holder is found when a term is over: on the left, by the highest cut, or as staff say."""

    LEFT = "left"
    CUT = "cut"
    CHOSEN = "chosen"


@dataclass(frozen=True)
class Office:
    """An office held by a seat, or by the house, for a term of settled rounds.

    Seats are listed clockwise, so the player on a holder's left is the next one in the list. A holder who leaves is
    still in the list when the office passes, and only not able: otherwise nobody knows who sat on the left.
    """

    holder: str
    term: int
    served: int = 0
    last: str | None = None  # the last seat that held it: whoever is next to it comes next

    def after_a_settled_round(self, seats: Sequence[str], able: Container[str]) -> Self:
        """A void round does not count: nobody calls this for it."""
        if self.served + 1 < self.term:
            return replace(self, served=self.served + 1)
        return self.passed(seats, able)

    def passed(self, seats: Sequence[str], able: Container[str]) -> Self:
        """On to the left, over those who are absent, unwilling or short; the house holds it if nobody else can."""
        last = self.last if self.holder == HOUSE else self.holder
        start = seats.index(last) + 1 if last in seats else 0
        willing = (seat for seat in (*seats[start:], *seats[:start]) if seat in able)
        return replace(self, holder=next(willing, HOUSE), served=0, last=last)


def right_of(seats: Sequence[str], holder: str) -> str | None:
    """The player on the holder's right, who cuts; nobody cuts for himself. The house sits before the first seat."""
    right = seats[seats.index(holder) - 1] if holder in seats else next(reversed(seats), None)
    return None if right == holder else right
