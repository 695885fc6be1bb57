"""Many whole games, by players who choose at random and by the automatic player, beside the table of the worked rules.

That table was made apart from this code, from 1,000 games each. Both sides have an error, so they are combined.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Any

import pytest

from games.kit.simulation import TOLERANCE
from tests.games.musical_casino.positions import TWELVE, contest
from tests.games.musical_casino.whole_games import Table, at_random, greedy

GAMES = 1000  # of which the table was made
ROUNDED = 0.005  # sweeps and points have two decimals in it


@dataclass(frozen=True)
class Known:
    """Deals in a game, their standard error, and sweeps and points in a deal."""

    deals: float
    error: float
    sweeps: float
    points: float


WAYS: dict[str, tuple[int, dict[str, Any]]] = {
    "2": (2, {}),
    "3": (3, {}),
    "4": (4, {}),
    "4 partners": (4, {"partners": True}),
    "6": (6, {}),
}
KNOWN = {
    ("2", "random"): Known(3.231, 0.019, 1.75, 12.50),
    ("3", "random"): Known(4.303, 0.024, 1.66, 12.25),
    ("4", "random"): Known(5.258, 0.031, 1.66, 12.11),
    ("4 partners", "random"): Known(3.243, 0.019, 1.66, 12.39),
    ("6", "random"): Known(7.293, 0.043, 1.59, 11.73),
    ("2", "greedy"): Known(2.409, 0.017, 6.68, 17.46),
    ("3", "greedy"): Known(3.214, 0.020, 7.40, 17.99),
    ("4", "greedy"): Known(3.709, 0.024, 7.83, 18.23),
    ("4 partners", "greedy"): Known(2.240, 0.016, 7.86, 18.64),
    ("6", "greedy"): Known(4.964, 0.033, 8.28, 18.35),
}
# Two players, 400 games: deals when they choose at random, and when greedily.
VARIED: list[tuple[dict[str, Any], float, float]] = [
    ({}, 3.210, 2.473),
    ({"free_trail": True}, 3.480, 2.473),
    ({"pair_takes": "partner"}, 3.178, 2.470),
    ({"esharp_gsharp_pair": True}, 3.192, 2.362),
    ({"course": "level"}, 3.370, 2.618),
]
BEATEN = 0.963  # of games that the automatic player wins against one who chooses at random


def played(players: int, options: dict[str, Any], how: str, games: int) -> list[Table]:
    """Games to their ends, with all cards counted after every play."""
    tables = [Table(contest(TWELVE[:players], **options), seed) for seed in range(games)]
    for seed, table in enumerate(tables):
        table.play(greedy if how == "greedy" else at_random(seed))
        assert table.plays == [48] * table.state.deals
    return tables


def mean(numbers: list[int]) -> tuple[float, float]:
    """And its standard error."""
    middle = sum(numbers) / len(numbers)
    spread = sum((number - middle) ** 2 for number in numbers) / (len(numbers) - 1)
    return middle, sqrt(spread / len(numbers))


def per_deal(tables: list[Table], numbers: list[int]) -> tuple[float, float]:
    """How many there are in a deal, and the standard error. Deals of one game belong together: many sweeps end it."""
    deals = sum(table.deals for table in tables)
    rate = sum(numbers) / deals
    off = [number - rate * table.deals for number, table in zip(numbers, tables, strict=True)]
    return rate, sqrt(sum(each**2 for each in off)) / deals


def check(tables: list[Table], known: Known) -> None:
    deals, error = mean([table.deals for table in tables])
    print(f"deals {deals:.3f} ({error:.3f})", end="; ")
    assert abs(deals - known.deals) <= TOLERANCE * sqrt(error**2 + known.error**2)
    for name, numbers, wanted in (
        ("sweeps", [table.sweeps for table in tables], known.sweeps),
        ("points", [table.points for table in tables], known.points),
    ):
        rate, error = per_deal(tables, numbers)
        # The table has no error for these; that of as many games is as ours, for fewer games of ours larger.
        both = error * sqrt(1 + len(tables) / GAMES)
        print(f"{name} {rate:.2f} ({error:.2f})", end="; ")
        assert abs(rate - wanted) <= TOLERANCE * both + ROUNDED, name


@pytest.mark.parametrize(("way", "how"), KNOWN)
def test_some_games_agree_with_what_is_known(way: str, how: str) -> None:
    check(played(*WAYS[way], how, 40), KNOWN[way, how])


@pytest.mark.slow
@pytest.mark.parametrize(("way", "how"), KNOWN)
def test_many_games_agree_with_what_is_known(way: str, how: str) -> None:
    tables = played(*WAYS[way], how, GAMES)
    check(tables, KNOWN[way, how])
    lasted = [table.deals for table in tables]
    print(f"from {min(lasted)} to {max(lasted)}")


def test_a_wrong_figure_does_not_agree() -> None:
    """A control: two who choose at random are not taken for three."""
    tables = played(*WAYS["2"], "random", 40)
    with pytest.raises(AssertionError):
        check(tables, KNOWN["3", "random"])
    with pytest.raises(AssertionError):
        check(tables, KNOWN["2", "greedy"])


def check_varied(options: dict[str, Any], how: str, wanted: float, games: int, their_games: int = 400) -> None:
    deals, error = mean([table.deals for table in played(2, options, how, games)])
    print(f"{options} {how}: {deals:.3f} ({error:.3f})")
    assert abs(deals - wanted) <= TOLERANCE * error * sqrt(1 + games / their_games)


@pytest.mark.parametrize("how", ["random", "greedy"])
@pytest.mark.parametrize("varied", VARIED, ids=lambda varied: str(varied[0]))
def test_some_games_agree_where_tables_vary(varied: tuple[dict[str, Any], float, float], how: str) -> None:
    options, randomly, greedily = varied
    check_varied(options, how, randomly if how == "random" else greedily, 20)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["random", "greedy"])
@pytest.mark.parametrize("varied", VARIED, ids=lambda varied: str(varied[0]))
def test_many_games_agree_where_tables_vary(varied: tuple[dict[str, Any], float, float], how: str) -> None:
    options, randomly, greedily = varied
    check_varied(options, how, randomly if how == "random" else greedily, 400)


def wins_of_the_greedy(games: int) -> int:
    """Against one who chooses at random; they change places from game to game."""
    won = 0
    for seed in range(games):
        other = at_random(seed)
        table = Table(contest(), seed)
        table.play(*((greedy, other) if seed % 2 else (other, greedy)))
        won += table.state.winners == (("A",) if seed % 2 else ("B",))
    print(f"{won} of {games}")
    return won


def check_wins(games: int) -> None:
    error = sqrt(BEATEN * (1 - BEATEN) * (1 / games + 1 / GAMES))
    assert abs(wins_of_the_greedy(games) / games - BEATEN) <= TOLERANCE * error


def test_the_automatic_player_beats_one_who_chooses_at_random() -> None:
    check_wins(60)


@pytest.mark.slow
def test_the_automatic_player_wins_as_often_as_is_known() -> None:
    check_wins(GAMES)


def test_games_can_be_played_again() -> None:
    """The same shuffles and choices lead to the same end."""
    first, again = (played(3, {}, "random", 2) for _ in range(2))
    assert [table.state for table in first] == [table.state for table in again]
