"""Many races of Horses at once, on real packs that are shuffled and turned."""

from typing import TYPE_CHECKING, Any

from games.kit.orders import Orders
from games.kit.simulation import Randomness, Simulated, shuffled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Whole = NDArray[np.intp]

SUITS = 4
CARDS_IN_A_SUIT = 13
CARDS_IN_A_PACK = SUITS * CARDS_IN_A_SUIT


def simulate(orders: Orders, races: int, randomness: Randomness) -> Simulated:
    """How often each order came in, with which cards the first three horses did, and how often that took 51 cards."""
    import numpy as np  # a tenth of a second that only a simulation needs

    horses, cards = finishes(shuffled(CARDS_IN_A_PACK, CARDS_IN_A_PACK, races, randomness))
    first, second, third, _ = cards
    all_cards = (third == CARDS_IN_A_PACK - 1).astype(np.intp)
    figures = {"first_home": first, "second_home": second, "third_home": third, "all_cards": all_cards}
    sums = {name: (int(each.sum()), int((each * each).sum())) for name, each in figures.items()}
    times = np.bincount(_code(horses), minlength=SUITS**SUITS)
    letters = list(orders.letters.values())
    outcomes = {order: int(times[_code([letters.index(letter) for letter in order])]) for order in orders.all}
    return Simulated(races, outcomes, sums)


def finishes(packs: "NDArray[np.uint8]") -> "tuple[Whole, Whole]":
    """For each race, one column each: the horses in the order they came in, and with which card each did.

    A pack's cards are numbers, suit by suit. The fourth horse comes in by elimination; its card is the bottom one.
    """
    import numpy as np

    suits = packs // CARDS_IN_A_SUIT
    last = CARDS_IN_A_PACK - np.stack([np.argmax(suits[::-1] == suit, axis=0) for suit in range(SUITS)])
    horses = np.argsort(last, axis=0)
    return horses, np.take_along_axis(last, horses, axis=0)


def _code(horses: Any) -> Any:
    """An order of horses as one number, for one race or for a column of them."""
    first, second, third, last = horses
    return ((first * SUITS + second) * SUITS + third) * SUITS + last
