"""The leaflet and the worked rules once more, as they are printed: thirds and chords are listed, and nothing here knows
how the rules work them out.
"""

from collections.abc import Collection, Iterator, Sequence

THIRDS = (
    "Cb-Eb Bb-D G-B Db-F C-E A-C# Eb-G D-F# B-D# Gb-Bb E-G# C#-E# Ab-C F-A F#-A#",
    "Eb-Gb E-G C#-E Ab-Cb F-Ab D#-F# Bb-Db G-Bb F#-A C-Eb A-C G#-B D-F B-D A#-C#",
)
PAIRS = {frozenset(third.split("-")) for line in THIRDS for third in line.split()}
NOT_PRINTED = frozenset({"E#", "G#"})

MAJOR = (
    "Cb Eb Gb; Gb Bb Db; Db F Ab; Ab C Eb; Eb G Bb; Bb D F; F A C; C E G; G B D; D F# A; A C# E; E G# B; B D# F#; "
    "F# A# C#; C# E# G#"
)
MINOR = (
    "Ab Cb Eb; Eb Gb Bb; Bb Db F; F Ab C; C Eb G; G Bb D; D F A; A C E; E G B; B D F#; F# A C#; C# E G#; G# B D#; "
    "D# F# A#; A# C# E#"
)
CHORDS = {
    f"{tones.split()[0]} {mode}": frozenset(tones.split())
    for mode, listed in (("major", MAJOR), ("minor", MINOR))
    for tones in listed.split("; ")
}

Pile = Sequence[str]


def completes(card: str, low: str, high: str) -> bool:
    return {card, low, high} in CHORDS.values() and len({card, low, high}) == 3


def captures(card: str, loose: Pile, builds: Collection[tuple[int, Pile]], *, esharp_gsharp: bool) -> Iterator[str]:
    """C-4, C-5, C-6."""
    pairs = PAIRS | {NOT_PRINTED} if esharp_gsharp else PAIRS
    names = sorted(set(loose))
    if card in loose:
        yield f"match {card}"
    yield from (f"pair {card} {other}" for other in names if {card, other} in pairs)
    yield from (f"chord {card} {number}" for number, (low, high) in builds if completes(card, low, high))
    yield from (
        f"chord {card} {low} {high}" for low in names for high in names if low < high and completes(card, low, high)
    )


def legal(
    hand: Pile,
    loose: Pile,
    others: Collection[tuple[int, Pile]],
    own: Collection[tuple[int, Pile]],
    *,
    esharp_gsharp: bool = False,
    free_trail: bool = False,
) -> set[str]:
    """Everything that somebody with this hand may do. Builds have their numbers, and some are one's own."""
    found = set()
    barred = any(completes(card, low, high) for card in hand for _, (low, high) in own)
    for card in hand:
        takes = set(captures(card, loose, [*others, *own], esharp_gsharp=esharp_gsharp))
        rest = list(hand)
        rest.remove(card)
        for on in set(loose) - {card}:
            for name, tones in CHORDS.items():
                if {card, on} < tones and tones - {card, on} <= set(rest):
                    found.add(f"build {card} {on} {name}")
        found |= takes
        if not barred and (free_trail or not takes):
            found.add(f"trail {card}")
    return found


def taken(written: str, loose: Pile, builds: Collection[tuple[int, Pile]], *, partner_only: bool) -> list[str]:
    """What a move takes off the table."""
    act, card, *more = written.split()
    match act, more:
        case "match", []:
            return [other for other in loose if other == card]
        case "pair", [partner]:
            return [other for other in loose if other == partner or (other == card and not partner_only)]
        case "chord", [number]:
            return list(dict(builds)[int(number)])
        case "chord", two:
            return two
    return []
