"""Exact figures. Every turn shuffles all 39 cards, so a turn knows nothing of the turns before it."""

from collections.abc import Collection
from fractions import Fraction

from games.roulette.wheel import WHEEL


def chance(wins: Collection[str], outcomes: Collection[str]) -> Fraction:
    """That one of these cards is turned, when the outcomes can still come and are equally likely."""
    return Fraction(sum(card in wins for card in outcomes), len(outcomes))


def points_of_a_marker(wins: Collection[str], payment: int) -> Fraction:
    """What one marker receives in a turn, on average: a miss costs nothing."""
    return payment * Fraction(len(wins), len(WHEEL))


def hits_needed(target: int, markers: int, payment: int) -> int:
    return -(-target // (markers * payment))


def turns_to_target(wins: Collection[str], payment: int, target: int, markers: int) -> Fraction:
    """How many turns it takes on average, with all markers on this guess every time: each hit waits as long again."""
    return hits_needed(target, markers, payment) * Fraction(len(WHEEL), len(wins))
