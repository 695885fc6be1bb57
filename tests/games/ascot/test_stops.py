"""Where a horse stops: what is written there, its colour and those of the small cards, and hazards."""

from dataclasses import replace

import pytest

from games.ascot.edition import Colour as Coat
from games.ascot.edition import Do, Immunity
from games.ascot.flow import Flow
from games.ascot.moves import Colour, Hazard, Inscription, Lane, Throw
from games.ascot.pending import Colouring, Hazarding, Riding
from games.ascot.race_told import (
    AdvantageUsed,
    BonusTaken,
    DisadvantageDropped,
    HorseFell,
    HorseLost,
    HorseRose,
    HorseWaited,
    InscriptionRead,
    ReportUsed,
)
from games.ascot.state import Standing
from tests.games.ascot.flows import refused, told
from tests.games.ascot.positions import EDITION
from tests.games.ascot.race_support import able, alone, played, racing, thrown, uses, where

RED, BLACK = Coat.RED, Coat.BLACK
BRIDLE, VESSEL, FALL = (
    next(card for card, report in EDITION.reports_by_card.items() if report.immunity is immunity)
    for immunity in (Immunity.BRIDLE, Immunity.VESSEL, Immunity.FALL)
)


def lane(number: int) -> Lane:
    return Lane(number, seat="Ada")


def sent_to(number: int) -> Inscription:
    return Inscription(number, seat="Ada")


def bonus(number: int, *, advantage: bool = False) -> Colour:
    return Colour("bonus", advantage, number, seat="Ada")


def drop(*, advantage: bool = False) -> Colour:
    return Colour("drop", advantage, seat="Ada")


def decline() -> Colour:
    return Colour("decline", seat="Ada")


def red_on_red(**holding: object) -> Flow:
    """Horse 2 stops on (31,5), red."""
    return played(thrown(alone(2, (30, 5), **holding), 1), lane(5))


def red_on_yellow(**holding: object) -> Flow:
    """Horse 2 stops on (19,4), yellow."""
    return played(thrown(alone(2, (18, 4), **holding), 1), lane(4))


@pytest.mark.rule("ascot:R-11")
@pytest.mark.rule("ascot:R-14")
def test_on_its_own_colour_a_red_horse_goes_three_more_or_drops_a_disadvantage() -> None:
    flow = red_on_red(disadvantages=1)
    lanes = {("bonus", False, number) for number in (2, 3, 4, 5, 6)}
    assert uses(flow) == {*lanes, ("drop", False, None), ("decline", False, None)}
    further = played(flow, bonus(3))
    assert where(further, 2) == (34, 3)
    assert further.state.player("Ada").disadvantages == 1
    assert told(further, BonusTaken) == [BonusTaken(2, RED, 3)]
    lighter = played(flow, drop())
    assert where(lighter, 2) == (31, 5)
    assert lighter.state.player("Ada").disadvantages == 0
    assert told(lighter, DisadvantageDropped) == [DisadvantageDropped("Ada", 2, 0)]


@pytest.mark.rule("ascot:R-12")
@pytest.mark.rule("ascot:R-14")
def test_on_another_colour_it_takes_an_advantage_of_the_horses_colour() -> None:
    flow = red_on_yellow(advantages=(BLACK, RED), disadvantages=1)
    assert {("drop", True, None), ("decline", False, None), ("bonus", True, 4)} <= uses(flow)
    assert not any(not advantage for use, advantage, _ in uses(flow) if use != "decline")
    further = played(flow, bonus(4, advantage=True))
    assert where(further, 2) == (22, 4)
    assert (further.state.player("Ada").advantages, further.state.player("Ada").disadvantages) == ((BLACK,), 1)
    assert told(further, AdvantageUsed) == [AdvantageUsed("Ada", 2, RED)]
    lighter = played(flow, drop(advantage=True))
    assert where(lighter, 2) == (19, 4)
    assert (lighter.state.player("Ada").advantages, lighter.state.player("Ada").disadvantages) == ((BLACK,), 0)
    assert played(flow, decline()).state.player("Ada") == flow.state.player("Ada")


@pytest.mark.rule("ascot:R-12")
def test_an_advantage_of_another_colour_is_of_no_use() -> None:
    flow = red_on_yellow(advantages=(BLACK,), disadvantages=1)
    assert flow.state.task is None
    assert flow.state.turn == "Bob"


@pytest.mark.rule("ascot:R-11")
@pytest.mark.parametrize(
    ("horse", "start", "end", "more"),
    [(1, (31, 2), (32, 2), 4), (2, (30, 5), (31, 5), 3), (3, (32, 2), (33, 2), 2), (4, (14, 3), (15, 3), 1)],
)
def test_the_lengths_of_each_colour(horse: int, start: tuple[int, int], end: tuple[int, int], more: int) -> None:
    flow = played(thrown(alone(horse, start), 1), lane(end[1]))
    after = played(flow, bonus(end[1]))
    assert told(after, BonusTaken) == [BonusTaken(horse, EDITION.colour(horse), more)]
    assert where(played(flow, decline()), horse) == end


@pytest.mark.rule("ascot:R-11")
def test_lengths_that_cannot_all_be_gone_are_not_offered() -> None:
    """Black on (54,4) in the sector without change of lane, another two ahead of it."""
    flow = racing({1: (51, 4), 2: (55, 4)}, Ada=(1,), Bob=(2,))
    after = thrown(flow, 3)
    assert (where(after, 1), after.state.task, after.state.turn) == ((54, 4), None, "Bob")
    burdened = thrown(flow.with_player("Ada", disadvantages=2), 3)
    assert uses(burdened) == {("drop", False, None), ("decline", False, None)}
    assert refused(burdened, bonus(4)) == "no_way"


@pytest.mark.rule("ascot:R-21")
def test_neither_colour_nor_inscription_takes_a_horse_past_the_post() -> None:
    """Black on (64,4) has four more, but only two lengths are left."""
    after = played(thrown(alone(1, (59, 4)), 5), lane(4))
    assert (where(after, 1), after.state.task) == ((64, 4), None)


@pytest.mark.rule("ascot:R-12")
@pytest.mark.rule("ascot:R-14")
def test_before_the_last_turn_any_advantage_of_the_horses_colour_can_be_used_on_white() -> None:
    flow = played(thrown(alone(1, (43, 3), advantages=(BLACK,), disadvantages=1), 2), lane(3))
    assert uses(flow) >= {("bonus", True, 3), ("drop", True, None), ("decline", False, None)}
    assert where(played(flow, bonus(3, advantage=True)), 1) == (49, 3)
    assert played(flow, drop(advantage=True)).state.player("Ada").disadvantages == 0
    without = played(thrown(alone(1, (43, 3), advantages=(RED,), disadvantages=1), 2), lane(3))
    assert without.state.task is None


@pytest.mark.rule("ascot:R-10")
@pytest.mark.rule("ascot:R-13")
def test_a_colour_after_an_inscription_and_no_second_colour() -> None:
    flow = played(thrown(alone(1, (24, 2)), 1), lane(2))
    assert flow.state.task == Riding("Ada", 1, 3, (1, 2, 3, 4, 5), "inscription")
    assert able(flow) == [sent_to(number) for number in (1, 2, 3, 4, 5)]
    flow = played(flow, sent_to(4))
    assert (where(flow, 1), flow.state.task) == ((28, 4), Colouring("Ada", 1, inscription=True))
    flow = played(flow, bonus(2))
    assert (where(flow, 1), flow.state.task, flow.state.turn) == ((32, 2), None, "Bob")


@pytest.mark.rule("ascot:R-10")
@pytest.mark.rule("ascot:R-13")
def test_an_inscription_after_a_colour_and_no_second_inscription() -> None:
    flow = played(thrown(alone(1, (9, 3)), 1), lane(3), bonus(4))
    assert where(flow, 1) == (14, 4)
    assert isinstance(flow.state.task, Riding)
    assert flow.state.task.colour, "the colour is used up"
    flow = played(flow, sent_to(6))
    assert (where(flow, 1), flow.state.horse(1).down, flow.state.turn) == ((17, 6), False, "Bob")


@pytest.mark.rule("ascot:R-10")
@pytest.mark.rule("ascot:R-13")
def test_an_inscription_that_a_colour_leads_to_after_another_is_ignored() -> None:
    flow = played(thrown(alone(3, (24, 2)), 1), lane(2), sent_to(5))
    assert where(flow, 3) == (28, 5), "yellow, as the horse"
    flow = played(flow, bonus(5))
    assert (where(flow, 3), flow.state.task, flow.state.turn) == ((30, 5), None, "Bob")


@pytest.mark.rule("ascot:R-11")
@pytest.mark.rule("ascot:R-13")
def test_a_colour_that_an_inscription_leads_to_after_another_is_of_no_use() -> None:
    flow = played(thrown(alone(3, (11, 5), disadvantages=1), 1), lane(5), bonus(4))
    assert where(flow, 3) == (14, 4)
    flow = played(flow, sent_to(2))
    assert EDITION.cell_colour(17, 2) is Coat.YELLOW
    assert (where(flow, 3), flow.state.task, flow.state.turn) == ((17, 2), None, "Bob")


@pytest.mark.rule("ascot:R-10")
def test_back_so_many_lengths_in_the_own_lane() -> None:
    assert where(played(thrown(alone(4, (9, 6)), 1), lane(6)), 4) == (8, 6)
    blocked = racing({4: (9, 6), 1: (8, 6)}, Ada=(4,), Bob=(1,))
    after = played(thrown(blocked, 1), lane(6))
    assert where(after, 4) == (10, 6), "another horse stands there"
    assert told(after, InscriptionRead) == [InscriptionRead(4, 10, 6, Do.BACK, done=False)]


@pytest.mark.rule("ascot:R-10")
@pytest.mark.rule("ascot:R-2")
def test_who_has_to_wait_throws_and_loses_the_throw() -> None:
    flow = played(thrown(alone(4, (6, 2)), 1), lane(2))
    assert (where(flow, 4), flow.state.horse(4).misses) == ((7, 2), 1)
    flow = flow.having(turn="Ada", to_move=(4,))
    after = thrown(flow, 5)
    assert (where(after, 4), after.state.horse(4).misses) == ((7, 2), 0)
    assert told(after, HorseWaited) == [HorseWaited(4, 5, "misses")]


@pytest.mark.rule("ascot:R-19")
def test_inner_lanes_are_a_choice_of_three() -> None:
    flow = thrown(alone(4, (50, 4)), 5)
    assert flow.state.task == Riding("Ada", 4, 3, (1, 2, 3), "inscription")
    for number in (0, 4, 7):
        assert refused(flow, sent_to(number)) == "bad_lane"
    assert refused(flow, lane(2)) == "not_now"
    assert refused(flow, Throw(seat="Ada")) == "not_now"


@pytest.mark.rule("ascot:R-19")
def test_one_lane_is_the_innermost_or_the_outermost() -> None:
    assert where(played(thrown(alone(4, (27, 3)), 1), lane(3)), 4) == (31, 6)
    # From lane 3 to the rail: length 11 of lane 1 is yellow.
    assert where(played(thrown(alone(4, (7, 3)), 1), lane(3)), 4) == (11, 1)


@pytest.mark.rule("ascot:R-19")
@pytest.mark.rule("ascot:R-8")
def test_no_benefit_if_no_lane_that_is_written_there_is_open() -> None:
    flow = racing({4: (27, 3), 1: (31, 6)}, Ada=(4,), Bob=(1,))
    after = played(thrown(flow, 1), lane(3))
    assert where(after, 4) == (28, 3)
    assert told(after, InscriptionRead) == [InscriptionRead(4, 28, 3, Do.ADVANCE, done=False)]
    outer = thrown(alone(4, (50, 6)), 5)
    assert where(outer, 4) == (58, 3), "from lane 6 only the third of the inner lanes is near enough"


@pytest.mark.rule("ascot:R-18")
def test_to_overtake_is_to_go_one_length_before_the_nearest_in_another_lane() -> None:
    flow = racing({4: (18, 3), 1: (22, 3), 2: (22, 4), 3: (25, 1)}, Ada=(4,), Bob=(1, 2, 3))
    flow = played(thrown(flow, 1), lane(3))
    assert flow.state.task == Riding("Ada", 4, 4, (5, 6), "inscription")
    assert where(played(flow, sent_to(5)), 4) == (23, 5)


@pytest.mark.rule("ascot:R-18")
def test_who_overtakes_ends_in_another_lane_even_where_horses_may_be_cut_in_on() -> None:
    flow = racing({4: (18, 3), 1: (22, 2)}, Ada=(4,), Bob=(1,))
    lenient = Flow(replace(EDITION, course=replace(EDITION.course, cut_in_distance=1)), flow.state)
    assert played(thrown(lenient, 1), lane(3)).state.task == Riding("Ada", 4, 4, (1, 3, 4, 5, 6), "inscription")


@pytest.mark.rule("ascot:R-18")
@pytest.mark.parametrize("ahead", [(26, 1), (19, 1), (18, 6)])
def test_there_is_nobody_to_overtake_beyond_six_lengths_or_behind(ahead: tuple[int, int]) -> None:
    after = played(thrown(racing({4: (18, 3), 1: ahead}, Ada=(4,), Bob=(1,)), 1), lane(3))
    assert (where(after, 4), after.state.turn) == ((19, 3), "Bob")


@pytest.mark.rule("ascot:R-18")
def test_six_lengths_ahead_is_near_enough_to_be_overtaken() -> None:
    flow = played(thrown(racing({4: (18, 3), 1: (25, 1)}, Ada=(4,), Bob=(1,)), 1), lane(3))
    assert flow.state.task == Riding("Ada", 4, 7, (2, 3, 4, 5, 6), "inscription")


@pytest.mark.rule("ascot:R-16")
@pytest.mark.parametrize(
    ("start", "die", "end", "report", "immunity"),
    [((12, 1), 1, 1, BRIDLE, Immunity.BRIDLE), ((49, 2), 1, None, VESSEL, Immunity.VESSEL)],
)
def test_a_report_saves_a_horse_or_it_is_out(
    start: tuple[int, int], die: int, end: int | None, report: str, immunity: Immunity
) -> None:
    def stops(flow: Flow) -> Flow:
        after = thrown(flow, die)
        return after if end is None else played(after, lane(end))

    lost = stops(alone(4, start))
    assert lost.state.horse(4).standing is Standing.LOST
    assert told(lost, HorseLost) == [HorseLost(4, immunity)]
    asked = stops(alone(4, start, reports=(FALL, report)))
    assert asked.state.task == Hazarding("Ada", 4, immunity)
    saved = played(asked, Hazard(use_report=True, seat="Ada"))
    assert saved.state.player("Ada").reports == (FALL,), "used once, and gone"
    assert told(saved, ReportUsed) == [ReportUsed("Ada", 4, report, immunity)]
    assert saved.state.horse(4).standing is Standing.IN_PLAY
    given_up = played(asked, Hazard(use_report=False, seat="Ada"))
    assert given_up.state.horse(4).standing is Standing.LOST
    assert given_up.state.player("Ada").reports == (FALL, report), "kept for another horse"


@pytest.mark.rule("ascot:R-16")
def test_a_report_that_does_not_match_saves_nobody() -> None:
    after = thrown(alone(4, (49, 2), reports=(FALL, BRIDLE)), 1)
    assert after.state.horse(4).standing is Standing.LOST


@pytest.mark.rule("ascot:R-16")
def test_who_has_no_report_is_asked_if_another_could_sell_one() -> None:
    flow = thrown(alone(4, (49, 2)).with_player("Bob", reports=(VESSEL,)), 1)
    assert flow.state.task == Hazarding("Ada", 4, Immunity.VESSEL)
    assert able(flow) == [Hazard(use_report=False, seat="Ada")]
    assert refused(flow, Hazard(use_report=True, seat="Ada")) == "no_report"
    assert refused(flow, Hazard(use_report=False, seat="Bob")) == "not_your_turn"
    bought = flow.with_player("Bob", reports=()).with_player("Ada", reports=(VESSEL,))
    saved = played(bought, Hazard(use_report=True, seat="Ada"))
    assert saved.state.horse(4).standing is Standing.IN_PLAY


@pytest.mark.rule("ascot:R-17")
def test_a_horse_that_fell_rises_with_a_six_and_goes_with_the_next_throw() -> None:
    flow = played(thrown(alone(4, (23, 4)), 1), lane(4))
    assert (where(flow, 4), flow.state.horse(4).down) == ((24, 4), True)
    assert told(flow, HorseFell) == [HorseFell(4)]
    four = thrown(flow.having(turn="Ada", to_move=(4,)), 4)
    assert (where(four, 4), four.state.horse(4).down) == ((24, 4), True)
    six = thrown(four.having(turn="Ada", to_move=(4,)), 6)
    assert (where(six, 4), six.state.horse(4).down) == ((24, 4), False)
    assert told(six, HorseRose) == [HorseRose(4)]
    three = played(thrown(six.having(turn="Ada", to_move=(4,)), 3), lane(4))
    assert where(three, 4) == (27, 4)


@pytest.mark.rule("ascot:R-17")
def test_with_a_report_a_horse_does_not_fall() -> None:
    flow = played(thrown(alone(4, (23, 4), reports=(FALL,)), 1), lane(4), Hazard(use_report=True, seat="Ada"))
    assert (flow.state.horse(4).down, flow.state.player("Ada").reports) == (False, ())
    assert where(played(thrown(flow.having(turn="Ada", to_move=(4,)), 3), lane(4)), 4) == (27, 4)


def test_other_uses_of_a_colour_are_refused() -> None:
    on_own = red_on_red(advantages=(RED,))
    assert refused(on_own, bonus(5, advantage=True)) == "no_advantage_here"
    assert refused(on_own, drop()) == "no_disadvantage"
    assert refused(on_own, drop(advantage=True)) == "no_advantage_here"
    for number in (-1, 0, 1, 7, 10**30):
        assert refused(on_own, bonus(number)) == "bad_lane"
    assert refused(on_own, Colour("bonus", seat="Ada")) == "bad_lane"
    assert refused(on_own, Colour("decline", advantage=True, seat="Ada")) == "bad_colour_use"
    assert refused(on_own, Colour("decline", lane=5, seat="Ada")) == "bad_colour_use"
    assert refused(on_own, Colour("decline", seat="Bob")) == "not_your_turn"
    assert refused(on_own, Throw(seat="Ada")) == "not_now"
    on_other = red_on_yellow(advantages=(RED,), disadvantages=1)
    assert refused(on_other, bonus(4)) == "advantage_needed"
    assert refused(on_other, drop()) == "advantage_needed"


@pytest.mark.rule("ascot:R-14")
def test_pairs_are_not_dropped_without_a_stop() -> None:
    flow = alone(2, (18, 4), advantages=(RED,), disadvantages=1)
    assert refused(flow, drop(advantage=True)) == "not_now"


@pytest.mark.rule("ascot:R-14")
def test_one_disadvantage_is_dropped_at_a_stop() -> None:
    after = played(red_on_red(disadvantages=2), drop())
    assert (after.state.player("Ada").disadvantages, after.state.task, after.state.turn) == (1, None, "Bob")
