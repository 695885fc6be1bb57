"""Which lanes are open to a horse that goes so many lengths, and what becomes of one to which none is."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ascot import lanes
from games.ascot.edition import start_lane
from games.ascot.moves import Inscription, Lane
from games.ascot.race_told import HorseJostled
from tests.games.ascot.flows import refused, told
from tests.games.ascot.positions import EDITION, position
from tests.games.ascot.race_support import Place, able, open_lanes, played, racing, thrown, where

ALL = (1, 2, 3, 4, 5, 6)
POST_OF_THE_LAST_TURN, WHIP = 46, 55
Cells = frozenset[Place]


def me_and(me: Place, *others: Place, die: int) -> tuple[int, ...]:
    """The lanes open to a horse of Ada's, with horses of Bob's there."""
    bobs = (2, 3, 4, 5, 6)[: len(others)]
    return open_lanes(racing({1: me, **dict(zip(bobs, others, strict=True))}, Ada=(1,), Bob=bobs), die)


# A second reading of the rules: every way is walked out and held against them one by one.


def ways(start: Place, points: int) -> list[tuple[Place, ...]]:
    """R-5: each step a length ahead, in the same lane or the next."""
    length, lane = start
    found = []
    for turns in product((-1, 0, 1), repeat=points):
        way = tuple((length + step, lane + sum(turns[:step])) for step in range(1, points + 1))
        if all(1 <= lane <= 6 for _, lane in way):
            found.append(way)
    return found


def is_lawful(start: Place, way: tuple[Place, ...], others: Cells) -> bool:
    for before, after in zip((start, *way), way, strict=False):
        length, lane = after
        if after in others:
            return False
        if before[1] == lane:
            continue
        if length == 1 or length in range(POST_OF_THE_LAST_TURN + 1, WHIP + 1):
            return False
        if (length - 1, lane) in others or (length - 2, lane) in others:
            return False
    return True


def passes_on_the_right(start: Place, way: tuple[Place, ...], others: Cells) -> bool:
    in_front = [length for length, lane in others if lane == start[1] and start[0] < length < way[-1][0]]
    return all(lane > start[1] for length, lane in way if length in in_front)


def by_the_book(start: Place, points: int, others: Cells) -> tuple[int, ...]:
    if start[0] + points > 66:
        return ()
    lawful = [way for way in ways(start, points) if is_lawful(start, way, others)]
    right = [way for way in lawful if passes_on_the_right(start, way, others)]
    return tuple(sorted({way[-1][1] for way in right or lawful}))


@st.composite
def crowds(draw: st.DrawFn) -> tuple[Place, Cells]:
    """A horse and up to eleven others near it."""
    start = draw(st.tuples(st.integers(0, 66), st.integers(1, 6)))
    near = st.tuples(st.integers(max(0, start[0] - 3), min(66, start[0] + 7)), st.integers(1, 6))
    return start, draw(st.frozensets(near, max_size=11)) - {start}


@given(crowds(), st.integers(1, 6))
def test_open_lanes_are_those_of_every_way_by_the_book(crowd: tuple[Place, Cells], points: int) -> None:
    start, others = crowd
    assert lanes.ends(EDITION.course, others, start, points) == by_the_book(start, points, others)


@given(crowds())
def test_the_post_is_reached_if_any_way_to_the_last_length_is_lawful(crowd: tuple[Place, Cells]) -> None:
    start, others = crowd
    if 61 <= start[0] <= 65:
        assert lanes.reaches_post(EDITION.course, others, start) == bool(by_the_book(start, 66 - start[0], others))


@pytest.mark.rule("ascot:P-8")
def test_horses_stand_on_the_start_cells_of_their_numbers() -> None:
    assert [start_lane(number) for number in range(1, 13)] == [*ALL, *ALL]
    assert {horse.length for horse in position().state.horses} == {0}


@pytest.mark.rule("ascot:R-5")
def test_from_the_outer_to_the_inner_lane_it_takes_five_points() -> None:
    assert me_and((20, 6), die=5) == ALL
    assert me_and((20, 6), die=4) == (2, 3, 4, 5, 6)


@pytest.mark.rule("ascot:R-5")
def test_nobody_goes_onto_or_over_an_occupied_cell() -> None:
    assert me_and((20, 1), (21, 1), die=1) == (2,)
    assert me_and((20, 1), (21, 1), (21, 2), die=3) == ()


@pytest.mark.rule("ascot:R-6")
def test_a_lane_is_entered_three_lengths_before_another_horse_not_nearer() -> None:
    assert me_and((20, 3), (20, 4), die=2) == (1, 2, 3)
    assert me_and((20, 3), (20, 4), die=3) == (1, 2, 3, 4)


@pytest.mark.rule("ascot:R-6")
def test_no_lane_is_crossed_close_before_another_horse_either() -> None:
    assert me_and((20, 3), (20, 4), die=4) == (1, 2, 3, 4, 5)
    assert me_and((20, 3), (19, 4), die=3) == (1, 2, 3, 4, 5)


@pytest.mark.rule("ascot:R-6")
def test_a_horse_that_fell_is_not_cut_in_on_either() -> None:
    flow = racing({1: (20, 3), 2: (20, 4)}, Ada=(1,), Bob=(2,)).with_horse(2, down=True)
    assert open_lanes(flow, 2) == (1, 2, 3)


@pytest.mark.rule("ascot:R-7")
def test_a_horse_in_front_is_passed_on_the_right() -> None:
    assert me_and((20, 3), (22, 3), die=4) == (4, 5, 6)


@pytest.mark.rule("ascot:R-7")
def test_to_end_level_with_a_horse_is_not_to_pass_it() -> None:
    assert me_and((20, 3), (22, 3), die=2) == (1, 2, 4, 5)


@pytest.mark.rule("ascot:R-7")
def test_a_horse_is_passed_on_the_left_if_there_is_no_way_on_the_right() -> None:
    assert me_and((20, 6), (22, 6), die=4) == (2, 3, 4, 5)


@pytest.mark.rule("ascot:R-9")
def test_a_horse_without_a_way_is_jostled_back_a_length() -> None:
    after = thrown(racing({1: (48, 2), 2: (50, 2)}, Ada=(1,), Bob=(2,)), 3)
    assert where(after, 1) == (47, 2)
    assert told(after, HorseJostled) == [HorseJostled(1, 47, 2, back=True)]
    assert after.state.turn == "Bob", "nothing there applies"


@pytest.mark.rule("ascot:R-9")
def test_a_jostled_horse_stays_if_there_is_one_behind_it() -> None:
    after = thrown(racing({1: (48, 2), 2: (50, 2), 3: (47, 2)}, Ada=(1,), Bob=(2, 3)), 3)
    assert where(after, 1) == (48, 2)
    assert told(after, HorseJostled) == [HorseJostled(1, 48, 2, back=False)]


@pytest.mark.rule("ascot:R-9")
def test_a_horse_that_can_play_its_throw_is_not_jostled() -> None:
    assert where(thrown(racing({1: (48, 2), 2: (50, 2)}, Ada=(1,), Bob=(2,)), 1), 1) == (49, 2)


@pytest.mark.rule("ascot:R-9")
def test_what_is_written_where_a_horse_is_jostled_to_does_not_apply() -> None:
    """A vessel would burst on length 47 of lane 3."""
    after = thrown(racing({1: (48, 3), 2: (49, 3)}, Ada=(1,), Bob=(2,)), 2)
    assert where(after, 1) == (47, 3)
    assert after.state.horse(1) in after.state.horses_of("Ada")


@pytest.mark.rule("ascot:R-9")
@pytest.mark.parametrize("die", [2, 3])
def test_a_horse_is_boxed_in_at_the_rail(die: int) -> None:
    after = thrown(racing({1: (30, 1), 2: (31, 1), 3: (30, 2)}, Ada=(1,), Bob=(2, 3)), die)
    assert where(after, 1) == (29, 1)


@pytest.mark.rule("ascot:R-9")
def test_a_horse_on_the_first_length_is_jostled_nowhere() -> None:
    assert where(thrown(racing({1: (1, 1), 2: (2, 1), 3: (1, 2)}, Ada=(1,), Bob=(2, 3)), 2), 1) == (1, 1)


@pytest.mark.rule("ascot:R-20")
def test_lanes_are_not_changed_from_the_last_turn_to_where_the_whip_is_used() -> None:
    assert me_and((46, 3), die=4) == (3,)
    assert me_and((45, 3), die=2) == (2, 3, 4)
    assert me_and((54, 3), die=2) == (2, 3, 4)
    assert me_and((55, 3), die=1) == (2, 3, 4)


@pytest.mark.rule("ascot:R-4")
def test_a_horse_starts_in_its_own_lane_over_one_that_stands_in_front() -> None:
    assert where(thrown(racing({}, Ada=(7,), Bob=(1,)), 1), 7) == (1, 1)


@pytest.mark.rule("ascot:R-4")
def test_nobody_leaps_over_a_horse_that_has_started() -> None:
    after = thrown(racing({1: (1, 1)}, Ada=(7,), Bob=(1,)), 3)
    assert where(after, 7) == (0, 1)
    assert told(after, HorseJostled) == [HorseJostled(7, 0, 1, back=False)]


@pytest.mark.rule("ascot:R-4")
def test_lanes_may_be_changed_on_entering_the_second_length() -> None:
    assert open_lanes(racing({}, Ada=(7,), Bob=(4,)), 2) == (1, 2)


@pytest.mark.rule("ascot:R-6")
def test_horses_on_the_start_line_are_not_cut_in_on() -> None:
    assert open_lanes(racing({}, Ada=(7,), Bob=(2,)), 2) == (1,)


@pytest.mark.rule("ascot:R-2")
def test_a_lane_is_chosen_among_those_that_are_open_and_no_other() -> None:
    flow = thrown(racing({1: (20, 6)}, Ada=(1,), Bob=(2,)), 4)
    assert able(flow) == [Lane(lane, seat="Ada") for lane in (2, 3, 4, 5, 6)]
    assert able(flow, "Bob") == []
    for lane in (-1, 0, 1, 7, 10**30):
        assert refused(flow, Lane(lane, seat="Ada")) == "bad_lane"
    assert refused(flow, Lane(3, seat="Bob")) == "not_your_turn"
    assert refused(flow, Inscription(3, seat="Ada")) == "not_now"
    assert where(played(flow, Lane(5, seat="Ada")), 1) == (24, 5)
