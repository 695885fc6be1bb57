"""The nineteen tones, and what they form: held against the leaflet's own lists, and against all chords written out."""

from collections import Counter
from itertools import combinations

import pytest

from games.musical_casino.layout import Usage
from games.musical_casino.rules import NoteCard
from games.musical_casino.tones import CHORDS, LINE, PAIRS, TRIADS, Mode, Tone, Triad, third_tones
from tests.games.driving import refusal

# As the leaflet prints them, column by column.
MAJOR_THIRDS = """
c flat — e flat, d flat — f, e flat — g, g flat — b flat, a flat — c,
b flat — d, c — e, d — f sharp, e — g sharp, f — a,
g — b, a — c sharp, b — d sharp, c sharp — e sharp, f sharp — a sharp
"""
MINOR_THIRDS = """
e flat — g flat, a flat — c flat, b flat — d flat, c — e flat, d — f,
e — g, f — a flat, g — b flat, a — c, b — d,
c sharp — e, d sharp — f sharp, f sharp — a, g sharp — b, a sharp — c sharp
"""
MAJOR_CHORDS = """
Cb Eb Gb; Gb Bb Db; Db F Ab; Ab C Eb; Eb G Bb; Bb D F; F A C; C E G; G B D; D F# A; A C# E; E G# B; B D# F#; F# A# C#;
C# E# G#
"""
MINOR_CHORDS = """
Ab Cb Eb; Eb Gb Bb; Bb Db F; F Ab C; C Eb G; G Bb D; D F A; A C E; E G B; B D F#; F# A C#; C# E G#; G# B D#; D# F# A#;
A# C# E#
"""
FULL = ["Eb", "Bb", "F", "C", "G", "D", "A", "E", "B", "F#", "C#"]
CHORDS_OF = {"Cb": 2, "Gb": 3, "Db": 3, "Ab": 4, **dict.fromkeys(FULL, 6), "G#": 4, "D#": 3, "A#": 3, "E#": 2}
# Two tones that only one other makes a chord of.
ONLY_ONE = "Cb Gb Eb; Gb Db Bb; Db Ab F; Ab Cb Eb; E# G# C#; G# D# B; D# A# F#; A# E# C#"
SOUND_ALIKE = [("F#", "Gb"), ("C#", "Db"), ("G#", "Ab"), ("D#", "Eb"), ("A#", "Bb"), ("E#", "F"), ("B", "Cb")]


def thirds(printed: str) -> list[frozenset[Tone]]:
    short = printed.replace(" flat", "b").replace(" sharp", "#").replace("\n", " ")
    return [frozenset(_tone(name) for name in third.split("—")) for third in short.split(",") if third.strip()]


def _tone(printed: str) -> Tone:
    return Tone.parse(printed.strip().capitalize())


def chords(written: str) -> list[tuple[Tone, ...]]:
    return [tuple(map(Tone.parse, chord.split())) for chord in written.split(";")]


def test_there_are_nineteen_tones_and_each_is_in_a_printed_third() -> None:
    assert len(LINE) == 19
    printed = [*thirds(MAJOR_THIRDS), *thirds(MINOR_THIRDS)]
    assert {tone for third in printed for tone in third} == set(LINE)


@pytest.mark.rule("musical-casino:C-5")
def test_the_pairs_are_the_fifteen_major_and_fifteen_minor_thirds_of_the_leaflet() -> None:
    major, minor = thirds(MAJOR_THIRDS), thirds(MINOR_THIRDS)
    assert (len(set(major)), len(set(minor))) == (15, 15)
    assert {*major, *minor} == PAIRS
    assert len(PAIRS) == 30


@pytest.mark.rule("musical-casino:C-5")
def test_printed_thirds_are_the_lower_ones_of_the_chords() -> None:
    assert {frozenset(chord[:2]) for chord in chords(MAJOR_CHORDS)} == set(thirds(MAJOR_THIRDS))
    assert {frozenset(chord[:2]) for chord in chords(MINOR_CHORDS)} == set(thirds(MINOR_THIRDS))


@pytest.mark.rule("musical-casino:N2")
def test_of_all_thirds_in_a_chord_only_e_sharp_and_g_sharp_are_not_printed() -> None:
    lower = {frozenset(chord[:2]) for chord in chords(MAJOR_CHORDS + ";" + MINOR_CHORDS)}
    upper = {frozenset(chord[1:]) for chord in chords(MAJOR_CHORDS + ";" + MINOR_CHORDS)}
    assert upper - lower == {frozenset({Tone.E_SHARP, Tone.G_SHARP})}
    allowed, usual = Usage(esharp_gsharp_pair=True).partners, Usage().partners
    assert set(allowed[Tone.E_SHARP]) - set(usual[Tone.E_SHARP]) == {Tone.G_SHARP}
    assert set(allowed[Tone.G_SHARP]) - set(usual[Tone.G_SHARP]) == {Tone.E_SHARP}
    assert sum(map(len, allowed.values())) == sum(map(len, usual.values())) + 2 == 62


@pytest.mark.rule("musical-casino:C-6")
@pytest.mark.parametrize(("mode", "written"), [(Mode.MAJOR, MAJOR_CHORDS), (Mode.MINOR, MINOR_CHORDS)])
def test_the_chords_are_these_and_no_others(mode: Mode, written: str) -> None:
    expected = {Triad(tones[0], mode): tones for tones in chords(written)}
    assert len(expected) == 15
    assert {triad: tones for triad, tones in TRIADS.items() if triad.mode is mode} == expected


def test_a_chord_is_called_by_its_lowest_tone() -> None:
    assert Triad.parse("G major").tones == (Tone.G, Tone.B, Tone.D)
    assert Triad.parse("F# minor").tones == (Tone.F_SHARP, Tone.A, Tone.C_SHARP)
    assert [str(Triad.parse(name)) for name in ("G major", "F# minor")] == ["G major", "F# minor"]


@pytest.mark.parametrize("name", ["G", "G Major", "g major", "Cb minor", "G# major", "H major", "", "G major "])
def test_what_is_no_chord_of_the_game_is_refused(name: str) -> None:
    assert refusal(Triad.parse, name) == "unknown_chord"


def test_49_pairs_of_tones_stand_in_a_chord_and_8_of_them_in_one_only() -> None:
    ways = Counter(len(third_tones(low, high)) for low, high in combinations(LINE, 2))
    assert ways == {0: 19 * 18 // 2 - 49, 1: 8, 2: 41}
    only = {(low, high): third for low, high, third in chords(ONLY_ONE)}
    assert len(only) == 8
    for (low, high), third in only.items():
        assert list(third_tones(low, high)) == [third]


def test_the_order_of_two_tones_does_not_matter_and_a_tone_makes_no_chord_with_itself() -> None:
    for low, high in combinations(LINE, 2):
        assert third_tones(low, high) == third_tones(high, low)
    assert not any(third_tones(tone, tone) for tone in LINE)


@pytest.mark.rule("musical-casino:C-6")
def test_g_and_b_are_taken_by_d_as_g_major_and_by_e_as_e_minor() -> None:
    assert {str(tone): str(chord) for tone, chord in third_tones(Tone.G, Tone.B).items()} == {
        "D": "G major",
        "E": "E minor",
    }


@pytest.mark.rule("musical-casino:N4")
def test_a_card_shows_the_chords_of_its_tone() -> None:
    assert {str(tone): len(CHORDS[tone]) for tone in LINE} == CHORDS_OF
    assert sum(CHORDS_OF.values()) == 30 * 3
    card = NoteCard.of(Tone.A)
    assert (card.tone, card.sign) == (Tone.A, "A")
    assert {str(chord) for chord in card.chords} == {"A major", "D major", "F major", "A minor", "D minor", "F# minor"}


@pytest.mark.rule("musical-casino:N3")
@pytest.mark.parametrize(("one", "other"), SOUND_ALIKE)
def test_tones_that_sound_alike_have_nothing_in_common(one: str, other: str) -> None:
    first, second = Tone.parse(one), Tone.parse(other)
    assert first != second
    assert not set(CHORDS[first]) & set(CHORDS[second])
    assert not third_tones(first, second)
    assert second not in Usage(esharp_gsharp_pair=True).partners[first]


def test_signs_are_those_of_music() -> None:
    assert " ".join(tone.sign for tone in LINE) == "C♭ G♭ D♭ A♭ E♭ B♭ F C G D A E B F♯ C♯ G♯ D♯ A♯ E♯"
    assert [chord.sign for chord in CHORDS[Tone.C_FLAT]] == ["C♭ major", "A♭ minor"]


@pytest.mark.parametrize("name", ["B#", "Fb", "H", "E##", "Ebb", "f", "F♯", "", " F", "Es"])
def test_what_is_no_tone_of_the_pack_is_refused(name: str) -> None:
    assert refusal(Tone.parse, name) == "unknown_tone"
