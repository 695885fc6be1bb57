"""The peer of exact odds in Double Event: what anybody would write first, a sum over every set of cards with numpy.

There are 11 · 12 · 12 · 11 ways to turn plain cards of the four suits, and 1,024 to turn court cards.
"""

from itertools import product
from math import comb
from typing import Any

PLAIN = (10, 11, 11, 10)
# King, queen and one-eyed knave of each suit, as the places of their horses.
COURTS = [(suit, 4 + court) for suit, courts in enumerate(("KQJ", "KQ", "KQ", "KQJ")) for court in range(len(courts))]
CARDS = 52


def winners(lengths: tuple[int, ...]) -> list[float]:
    """The chance of each horse to be first, the suit ahead of the court horse."""
    import numpy as np

    grid = np.meshgrid(*(np.arange(plain + 1) for plain in PLAIN), indexing="ij")
    ways = np.ones_like(grid[0], dtype=float)
    for counts, plain in zip(grid, PLAIN, strict=True):
        ways *= np.array([comb(plain, n) for n in range(plain + 1)])[counts]
    total = sum(grid)
    sizes = np.array([comb(CARDS, turned) * (CARDS - turned) for turned in range(CARDS)] + [1], dtype=float)
    chances = [0.0] * len(lengths)
    for turned in product((False, True), repeat=len(COURTS)):
        _add(chances, lengths, turned, grid, ways / sizes[total + sum(turned)])
    return chances


def _add(chances: list[float], lengths: tuple[int, ...], turned: tuple[bool, ...], grid: Any, weight: Any) -> None:
    """What the sets with just these court cards add: the cards that may come next, where nobody is home yet."""
    at = [0] * len(lengths)
    for (suit, court), is_turned in zip(COURTS, turned, strict=True):
        at[suit] += is_turned
        at[court] += is_turned
    if any(at[horse] >= lengths[horse] for horse in range(4, 7)):
        return
    short = [lengths[suit] - at[suit] - grid[suit] for suit in range(4)]
    weight = weight * (short[0] > 0) * (short[1] > 0) * (short[2] > 0) * (short[3] > 0)
    for suit in range(4):
        chances[suit] += float((weight * (short[suit] == 1) * (PLAIN[suit] - grid[suit])).sum())
    for (suit, court), is_turned in zip(COURTS, turned, strict=True):
        if not is_turned:
            first = weight * (short[suit] == 1)
            chances[suit] += float(first.sum())
            if at[court] + 1 == lengths[court]:
                chances[court] += float((weight - first).sum())
