"""Exact chances in Minoru, from the start or from any moment of a race.

Without the joker every deal is won by each horse with chance 1/5, independently of all other deals: whatever five
cards lie there, their best one is equally likely to be in each of the five places. With the joker, a pack's ten deals
hold it at most once, and in that deal Gou-Gou moves; all other deals are as before. So a race is a row of fair deals
with joker deals strewn in, and all that matters is how many joker deals there were, not where.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate
from math import comb, prod
from math import factorial as _factorial
from operator import mul

HORSES = 5
CARDS_IN_A_DEAL = 5
CARDS_IN_A_PACK = 52
DEALS_IN_A_PACK = CARDS_IN_A_PACK // CARDS_IN_A_DEAL  # also with the joker: its 53rd card begins no eleventh deal

factorial = cache(_factorial)  # the same few are wanted again and again


@dataclass(frozen=True)
class Standing:
    """All of a race that the chances depend on. `needs` is how many spaces each horse still has before it."""

    needs: tuple[int, ...]
    joker: bool  # is it in the pack?
    gou_gou: int = 0  # the place of the horse that a joker moves
    dealt: int = 0  # deals already made from the present pack
    seen: bool = False  # has the present pack's joker been turned?


def chances(standing: Standing) -> tuple[Fraction, ...]:
    """For each horse the chance that it wins."""
    wins, whole = _wins(standing)
    return tuple(Fraction(sum(by_deal.values()), whole) for by_deal in wins)


def lengths(standing: Standing) -> dict[int, Fraction]:
    """For each number of further deals the chance that the race takes just as many."""
    wins, whole = _wins(standing)
    deals = sorted({deal for by_deal in wins for deal in by_deal})
    return {deal: Fraction(sum(by_deal.get(deal, 0) for by_deal in wins), whole) for deal in deals}


def mean_deals(standing: Standing) -> Fraction:
    return sum((deals * chance for deals, chance in lengths(standing).items()), Fraction())


def next_pack_needed(standing: Standing) -> Fraction:
    """The chance that the present pack does not last to the end of the race."""
    left = DEALS_IN_A_PACK - standing.dealt
    return sum((chance for deals, chance in lengths(standing).items() if deals > left), Fraction())


def suit_decides(*, joker: bool) -> Fraction:
    """The chance that two cards or more share the highest rank of a deal, so that rule 5 is wanted."""
    single = sum(4 * comb(4 * lower, CARDS_IN_A_DEAL - 1) for lower in range(13))
    return Fraction(comb(CARDS_IN_A_PACK, CARDS_IN_A_DEAL) - single, comb(CARDS_IN_A_PACK + joker, CARDS_IN_A_DEAL))


def gou_gou_moves(*, joker: bool) -> Fraction:
    """The chance that Gou-Gou moves in a given deal, nothing being known of the pack."""
    falls = Fraction(CARDS_IN_A_DEAL, CARDS_IN_A_PACK + 1) if joker else Fraction()
    return falls + (1 - falls) / HORSES


@lru_cache(maxsize=1024)
def _wins(standing: Standing) -> tuple[tuple[dict[int, int], ...], int]:
    """For each horse and each number of further deals the chance that it wins with the last of them.

    Chances are whole numbers of equal parts, and the second value says how many parts make 1: adding up hundreds of
    fractions would take most of the time.
    """
    if 0 in standing.needs:  # the race is over
        return tuple({} if need else {0: 1} for need in standing.needs), 1
    most = sum(standing.needs) - len(standing.needs) + 1
    weights, parts = _joker_deals(standing, most)
    wins: tuple[dict[int, int], ...] = tuple({} for _ in standing.needs)
    ways = _Ways(standing)
    for (before, jokers, now), weight in weights.items():
        if jokers >= standing.needs[standing.gou_gou]:
            continue  # so many jokers alone have brought Gou-Gou home
        fair = before - jokers
        part = weight * HORSES ** (most - fair - (not now))
        for horse in [standing.gou_gou] if now else range(len(wins)):
            if found := ways.to_be_next(horse, fair, jokers):
                wins[horse][before + 1] = wins[horse].get(before + 1, 0) + part * found
    return wins, parts * HORSES**most * prod(factorial(need - 1) for need in standing.needs)


def _joker_deals(standing: Standing, most: int) -> tuple[dict[tuple[int, int, bool], int], int]:
    """By how many deals went before, how many of them held a joker, and whether the next one does: the chance of it.

    Again as parts, and how many make 1. In a pack with n cards left to deal the joker is in each deal with 5/n.
    """
    if not standing.joker:
        return {(before, 0, False): 1 for before in range(most)}, 1
    found: dict[tuple[int, int, bool], tuple[int, int]] = {}
    parts, before, dealt, out = 1, 0, standing.dealt, standing.seen
    base = {0: 1}  # by the jokers of earlier packs
    while before < most:
        left = 1 if out else CARDS_IN_A_PACK + 1 - CARDS_IN_A_DEAL * dealt
        parts *= left
        unseen = {} if out else {jokers: weight * left for jokers, weight in base.items()}
        seen = dict(base) if out else {}
        for _ in range(DEALS_IN_A_PACK - dealt):
            now = {jokers: CARDS_IN_A_DEAL * base[jokers] for jokers in unseen}
            unseen = {jokers: weight - now[jokers] for jokers, weight in unseen.items()}
            found |= {(before, jokers, True): (weight, parts) for jokers, weight in now.items()}
            found |= {(before, jokers, False): (weight, parts) for jokers, weight in _added(unseen, seen).items()}
            seen = _added(seen, {jokers + 1: weight for jokers, weight in now.items()})
            before += 1
        base, dealt, out = _added(unseen, seen), 0, False
    return {deal: weight * (parts // of) for deal, (weight, of) in found.items() if deal[0] < most}, parts


def _added(left: dict[int, int], right: dict[int, int]) -> dict[int, int]:
    return {key: left.get(key, 0) + right.get(key, 0) for key in left | right}


class _Ways:
    """In how many ways fair deals can fall beside so many jokers.

    The sequences in which other horses share n deals and none gets home are counted by n! times a coefficient of the
    product of their polynomials 1 + x + x²/2! + …, each cut off before the horse's last space and made whole. They are
    multiplied as long numbers whose digits are the coefficients, which is the fastest way that Python has.
    """

    def __init__(self, standing: Standing) -> None:
        self.gou_gou, self.needs = standing.gou_gou, standing.needs
        polynomials = [_polynomial(need) for need in self.needs]
        # In bytes, and wide enough for any coefficient of any product.
        self.digit = prod(map(sum, polynomials)).bit_length() // 8 + 1
        self.others = [at for at in range(len(self.needs)) if at != self.gou_gou]
        numbers = [self._number(polynomials[at]) for at in self.others]
        before = list(accumulate(numbers, mul, initial=1))
        after = list(accumulate(reversed(numbers), mul, initial=1))
        self.all_others = before[-1]
        self.all_but = {at: before[n] * after[len(numbers) - 1 - n] for n, at in enumerate(self.others)}
        self.spreads: dict[tuple[int, int], list[int]] = {}

    def to_be_next(self, horse: int, deals: int, jokers: int) -> int:
        """Ways in which after so many fair deals this horse is one space from home and no other has arrived."""
        own = self.needs[horse] - 1 - jokers * (horse == self.gou_gou)
        spread = self._spread(horse, jokers)
        if not 0 <= deals - own < len(spread):
            return 0
        last = self.needs[self.gou_gou] - 1
        # After jokers Gou-Gou's polynomial is shorter; it is scaled like the others' all the same.
        return factorial(last) // factorial(last - jokers) * factorial(deals) * spread[deals - own]

    def _spread(self, horse: int, jokers: int) -> list[int]:
        """The coefficients of all other horses' product."""
        if (horse, jokers) not in self.spreads:
            gou_gou = _polynomial(self.needs[self.gou_gou] - jokers)
            product = self.all_others if horse == self.gou_gou else self.all_but[horse] * self._number(gou_gou)
            self.spreads[horse, jokers] = self._coefficients(product)
        return self.spreads[horse, jokers]

    def _number(self, polynomial: Sequence[int]) -> int:
        digits = b"".join(coefficient.to_bytes(self.digit, "little") for coefficient in polynomial)
        return int.from_bytes(digits, "little")

    def _coefficients(self, number: int) -> list[int]:
        digits = number.to_bytes(number.bit_length() // 8 + 1, "little")
        return [int.from_bytes(digits[at : at + self.digit], "little") for at in range(0, len(digits), self.digit)]


def _polynomial(need: int) -> list[int]:
    return [factorial(need - 1) // factorial(n) for n in range(need)]
