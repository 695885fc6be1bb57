"""Reports: how they are drawn and put back, what they ask for, and the privilege of members."""

import pytest

from games.ascot.edition import Business, Effect, Pack
from games.ascot.flow import Flow
from games.ascot.moves import MemberReport, Report, ReportHorse, Throw
from games.ascot.pending import Choosing, Drawing, Rolling, Walking
from games.ascot.playing import chance, deciders, run
from games.ascot.state import Packet, Standing
from games.ascot.training_told import HorseWalked, PackEmpty, ReportApplied, ReportRead, ThrowMissed
from games.kit.game import Cards
from games.kit.payments import Reason
from tests.games.ascot.flows import after, refused, told
from tests.games.ascot.positions import EDITION
from tests.games.ascot.training_support import HOME, before, card_of, dice, listed, paid, training_of, turned_up

PACKS: tuple[Pack, ...] = ("stevens", "walroy", "vet")
STRANGLES = card_of("vet", Effect.STRANGLES)
GOOD = card_of("stevens", Effect.ADVANTAGE)


def drawing(pack: Pack = "vet", number: int = 4) -> Flow:
    """Ada's horse has stopped where a report is drawn."""
    flow = training_of(2, Ada=(1, 4, 8), Bob=(12,)).having(turn="Ada", thrown=True).with_horse(number, steps=5)
    return flow.push(Drawing("Ada", pack, number))


def member(**changes: object) -> Flow:
    """Ada, who holds the club's card, may ask for a report; it is the turn of Bob."""
    flow = training_of(2, Ada=(1, 4, 8, Business.CLUB), Bob=(12,)).having(turn="Bob")
    return flow.with_horse(4, steps=5).with_player("Ada", **changes)


@pytest.mark.rule("ascot:T-7")
def test_a_report_is_read_obeyed_and_put_under_its_pack() -> None:
    drawn = after(drawing("stevens"), Report(GOOD))
    assert told(drawn, ReportRead) == [ReportRead("Ada", GOOD, 4)]
    assert drawn.state.horse(4).advantages == 1
    assert drawn.state.packet("stevens") == Packet(1, (GOOD,))


@pytest.mark.rule("ascot:T-7")
def test_a_report_that_is_kept_leaves_its_pack() -> None:
    keep = card_of("vet", Effect.KEEP)
    drawn = after(drawing(), Report(keep))
    assert drawn.state.player("Ada").reports == (keep,)
    assert drawn.state.packet("vet") == Packet(1, ())


@pytest.mark.rule("ascot:T-7")
def test_once_all_were_turned_up_the_lowest_comes_up_again_without_chance() -> None:
    flow = turned_up(drawing("stevens"), "stevens", first=GOOD)
    drawn = run(flow)
    assert told(drawn, ReportRead) == [ReportRead("Ada", GOOD, 4)]
    assert drawn.state.packet("stevens").under == (*flow.state.packet("stevens").under[1:], GOOD)
    assert chance(flow) is None


@pytest.mark.rule("ascot:T-7")
def test_of_an_empty_pack_nothing_comes() -> None:
    flow = drawing().having(packs={"vet": Packet(len(EDITION.reports.vet), ())})
    drawn = run(flow)
    assert told(drawn, PackEmpty) == [PackEmpty("vet")]
    assert drawn.state.pending == ()


@pytest.mark.parametrize("pack", PACKS)
def test_chance_goes_on_in_the_shuffled_pack(pack: Pack) -> None:
    number = 1 if pack == "walroy" else 4
    wanted = chance(drawing(pack, number).having(packs={pack: Packet(3, ())}))
    assert isinstance(wanted, Cards)
    assert (wanted.label, wanted.start, wanted.count, len(wanted.pack)) == (pack, 3, 1, 12)
    assert wanted.becomes((GOOD,)) == Report(GOOD)


def test_a_report_is_turned_up_once_and_is_one_of_the_pack() -> None:
    keep = card_of("vet", Effect.KEEP)
    flow = drawing().with_player("Bob", reports=(keep,)).having(packs={"vet": Packet(2, (STRANGLES,))})
    assert refused(flow, Report(keep)) == "duplicate_card"
    assert refused(flow, Report(STRANGLES)) == "duplicate_card"
    assert refused(flow, Report(GOOD)) == "unknown_card"
    assert refused(flow, Report("")) == "unknown_card"
    assert refused(flow, Report(card_of("vet", Effect.REST), seat="Ada")) == "not_dealer"


@pytest.mark.rule("ascot:T-8")
def test_a_kept_report_stays_with_the_player_when_the_horse_is_gone() -> None:
    keep = card_of("vet", Effect.KEEP)
    drawn = after(drawing(), Report(keep)).with_horse(4, owner="Bob")
    assert drawn.state.player("Ada").reports == (keep,)


@pytest.mark.rule("ascot:T-4")
@pytest.mark.parametrize("pack", PACKS)
def test_a_report_that_costs_something_is_paid_to_whom_it_names(pack: Pack) -> None:
    report = next(each for each in EDITION.reports.pack(pack) if each.effect is Effect.PAY)
    assert report.to is not None
    flow = drawing(pack, 1 if pack == "walroy" else 4)
    assert after(flow, Report(report.card)).paid == ()
    held = flow.having(holders={report.to.value: "Bob"})
    assert after(held, Report(report.card)).paid == (paid("Ada", "Bob", report.amount, Reason.REPORT_FEE),)
    own = flow.having(holders={report.to.value: "Ada"})
    assert after(own, Report(report.card)).paid == ()


def test_what_a_report_does_to_the_horse_it_was_drawn_for() -> None:
    worse = after(drawing(), Report(card_of("vet", Effect.DISADVANTAGE)))
    assert worse.state.horse(4).disadvantages == 1
    assert after(drawing(), Report(card_of("vet", Effect.REST))).state.horse(4).misses == 1
    gone = after(drawing(), Report(card_of("vet", Effect.ELIMINATE)))
    assert gone.state.horse(4).standing is Standing.ELIMINATED


@pytest.mark.rule("ascot:T15")
def test_a_report_moves_a_horse_on_once_with_a_throw() -> None:
    on = card_of("stevens", Effect.MOVE)
    moved = after(drawing("stevens"), Report(on))
    assert [(each.cells, each.steps) for each in told(moved, HorseWalked)] == [(3, 8)]
    hopped = drawing("stevens").popped().push(Drawing("Ada", "stevens", 4, hops=1))
    assert told(after(hopped, Report(on)), HorseWalked) == []


@pytest.mark.rule("ascot:T-9")
def test_strangles_stop_the_horses_that_have_not_moved_and_cost_the_next_throw() -> None:
    flow = training_of(2, Ada=(4, 8, 12), Bob=(1,)).having(turn="Ada")
    flow = before(before(before(flow, 4, 8, 7), 8, 25, 7), 12, 9, 7)  # a rest, the vet, a fee
    stopped = after(flow, Throw(seat="Ada"), dice(7), Report(STRANGLES))
    assert [stopped.state.horse(number).steps for number in (4, 8, 12)] == [8, 25, 2]
    assert stopped.state.turn == "Bob"
    assert stopped.state.player("Ada").misses == 1
    missed = after(stopped.with_horse(1, steps=0), Throw(seat="Bob"), dice(8))
    assert told(missed, ThrowMissed) == [ThrowMissed("Ada")]
    assert missed.state.turn == "Bob"
    normal = after(missed.with_horse(1, steps=0), Throw(seat="Bob"), dice(8))
    assert normal.state.turn == "Ada"


@pytest.mark.rule("ascot:T-9")
def test_strangles_by_privilege_out_of_turn_cost_the_next_throw() -> None:
    drawn = after(member(), MemberReport("vet", seat="Ada"), Report(STRANGLES))
    assert drawn.state.turn == "Bob"
    assert drawn.state.player("Ada").misses == 1


@pytest.mark.rule("ascot:T-9")
def test_strangles_by_privilege_before_the_own_throw_cost_this_one_and_the_next() -> None:
    drawn = after(member().having(turn="Ada"), MemberReport("vet", seat="Ada"), Report(STRANGLES))
    assert drawn.state.turn == "Bob"
    assert drawn.state.player("Ada").misses == 1  # of two, the first is missed at once
    assert told(drawn, ThrowMissed) == [ThrowMissed("Ada")]


def test_strangles_do_not_stop_the_horses_of_others() -> None:
    flow = training_of(2, Ada=(4,), Bob=(12,)).having(turn="Bob", thrown=True)
    flow = flow.push(Walking("Bob", 12, 8), Drawing("Ada", "vet", 4))
    assert after(flow, Report(STRANGLES)).state.horse(12).steps == 8


@pytest.mark.rule("ascot:T-11")
def test_a_member_takes_a_report_at_any_stable_moment_and_chooses_the_horse() -> None:
    asked = after(member(), MemberReport("stevens", seat="Ada"))
    assert asked.state.task == Drawing("Ada", "stevens", None)
    drawn = after(asked, Report(GOOD))
    assert drawn.state.task == Choosing("Ada", GOOD)
    assert deciders(drawn.state) == ("Ada",)
    assert listed(drawn, "Ada") == [ReportHorse(4, seat="Ada"), ReportHorse(8, seat="Ada")]
    assert listed(drawn, "Bob") == []
    applied = after(drawn, ReportHorse(8, seat="Ada"))
    assert applied.state.horse(8).advantages == 1
    assert (applied.state.turn, applied.state.pending, applied.paid) == ("Bob", (), ())
    assert told(applied, ReportApplied) == [ReportApplied("Ada", GOOD, 8)]


@pytest.mark.rule("ascot:T-11")
def test_where_there_is_only_one_horse_nothing_is_chosen() -> None:
    drawn = after(member(), MemberReport("walroy", seat="Ada"), Report(card_of("walroy", Effect.DISADVANTAGE)))
    assert drawn.state.horse(1).disadvantages == 1
    assert drawn.state.pending == ()


@pytest.mark.rule("ascot:T-11")
def test_a_report_about_the_player_needs_no_horse() -> None:
    keep = card_of("vet", Effect.KEEP)
    drawn = after(member(), MemberReport("vet", seat="Ada"), Report(keep))
    assert (drawn.state.player("Ada").reports, drawn.state.pending) == ((keep,), ())


@pytest.mark.rule("ascot:T-11")
def test_one_report_between_two_throws_of_one_s_own() -> None:
    flow = after(member(), MemberReport("vet", seat="Ada"), Report(card_of("vet", Effect.KEEP)))
    assert refused(flow, MemberReport("vet", seat="Ada")) == "report_taken"
    others = after(flow, Throw(seat="Bob"), dice(8))
    assert refused(others, MemberReport("vet", seat="Ada")) == "report_taken"
    home = others.with_horse(4, steps=HOME).with_horse(8, steps=HOME)
    own = after(home, Throw(seat="Ada"), dice(8))
    assert after(own, MemberReport("vet", seat="Ada")).state.task == Drawing("Ada", "vet", None)


@pytest.mark.rule("ascot:T-11")
def test_the_privilege_is_refused() -> None:
    flow = member()
    assert refused(flow, MemberReport("vet", seat="Bob")) == "not_member"
    assert refused(flow.with_horse(1, owner="Bob"), MemberReport("walroy", seat="Ada")) == "no_horse_of_stable"
    eliminated = flow.with_horse(1, standing=Standing.ELIMINATED)
    assert refused(eliminated, MemberReport("walroy", seat="Ada")) == "no_horse_of_stable"
    home = flow.with_horse(1, steps=HOME).with_horse(4, steps=HOME).with_horse(8, steps=HOME)
    assert refused(home, MemberReport("vet", seat="Ada")) == "no_horse_out"
    empty = flow.having(packs={"vet": Packet(len(EDITION.reports.vet), ())})
    assert refused(empty, MemberReport("vet", seat="Ada")) == "pack_empty"
    thrown = after(flow.having(turn="Ada"), Throw(seat="Ada"))
    assert thrown.state.task == Rolling("Ada", 2)
    assert refused(thrown, MemberReport("vet", seat="Ada")) == "not_now"


@pytest.mark.rule("ascot:T-11")
def test_only_what_may_be_asked_for_is_listed() -> None:
    assert listed(member(), "Ada") == [MemberReport(pack, seat="Ada") for pack in PACKS]
    assert listed(member(asked=True), "Ada") == []
    assert listed(member().with_horse(1, owner="Bob"), "Ada") == [
        MemberReport("stevens", seat="Ada"),
        MemberReport("vet", seat="Ada"),
    ]


@pytest.mark.rule("ascot:T-11")
@pytest.mark.parametrize(("number", "why"), [(1, "other stable"), (12, "of Bob"), (8, "eliminated"), (3, "nobody's")])
def test_a_report_is_not_applied_to_a_horse_that_it_does_not_suit(number: int, why: str) -> None:
    flow = member().with_horse(8, standing=Standing.ELIMINATED).with_horse(7, owner="Ada")
    waiting = after(flow, MemberReport("stevens", seat="Ada"), Report(GOOD))
    assert refused(waiting, ReportHorse(number, seat="Ada")) == "wrong_horse", why
    assert refused(waiting, ReportHorse(10**20, seat="Ada")) == "wrong_horse"
    assert refused(waiting, ReportHorse(4, seat="Bob")) == "not_your_turn"


def test_a_move_is_for_a_horse_that_can_move_and_a_rest_for_one_that_is_out() -> None:
    on, rest = card_of("stevens", Effect.MOVE), card_of("vet", Effect.REST)
    flow = member()  # 4 is out, 8 and 1 still in their boxes
    moved = after(flow, MemberReport("stevens", seat="Ada"), Report(on))
    assert (moved.state.horse(4).steps, moved.state.pending) == (8, ())
    nowhere = after(flow.with_horse(4, steps=HOME), MemberReport("stevens", seat="Ada"), Report(on))
    assert (nowhere.state.horse(4).steps, nowhere.state.pending) == (HOME, ())
    home = flow.with_horse(4, steps=HOME).with_horse(8, steps=HOME)
    resting = after(home, MemberReport("vet", seat="Ada"), Report(rest))
    assert [resting.state.horse(number).misses for number in (1, 4, 8)] == [1, 0, 0]


def test_an_advantage_can_be_for_a_horse_that_is_home() -> None:
    flow = member().with_horse(8, steps=HOME)
    drawn = after(flow, MemberReport("stevens", seat="Ada"), Report(GOOD), ReportHorse(8, seat="Ada"))
    assert drawn.state.horse(8).advantages == 1


def test_a_horse_that_comes_home_has_no_move_left_to_miss() -> None:
    flow = member().with_horse(4, steps=40, misses=1).with_horse(8, steps=HOME)
    drawn = after(flow, MemberReport("stevens", seat="Ada"), Report(card_of("stevens", Effect.MOVE)))
    assert (drawn.state.horse(4).steps, drawn.state.horse(4).misses) == (HOME, 0)
