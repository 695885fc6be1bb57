"""A pack of 52 note cards. How many there are of most tones is not printed: a course says what it assumes."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from games.kit.courses import Provenance
from games.kit.errors import RuleBroken
from games.musical_casino.tones import LINE, Tone

CARDS = 52
# What the leaflet says: the others are reconstructed.
PRINTED = {Tone.F: 4, Tone.F_SHARP: 3, Tone.D_FLAT: 2, Tone.D_SHARP: 2, Tone.E_SHARP: 1, Tone.C_FLAT: 1}


@dataclass(frozen=True)
class Origin:
    """Where the parts of a pack come from."""

    tones: Provenance
    chords: Provenance
    counts: Provenance


@dataclass(frozen=True)
class Course:
    """A pack: how many cards there are of each tone."""

    name: str
    about: str
    counts: dict[str, int]
    provenance: Origin

    def __post_init__(self) -> None:
        for problem in self._problems():
            raise problem

    @cached_property
    def pack(self) -> tuple[Tone, ...]:
        """The order that a shuffle starts from."""
        return tuple(tone for tone in LINE for _ in range(self.counts[tone]))

    def _problems(self) -> Iterator[RuleBroken]:
        if set(self.counts) != set(LINE) or any(count < 1 for count in self.counts.values()):
            yield RuleBroken("bad_course", "%(where)s should be %(wanted)s.", where="counts", wanted="of all 19 tones")
        elif sum(self.counts.values()) != CARDS:
            yield RuleBroken("bad_course", "%(where)s should be %(wanted)s.", where="counts", wanted="52 in all")
        for tone, count in PRINTED.items():
            if self.counts.get(tone) != count:
                yield RuleBroken(
                    "bad_course", "%(where)s should be %(wanted)s.", where=f"counts.{tone}", wanted=str(count)
                )
