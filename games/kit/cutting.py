"""Cutting for an office: each of those who want it cuts the whole pack, and the highest card takes it."""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass

from games.kit.cards import PACK, Card
from games.kit.fair import VERSION, Draws
from games.kit.values import canonical


@dataclass(frozen=True)
class Cut:
    """Who cut which card. Those whose cards were equally high cut again, until one of them is alone."""

    cuts: tuple[tuple[tuple[str, Card], ...], ...]
    winner: str


def cut_for(names: Sequence[str], draws: Draws) -> Cut:
    """Suits do not count. Nobody cuts alone: who is the only one has it."""
    left, cuts = tuple(names), list[tuple[tuple[str, Card], ...]]()
    while len(left) > 1:
        numbers = draws.numbers(f"cut {len(cuts) + 1}")
        cut = tuple((name, PACK[numbers.below(len(PACK))]) for name in left)
        highest = max(card.rank or 0 for _, card in cut)
        left = tuple(name for name, card in cut if card.rank == highest)
        cuts.append(cut)
    return Cut(tuple(cuts), left[0])


def office_draws(seed: str, table: str, number: int, names: Sequence[str]) -> Draws:
    """From the seed of the round that the office is for, which was fixed when the table opened. No phone has promised
    anything yet: that the house knew the cut beforehand cannot be ruled out, that it changed it can.
    """
    return Draws(hmac.digest(bytes.fromhex(seed), canonical([VERSION, "office", table, number, list(names)]), "sha256"))
