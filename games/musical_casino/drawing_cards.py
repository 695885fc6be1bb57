"""Cards of Musical Casino as they are drawn: the tone, and below it the chords that it belongs to."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from games.kit.catalogue import Catalogue
from games.kit.fitting import shortened
from games.musical_casino.layout import OpenChord
from games.musical_casino.rules import NoteCard, View
from games.musical_casino.tones import Mode, Tone, Triad


@dataclass(frozen=True)
class Sizes:
    """Of what lies on the table, in units: cards with their chords, cards with the tone only, builds. `tone` and
    `chord` are sizes of letters.
    """

    card: tuple[int, int]
    tile: tuple[int, int]
    build: tuple[int, int]
    gap: int
    tone: int
    chord: int
    name: int


PHONE = Sizes(card=(62, 86), tile=(40, 44), build=(163, 52), gap=5, tone=26, chord=13, name=13)
SCREEN = Sizes(card=(196, 214), tile=(92, 100), build=(410, 112), gap=12, tone=66, chord=40, name=40)
HAND = Sizes(card=(79, 124), tile=(79, 124), build=(0, 0), gap=5, tone=28, chord=13, name=13)


@dataclass(frozen=True)
class Text:
    said: str
    x: int
    y: int


@dataclass(frozen=True)
class Note:
    """A card. What is written on it is placed from its own corner."""

    key: str
    tone: str
    spoken: str
    x: int
    y: int
    width: int
    height: int
    size: int
    base: int
    chords: tuple[Text, ...] = ()
    letters: int = 0

    @property
    def middle(self) -> int:
        return self.width // 2


@dataclass(frozen=True)
class Build:
    """Two cards that wait for the third tone: the chord that was called, the number of the build, and whose it is."""

    notes: tuple[Note, ...]
    chord: str
    owner: str
    x: int
    y: int
    width: int
    height: int
    letters: int
    beside: int
    upper: int
    lower: int


@dataclass(frozen=True)
class Laid:
    notes: tuple[Note, ...]
    builds: tuple[Build, ...]
    bottom: int


class Keys:
    """A name for each card that stays with it. There are several of a tone, and which is which does not matter."""

    def __init__(self) -> None:
        self.seen: Counter[Tone] = Counter()

    def of(self, tone: Tone) -> str:
        self.seen[tone] += 1
        return f"{tone}-{self.seen[tone]}"


def on_table(catalogue: Catalogue, view: View, said: str, sizes: Sizes, keys: Keys, room: tuple[int, int, int]) -> Laid:
    """Loose cards in rows and builds below them, in so much room: where it begins, how wide and how high it is. Where
    cards with their chords do not fit, they are drawn with the tone only.
    """
    top, width, height = room
    builds_high = -(-len(view.builds) // _in_row(sizes.build[0], width, sizes.gap)) * (sizes.build[1] + sizes.gap)
    full = _rows_high(len(view.table), sizes.card, width, sizes.gap) + builds_high <= height
    size = sizes.card if full else sizes.tile
    places = _grid(len(view.table), size, width, sizes.gap, top)
    drawn = ((card, keys.of(card.tone), place) for card, place in zip(view.table, places, strict=True))
    notes = tuple(note(catalogue, card, said, sizes, key, (*place, *size), short=full) for card, key, place in drawn)
    below = top + _rows_high(len(view.table), size, width, sizes.gap)
    builds = tuple(
        _build(catalogue, build, said, sizes, keys, place)
        for build, place in zip(view.builds, _grid(len(view.builds), sizes.build, width, sizes.gap, below), strict=True)
    )
    return Laid(notes, builds, below + builds_high)


def note(
    catalogue: Catalogue,
    card: NoteCard,
    said: str,
    sizes: Sizes,
    key: str,
    where: tuple[int, int, int, int],
    *,
    short: bool | None = None,
) -> Note:
    """A card with its chords in short (Cm is C minor), in full, or without any where `short` is false."""
    x, y, width, height = where
    spoken = ", ".join(catalogue.signs[str(each)].spoken.said_in(said) for each in (card.tone, *card.chords))
    chords: tuple[Text, ...] = ()
    if short is None:
        chords = _chords_in_full(catalogue, card, said, sizes)
    elif short:
        chords = tuple(_chords_in_short(card, sizes))
    base = height // 2 + sizes.tone * 36 // 100 if short is False else sizes.tone
    shown = catalogue.signs[str(card.tone)].shown.said_in(said)
    return Note(key, shown, spoken, x, y, width, height, sizes.tone, base, chords, sizes.chord)


def _chords_in_full(catalogue: Catalogue, card: NoteCard, said: str, sizes: Sizes) -> tuple[Text, ...]:
    top, step = sizes.tone + sizes.chord + 4, sizes.chord + 1
    shown = (catalogue.signs[str(chord)].shown.said_in(said) for chord in card.chords)
    return tuple(Text(text, sizes.card[0] // 2, top + at * step) for at, text in enumerate(shown))


def _chords_in_short(card: NoteCard, sizes: Sizes) -> Iterator[Text]:
    """Major ones on the left, minor ones on the right."""
    for mode, column in ((Mode.MAJOR, 29), (Mode.MINOR, 71)):
        for row, chord in enumerate(each for each in card.chords if each.mode is mode):
            y = sizes.tone + (sizes.chord + sizes.chord // 12) * (row + 1) + sizes.chord // 5
            yield Text(in_short(chord), sizes.card[0] * column // 100, y)


def in_short(chord: Triad) -> str:
    """As musicians write it: C is C major, Cm is C minor."""
    return chord.root.sign + ("m" if chord.mode is Mode.MINOR else "")


def _build(
    catalogue: Catalogue, build: OpenChord, said: str, sizes: Sizes, keys: Keys, place: tuple[int, int]
) -> Build:
    (x, y), (wide, high) = place, sizes.tile
    inset = (sizes.build[1] - high) // 2
    notes = tuple(
        note(
            catalogue,
            NoteCard.of(tone),
            said,
            sizes,
            keys.of(tone),
            (x + inset + at * (wide + 2), y + inset, wide, high),
            short=False,
        )
        for at, tone in enumerate(build.cards)
    )
    beside = x + inset + 2 * wide + sizes.gap
    room = x + sizes.build[0] - beside
    return Build(
        notes,
        catalogue.signs[str(build.chord)].shown.said_in(said),
        shortened(f"{build.number} · {build.owner}", room, sizes.name),
        x,
        y,
        *sizes.build,
        sizes.name,
        beside,
        y + sizes.build[1] * 42 // 100,
        y + sizes.build[1] * 84 // 100,
    )


def _in_row(each: int, width: int, gap: int) -> int:
    return (width + gap) // (each + gap)


def _rows_high(count: int, size: tuple[int, int], width: int, gap: int) -> int:
    return -(-count // _in_row(size[0], width, gap)) * (size[1] + gap)


def _grid(count: int, size: tuple[int, int], width: int, gap: int, top: int) -> list[tuple[int, int]]:
    row = _in_row(size[0], width, gap)
    return [(at % row * (size[0] + gap), top + at // row * (size[1] + gap)) for at in range(count)]
