"""Exact chances of a pack: how often its first cards can be used with each other."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb, prod

from games.musical_casino.course import CARDS
from games.musical_casino.tones import PAIRS, TRIADS


def match(counts: Mapping[str, int]) -> Fraction:
    """That two cards are of the same name."""
    return Fraction(sum(comb(count, 2) for count in counts.values()), comb(CARDS, 2))


def pair(counts: Mapping[str, int]) -> Fraction:
    """That two cards are a third that can be paired."""
    return Fraction(sum(prod(counts[tone] for tone in tones) for tones in PAIRS), comb(CARDS, 2))


def chord(counts: Mapping[str, int]) -> Fraction:
    """That three cards are a chord."""
    return Fraction(sum(prod(counts[tone] for tone in tones) for tones in TRIADS.values()), comb(CARDS, 3))
