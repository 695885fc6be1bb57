"""Which spaces there are, and which cards each wins with."""

import itertools
from collections import Counter
from collections.abc import Callable
from typing import get_args

import pytest

from games.roulette.bets import RUNS, RunMode, bets, one_of_each
from tests.games.roulette.playing import play, spaces
from tests.games.roulette.test_wheel import BLACK

CARDS = (*(str(n) for n in range(1, 37)), "0", "00", "eagle")
MODES: tuple[RunMode, ...] = get_args(RunMode)

# Every space that is no single card and no run, as a question about a number.
SIDES: dict[tuple[str, str], Callable[[int], bool]] = {
    ("colour", "red"): lambda n: n not in BLACK,
    ("colour", "black"): lambda n: n in BLACK,
    ("half", "low"): lambda n: n <= 18,
    ("half", "high"): lambda n: n >= 19,
    ("parity", "odd"): lambda n: n % 2 == 1,
    ("parity", "even"): lambda n: n % 2 == 0,
    ("column", "1"): lambda n: n % 3 == 1,
    ("column", "2"): lambda n: n % 3 == 2,
    ("column", "3"): lambda n: n % 3 == 0,
    ("dozen", "1"): lambda n: n <= 12,
    ("dozen", "2"): lambda n: 13 <= n <= 24,
    ("dozen", "3"): lambda n: n >= 25,
}


@pytest.mark.rule("roulette:L-R4", "roulette:E4", "roulette:E5")
def test_what_stands_beside_the_numbers_wins_with_numbers_only() -> None:
    found = spaces(play())
    assert {where for where in found if where[0] not in {"number", "run"}} == set(SIDES)
    for where, holds in SIDES.items():
        assert list(found[where].wins) == [str(n) for n in range(1, 37) if holds(n)]


@pytest.mark.rule("roulette:L-R4")
def test_every_card_can_be_backed_alone() -> None:
    assert [s.wins for (market, _), s in spaces(play()).items() if market == "number"] == [(card,) for card in CARDS]
    assert [selection for market, selection in spaces(play()) if market == "number"] == list(CARDS)


@pytest.mark.rule("roulette:E2")
def test_a_run_is_two_to_six_numbers_in_a_row() -> None:
    runs = {selection: s.wins for (market, selection), s in spaces(play()).items() if market == "run"}
    assert Counter(len(wins) for wins in runs.values()) == {2: 35, 3: 34, 4: 33, 5: 32, 6: 31}
    for selection, wins in runs.items():
        first, last = map(int, selection.split("-"))
        assert 1 <= first < last <= 36
        assert list(wins) == [str(n) for n in range(1, 37) if first <= n <= last]
    assert {"1-2", "35-36", "16-17", "31-36", "1-6"} <= set(runs)


@pytest.mark.rule("roulette:E2")
def test_the_table_adds_pairs_corners_and_the_first_five() -> None:
    added = {
        selection: set(s.wins)
        for (market, selection), s in spaces(play(run_mode="layout")).items()
        if (market, selection) not in spaces(play())
    }
    assert Counter(len(wins) for wins in added.values()) == {2: 33, 4: 22, 5: 1}
    rows = [[row, row + 1, row + 2] for row in range(1, 37, 3)]
    touching = [{a, b} for above, below in itertools.pairwise(rows) for a, b in zip(above, below, strict=True)]
    corners = [
        {*above[side : side + 2], *below[side : side + 2]}
        for above, below in itertools.pairwise(rows)
        for side in (0, 1)
    ]
    numbers = [{int(card) for card in wins} for wins in added.values()]
    assert sorted(map(sorted, numbers)) == sorted(map(sorted, [*touching, *corners, {0, 1, 2, 3}]))
    assert added["0+00+1+2+3"] == {"0", "00", "1", "2", "3"}
    assert added["1+4"] == {"1", "4"}
    assert added["32+33+35+36"] == {"32", "33", "35", "36"}
    assert "3+4+6+7" not in added, "3 and 4 do not touch"


@pytest.mark.parametrize("run_mode", MODES)
def test_no_space_is_there_twice(run_mode: RunMode) -> None:
    every = bets(run_mode)
    assert len({(bet.market, bet.selection) for bet in every}) == len(every) == 216 + 56 * (run_mode == "layout")
    runs = [frozenset(bet.wins) for bet in every if bet.market in {"number", "run"}]
    assert len(set(runs)) == len(runs)


@pytest.mark.parametrize("run_mode", MODES)
def test_a_run_is_paid_by_the_number_of_its_cards(run_mode: RunMode) -> None:
    sizes = {"even": 18, "twelve": 12, "single": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
    assert {bet.kind.value: len(bet.wins) for bet in one_of_each().values()} == sizes
    for bet in bets(run_mode):
        assert len(bet.wins) == len(set(bet.wins)) == sizes[bet.kind]
        assert set(bet.wins) <= set(CARDS)
    assert {size: kind.value for size, kind in RUNS.items()} == {
        sizes[k]: k for k in ("two", "three", "four", "five", "six")
    }
