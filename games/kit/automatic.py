"""How automatic players stake. They see what everybody sees, and go through the same checks."""

from collections.abc import Sequence

from games.kit.fair import Numbers
from games.kit.markets import Offer
from games.kit.payments import Stake

MOST_SPACES = 3
SHARE = 10  # without a limit an automatic player lays at most a tenth of its purse on one space


def stakes(seat: str, offers: Sequence[Offer], purse: int, numbers: Numbers) -> tuple[Stake, ...]:
    """One to three spaces with a legal stake on each, as far as the purse goes."""
    spaces = [(offer, selection) for offer in offers for selection in offer.selections]
    chosen: list[Stake] = []
    for _ in range(1 + numbers.below(MOST_SPACES)):
        if not spaces:
            break
        offer, selection = spaces.pop(numbers.below(len(spaces)))
        limit, step = offer.limit(selection), offer.step(selection)
        most = min(purse // SHARE if limit is None else limit, purse) // step
        least = -(-offer.least // step)
        if most >= least:
            counters = step * (least + numbers.below(most - least + 1))
            chosen.append(Stake(seat, offer.name, selection, counters))
            purse -= counters
    return tuple(chosen)
