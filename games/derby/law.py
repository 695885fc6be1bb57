"""What a throw does to each horse, as plain numbers: all that odds depend on of a course."""

import hashlib
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product

from games.derby.course import SPACES, Course
from games.kit.dice import FACES

LEAST, MOST = 4, 6  # horses of a race

Moves = tuple[int, ...]  # by the space a horse is on, where it comes; nothing is on space 0


@dataclass(frozen=True)
class Law:
    """Courses that move horses alike have one law, whatever their names. It is compared by its digest."""

    digest: str
    dice: int = field(compare=False)
    moves: tuple[tuple[Moves, ...], ...] = field(compare=False)  # by dice with the horse's number, by total

    @property
    def exchangeable(self) -> bool:
        """Whether only its own number moves a horse. A total is shared out unevenly: high numbers make high totals."""
        return all(len(set(by_total)) == 1 for by_total in self.moves)


@dataclass(frozen=True)
class Race:
    """So many horses under a law; in a Donkey race the last horse wins."""

    law: Law
    donkey: bool
    horses: int

    @property
    def name(self) -> str:
        return f"{self.law.digest}-{self.horses}{'-donkey' if self.donkey else ''}"

    def spaces(self, at: int) -> int:
        """On how many spaces a horse may be met from here on while the race goes on."""
        return SPACES - at + self.donkey


@lru_cache(maxsize=256)
def law_of(course: Course) -> Law:
    moves = tuple(
        tuple(
            (0, *(course.after(at, own, total) for at in range(1, SPACES + 1)))
            for total in range(course.dice, course.dice * FACES + 1)
        )
        for own in range(course.dice + 1)
    )
    return Law(hashlib.sha256(repr((course.dice, moves)).encode()).hexdigest()[:16], course.dice, moves)


def throw_moves(law: Law, horses: int) -> list[tuple[Moves, ...]]:
    """For each throw of the dice, one by one, what it does to every horse."""
    return [
        tuple(law.moves[dice.count(number)][sum(dice) - law.dice] for number in range(1, horses + 1))
        for dice in product(range(1, FACES + 1), repeat=law.dice)
    ]


def throw_classes(law: Law, horses: int) -> Counter[tuple[Moves, ...]]:
    """The same, throws of one effect together, with their number."""
    return Counter(throw_moves(law, horses))
