"""Many races of Double Event Minoru at once: real packs, shuffled and turned up card by card, all races together."""

from collections.abc import Sequence
from itertools import permutations
from typing import TYPE_CHECKING

from games.double_event.horses import ORDERS, PLACES, Horse, court_horse, suit_horse
from games.kit.cards import PACK, Card
from games.kit.simulation import Randomness, Simulated, shuffled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]
    Finishes = tuple[Whole, Whole]  # who came in each place; and the figures; one column for each race

HORSES = tuple(Horse)
NOBODY = len(HORSES)  # stands for the court horse of a card that moves none
FAR = 10_000  # spaces before it, which no race brings it home
FIGURES = ("first_home", "second_home", "third_home", "double_finishes")


def simulate(lengths: Sequence[int], races: int, randomness: Randomness, *, court_first: bool) -> Simulated:
    """How often each order of the first three came, on which cards they were home, and how many cards brought two.

    Lengths are in the order of `Horse`.
    """
    import numpy as np  # a tenth of a second that only a simulation needs

    field = _Field(lengths, races, court_first=court_first)
    while field.running.size:
        for cards in shuffled(len(PACK), len(PACK), field.running.size, randomness):
            field.turn(cards)
        field.gather()
    finish, figures = (np.concatenate(parts, axis=1) for parts in zip(*field.over, strict=True))
    sums = {name: (int(row.sum()), int((row**2).sum())) for name, row in zip(FIGURES, figures, strict=True)}
    return Simulated(races, _orders(finish), sums)


def _orders(finish: "Whole") -> dict[str, int]:
    """How often each order came."""
    import numpy as np

    values = NOBODY ** np.arange(PLACES)
    counts = np.bincount(values @ finish, minlength=NOBODY**PLACES)
    return {
        ORDERS.written([HORSES[horse] for horse in order]): int(counts[values @ order])
        for order in permutations(range(NOBODY), PLACES)
    }


class _Field:
    """All races that are not over, one column each."""

    def __init__(self, lengths: Sequence[int], races: int, *, court_first: bool) -> None:
        import numpy as np

        movers = [[HORSES.index(suit_horse(card)) for card in PACK], [_court(card) for card in PACK]]
        self.movers = np.array(movers[::-1] if court_first else movers)  # by card, the one ahead first
        self.needs = np.repeat(np.array([*lengths, FAR])[:, None], races, axis=1)
        self.home = np.zeros(races, np.int64)
        self.finish = np.zeros((PLACES, races), np.int64)
        self.figures = np.zeros((len(FIGURES), races), np.int64)  # the cards of the places, and double finishes
        self.turned = 0
        self.over: list[Finishes] = []

    @property
    def running(self) -> "NDArray[np.intp]":
        return (self.home < PLACES).nonzero()[0]

    def turn(self, cards: "NDArray[np.uint8]") -> None:
        """One card in each race that is still run."""
        self.turned += 1
        running = self.running
        arrived = []
        for horses in self.movers:
            horse = horses[cards[running]]
            self.needs[horse, running] -= 1
            arrived.append((self.needs[horse, running] == 0, horse))
        self.figures[-1, running] += arrived[0][0] & arrived[1][0]
        for home, horse in arrived:
            placed = home & (self.home[running] < PLACES)  # the second of two may come too late
            races = running[placed]
            self.finish[self.home[races], races] = horse[placed]
            self.figures[self.home[races], races] = self.turned
            self.home[races] += 1

    def gather(self) -> None:
        """Put aside the races that are over. The others go on with a new pack."""
        over = self.home == PLACES
        self.over.append((self.finish[:, over], self.figures[:, over]))
        self.needs, self.home = self.needs[:, ~over], self.home[~over]
        self.finish, self.figures = self.finish[:, ~over], self.figures[:, ~over]


def _court(card: Card) -> int:
    horse = court_horse(card)
    return HORSES.index(horse) if horse else NOBODY
