"""The nineteen tones of the game, in the order of fifths, and what they form: thirds and chords.

Along this line a fifth is one step up, a major third four steps up, a minor third three steps down. So every third and
chord is worked out, and none is listed. Tones of one sound and two names are two tones: F♯ is not G♭.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations
from typing import Self

from games.kit.errors import RuleBroken

FIFTH, MAJOR_THIRD, MINOR_THIRD = 1, 4, -3
SIGNS = {"#": "♯", "b": "♭"}


class Tone(StrEnum):
    """A tone by its letter, sharped or flatted: `F`, `F#`, `Bb`."""

    C_FLAT = "Cb"
    G_FLAT = "Gb"
    D_FLAT = "Db"
    A_FLAT = "Ab"
    E_FLAT = "Eb"
    B_FLAT = "Bb"
    F = "F"
    C = "C"
    G = "G"
    D = "D"
    A = "A"
    E = "E"
    B = "B"
    F_SHARP = "F#"
    C_SHARP = "C#"
    G_SHARP = "G#"
    D_SHARP = "D#"
    A_SHARP = "A#"
    E_SHARP = "E#"

    @classmethod
    def parse(cls, text: str) -> Self:
        try:
            return cls(text)
        except ValueError:
            raise RuleBroken(
                "unknown_tone", "%(tone)s is no tone of this pack: write F, F# or Bb.", tone=text
            ) from None

    @property
    def sign(self) -> str:
        """As it stands on a card: F♯."""
        return self.value[0] + SIGNS.get(self.value[1:], "")


LINE = tuple(Tone)


class Mode(StrEnum):
    MAJOR = "major"
    MINOR = "minor"


@dataclass(frozen=True, slots=True)
class Triad:
    """A chord of three tones, called by its lowest: `G major`, `F# minor`."""

    root: Tone
    mode: Mode

    def __str__(self) -> str:
        return f"{self.root} {self.mode}"

    @classmethod
    def parse(cls, text: str) -> Self:
        try:
            return _BY_NAME[text]  # type: ignore[return-value]
        except KeyError:
            raise RuleBroken(
                "unknown_chord", "%(chord)s is no chord of this game: write G major or F# minor.", chord=text
            ) from None

    @property
    def sign(self) -> str:
        return f"{self.root.sign} {self.mode}"

    @property
    def tones(self) -> tuple[Tone, Tone, Tone]:
        """From the lowest up."""
        return TRIADS[self]


def _triads() -> Iterator[tuple[Triad, tuple[Tone, Tone, Tone]]]:
    """All whose three tones are among the nineteen."""
    for mode, third in ((Mode.MAJOR, MAJOR_THIRD), (Mode.MINOR, MINOR_THIRD)):
        for at, root in enumerate(LINE):
            others = at + third, at + FIFTH
            if all(0 <= each < len(LINE) for each in others):
                yield Triad(root, mode), (root, LINE[others[0]], LINE[others[1]])


TRIADS = dict(_triads())
_BY_NAME = {str(triad): triad for triad in TRIADS}

# The chords that a tone stands in, as its card lists them, and the other two tones of each.
CHORDS = {tone: tuple(triad for triad, tones in TRIADS.items() if tone in tones) for tone in LINE}
OTHERS = {tone: tuple(tuple(each for each in chord.tones if each != tone) for chord in CHORDS[tone]) for tone in LINE}
# C-5: the thirds that can be paired are the lower ones of the chords. E♯–G♯, which is no lower one, is not printed.
PAIRS = frozenset(frozenset(tones[:2]) for tones in TRIADS.values())
NOT_PRINTED = frozenset({Tone.E_SHARP, Tone.G_SHARP})
# What makes a chord of two tones, and which chord that is.
_THIRD_TONES: dict[Tone, dict[Tone, dict[Tone, Triad]]] = {low: {high: {} for high in LINE} for low in LINE}
for _triad, _tones in TRIADS.items():
    for _low, _high, _third in permutations(_tones):
        _THIRD_TONES[_low][_high][_third] = _triad


def third_tones(low: Tone, high: Tone) -> Mapping[Tone, Triad]:
    """The tones that make a major or minor chord of these two, each with its chord. Their order does not matter."""
    return _THIRD_TONES[low][high]
