"""The exact chances of both packs: every order of two and of three cards is looked at, by the lists of the leaflet."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import permutations

import numpy as np
import pytest

from games.kit.simulation import Simulated, compared_chance
from tests.games.musical_casino.by_the_book import CHORDS, PAIRS
from tests.games.musical_casino.positions import MUSICAL, contest

PACKS = ("regular", "level")
# Unordered pairs of 52 cards are 1,326, and sets of three 22,100. Of the regular pack: C D E F G A B have 6 equal pairs
# each, F♯ B♭ C♯ E♭ 3, G♯ A♭ D♯ D♭ 1. Of the level pack only F♯ and B♭ have 3, and C♯ G♯ D♯ A♯ with their flats 1.
MATCHES = {"regular": Fraction(42 + 12 + 4, 1326), "level": Fraction(42 + 6 + 8, 1326)}


def share(pack: str, size: int, counts: Callable[[tuple[str, ...]], bool]) -> Fraction:
    """Of all orders of so many cards."""
    orders = list(permutations([card.value for card in contest(course=pack).course.pack], size))
    return Fraction(sum(map(counts, orders)), len(orders))


@cache
def enumerated(pack: str) -> dict[str, Fraction]:
    chords = set(CHORDS.values())
    return {
        "match": share(pack, 2, lambda two: two[0] == two[1]),
        "pair": share(pack, 2, lambda two: frozenset(two) in PAIRS),
        "chord": share(pack, 3, lambda three: frozenset(three) in chords),
    }


@pytest.mark.parametrize("pack", PACKS)
def test_every_order_of_two_and_three_cards(pack: str) -> None:
    figures = {figure.name: figure.value for figure in MUSICAL.figures(contest(course=pack))}
    assert figures == enumerated(pack)
    assert figures["match"] == MATCHES[pack]


def test_a_pair_does_not_depend_on_whether_another_is_allowed() -> None:
    """The figure is of the printed list."""
    assert MUSICAL.figures(contest(esharp_gsharp_pair=True)) == MUSICAL.figures(contest())


def test_nothing_is_told_once_cards_have_been_seen() -> None:
    state = contest()
    wanted = MUSICAL.chance(state)
    assert wanted is not None
    assert MUSICAL.figures(MUSICAL.play(state, wanted.becomes(wanted.pack[:12])).state) == ()


def simulated(pack: str, rounds: int) -> Simulated:
    return MUSICAL.simulate(contest(course=pack), rounds, np.random.default_rng(1909))


@pytest.mark.parametrize("pack", PACKS)
def test_many_shuffles_agree(pack: str) -> None:
    found = simulated(pack, 200_000)
    assert set(found.sums) == set(enumerated(pack))
    for name, chance in enumerated(pack).items():
        times, squares = found.sums[name]
        assert times == squares, "it happens once or not at all"
        compared = compared_chance(chance, times, found.rounds)
        assert compared.judged
        assert compared.agrees, name


def test_the_figures_of_one_pack_do_not_agree_with_shuffles_of_the_other() -> None:
    """A control: the packs differ by little, and a million shuffles tell them apart."""
    found = simulated("level", 1_000_000)
    apart = [
        compared_chance(chance, found.sums[name][0], found.rounds) for name, chance in enumerated("regular").items()
    ]
    assert not all(each.agrees for each in apart)
