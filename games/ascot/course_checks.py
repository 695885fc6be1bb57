"""What makes a course unfit for a race."""

from collections import Counter
from collections.abc import Collection, Iterator

from games.ascot.checking import bad, unused, whole
from games.ascot.edition_parts import INSCRIBED, LANES, LONGEST, ColourTerms, Course, Do, Inscription
from games.kit.errors import RuleBroken


def course_problems(course: Course, colours: Collection[ColourTerms]) -> Iterator[RuleBroken]:
    if not 10 <= course.lengths <= LONGEST:
        yield bad("course.rows", f"10 to {LONGEST} lengths")
        return
    yield from _band_problems(course)
    yield from _inscription_problems(course)
    letters = {INSCRIBED, *(terms.letter for terms in colours)}
    rows = [at for at, row in enumerate(course.rows) if len(row) != LANES or not set(row) <= letters]
    for at in rows:
        yield bad(f"course.rows[{at}]", f"{LANES} letters, each that of a colour, or a dot for a white cell")
    if not rows:
        yield from _white_problems(course)


def _band_problems(course: Course) -> Iterator[RuleBroken]:
    yield from whole("course.first_free_length", course.first_free_length, 1, course.lengths)
    yield from whole("course.cut_in_distance", course.cut_in_distance, 1, LANES)
    if not 1 <= course.white_band <= course.last_turn_post <= course.whip_band <= course.lengths:
        yield bad("course.last_turn_post", "after the white band and before the whip band, and all on the course")
    for at, (first, last) in enumerate(course.corners):
        if not 1 <= first <= last <= course.lengths:
            yield bad(f"course.corners[{at}]", "from a length of the course to another one further on")


def _inscription_problems(course: Course) -> Iterator[RuleBroken]:
    codes = Counter(each.code for each in course.inscriptions)
    for at, each in enumerate(course.inscriptions):
        if codes[each.code] > 1:
            yield bad(f"course.inscriptions[{at}].code", "a name of its own")
        yield from _doing_problems(f"course.inscriptions[{at}]", each, course.lengths)


def _doing_problems(where: str, each: Inscription, lengths: int) -> Iterator[RuleBroken]:
    if each.do in {Do.ADVANCE, Do.BACK}:
        yield from whole(f"{where}.amount", each.amount, 1, LANES)
    else:
        yield from unused(f"{where}.amount", each.amount, each.do)
    if each.do is Do.OVERTAKE:
        yield from whole(f"{where}.within", each.within, 1, lengths)
    else:
        yield from unused(f"{where}.within", each.within, each.do)
    if any(not 1 <= lane <= LANES for lane in each.lanes) or (each.lanes and each.do is not Do.ADVANCE):
        yield bad(f"{where}.lanes", f"numbers from 1 to {LANES}, and there only where a horse advances")
    if (each.immunity is not None) != (each.do in {Do.ELIMINATE, Do.FALL}):
        yield bad(f"{where}.immunity", "there where a report can save the horse, and only there")


def _white_problems(course: Course) -> Iterator[RuleBroken]:
    """Something is written on each white cell, and nowhere else."""
    codes = {each.code for each in course.inscriptions}
    white = {
        (length, lane)
        for length, row in enumerate(course.rows, 1)
        for lane, letter in enumerate(row, 1)
        if letter == INSCRIBED
    }
    left = set(white)
    for at, place in enumerate(course.inscribed):
        if place.code not in codes:
            yield bad(f"course.inscribed[{at}].code", "the code of an inscription")
        cells = {(place.length, lane) for lane in place.lanes}
        if len(cells) < len(place.lanes) or not cells <= left:
            yield bad(f"course.inscribed[{at}]", "on white cells of the course, and alone there")
        left -= cells
    for length, lane in sorted(left):
        yield bad(f"course.rows[{length - 1}]", f"without a dot in lane {lane}, or something inscribed there")
