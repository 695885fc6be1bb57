"""Exact chances of whole finishing orders in Double Event Minoru, from the start or from any moment of a race.

As in `odds`, each set of cards is looked at once, with each card that may come next; here only where that card takes
the last place that is open. Two horses at most are home before it, and which of them is ahead the set leaves open. But
given the set, all orders of its cards are equally likely, so the chance that one is ahead follows from how many cards
of each are in it. A whole pack leaves every horse in a certain place, so what the next one brings is independent.

The start of a course takes less than a second, a later moment less than that.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, permutations, product
from math import comb, factorial, prod

from games.double_event.horses import PLACES
from games.double_event.odds import SUITS, Cards, Courts, Standing, packs_that_matter

PAIR = factorial(26)  # two horses have so many cards at most: any chance among their orders is a whole number of parts
# Polynomials are long numbers, as in `odds`. No coefficient exceeds the sets of a pack times the cards after, in parts.
BITS = (comb(52, 26) * 52 * PAIR).bit_length()

Order = tuple[int, ...]  # horses, first one first


@lru_cache(maxsize=64)
def orders(standing: Standing) -> Mapping[Order, Fraction]:
    """The chance of every order of the first three that can come, horses in the order of the standing."""
    found = {standing.finish: Fraction(1)}
    for _, start in packs_that_matter(standing):
        coming = _Pack(start).orders()
        found = {(*home, *order): a * b for home, a in found.items() for order, b in coming.items()}
    return found


class _Pack:
    """The orders of those who are placed in this pack: as many as can come home in it, or as places are open."""

    def __init__(self, standing: Standing) -> None:
        self.needs, self.left, self.court_first = standing.needs, standing.left, standing.court_first
        coming = sum(0 < need <= most for need, most in zip(self.needs, self.left.moves, strict=True))
        self.places = min(coming, PLACES - self.needs.count(0))
        self.plain_ways = cache(self._plain_ways)
        self.home_ways = cache(self._home_ways)

    def orders(self) -> dict[Order, Fraction]:
        found: Counter[Order] = Counter()
        for turned in self.left.court_choices():
            moment = _Moment(self, turned)
            for suit, courts in enumerate(self.left.courts):
                for court in (None, *(court for court in courts if court not in turned[suit])):
                    for order, ways in moment.next_card(suit, court):
                        found[order] += ways
        return {order: self._chance(ways) for order, ways in found.items() if ways}

    def _chance(self, ways: int) -> Fraction:
        size = self.left.number
        # In so many orders of the pack a given set of cards comes first and a given card after it.
        parts = (factorial(turned) * factorial(size - 1 - turned) for turned in range(size))
        numbers = ((ways >> BITS * turned) % (1 << BITS) for turned in range(size))
        return Fraction(sum(n * part for n, part in zip(numbers, parts, strict=True)), factorial(size) * PAIR)

    def _plain_ways(self, suit: int, least: int, below: int) -> int:
        """In how many ways plain cards of a suit can be chosen, by their number."""
        plain = self.left.plain[suit]
        numbers = range(max(0, least), min(plain + 1, below))
        return sum(comb(plain, chosen) << BITS * chosen for chosen in numbers)

    def _home_ways(self, order: Order, by_court_cards: tuple[int, ...], common: int) -> int:
        """In how many ways plain cards of those who are home can be chosen, in parts: those in which they came home in
        this order. Given are how far court cards took each of them, and how many moved both.
        """
        choices = [self._home_choices(horse, at) for horse, at in zip(order, by_court_cards, strict=True)]
        return sum(
            prod(ways for _, ways in chosen) * self._parts(order, [cards for cards, _ in chosen], common)
            for chosen in product(*choices)
        )

    def _parts(self, order: Order, cards: Sequence[int], common: int) -> int:
        """The chance of this order of those who are home, when so many cards of each were turned."""
        if len(order) < 2:
            return PAIR
        (need, other_need), (own, others) = (self.needs[horse] for horse in order), cards
        ahead_if_tied = (order[0] < SUITS) is not self.court_first
        ahead = _ahead(need, other_need, own - common, others - common, common, tie=ahead_if_tied)
        return PAIR // factorial(own + others - common) * ahead

    def _home_choices(self, horse: int, at: int) -> list[tuple[int, int]]:
        """How many cards of a horse that is home may have been turned, each number with its ways."""
        if horse >= SUITS:
            return [(at, 1)]
        plain = range(max(0, self.needs[horse] - at), self.left.plain[horse] + 1)
        return [(at + chosen, self.plain_ways(horse, chosen, chosen + 1)) for chosen in plain]


class _Moment:
    """When these court cards have been turned, and any others."""

    def __init__(self, pack: _Pack, turned: Courts) -> None:
        self.pack, self.turned, self.needs = pack, turned, pack.needs
        self.at = Cards((0,) * SUITS, turned).moves
        self.cards = sum(map(len, turned))
        self.courts_home = [horse for horse in range(SUITS, len(self.at)) if 0 < self.needs[horse] <= self.at[horse]]

    def next_card(self, suit: int, court: int | None) -> Iterator[tuple[Order, int]]:
        """The orders that are complete if this card comes next; without a court horse, any plain card of the suit."""
        alone = (suit,)
        if court is None:
            own = self.needs[suit] - 1 - self.at[suit]
            yield from self._complete(alone, suit, self.pack.left.plain[suit] - own)
        elif self.at[SUITS + court] + 1 == self.needs[SUITS + court]:
            both = (suit, SUITS + court)
            yield from self._complete(both[::-1] if self.pack.court_first else both, suit)
            yield from self._complete((SUITS + court,), suit)
        else:
            yield from self._complete(alone, suit)

    def _complete(self, arriving: Order, suit: int, cards: int = 1) -> Iterator[tuple[Order, int]]:
        """The same if the card, one of so many of this suit, brings just these home, and one of them takes the last
        place.
        """
        places = self.pack.places
        others = [other for other in range(SUITS) if other not in arriving and self.needs[other]]
        for before in range(max(0, places - len(arriving), len(self.courts_home)), places):
            for suits_home in combinations(others, before - len(self.courts_home)):
                ways = cards * prod(
                    self._ways_on_the_way(other, arriving, suit) for other in range(SUITS) if other not in suits_home
                )
                if not ways:
                    continue
                for home in permutations((*suits_home, *self.courts_home)):
                    yield (*home, *arriving)[:places], ways * self._ways_home(home) << BITS * self.cards

    def _ways_on_the_way(self, suit: int, arriving: Order, moved: int) -> int:
        """Of a suit whose horse is not home in this pack before the card; `moved` is the suit that the card moves."""
        need = self.needs[suit] - self.at[suit]
        if suit in arriving:
            return self.pack.plain_ways(suit, need - 1, need)
        if not self.needs[suit]:
            return self.pack.plain_ways(suit, 0, self.pack.left.plain[suit] + 1)
        return self.pack.plain_ways(suit, 0, need - (suit == moved))

    def _ways_home(self, order: Order) -> int:
        common = 0
        if len(order) == 2 and min(order) < SUITS <= max(order):
            common = int(max(order) - SUITS in self.turned[min(order)])
        return self.pack.home_ways(order, tuple(self.at[horse] for horse in order), common)


@cache  # of few arguments: a suit has 13 cards
def _ahead(need: int, other_need: int, own: int, others: int, common: int, *, tie: bool) -> int:
    """In how many orders of cards a horse comes home ahead of another; of `common` cards, which move both, there is one
    at most. `tie` says whether it is ahead when that one brings both home.
    """
    if not need or not other_need:
        return factorial(own + others + common) if not need and (other_need or tie) else 0
    total = 0
    if own:
        total += own * _ahead(need - 1, other_need, own - 1, others, common, tie=tie)
    if others:
        total += others * _ahead(need, other_need - 1, own, others - 1, common, tie=tie)
    if common:
        total += _ahead(need - 1, other_need - 1, own, others, 0, tie=tie)
    return total
