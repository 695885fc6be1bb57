"""fair-1: draws that the house fixed beforehand, that no one could foresee, and that any guest can do again.

docs/fair-1.md is the whole of it, for whoever writes it in another language; `verifying.py` is the guest's side.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeVar

from games.kit.game import Cards, Dice, Move
from games.kit.values import canonical

VERSION = "fair-1"
WORD = 2**32

T = TypeVar("T")


def digest(value: Any) -> str:
    return hashlib.sha256(canonical(value)).hexdigest()


def link(table: str, seed: str) -> str:
    """The seed of the round before, or the anchor."""
    return _linked(_head(table), seed)


def chain(table: str, last: str, rounds: int) -> tuple[str, ...]:
    """The anchor and then the seed of each round, made backwards from the last one."""
    head, seeds = _head(table), [last]
    for _ in range(rounds):
        seeds.append(_linked(head, seeds[-1]))
    return tuple(reversed(seeds))


def _linked(head: bytes, seed: str) -> str:
    """The digest of [version, "chain", table, seed]. Up to a thousand are made before a round opens."""
    return hashlib.sha256(head + canonical(seed) + b"]").hexdigest()


def _head(table: str) -> bytes:
    return canonical([VERSION, "chain", table]).removesuffix(b"]") + b","


def commitment(table: str, number: int, seat: str, entropy: str) -> str:
    return digest([VERSION, "commitment", table, number, seat, entropy])


@dataclass(frozen=True, kw_only=True)
class Off:
    """What is frozen and published before the first card: nobody can commit to anything later.

    `before` are the moves already made, such as a banker's choice of the joker; they too could turn a deal.
    """

    version: str = VERSION
    table: str
    round: int
    game: str
    options: dict[str, Any]
    seats: tuple[str, ...]
    office: str
    anchor: str
    cutter: str | None
    by_hand: bool
    before: tuple[Any, ...]
    commitments: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class Opening(Off):
    """The off, and what each seat revealed of its commitment; nothing if it was silent."""

    reveals: tuple[tuple[str, str | None], ...]

    @property
    def silent(self) -> tuple[str, ...]:
        return tuple(seat for seat, entropy in self.reveals if entropy is None)

    def draws(self, seed: str) -> "Draws":
        return Draws(hmac.digest(bytes.fromhex(seed), canonical(self), "sha256"))


@dataclass(frozen=True)
class Draws:
    """Everything chance does in one round. A draw depends on its label alone, so one that is repeated is the same."""

    key: bytes = field(repr=False)

    def numbers(self, label: str) -> "Numbers":
        return Numbers(self._words(label))

    def shuffled(self, label: str, pack: Sequence[T], first: int | None = None) -> tuple[T, ...]:
        """The whole pack, or its `first` cards: a shuffle settles one place after another."""
        cards, numbers = list(pack), self.numbers(label)
        for at in range(len(cards) - 1)[:first]:
            other = at + numbers.below(len(cards) - at)
            cards[at], cards[other] = cards[other], cards[at]
        return tuple(cards[:first])

    def thrown(self, label: str, dice: int, faces: int) -> tuple[int, ...]:
        numbers = self.numbers(label)
        return tuple(1 + numbers.below(faces) for _ in range(dice))

    def move(self, wanted: Cards | Dice) -> Move:
        """What the game asked chance for, as the move that answers it."""
        if isinstance(wanted, Dice):
            return wanted.becomes(self.thrown(wanted.label, wanted.count, wanted.faces))
        dealt = self.shuffled(wanted.label, wanted.pack, wanted.start + wanted.count)
        return wanted.becomes(dealt[wanted.start :])

    def _words(self, label: str) -> Iterator[int]:
        for block in count():
            yield from struct.unpack(">8I", hmac.digest(self.key, canonical([label, block]), "sha256"))


@dataclass(frozen=True)
class Numbers:
    words: Iterator[int]

    def below(self, limit: int) -> int:
        """A number from 0 to limit − 1, all equally likely: words of the uneven rest are thrown away."""
        assert 1 <= limit <= WORD
        fair = WORD - WORD % limit
        while (word := next(self.words)) >= fair:
            pass
        return word % limit


@dataclass(frozen=True, kw_only=True)
class Transcript(Opening):
    """A round that is over: all that is needed to deal it again."""

    seed: str
    moves: tuple[Any, ...]  # all of them, those before the off as well
    void: bool

    def opening(self) -> Opening:
        return Opening(**{name: getattr(self, name) for name in Opening.__dataclass_fields__})

    def off(self) -> Off:
        return Off(**{name: getattr(self, name) for name in Off.__dataclass_fields__})
