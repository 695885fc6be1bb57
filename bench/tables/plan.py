"""How much is measured."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    turns: int
    ticks: int  # in a turn, at each number of rounds
    settlements: int
    staking: float  # seconds of each slice
    watched: float  # seconds
    concurrent: tuple[int, ...] = (1, 50, 500)
    stakes: int = 10_000
    staking_processes: int = 4
    staking_tables: int = 4
    staking_guests: int = 200
    late_rounds: tuple[int, ...] = (5, 50)
    pace: float = 1.0  # seconds


FULL = Plan(turns=25, ticks=30, settlements=9, staking=1.0, watched=40)
QUICK = Plan(turns=5, ticks=10, settlements=3, staking=0.8, watched=6, late_rounds=(20,))
