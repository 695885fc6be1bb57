"""A second way to the exact chances: card by card, from each position to the next, by asking what the next card does.

Cards that move the same horses are alike, and those that move nobody any more are as good as none.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache

from games.double_event.horses import court_horse, suit_horse
from games.double_event.rules import Race
from games.kit.cards import PACK, Card
from tests.games.double_event.racing import ORDER

Left = tuple[tuple[tuple[str, ...], int], ...]  # which horses, suit first, and how many such cards
Finish = tuple[str, ...]


def orders(state: Race) -> dict[Finish, Fraction]:
    """The chance of every order of the first three that can come."""
    needs = tuple(length - at for length, at in zip(state.course.lengths, state.positions, strict=True))
    left = _alike(_moves_of(card for card in PACK if card not in state.aside), state.finish)
    return _orders(needs, state.finish, left, state.course.tie == "court_first")


def _alike(cards: Iterable[tuple[tuple[str, ...], int]], finish: Finish) -> Left:
    found: Counter[tuple[str, ...]] = Counter()
    for horses, number in cards:
        found[tuple(horse for horse in horses if horse not in finish)] += number
    return tuple(sorted((horses, number) for horses, number in found.items() if horses and number))


def _moves_of(pack: Iterable[Card]) -> list[tuple[tuple[str, ...], int]]:
    return [(tuple(horse for horse in (suit_horse(card), court_horse(card)) if horse), 1) for card in pack]


@cache
def _orders(needs: tuple[int, ...], finish: Finish, left: Left, court_first: bool) -> dict[Finish, Fraction]:
    if len(finish) >= 3:
        return {finish: Fraction(1)}
    if not left:
        return _orders(needs, finish, _alike(_moves_of(PACK), finish), court_first)
    found: dict[Finish, Fraction] = {}
    for moved, number in left:
        later = tuple(need - (horse in moved) for horse, need in zip(ORDER, needs, strict=True))
        home = [horse for horse in moved if later[ORDER.index(horse)] == 0][:: -1 if court_first else 1]
        ran = (*finish, *home)[:3]
        comes = Fraction(number, sum(n for _, n in left))
        for order, chance in _orders(later, ran, _alike([*left, (moved, -1)], ran), court_first).items():
            found[order] = found.get(order, Fraction()) + comes * chance
    return found
