"""Exact chances in Horses, from the start or from any moment of a race.

A horse is home when the last card of its suit is turned, so only the order of these four last cards matters. Of some
suits together, each card still to come is equally likely to be the last: a suit has it with as many chances as it has
cards left. `left` is everywhere how many cards of each suit are still to come.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

from games.horses.course import SQUARES, Horse

Left = Mapping[str, int]  # by horse; none where a horse is home

START: Left = dict.fromkeys(Horse, SQUARES)


def orders(left: Left) -> dict[tuple[str, ...], Fraction]:
    """The chance of every order in which the horses not yet home can come in.

    Read from the bottom of the pack: the last horse has the last card of all, the one before it the last card of all
    others, and so on.
    """
    running = [horse for horse, cards in left.items() if cards]
    return {order: _in_order(left, order) for order in permutations(running)}


def _in_order(left: Left, order: Sequence[str]) -> Fraction:
    chance, cards = Fraction(1), sum(left[horse] for horse in order)
    for horse in reversed(order):
        chance *= Fraction(left[horse], cards)
        cards -= left[horse]
    return chance


def within(left: Left, horse: str, places: int) -> Fraction:
    """The chance that a horse that is still running comes in among the first so many, by inclusion and exclusion.

    It comes in after all of some others if it has the last card of them together. Those that are home have no cards,
    and are certainly before it.
    """
    others = [other for other in left if other != horse]
    behind = [
        sum(Fraction(left[horse], left[horse] + sum(left[other] for other in some)) for some in every)
        for every in _by_size(others)
    ]
    return 1 - _at_least(places, behind)


def finish_cards(left: Left, place: int) -> dict[int, Fraction]:
    """By the number of a card, counted from now: the chance that it is the one with which this place is taken.

    Places are counted from now too, among the horses that are not home yet.
    """
    total, running = sum(left.values()), [horse for horse, cards in left.items() if cards]
    taken = [_at_least(place, list(_complete(left, running, turned))) for turned in range(total + 1)]
    steps = {turned: taken[turned] - taken[turned - 1] for turned in range(1, total + 1)}
    return {turned: chance for turned, chance in steps.items() if chance}


def mean_card(left: Left, place: int) -> Fraction:
    return sum((turned * chance for turned, chance in finish_cards(left, place).items()), Fraction())


def all_cards(left: Left) -> Fraction:
    """The chance that the race is decided by the last card but one, so that only the bottom card is not turned."""
    last_places = sum(cards > 0 for cards in left.values()) - 1
    return finish_cards(left, last_places).get(sum(left.values()) - 1, Fraction())


def _complete(left: Left, running: Sequence[str], turned: int) -> Iterator[Fraction]:
    """By size: the chances, summed, that all cards of so many horses are among those turned."""
    total = sum(left.values())
    for every in _by_size(running):
        needs = [sum(left[horse] for horse in some) for some in every]
        yield sum((Fraction(comb(turned, cards), comb(total, cards)) for cards in needs), Fraction())


def _by_size(things: Sequence[str]) -> Iterator[Iterator[tuple[str, ...]]]:
    """All choices of none of these, of one, of two, and so on."""
    return (combinations(things, size) for size in range(len(things) + 1))


def _at_least(number: int, together: Sequence[Fraction | int]) -> Fraction:
    """The chance that so many of some things are true, 1 or more of them.

    `together` has for each size the chances, summed over all choices of that size, that all the chosen are true.
    """
    signed = (
        (-1) ** (size - number) * comb(size - 1, number - 1) * together[size] for size in range(number, len(together))
    )
    return sum(signed, Fraction())
