"""Many turns at once. Of a shuffled pack only the top card matters, and it is equally likely to be any of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.kit.simulation import Randomness, Simulated

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]


@dataclass(frozen=True)
class Guess:
    """Of a player who makes the same guess every turn: the cards it wins with, the points of one marker, the hits
    that reach the target.
    """

    wins: Sequence[str]
    payment: int
    hits: int


def simulate_turns(cards: Sequence[str], rounds: int, randomness: Randomness) -> Simulated:
    """How often each card was turned."""
    import numpy as np  # a tenth of a second that only a simulation needs

    turned = np.bincount(randomness.integers(0, len(cards), rounds, np.uint8), minlength=len(cards))
    return Simulated(rounds, dict(zip(cards, turned.tolist(), strict=True)), {})


def simulate_games(cards: Sequence[str], guesses: Mapping[str, Guess], games: int, randomness: Randomness) -> Simulated:
    """For each guess the points of one marker in the first turn, and the turns until its player has the target."""
    import numpy as np

    hitting = {name: np.array([card in guess.wins for card in cards]) for name, guess in guesses.items()}
    needs = {name: np.full(games, guess.hits) for name, guess in guesses.items()}
    turns = {name: np.zeros(games, np.int64) for name in guesses}
    sums = {}
    while any(need.any() for need in needs.values()):
        card = randomness.integers(0, len(cards), games, np.uint8)
        for name, need in needs.items():
            hit = hitting[name][card]
            if f"points_{name}" not in sums:
                sums[f"points_{name}"] = _sums(hit * np.int64(guesses[name].payment))
            turns[name] += need > 0
            need -= hit & (need > 0)
    return Simulated(games, {}, {**sums, **{f"turns_{name}": _sums(taken) for name, taken in turns.items()}})


def _sums(values: "Whole") -> tuple[int, int]:
    return int(values.sum()), int((values * values).sum())
