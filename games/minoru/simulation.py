"""Many races of Minoru at once: real packs, shuffled and dealt, all races one deal forward at a time."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.kit.simulation import Chances, Simulated, shuffled
from games.minoru.odds import CARDS_IN_A_DEAL, DEALS_IN_A_PACK, PACK

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Whole = NDArray[np.uint64]

DEALS = "deals in a race, on average"
BATCH = 20_000  # races; their packs fit into a processor's cache
PLACES = 8  # a card is its strength times this, which leaves room to add the place it fell on


def simulate(horses: Sequence[str], lengths: Sequence[int], races: int, chances: Chances, *, joker: bool) -> Simulated:
    """How often each horse won, and how many deals it took."""
    gou_gou = horses.index("gou_gou") if joker else None
    wins = [0] * len(horses)
    deals = squares = 0
    for start in range(0, races, BATCH):
        for place, deal, count in _run(lengths, min(BATCH, races - start), chances, gou_gou):
            wins[place] += count
            deals += count * deal
            squares += count * deal**2
    return Simulated(races, dict(zip(horses, wins, strict=True)), {DEALS: (deals, squares)})


def _run(lengths: Sequence[int], races: int, chances: Chances, gou_gou: int | None) -> list[tuple[int, int, int]]:
    """How many of these races each horse won with which deal.

    The spaces that the horses still need share one 64-bit number, eight bits each, so that a move is one subtraction.
    """
    import numpy as np  # a tenth of a second that only a simulation needs

    needs = np.full(races, sum(length << 8 * place for place, length in enumerate(lengths)), np.uint64)
    one, byte = np.uint64(1), np.uint64(255)
    found, deal = [], 0
    while needs.size:
        running = np.ones(needs.size, bool)
        for place in _best_places(needs.size, chances, gou_gou):
            deal += 1
            shift = place * np.uint64(8)
            needs -= one << shift
            home = ((needs >> shift) & byte == 0) & running
            running &= ~home
            wins = np.bincount(place[home].astype(np.intp), minlength=len(lengths))
            found += [(horse, deal, int(count)) for horse, count in enumerate(wins)]
        needs = needs[running]
    return found


def _best_places(races: int, chances: Chances, gou_gou: int | None) -> "list[Whole]":
    """For each deal of a pack, freshly shuffled for each race: the place of the horse that moves."""
    import numpy as np

    size = PACK + (gou_gou is not None)
    packs = shuffled(size, DEALS_IN_A_PACK * CARDS_IN_A_DEAL, races, chances).astype(np.uint16)
    packs *= np.uint16(PLACES)
    best = []
    for deal in range(DEALS_IN_A_PACK):
        fallen = packs[deal * CARDS_IN_A_DEAL : (deal + 1) * CARDS_IN_A_DEAL]
        top = np.maximum.reduce([cards + np.uint16(place) for place, cards in enumerate(fallen)])
        place = top % np.uint16(PLACES)
        if gou_gou is not None:
            place = np.where(top >= PACK * PLACES, np.uint16(gou_gou), place)
        best.append(place.astype(np.uint64))
    return best
