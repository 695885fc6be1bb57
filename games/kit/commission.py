"""A commission: whole percents of something, brought to a round sum."""

from dataclasses import dataclass
from typing import Literal

PERCENT = 100


@dataclass(frozen=True)
class Commission:
    """`percent` of an amount, brought to a multiple of `rounding`. At nearest, a tie goes up."""

    percent: int
    rounding: int = 1
    rounds: Literal["down", "nearest"] = "nearest"

    def on(self, amount: int) -> int:
        due, step = amount * self.percent, PERCENT * self.rounding
        return (due + (step // 2 if self.rounds == "nearest" else 0)) // step * self.rounding
