"""Every space of the layout: what it is called, which cards it wins with, and what kind of guess it is.

A kind is paid by one line of the leaflet. Spaces stand in the leaflet's order, so the safest come first.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Literal

from games.roulette.wheel import NUMBERS, WHEEL

RunMode = Literal["consecutive", "layout"]

EVEN_CHANCES = {"colour": ("red", "black"), "half": ("low", "high"), "parity": ("odd", "even")}
TWELVES = {"column": ("1", "2", "3"), "dozen": ("1", "2", "3")}
ROW = 3  # numbers side by side on the layout
FIRST_FIVE = ("0", "00", "1", "2", "3")


class Kind(StrEnum):
    """What is guessed, by the number of cards."""

    EVEN = "even"
    TWELVE = "twelve"
    SINGLE = "single"
    TWO = "two"
    THREE = "three"
    FOUR = "four"
    FIVE = "five"
    SIX = "six"


RUNS = {2: Kind.TWO, 3: Kind.THREE, 4: Kind.FOUR, 5: Kind.FIVE, 6: Kind.SIX}


@dataclass(frozen=True)
class Bet:
    market: str
    selection: str
    kind: Kind
    wins: tuple[str, ...]  # wheel cards, by name


@cache
def bets(run_mode: RunMode) -> tuple[Bet, ...]:
    return (*_sides(), *_singles(), *_runs(), *(_table_sets() if run_mode == "layout" else ()))


@cache
def one_of_each() -> dict[Kind, Bet]:
    """A bet of every kind: within a kind they differ in nothing but the cards."""
    return {kind: next(bet for bet in bets("consecutive") if bet.kind is kind) for kind in Kind}


def _sides() -> Iterator[Bet]:
    """What a card is beside its number: E5, the green ones are none of it."""
    for kind, sides in ((Kind.EVEN, EVEN_CHANCES), (Kind.TWELVE, TWELVES)):
        for market, selections in sides.items():
            for selection in selections:
                wins = tuple(card.name for card in WHEEL if getattr(card, market) == selection)
                yield Bet(market, selection, kind, wins)


def _singles() -> Iterator[Bet]:
    for card in WHEEL:
        yield Bet("number", card.name, Kind.SINGLE, (card.name,))


def _runs() -> Iterator[Bet]:
    """E2: numbers in a row inside 1 to 36, wherever they lie."""
    for size, kind in RUNS.items():
        for first in NUMBERS[: len(NUMBERS) + 1 - size]:
            last = first + size - 1
            yield Bet("run", f"{first}-{last}", kind, tuple(map(str, range(first, last + 1))))


def _table_sets() -> Iterator[Bet]:
    """E2: what touches on the layout and is no run: pairs one above the other, corners, and the first five."""
    for first in NUMBERS[:-ROW]:
        yield _joined(str(first), str(first + ROW))
    for first in NUMBERS[: -ROW - 1]:
        if first % ROW:
            yield _joined(*map(str, (first, first + 1, first + ROW, first + ROW + 1)))
    yield _joined(*FIRST_FIVE)


def _joined(*cards: str) -> Bet:
    return Bet("run", "+".join(cards), RUNS[len(cards)], cards)
