"""The winning post, disqualification, objections, and the end of a race."""

import pytest

from games.ascot.flow import Flow
from games.ascot.moves import NoObjection, Object, Throw
from games.ascot.options import Options
from games.ascot.race_told import HorseDisqualified, HorseJostled, HorseWaited, PostPassed
from games.ascot.state import Phase, Standing
from tests.games.ascot.flows import refused, told
from tests.games.ascot.race_support import able, alone, open_lanes, played, racing, thrown, where

CLAIMED = Options(objection="on_claim")


@pytest.mark.rule("ascot:R-21")
def test_a_horse_passes_the_post_with_the_exact_number_only() -> None:
    flow = alone(1, (64, 2))
    for die in (1, 2, 4, 5, 6):
        after = thrown(flow, die)
        assert (where(after, 1), after.state.placed) == ((64, 2), ())
        assert told(after, HorseWaited) == [HorseWaited(1, die, "post")]
    after = thrown(flow, 3)
    assert after.state.placed == (1,)
    assert after.state.horse(1).standing is Standing.PASSED
    assert told(after, PostPassed) == [PostPassed(1, 1)]


@pytest.mark.rule("ascot:R-21")
@pytest.mark.parametrize("length", range(61, 67))
def test_the_last_length_takes_one_the_last_but_one_two(length: int) -> None:
    assert thrown(alone(1, (length, 5)), 67 - length).state.placed == (1,)


@pytest.mark.rule("ascot:R-21")
def test_a_horse_seven_from_the_post_rides_on_with_any_throw() -> None:
    assert open_lanes(alone(1, (60, 6)), 6) == (1, 2, 3, 4, 5, 6)


@pytest.mark.rule("ascot:R-21")
def test_if_it_is_agreed_a_horse_comes_nearer_with_less() -> None:
    flow = racing({1: (62, 2)}, Ada=(1,), Bob=(4,), options=Options(finish_rule="advance_if_short"))
    assert open_lanes(flow, 2) == (1, 2, 3, 4)
    assert where(thrown(flow, 6), 1) == (62, 2)
    assert thrown(flow, 5).state.placed == (1,)


@pytest.mark.rule("ascot:R22")
def test_the_exact_number_is_of_no_use_if_every_way_is_barred() -> None:
    flow = racing({1: (64, 1), 2: (65, 1), 3: (64, 2)}, Ada=(1,), Bob=(2, 3))
    after = thrown(flow, 3)
    assert (where(after, 1), after.state.placed) == ((63, 1), ())
    assert told(after, HorseJostled) == [HorseJostled(1, 63, 1, back=True)]


@pytest.mark.rule("ascot:R-15")
def test_a_horse_is_disqualified_while_its_owner_has_a_disadvantage() -> None:
    after = thrown(alone(1, (64, 2), disadvantages=1), 3)
    assert after.state.placed == ()
    assert after.state.horse(1).standing is Standing.DISQUALIFIED
    assert told(after, HorseDisqualified) == [HorseDisqualified(1)]


@pytest.mark.rule("ascot:R-15")
def test_a_burdened_horse_has_to_pass_all_the_same() -> None:
    flow = thrown(alone(1, (64, 2), disadvantages=1), 2)
    assert able(flow.having(turn="Ada", to_move=(1,))) == [Throw(seat="Ada")]


@pytest.mark.rule("ascot:R-23")
def test_the_race_is_over_at_once_when_three_have_passed() -> None:
    flow = (
        racing({1: (66, 2), 2: (30, 1)}, Ada=(1, 2), Bob=(4,))
        .having(placed=(7, 9))
        .with_horse(7, owner="Bob")
        .with_horse(9, owner="Bob")
    )
    after = thrown(flow, 1)
    assert (after.state.phase, after.state.placed) == (Phase.FINISHED, (7, 9, 1))


@pytest.mark.rule("ascot:R-23")
def test_the_race_is_over_when_no_horse_can_run() -> None:
    flow = racing({1: (66, 2)}, Ada=(1,))
    after = thrown(flow, 1)
    assert (after.state.phase, after.state.placed) == (Phase.FINISHED, (1,))


@pytest.mark.rule("ascot:R-23")
def test_a_disqualified_horse_is_not_one_of_three() -> None:
    flow = racing({1: (66, 2)}, Ada=(1,), Bob=(4,)).having(placed=(7, 9)).with_player("Ada", disadvantages=1)
    after = thrown(flow, 1)
    assert (after.state.phase, after.state.placed, after.state.turn) == (Phase.RACE, (7, 9), "Bob")


def claimed(placed: tuple[int, ...] = ()) -> Flow:
    """Three players who object themselves: Ada, burdened, has passed with horse 1, and it is Bob's turn."""
    flow = racing({1: (66, 2)}, players=3, options=CLAIMED, Ada=(1,), Bob=(4, 6), Cy=(8,))
    for number in placed:
        flow = flow.with_horse(number, owner="Cy", standing=Standing.PASSED)
    return thrown(flow.having(placed=placed).with_player("Ada", disadvantages=1), 1)


@pytest.mark.rule("ascot:Z-10")
def test_where_players_object_a_burdened_horse_is_placed_until_one_does() -> None:
    flow = claimed()
    assert (flow.state.placed, flow.state.tainted, flow.state.turn) == ((1,), (1,), "Bob")
    assert able(flow, "Ada") == []
    assert able(flow, "Cy") == [Object(1, seat="Cy")]
    after = played(flow, Object(1, seat="Cy"))
    assert (after.state.placed, after.state.tainted) == ((), ())
    assert after.state.horse(1).standing is Standing.DISQUALIFIED
    assert told(after, HorseDisqualified) == [HorseDisqualified(1, "Cy")]
    assert (after.state.phase, after.state.turn, after.state.to_move) == (Phase.RACE, "Bob", (4, 6))


@pytest.mark.rule("ascot:Z-10")
def test_objections_without_grounds_are_refused() -> None:
    flow = claimed(placed=(7,))
    assert refused(flow, Object(1, seat="Ada")) == "own_horse"
    for number in (7, 4, 0, -1, 13, 10**30):
        assert refused(flow, Object(number, seat="Bob")) == "no_grounds"
    assert refused(flow, NoObjection(seat="Bob")) == "not_now"
    assert refused(played(flow, Throw(seat="Bob")), Object(1, seat="Cy")) == "not_now"
    spectated = flow.having(seats=(*flow.state.seats, "Zoe"))
    assert refused(spectated, Object(1, seat="Zoe")) == "not_playing"


@pytest.mark.rule("ascot:Z-10")
def test_when_three_have_passed_everybody_is_asked_for_objections() -> None:
    flow = claimed(placed=(7, 9))
    assert (flow.state.phase, flow.state.waiting) == (Phase.OBJECTIONS, ("Ada", "Bob", "Cy"))
    assert able(flow, "Ada") == [NoObjection(seat="Ada")]
    assert able(flow, "Bob") == [Object(1, seat="Bob"), NoObjection(seat="Bob")]
    for seat in ("Cy", "Ada"):
        flow = played(flow, NoObjection(seat=seat))
    assert refused(flow, NoObjection(seat="Cy")) == "not_waited_for"
    assert refused(flow, Throw(seat="Bob")) == "not_now"
    after = played(flow, NoObjection(seat="Bob"))
    assert (after.state.phase, after.state.placed) == (Phase.FINISHED, (7, 9, 1))


@pytest.mark.rule("ascot:Z-10")
def test_an_objection_that_is_upheld_lets_the_race_go_on_until_three_stand() -> None:
    flow = played(claimed(placed=(7, 9)), Object(1, seat="Bob"))
    assert (flow.state.phase, flow.state.placed, flow.state.turn) == (Phase.RACE, (7, 9), "Bob")
    assert flow.state.waiting == (), "nobody is asked any more"
    flow = thrown(flow.with_horse(4, length=66), 1)
    assert (flow.state.phase, flow.state.placed) == (Phase.FINISHED, (7, 9, 4))


@pytest.mark.rule("ascot:Z-10")
def test_without_grounds_for_objections_nobody_is_asked() -> None:
    flow = (
        racing({1: (66, 2)}, options=CLAIMED, Ada=(1,), Bob=(4,))
        .having(placed=(7, 9))
        .with_horse(7, owner="Bob")
        .with_horse(9, owner="Bob")
    )
    assert thrown(flow, 1).state.phase is Phase.FINISHED
