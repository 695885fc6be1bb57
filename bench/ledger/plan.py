"""How much is measured."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    seconds: float  # of each slice of posting
    turns: int  # in every round, of the busiest case and of the settlement, which are held against the limit
    reads: int  # of each kind, each time they are measured
    histories: tuple[int, ...]  # transfers
    entry_size: int  # transfers in each entry of a history
    largest_peer_batch: int  # entries; what it takes for one more does not change
    rounds: int = 5
    connections: tuple[int, ...] = (1, 4, 16)
    batches: tuple[int, ...] = (1, 10, 100, 1000)
    settlement: int = 10_000
    purses: int = 2000
    past: int = 2000  # entries before anything is measured
    verifications: int = 3


FULL = Plan(seconds=0.5, turns=5, reads=200, largest_peer_batch=1000, histories=(10**3, 10**5, 10**6), entry_size=1)
QUICK = Plan(
    seconds=0.08,
    turns=1,
    reads=20,
    largest_peer_batch=10,
    histories=(10**3, 10**5),
    entry_size=10,
    connections=(1, 16),
    purses=1000,
)
