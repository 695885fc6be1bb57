"""Many races of Minoru at once: real packs, shuffled and dealt, all races one deal forward at a time."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.kit.simulation import Randomness, Simulated, shuffled
from games.minoru.odds import CARDS_IN_A_DEAL, CARDS_IN_A_PACK, DEALS_IN_A_PACK

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Whole = NDArray[np.uint64]

PLACES = 8  # a card is its strength times this, which leaves room to add the place it fell on


def simulate(
    horses: Sequence[str], lengths: Sequence[int], races: int, randomness: Randomness, *, joker: bool
) -> Simulated:
    """How often each horse won, and how many deals it took."""
    gou_gou = horses.index("gou_gou") if joker else None
    wins = dict.fromkeys(horses, 0)
    deals = squares = 0
    for place, deal, count in _run(lengths, races, randomness, gou_gou):
        wins[horses[place]] += count
        deals += count * deal
        squares += count * deal**2
    return Simulated(races, wins, {"deals": (deals, squares)})


def _run(lengths: Sequence[int], races: int, randomness: Randomness, gou_gou: int | None) -> list[tuple[int, int, int]]:
    """How many of these races each horse won with which deal.

    The spaces that the horses still need share one 64-bit number, eight bits each, so that a move is one subtraction.
    """
    import numpy as np  # a tenth of a second that only a simulation needs

    needs = np.full(races, sum(length << 8 * place for place, length in enumerate(lengths)), np.uint64)
    one, byte = np.uint64(1), np.uint64(255)
    found, deal = [], 0
    while needs.size:
        running = np.ones(needs.size, bool)
        for place in _best_places(needs.size, randomness, gou_gou):
            deal += 1
            shift = place * np.uint64(8)
            needs -= one << shift
            home = ((needs >> shift) & byte == 0) & running
            running &= ~home
            wins = np.bincount(place[home].astype(np.intp), minlength=len(lengths))
            found += [(horse, deal, int(count)) for horse, count in enumerate(wins)]
        needs = needs[running]
    return found


def _best_places(races: int, randomness: Randomness, gou_gou: int | None) -> "list[Whole]":
    """For each deal of a pack, freshly shuffled for each race: the place of the horse that moves."""
    import numpy as np

    size = CARDS_IN_A_PACK + (gou_gou is not None)
    packs = shuffled(size, DEALS_IN_A_PACK * CARDS_IN_A_DEAL, races, randomness).astype(np.uint16)
    packs *= np.uint16(PLACES)
    best = []
    for deal in range(DEALS_IN_A_PACK):
        fallen = packs[deal * CARDS_IN_A_DEAL : (deal + 1) * CARDS_IN_A_DEAL]
        top = np.maximum.reduce([cards + np.uint16(place) for place, cards in enumerate(fallen)])
        place = top % np.uint16(PLACES)
        if gou_gou is not None:
            place = np.where(top >= CARDS_IN_A_PACK * PLACES, np.uint16(gou_gou), place)
        best.append(place.astype(np.uint64))
    return best
