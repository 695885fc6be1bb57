"""Many shuffles at once with numpy, to check the exact chances: the first three cards of each are looked at."""

from collections.abc import Sequence
from itertools import permutations

from games.kit.simulation import Randomness, Simulated, shuffled
from games.musical_casino.tones import LINE, PAIRS, TRIADS, Tone


def simulate(pack: Sequence[Tone], rounds: int, randomness: Randomness) -> Simulated:
    import numpy as np

    places = {tone: at for at, tone in enumerate(LINE)}
    pairs = np.zeros((len(LINE),) * 2, dtype=bool)
    for low, high in (tuple(pair) for pair in PAIRS):
        pairs[places[low], places[high]] = pairs[places[high], places[low]] = True
    chords = np.zeros((len(LINE),) * 3, dtype=bool)
    for tones in TRIADS.values():
        for order in permutations(places[tone] for tone in tones):
            chords[order] = True
    tone_at = np.array([places[card] for card in pack])
    first, second, third = tone_at[shuffled(len(pack), 3, rounds, randomness)]
    seen = {"match": first == second, "pair": pairs[first, second], "chord": chords[first, second, third]}
    counted = {name: int(hits.sum()) for name, hits in seen.items()}
    return Simulated(rounds, {}, {name: (hits, hits) for name, hits in counted.items()})
