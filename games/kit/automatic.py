"""How automatic players stake on fixed odds. They see what everybody sees, and go through the same checks."""

from collections.abc import Sequence

from games.kit.fair import Numbers
from games.kit.markets import Market
from games.kit.payments import Stake

MOST_SPACES = 3
SHARE = 10  # without a limit an automatic player lays at most a tenth of its purse on one space


def stakes(seat: str, markets: Sequence[Market], purse: int, numbers: Numbers) -> tuple[Stake, ...]:
    """One to three spaces with a legal stake on each, as far as the purse goes."""
    spaces = [(market, space) for market in markets for space in market.spaces]
    chosen: list[Stake] = []
    for _ in range(1 + numbers.below(MOST_SPACES)):
        if not spaces:
            break
        market, space = spaces.pop(numbers.below(len(spaces)))
        limit = market.limit(space)
        most = min(purse // SHARE if limit is None else limit, purse) // space.odds.step
        least = -(-market.least // space.odds.step)
        if most >= least:
            counters = space.odds.step * (least + numbers.below(most - least + 1))
            chosen.append(Stake(seat, market.name, space.selection, counters))
            purse -= counters
    return tuple(chosen)
