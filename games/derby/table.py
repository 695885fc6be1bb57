"""The table of an exchangeable race as bytes that can be kept, and its rows as prospects."""

import hashlib
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from games.derby.exchangeable import build, number, rows
from games.derby.law import Race
from games.derby.prospect import FIGURES, Prospect, from_floats
from games.kit.keeping import Keep

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMAT = 1
DIGEST = 32  # bytes
FLOAT = "<f8"


@dataclass(frozen=True)
class Table:
    race: Race
    figures: "NDArray[np.float64]"

    @classmethod
    def kept(cls, race: Race, keep: Keep) -> Self:
        """What was kept is not trusted: what is damaged, or was written for another law, is built again."""
        kept = keep(
            name(race), lambda: cls(race, build(race)).to_bytes(), lambda found: cls.from_bytes(race, found) is not None
        )
        table = cls.from_bytes(race, kept)
        assert table is not None, "what was just made, or found sound, can be read"
        return table

    def to_bytes(self) -> bytes:
        packed = zlib.compress(self.figures.astype(FLOAT).tobytes(), 1)
        return _seal(self.race, packed) + packed

    @classmethod
    def from_bytes(cls, race: Race, kept: bytes) -> Self | None:
        import numpy as np  # a tenth of a second that only odds need

        seal, packed = kept[:DIGEST], kept[DIGEST:]
        if seal != _seal(race, packed):
            return None
        figures = np.frombuffer(zlib.decompress(packed), dtype=FLOAT)
        return cls(race, figures.reshape(rows(race), race.horses + FIGURES))

    def prospect(self, positions: tuple[int, ...]) -> Prospect:
        ordered = sorted(positions)
        row = self.figures[number(ordered)].tolist()
        return from_floats([*(row[ordered.index(at)] for at in positions), *row[-FIGURES:]])


def name(race: Race) -> str:
    """A new format or another law has another name."""
    return f"derby-{FORMAT}-{race.name}"


def _seal(race: Race, packed: bytes) -> bytes:
    return hashlib.sha256(name(race).encode() + packed).digest()
