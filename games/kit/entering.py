"""Who plays in a round: all who sit there, or those who enter for one of its places and may pay an ante for it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from games.kit import pot
from games.kit.errors import RuleBroken
from games.kit.game import Happening, Move, Step
from games.kit.payments import Payment


@dataclass(frozen=True)
class Enter(Move):
    """A place in the round is taken, and the ante paid."""


@dataclass(frozen=True)
class Scratch(Move):
    """The place is given up before the round begins, and the ante comes back."""


@dataclass(frozen=True)
class Entered(Happening):
    seat: str

    def __str__(self) -> str:
        return f"{self.seat} enters"


@dataclass(frozen=True)
class Scratched(Happening):
    seat: str

    def __str__(self) -> str:
        return f"{self.seat} is out of it"


@dataclass(frozen=True)
class Entries:
    """`places` is for how many the round is, none where nobody has to play. They are taken one after another where it
    is `by_entry`, and otherwise all who sit there have one. `names` are those who have.
    """

    places: int
    by_entry: bool
    ante: int
    names: tuple[str, ...]

    @classmethod
    def opened(cls, places: int | None, ante: int, seats: tuple[str, ...]) -> Self:
        """For so many who enter; without a number, for all who sit there, and for nothing."""
        if places is None:
            return cls(places=len(seats), by_entry=False, ante=0, names=seats)
        return cls(places=places, by_entry=True, ante=ante, names=())

    @property
    def left(self) -> int:
        """Places that are still to be taken."""
        return self.places - len(self.names)

    @property
    def in_the_pot(self) -> int:
        return self.ante * len(self.names)

    def paid_to(self, claims: tuple[str, ...]) -> tuple[Payment, ...]:
        """The whole pot, to those who have won it."""
        return pot.shared(self.in_the_pot, claims) if claims else ()

    def unfilled(self) -> RuleBroken | None:
        """Why those who are there have to wait for others."""
        if not self.left:
            return None
        return RuleBroken("seats_not_filled", "Places still to be taken: %(left)s.", left=self.left)

    def legal(self, seat: str, seats: Iterable[str]) -> list[Move]:
        """What this seat may do before the round begins."""
        if not self.by_entry or seat not in seats:
            return []
        if seat in self.names:
            return [Scratch(seat=seat)]
        return [Enter(seat=seat)] if self.left else []

    def play(self, move: Enter | Scratch, *, begun: bool) -> Step[Self]:
        if not self.by_entry:
            raise RuleBroken("no_entries", "Everybody who sits here plays in this round; nobody enters or leaves.")
        if begun:
            raise RuleBroken("already_begun", "It has begun; nobody enters or leaves now.")
        assert move.seat is not None
        return self._enter(move.seat) if isinstance(move, Enter) else self._scratch(move.seat)

    def _enter(self, seat: str) -> Step[Self]:
        if seat in self.names:
            raise RuleBroken("already_entered", "%(seat)s has a place in this round already.", seat=seat)
        if not self.left:
            raise RuleBroken("places_taken", "All places in this round are taken.")
        after = replace(self, names=(*self.names, seat))
        return Step(after, (Entered(seat),), pot.ante(seat, self.ante))

    def _scratch(self, seat: str) -> Step[Self]:
        """Those who entered later move up."""
        if seat not in self.names:
            raise RuleBroken("not_entered", "%(seat)s has no place in this round.", seat=seat)
        after = replace(self, names=tuple(name for name in self.names if name != seat))
        return Step(after, (Scratched(seat),), pot.given_back(seat, self.ante))
