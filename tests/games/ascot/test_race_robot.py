"""How the automatic player rides, and what its races come to."""

import pytest

from games.ascot.edition import Colour as Coat
from games.ascot.edition import Immunity
from games.ascot.moves import Assign, Colour, Hazard, Lane, NoObjection, Object
from games.ascot.options import Options
from games.ascot.robots.race import choose, eager
from games.ascot.state import Phase
from tests.games.ascot.race_figures import SAVING, tallied
from tests.games.ascot.race_support import alone, played, racing, thrown

PROTOTYPE = {Coat.BLACK: 0.397, Coat.RED: 0.266, Coat.YELLOW: 0.186, Coat.BLUE: 0.151}
ROUNDS, ROUNDS_SPREAD = 16.1, 2.2  # the spread from 13 to 20 for nine races of ten
LOST, LOST_SPREAD = 1.75, 1.3


@pytest.mark.parametrize(
    ("place", "die", "gets"),
    [((0, 6), 5, 12), ((0, 6), 4, 4), ((64, 6), 3, 12), ((64, 6), 6, 4), ((20, 6), 6, 12)],
)
def test_good_throws_go_to_the_favourite(place: tuple[int, int], die: int, gets: int) -> None:
    flow = racing({12: place}, Ada=(4, 8, 12), Bob=(1,)).with_player("Ada", favourite=12)
    assert choose(thrown(flow, die), "Ada") == Assign(gets, seat="Ada")


def test_with_one_other_horse_left_a_four_is_good_enough() -> None:
    flow = racing({}, Ada=(4, 12), Bob=(1,)).with_player("Ada", favourite=12)
    assert choose(thrown(flow, 4), "Ada") == Assign(12, seat="Ada")
    assert choose(thrown(flow, 3), "Ada") == Assign(4, seat="Ada")


@pytest.mark.parametrize(("die", "gets"), [(6, 12), (5, 4)])
def test_a_favourite_that_fell_is_given_a_six(die: int, gets: int) -> None:
    flow = racing({12: (24, 4)}, Ada=(4, 12), Bob=(1,)).with_player("Ada", favourite=12).with_horse(12, down=True)
    assert choose(thrown(flow, die), "Ada") == Assign(gets, seat="Ada")


def test_it_rides_for_its_colour() -> None:
    """Of lanes 2 to 4 on length 29, the third is black."""
    assert choose(thrown(alone(1, (28, 2)), 1), "Ada") == Lane(3, seat="Ada")


def test_it_rides_away_from_harm() -> None:
    """Length 13 is dangerous at the rail, blue in lane 2."""
    assert choose(thrown(alone(1, (12, 1)), 1), "Ada") == Lane(2, seat="Ada")


def test_it_seeks_the_rail_before_the_last_turn() -> None:
    """All of length 41 is no black horse's colour."""
    assert choose(thrown(alone(1, (38, 4)), 3), "Ada") == Lane(1, seat="Ada")


def test_it_drops_disadvantages_before_all_else() -> None:
    flow = played(thrown(alone(1, (28, 2), disadvantages=1), 1), Lane(3, seat="Ada"))
    assert choose(flow, "Ada") == Colour("drop", seat="Ada")


def test_it_declines_lengths_that_end_in_harm() -> None:
    flow = thrown(alone(8, (46, 3)), 2)
    assert flow.state.horse(8).length == 48
    assert choose(flow, "Ada") == Colour("bonus", lane=3, seat="Ada"), "nothing is wrong with (49,3)"
    harmed = thrown(alone(8, (46, 4)), 5)
    assert harmed.state.horse(8).length == 51
    assert choose(harmed, "Ada") == Colour("decline", seat="Ada"), "a vessel would burst on (52,4)"


def test_it_uses_a_report_if_it_has_one() -> None:
    flow = alone(4, (49, 2), reports=(SAVING[Immunity.VESSEL],))
    assert choose(thrown(flow, 1), "Ada") == Hazard(use_report=True, seat="Ada")
    others = alone(4, (49, 2)).with_player("Bob", reports=(SAVING[Immunity.VESSEL],))
    assert choose(thrown(others, 1), "Ada") == Hazard(use_report=False, seat="Ada")


@pytest.mark.rule("ascot:Z-10")
def test_it_objects_unasked_but_not_for_somebody_whose_time_is_over() -> None:
    flow = racing({1: (66, 2)}, options=Options(objection="on_claim"), Ada=(1,), Bob=(4,))
    flow = thrown(flow.having(placed=(7, 9)).with_player("Ada", disadvantages=1), 1)
    assert flow.state.phase is Phase.OBJECTIONS
    assert choose(flow, "Bob") == NoObjection(seat="Bob")
    assert eager(flow, "Bob") == Object(1, seat="Bob")
    assert eager(flow, "Ada") is None


def test_who_is_not_asked_decides_nothing() -> None:
    flow = thrown(alone(1, (28, 2)), 1)
    assert choose(flow, "Bob") is None
    assert eager(flow, "Bob") is None


def check_figures(races: int, seed: int) -> None:
    """Within four standard errors of those of the prototype, for riders who never decline a colour's lengths: the
    automatic player does where they end in harm, and loses fewer horses than the prototype tells of.
    """
    tally = tallied(races, seed, bold=True)
    for colour, share in PROTOTYPE.items():
        assert abs(tally.share(colour) - share) < 4 * (share * (1 - share) / races) ** 0.5, colour
    assert abs(tally.rounds / races - ROUNDS) < 4 * ROUNDS_SPREAD / races**0.5
    assert abs(tally.lost / races - LOST) < 4 * LOST_SPREAD / races**0.5


def test_a_few_races_come_near_the_figures_of_the_prototype() -> None:
    check_figures(40, seed=1)


@pytest.mark.slow
def test_many_races_come_to_the_figures_of_the_prototype() -> None:
    check_figures(600, seed=7)
    tally = tallied(600, seed=8, bold=True)
    assert [colour for colour, _ in tally.wins.most_common()] == list(PROTOTYPE)


@pytest.mark.slow
def test_riders_who_decline_harm_lose_fewer_horses() -> None:
    assert tallied(300, seed=7, bold=False).lost < tallied(300, seed=7, bold=True).lost
