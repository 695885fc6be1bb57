"""Exact chances in Double Event Minoru, from the start or from any moment of a race.

After so many cards every set of as many cards is equally likely to be the one that was turned, and the set alone says
where each horse stands. So each set is looked at once, with each card that may come next: whom it brings home, and how
many were there before. Which court cards are in the set is written out, 1,024 ways at most; given these, the other
cards of the four suits are chosen independently of each other, and polynomials count them: the power of x is how many
cards were turned. A whole pack leaves every horse in a certain place, so later packs only add sums of the same kind.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from math import comb, factorial

from games.double_event.horses import PLACES

SUITS = 4
DOUBLE = -1  # stands for two horses on one card, after the horses
# In bytes, and wide enough for any coefficient: none exceeds the number of sets of a pack times the cards after it.
DIGIT = 8

Ways = tuple[int, ...]  # by the number of horses home: a polynomial in x, as a long number whose digits it is
Turned = tuple[int | None, ...]  # by suit: how many court cards; None leaves the suit out
Courts = tuple[tuple[int, ...], ...]  # by suit: which of the king, queen and knave
Found = tuple[int, Turned, int, int]  # horse, others' court cards, court horses home, cards turned


@dataclass(frozen=True)
class Cards:
    """Cards to come: by suit those that move no court horse, and which of the king, queen and knave."""

    plain: tuple[int, ...] = (10, 11, 11, 10)
    courts: Courts = ((0, 1, 2), (0, 1), (0, 1), (0, 1, 2))

    @property
    def number(self) -> int:
        return sum(self.plain) + sum(map(len, self.courts))

    @property
    def moves(self) -> tuple[int, ...]:
        """How far all of them together take each horse."""
        suits = (plain + len(courts) for plain, courts in zip(self.plain, self.courts, strict=True))
        return (*suits, *(sum(court in courts for courts in self.courts) for court in range(3)))

    def court_choices(self) -> Iterator[Courts]:
        """Every set of court cards that may be turned of these."""
        return product(*map(_subsets, self.courts))


@dataclass(frozen=True)
class Standing:
    """All of a race that the chances depend on, horses in the order of hearts to spades, king, queen, knave."""

    needs: tuple[int, ...]  # spaces before each horse; none if it is home
    finish: tuple[int, ...] = ()  # who is home, in order
    left: Cards = Cards()  # of the present pack
    court_first: bool = False  # of two horses that one card brings home


def places(standing: Standing) -> tuple[tuple[Fraction, ...], ...]:
    """For each horse the chance that it is first, second, third."""
    return _places(standing)


def cards_until_home(standing: Standing, place: int) -> dict[int, Fraction]:
    """For each number of further cards the chance that just as many bring the first, second or third horse home."""
    found: dict[int, Fraction] = {}
    for pack in _packs(standing):
        weights = [sum(ways) for ways in zip(*(by_place[place - 1] for by_place in pack.arrivals), strict=True)]
        found |= {pack.before + at + 1: pack.chance(at, ways) for at, ways in enumerate(weights) if ways}
    return found


def mean_cards(standing: Standing, place: int) -> Fraction:
    return sum((cards * chance for cards, chance in cards_until_home(standing, place).items()), Fraction())


def double_finishes(standing: Standing) -> tuple[Fraction, ...]:
    """The chance that one card brings two horses home of which the one ahead is first; second; third.

    Their sum is how many such cards a race has on average: there can be two of them, for the first and the third place.
    """
    packs = _packs(standing)
    return tuple(sum((pack.total(pack.doubles[place]) for pack in packs), Fraction()) for place in range(PLACES))


def packs_that_matter(standing: Standing) -> Iterator[tuple[int, Standing]]:
    """The present pack and, from the certain places where each leaves the horses, those after it, as far as they bring
    anybody home: how many cards come before, and how the horses stand then. Who came home in which order is not kept.
    """
    before = 0
    while standing.needs.count(0) < PLACES:
        moves = standing.left.moves
        if any(0 < need <= most for need, most in zip(standing.needs, moves, strict=True)):
            yield before, standing
        before += standing.left.number
        needs = tuple(max(0, need - most) for need, most in zip(standing.needs, moves, strict=True))
        standing = replace(standing, needs=needs, left=Cards())


@dataclass(frozen=True)
class _Pack:
    """What one pack brings. Ways are by number of cards turned before: sets of as many cards, each with its next."""

    before: int  # cards of earlier packs
    size: int
    arrivals: tuple[tuple[tuple[int, ...], ...], ...]  # by horse and place
    doubles: tuple[tuple[int, ...], ...]  # by place

    def chance(self, turned: int, ways: int) -> Fraction:
        return Fraction(ways * self._part(turned), factorial(self.size))

    def total(self, ways: Sequence[int]) -> Fraction:
        return Fraction(sum(n * self._part(turned) for turned, n in enumerate(ways) if n), factorial(self.size))

    def _part(self, turned: int) -> int:
        """In how many orders of the pack a given set comes first and a given card after it."""
        return factorial(turned) * factorial(self.size - 1 - turned)


@lru_cache(maxsize=1024)
def _places(standing: Standing) -> tuple[tuple[Fraction, ...], ...]:
    packs = _packs(standing)
    known = {horse: place for place, horse in enumerate(standing.finish)}
    return tuple(
        tuple(
            sum((pack.total(pack.arrivals[horse][place]) for pack in packs), Fraction(known.get(horse) == place))
            for place in range(PLACES)
        )
        for horse in range(len(standing.needs))
    )


@lru_cache(maxsize=1024)
def _packs(standing: Standing) -> tuple[_Pack, ...]:
    return tuple(_Counting(start).pack(before) for before, start in packs_that_matter(standing))


class _Counting:
    """The sum over all sets of one pack's cards."""

    def __init__(self, standing: Standing) -> None:
        self.suits, self.courts = standing.needs[:SUITS], standing.needs[SUITS:]
        self.left, self.court_first = standing.left, standing.court_first
        self.products: dict[Turned, Ways] = {}
        self.halves: dict[tuple[int, Turned], Ways] = {}

    def pack(self, before: int) -> _Pack:
        size = self.left.number
        horses = len(self.suits) + len(self.courts)
        numbers = [[0] * PLACES for _ in range(horses + 1)]  # and one for double finishes
        for (horse, turned, home, cards), weight in self._found().items():
            for place, ways in enumerate(self.product(turned)[: PLACES - home], home):
                numbers[horse][place] += weight * ways << 8 * DIGIT * cards
        *arrivals, doubles = (tuple(_coefficients(ways, size) for ways in by_place) for by_place in numbers)
        return _Pack(before, size, tuple(arrivals), doubles)

    def _found(self) -> Counter[Found]:
        """Everything that brings a horse home, alike things together."""
        found: Counter[Found] = Counter()
        for courts in self.left.court_choices():
            for what, weight in self._next_cards(courts):
                found[what] += weight
        return found

    def _next_cards(self, turned: Courts) -> Iterator[tuple[Found, int]]:
        """With these court cards turned and any others: the cards that bring a horse home, if they come next."""
        at = tuple(sum(court in courts for courts in turned) for court in range(len(self.courts)))
        home = sum(moves >= need for moves, need in zip(at, self.courts, strict=True))
        if home >= PLACES:
            return
        by_suit = tuple(map(len, turned))
        for suit, courts in enumerate(self.left.courts):
            yield from self._plain_card(suit, by_suit, home)
            for court in courts:
                if court not in turned[suit]:
                    arrives = at[court] + 1 == self.courts[court]
                    yield from self._court_card(suit, court, by_suit, home, arrives=arrives)

    def _plain_card(self, suit: int, by_suit: tuple[int, ...], home: int) -> Iterator[tuple[Found, int]]:
        own, chosen = self._one_space_from_home(suit, by_suit)
        if chosen:
            others = (*by_suit[:suit], None, *by_suit[suit + 1 :])
            yield (suit, others, home, sum(by_suit) + own), chosen * (self.left.plain[suit] - own)

    def _court_card(
        self, suit: int, court: int, by_suit: tuple[int, ...], home: int, *, arrives: bool
    ) -> Iterator[tuple[Found, int]]:
        """`arrives` says whether the court horse does."""
        own, chosen = self._one_space_from_home(suit, by_suit)
        if chosen:
            others = (*by_suit[:suit], None, *by_suit[suit + 1 :])
            yield (suit, others, home + (arrives and self.court_first), sum(by_suit) + own), chosen
            if arrives:
                yield (DOUBLE, others, home, sum(by_suit) + own), chosen
        if arrives:
            # Suit first: the court horse counts whoever is home once the card has moved its suit.
            moved = (*by_suit[:suit], by_suit[suit] + (not self.court_first), *by_suit[suit + 1 :])
            yield (SUITS + court, moved, home, sum(by_suit)), 1

    def _one_space_from_home(self, suit: int, by_suit: tuple[int, ...]) -> tuple[int, int]:
        """With how many plain cards the suit's horse is just there, and in how many ways they can be chosen."""
        own = self.suits[suit] - 1 - by_suit[suit]
        return own, comb(self.left.plain[suit], own) if own >= 0 else 0

    def product(self, turned: Turned) -> Ways:
        """In how many ways plain cards can be chosen in these suits, by how many suits' horses are home then."""
        if turned not in self.products:
            self.products[turned] = _times(self._half(0, turned[0], turned[1]), self._half(2, turned[2], turned[3]))
        return self.products[turned]

    def _half(self, suit: int, *turned: int | None) -> Ways:
        if (suit, turned) not in self.halves:
            ways: Ways = (1,)
            for at, courts in enumerate(turned, suit):
                if courts is not None:
                    ways = _times(ways, _choices(self.left.plain[at], self.suits[at] - courts))
            self.halves[suit, turned] = ways
        return self.halves[suit, turned]


def _choices(plain: int, need: int) -> Ways:
    """Cards chosen from so many of a suit: those that leave its horse on the way, and those that bring it home."""
    numbers = [comb(plain, chosen) << 8 * DIGIT * chosen for chosen in range(plain + 1)]
    need = max(0, need)
    return sum(numbers[:need]), sum(numbers[need:])


def _times(left: Ways, right: Ways) -> Ways:
    """Their product, as far as the race goes on: nobody counts the horses that come home after the third."""
    most = min(PLACES, len(left) + len(right) - 1)
    return tuple(
        sum(left[n] * right[home - n] for n in range(home + 1) if n < len(left) and home - n < len(right))
        for home in range(most)
    )


def _subsets(courts: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [chosen for size in range(len(courts) + 1) for chosen in combinations(courts, size)]


def _coefficients(number: int, size: int) -> tuple[int, ...]:
    digits = number.to_bytes(DIGIT * size, "little")
    return tuple(int.from_bytes(digits[at : at + DIGIT], "little") for at in range(0, len(digits), DIGIT))
