"""Where a horse may end on the course that goes so many lengths: one length with each step, in its lane or the next."""

from collections.abc import Set

from games.ascot.edition import LANES, Course
from games.ascot.runners import running
from games.ascot.state import State

Spot = tuple[int, int]  # length and lane


def others(state: State, number: int) -> frozenset[Spot]:
    """Where all other horses are, those on the start line too."""
    return frozenset((horse.length, horse.lane) for horse in running(state) if horse.number != number)


def ends(course: Course, taken: Set[Spot], start: Spot, lengths: int) -> tuple[int, ...]:
    """Lanes in which a horse may end so many lengths ahead; none if all are barred, or if the post is nearer."""
    length, own = start
    end = length + lengths
    if end > course.lengths:
        return ()
    to_pass = {at for at, lane in taken if lane == own and length < at < end}
    free, right = {own}, {own}
    for at in range(length + 1, end + 1):
        free, right = _entered(course, taken, free, at), _entered(course, taken, right, at)
        if at in to_pass:
            right = {lane for lane in right if lane > own}
    return tuple(sorted(right or free))  # past a horse of one's own lane on the left only if nothing else can be


def reaches_post(course: Course, taken: Set[Spot], start: Spot) -> bool:
    """Whether a way to the post is free, in any lane."""
    before = course.lengths - start[0]
    return before == 0 or ends(course, taken, start, before) != ()


def back(taken: Set[Spot], start: Spot, lengths: int) -> Spot | None:
    """So many lengths back in the own lane, at most to the first cell; nothing if another horse is in the way."""
    length, lane = start
    end = max(1, length - lengths)
    barred = end >= length or any((at, lane) in taken for at in range(end, length))
    return None if barred else (end, lane)


def _entered(course: Course, taken: Set[Spot], lanes: Set[int], at: int) -> set[int]:
    """The lanes in which a horse may enter a length, coming from these."""
    wide = 1 if _may_change(course, at) else 0
    return {
        to
        for lane in lanes
        for to in range(max(1, lane - wide), min(LANES, lane + wide) + 1)
        if (at, to) not in taken and (to == lane or not _cuts_in(course, taken, (at, to)))
    }


def _may_change(course: Course, at: int) -> bool:
    """R-4, R-20: not right after the start, nor from the last turn to where the whip is used."""
    return at >= course.first_free_length and not course.last_turn_post < at <= course.whip_band


def _cuts_in(course: Course, taken: Set[Spot], to: Spot) -> bool:
    """R-6: close before another horse in the lane that is entered."""
    at, lane = to
    return any((at - distance, lane) in taken for distance in range(1, course.cut_in_distance))
