"""The 39 wheel cards: 1 to 36, the single zero, the double zero and the eagle. Written `17`, `0`, `00`, `eagle`."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from games.kit.errors import RuleBroken

NUMBERS = range(1, 37)
GREEN = ("0", "00", "eagle")
# E3: as on an ordinary wheel.
RED = frozenset({1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36})


class Colour(StrEnum):
    RED = "red"
    BLACK = "black"
    GREEN = "green"  # of three cards, and not to be backed


@dataclass(frozen=True, slots=True)
class WheelCard:
    """A card in place of the wheel and its ball."""

    name: str

    def __str__(self) -> str:
        return self.name

    @classmethod
    def parse(cls, text: str) -> Self:
        try:
            return _BY_NAME[text]  # type: ignore[return-value]
        except KeyError:
            raise RuleBroken(
                "unknown_card", "%(card)s is no wheel card: write 1 to 36, 0, 00, or eagle.", card=text
            ) from None

    @property
    def number(self) -> int | None:
        """From 1 to 36; the green cards are no numbers, not even low or even ones."""
        return None if self.name in GREEN else int(self.name)

    @property
    def colour(self) -> Colour:
        if self.number is None:
            return Colour.GREEN
        return Colour.RED if self.number in RED else Colour.BLACK

    @property
    def parity(self) -> str | None:
        return None if self.number is None else "odd" if self.number % 2 else "even"

    @property
    def half(self) -> str | None:
        return None if self.number is None else "low" if self.number <= len(NUMBERS) // 2 else "high"

    @property
    def column(self) -> str | None:
        return None if self.number is None else str((self.number - 1) % 3 + 1)

    @property
    def dozen(self) -> str | None:
        return None if self.number is None else str((self.number - 1) // 12 + 1)


# The order that a shuffle starts from.
WHEEL = tuple(WheelCard(name) for name in (*map(str, NUMBERS), *GREEN))

_BY_NAME = {card.name: card for card in WHEEL}
