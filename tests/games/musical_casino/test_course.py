"""The packs as data. What cards do is shown by the rules."""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from games.kit.courses import Provenance
from games.musical_casino.course import Course
from games.musical_casino.tones import LINE, Tone
from tests.games.driving import refusal
from tests.games.musical_casino.playing import game
from tests.games.musical_casino.positions import MUSICAL

COURSES = MUSICAL.courses
# Outward from the naturals, as the README counts them.
STEPS = {"regular": (3, 3, 2, 2, 1, 1), "level": (3, 2, 2, 2, 2, 1)}
PRINTED = {"F": 4, "F#": 3, "Db": 2, "D#": 2, "E#": 1, "Cb": 1}
SHARPS, FLATS = ["F#", "C#", "G#", "D#", "A#", "E#"], ["Bb", "Eb", "Ab", "Db", "Gb", "Cb"]
NATURALS = "CDEFGAB"

packs = pytest.mark.parametrize("name", STEPS)


def counts(steps: tuple[int, ...]) -> dict[str, int]:
    return {
        **dict.fromkeys(NATURALS, 4),
        **dict(zip(SHARPS, steps, strict=True)),
        **dict(zip(FLATS, steps, strict=True)),
    }


@pytest.mark.rule("musical-casino:N1")
@packs
def test_a_pack_has_52_cards_and_as_many_of_each_tone_as_the_readme_says(name: str) -> None:
    pack = COURSES[name].pack
    assert len(pack) == 52
    assert Counter(map(str, pack)) == counts(STEPS[name])


@pytest.mark.rule("musical-casino:N1")
@packs
def test_what_is_printed_of_the_pack_is_true_of_it(name: str) -> None:
    assert {tone: COURSES[name].counts[tone] for tone in PRINTED} == PRINTED


@pytest.mark.rule("musical-casino:N1")
def test_no_other_pack_of_even_steps_agrees_with_what_is_printed() -> None:
    """Four of each natural, as many flats as sharps, and no tone more frequent than one nearer to the naturals."""
    found = []
    for steps in product(range(1, 5), repeat=6):
        tried = counts(steps)
        falling = all(near >= far for near, far in zip((4, *steps), steps, strict=False))
        if falling and sum(tried.values()) == 52 and all(tried[tone] == count for tone, count in PRINTED.items()):
            found.append(steps)
    assert sorted(found) == sorted(STEPS.values())
    assert set(COURSES) == set(STEPS)


@pytest.mark.rule("musical-casino:N1")
@packs
def test_a_pack_says_that_its_counts_are_reconstructed(name: str) -> None:
    origin = COURSES[name].provenance
    assert (origin.tones, origin.chords) == (Provenance.PRINTED, Provenance.PRINTED)
    assert origin.counts is Provenance.RECONSTRUCTED
    about = MUSICAL.about(game(course=name))
    assert about[-1] == "Where it comes from: tones printed, chords printed, counts reconstructed."


@pytest.mark.rule("musical-casino:N1")
def test_a_table_plays_with_the_regular_pack_unless_it_chooses_the_other() -> None:
    assert game().course == COURSES["regular"]
    assert game(course="level").course == COURSES["level"]
    assert refusal(game, course="ordinary") == "unknown_course"


def test_a_shuffle_starts_from_the_order_of_fifths() -> None:
    pack = COURSES["regular"].pack
    assert list(pack) == sorted(pack, key=LINE.index)


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"G": 5}, "counts"),  # 53 cards
        ({"G": 3}, "counts"),
        ({"Gb": 0, "G": 5}, "counts"),
        ({"Gb": -1, "G": 6}, "counts"),
        ({"F": 5, "G": 3}, "counts.F"),
        ({"F#": 4, "G": 3}, "counts.F#"),
        ({"Db": 1, "G": 5}, "counts.Db"),
        ({"D#": 3, "G": 3}, "counts.D#"),
        ({"E#": 2, "G": 3}, "counts.E#"),
        ({"Cb": 2, "G": 3}, "counts.Cb"),
        ({"H": 1, "G": 3}, "counts"),
    ],
)
def test_a_pack_that_is_not_that_of_the_leaflet_is_refused(changes: dict[str, int], where: str) -> None:
    course: Course = COURSES["regular"]
    with pytest.raises(Exception, match=f"^{where} should be") as refused:
        replace(course, counts={**course.counts, **changes})
    assert getattr(refused.value, "code", None) == "bad_course"


def test_a_pack_without_one_of_the_tones_is_refused() -> None:
    course: Course = COURSES["regular"]
    fewer = {tone: count for tone, count in course.counts.items() if tone != Tone.A_FLAT}
    assert refusal(lambda: replace(course, counts={**fewer, "G": 6})) == "bad_course"
