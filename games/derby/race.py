"""A race as it stands: who owns which horse, where the horses are, and what a throw or a player does to that."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal, Self

from games.derby.course import COLOURS, SPACES, Course
from games.derby.moves import (
    Call,
    Called,
    Home,
    Jumped,
    Moved,
    Shake,
    Shaken,
    Throw,
    Thrown,
    Won,
)
from games.kit.dice import checked
from games.kit.entering import Enter, Entries, Scratch
from games.kit.errors import RuleBroken
from games.kit.game import Happening, Move, Step, not_seated
from games.kit.payments import Payment

Calls = Literal["auto", "claim"]

RUNNING = {2: 6, 3: 6, 4: 4, 5: 5, 6: 6}  # how many horses run for so many owners


class Variant(StrEnum):
    """The four races, by the names of their courses."""

    DERBY_DAY = "derby-day"
    KENTUCKY = "kentucky"
    GRAND_NATIONAL = "grand-national"
    MYOPIA = "myopia"


@dataclass(frozen=True)
class Race:
    """`entries` are the owners. `rights` are the horses that a call would take over a hurdle now, and `called` those
    that one has taken.
    """

    course: Course
    variant: Variant
    donkey: bool
    calls: Calls
    race: int
    seats: tuple[str, ...]
    entries: Entries
    positions: tuple[int, ...]
    throws: int = 0
    dice: tuple[int, ...] = ()
    shaken: bool = False
    rights: tuple[int, ...] = ()
    called: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        return bool(self.winners)

    @property
    def horses(self) -> range:
        """The numbers of those that run."""
        return range(1, len(self.positions) + 1)

    @property
    def unfinished(self) -> tuple[int, ...]:
        return tuple(horse for horse, at in zip(self.horses, self.positions, strict=True) if at < SPACES)

    @property
    def owners(self) -> tuple[str, ...]:
        return self.entries.names

    @property
    def thrower(self) -> str | None:
        """R-6: from race to race the owner of the next horse, and after the last that of the first again."""
        return self.owner((self.race - 1) % len(self.positions) + 1)

    def owner(self, horse: int) -> str | None:
        """R-5: owners take turns at the horses; one who is not there yet has none."""
        places = self.entries.places
        place = (horse - 1) % places if places else 0
        return self.owners[place] if place < len(self.owners) else None

    def unready(self) -> RuleBroken | None:
        """Owners wait for each other; a race without any does not."""
        return self.entries.unfilled() if self.owners else None

    def claims(self) -> tuple[str, ...]:
        """Whose horses have won, from the lowest number up: somebody may be there more than once."""
        return tuple(owner for horse in self.winners if (owner := self.owner(horse)))

    def clearing(self) -> tuple[Payment, ...]:
        """R-8: the pot in equal parts, one for each winning horse."""
        return self.entries.paid_to(self.claims())

    def legal(self, seat: str) -> tuple[Move, ...]:
        """What this seat may do now."""
        return (*self._enters(seat), *self._calls(seat), *self._shakes(seat))

    def eager(self, seat: str) -> Move | None:
        wanted = [*self._calls(seat), *(move for move in self._enters(seat) if isinstance(move, Enter))]
        return next(iter(wanted), None)

    def play(self, move: Move) -> Step[Self]:
        if isinstance(move, Throw):
            return self.throw(move)
        if move.seat not in self.seats:
            raise not_seated(move.seat)
        match move:
            case Enter() | Scratch():
                return self.enter(move)
            case Shake():
                return self.shake(move.seat)
        assert isinstance(move, Call)
        return self.call(move.seat, move.horse, move.total)

    def enter(self, move: Enter | Scratch) -> Step[Self]:
        """A place among the owners is taken or given up. Whoever shook the dice may be the thrower no longer."""
        step = self.entries.play(move, begun=bool(self.throws))
        shaken = self.shaken and isinstance(move, Enter)
        return Step(replace(self, entries=step.state, shaken=shaken), step.happenings, step.payments)

    def shake(self, seat: str) -> Step[Self]:
        self._check_running()
        if seat != self.thrower:
            raise RuleBroken("not_thrower", "%(seat)s does not throw the dice in this race.", seat=seat)
        if self.shaken:
            raise RuleBroken("already_shaken", "The dice are shaken; they fall next.")
        return Step(replace(self, shaken=True), (Shaken(seat),))

    def throw(self, move: Throw) -> Step[Self]:
        """Throw all dice for all horses. The dice are an argument, so any race can be replayed."""
        if move.seat is not None:
            raise RuleBroken("not_dealer", "Dice fall for the house, not for a seat; the thrower shakes them.")
        self._check_running()
        dice = checked(move.dice, count=self.course.dice)
        rights = self._rights_after(dice)
        after = replace(
            self,
            positions=self._positions_after(dice, rights),
            throws=self.throws + 1,
            dice=dice,
            shaken=False,
            rights=rights,
            called=(),
        )
        return after._judged(self, Thrown(dice, sum(dice), after.throws))

    def call(self, seat: str, horse: int, total: int) -> Step[Self]:
        """M-7: a hurdle is jumped by calling out the total of the throw that allows it, before the next one."""
        self._check_call(seat, horse)
        if total != sum(self.dice):
            raise RuleBroken("wrong_total", "The dice do not show %(total)s in all.", total=total)
        position = self.positions[horse - 1] + 1
        after = replace(
            self,
            positions=(*self.positions[: horse - 1], position, *self.positions[horse:]),
            rights=tuple(other for other in self.rights if other != horse),
            called=(*self.called, horse),
        )
        return Step(after, (Called(seat, horse, total), Jumped(horse, position)))

    def _rights_after(self, dice: Sequence[int]) -> tuple[int, ...]:
        """Horses that this throw would take over a hurdle, if their owner calls it. The house calls for the others, and
        F6: for all where none can move without.
        """
        if self.calls == "auto" or all(self.positions[horse - 1] in self.course.hurdles for horse in self.unfinished):
            return ()
        return tuple(
            horse
            for horse, at in zip(self.horses, self.positions, strict=True)
            if at in self.course.hurdles and self.owner(horse) and self.course.jumps(dice.count(horse), sum(dice))
        )

    def _positions_after(self, dice: Sequence[int], rights: Sequence[int]) -> tuple[int, ...]:
        """R-4: all horses at once, each for itself. One with a right stands until it is called."""
        return tuple(
            at if horse in rights else self.course.after(at, dice.count(horse), sum(dice))
            for horse, at in zip(self.horses, self.positions, strict=True)
        )

    def _judged(self, before: Self, thrown: Thrown) -> Step[Self]:
        """With its winners, if this throw has made any, and all that is told of it."""
        after = replace(self, winners=self._winners(before.unfinished))
        if after.winners:
            after = replace(after, rights=())
        told: list[Happening] = [thrown]
        for horse in before.unfinished:
            told += self._told(horse, before.positions[horse - 1], self.positions[horse - 1])
        return Step(after, (*told, *([Won(after.winners)] if after.winners else [])))

    def _winners(self, running: Sequence[int]) -> tuple[int, ...]:
        """R-7: the first home. X-2, X-3: of donkeys the one that is left, or those that came home together at last."""
        unfinished = self.unfinished
        if self.donkey:
            return () if len(unfinished) > 1 else unfinished or tuple(running)
        return tuple(horse for horse in running if horse not in unfinished)

    def _told(self, horse: int, at: int, to: int) -> list[Happening]:
        if at == to:
            return []
        moved = Jumped(horse, to) if at in self.course.hurdles else Moved(horse, to)
        return [moved, Home(horse)] if self.donkey and to == SPACES else [moved]

    def _enters(self, seat: str) -> list[Move]:
        return [] if self.throws else self.entries.legal(seat, self.seats)

    def _calls(self, seat: str) -> list[Move]:
        return [Call(horse, sum(self.dice), seat=seat) for horse in self.rights if self.owner(horse) == seat]

    def _shakes(self, seat: str) -> list[Move]:
        waits = self.over or self.shaken or self.unready()
        return [] if waits or seat != self.thrower else [Shake(seat=seat)]

    def _check_running(self) -> None:
        self._check_not_over()
        if problem := self.unready():
            raise problem

    def _check_not_over(self) -> None:
        if self.over:
            won = " = ".join(map(str, self.winners))
            raise RuleBroken("race_over", "The race is over: %(horse)s has won.", horse=won)

    def _check_call(self, seat: str, horse: int) -> None:
        if self.calls == "auto":
            raise RuleBroken("calls_auto", "Nobody has to call in this race: hurdles are jumped without it.")
        self._check_not_over()
        if horse in self.horses and self.owner(horse) != seat:
            raise RuleBroken("not_owner", "Number %(horse)s is not a horse of %(seat)s.", horse=horse, seat=seat)
        if horse in self.called:
            raise RuleBroken("already_called", "Number %(horse)s has been called after this throw.", horse=horse)
        if horse not in self.rights:
            raise RuleBroken("no_right", "Number %(horse)s has no right to jump after this throw.", horse=horse)


@dataclass(frozen=True)
class Horse:
    """One that runs, for those who show the race."""

    number: int
    name: str
    length: int
    owner: str | None


def field_of(race: Race) -> tuple[Horse, ...]:
    return tuple(Horse(horse, COLOURS[horse - 1], SPACES, race.owner(horse)) for horse in race.horses)
