"""Chance that was arranged: simulations and rules can be given the same packs."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from games.kit.cards import Card


class Stacked:
    """Makes every shuffle end in the packs it was given: one for each race, then those for second packs.

    `order` is how the simulation numbers the cards, `dealt` how many places of a pack it shuffles.
    """

    def __init__(self, packs: Sequence[Sequence[Card]], *, order: Sequence[Card], dealt: int) -> None:
        self.wanted = [[order.index(card) for card in pack] for pack in packs]
        self.dealt = dealt

    def integers(self, low: int, high: int, size: int, dtype: type) -> NDArray[np.uint8]:
        if low == 0:
            self.shuffling = [list(range(high)) for _ in range(size)]
        places = []
        for pack, wanted in zip(self.shuffling, self.wanted, strict=False):
            place = pack.index(wanted[low])
            pack[low], pack[place] = pack[place], pack[low]
            places.append(place)
        if low == self.dealt - 1:
            del self.wanted[:size]
        return np.array(places, dtype)
