"""The training ground: turns and throws, walks, cells, and the way home."""

from collections.abc import Iterator

import pytest

from games.ascot import ground
from games.ascot.edition import Business, CellKind, Effect
from games.ascot.flow import BANK, Flow, holding
from games.ascot.moves import JoinClub, Report, Roll, Throw
from games.ascot.options import Options
from games.ascot.pending import Drawing, Joining, Walking
from games.ascot.playing import chance, deciders, run
from games.ascot.state import Phase, Standing
from games.ascot.training_told import (
    FeeDue,
    HorseHome,
    HorseWalked,
    MoveMissed,
    ThrowMissed,
    TrainingBegan,
    TrainingEnded,
)
from games.kit.game import Dice
from games.kit.payments import Payment, Reason
from tests.games.ascot.flows import after, refused, told
from tests.games.ascot.positions import EDITION, START
from tests.games.ascot.training_support import HOME, before, card_of, cell_of, dice, listed, paid, training_of

STEVENS_HORSE, WALROY_HORSE = 4, 1  # blue and black
QUIET = cell_of(CellKind.NOTHING)


def stopping(flow: Flow, number: int, cell: int, seat: str = "Ada") -> Flow:
    """After a throw of seven that brings a horse to a cell."""
    return after(before(flow, number, cell, 7), Throw(seat=seat), dice(7))


@pytest.mark.rule("ascot:T-1")
def test_the_commissioner_of_the_club_throws_first() -> None:
    flow = training_of(Ada=(1,), Cy=(2, Business.CLUB))
    assert flow.state.turn == "Cy"
    assert deciders(flow.state) == ("Cy",)
    assert told(flow, TrainingBegan) == [TrainingBegan("Cy")]


@pytest.mark.rule("ascot:T-1")
def test_without_a_commissioner_it_is_who_sits_left_of_the_dealer() -> None:
    assert training_of(Ada=(1,), Bob=(2,)).state.turn == "Bob"


@pytest.mark.rule("ascot:T-1")
def test_two_dice_are_thrown_clockwise() -> None:
    flow = training_of(2, Ada=(1,), Bob=(4,))
    thrown = after(flow, Throw(seat="Bob"))
    wanted = chance(thrown)
    assert isinstance(wanted, Dice)
    assert (wanted.count, wanted.label) == (2, "throw 1")
    walked = after(before(thrown, 4, QUIET, 4), Roll((1, 3)))
    assert walked.state.throws == 1
    assert deciders(walked.state) == ("Ada",)


@pytest.mark.rule("ascot:T-2")
def test_one_throw_is_for_each_horse_by_number() -> None:
    flow = training_of(2, Bob=(8, 12, 4), Ada=(1,))
    walked = after(flow, Throw(seat="Bob"), dice(8))
    assert told(walked, HorseWalked) == [HorseWalked(number, 8, 8, 8) for number in (4, 8, 12)]


@pytest.mark.rule("ascot:T-2")
def test_horses_of_the_two_stables_leave_by_their_own_gates() -> None:
    flow = training_of(2, Bob=(1, 4), Ada=(2,))
    walked = after(flow, Throw(seat="Bob"), dice(8))
    assert [(each.horse, each.cell) for each in told(walked, HorseWalked)] == [(1, 28), (4, 8)]


@pytest.mark.rule("ascot:T-3")
def test_a_stop_is_obeyed_before_the_next_horse_moves() -> None:
    flow = training_of(2, Bob=(4, 8), Ada=(1, Business.CLUB)).having(turn="Bob")
    waiting = after(flow, Throw(seat="Bob"), dice(6))
    assert waiting.state.task == Joining("Bob")
    assert (waiting.state.horse(4).steps, waiting.state.horse(8).steps) == (6, 0)
    assert after(waiting, JoinClub(joins=True, seat="Bob")).state.horse(8).steps == 6


@pytest.mark.rule("ascot:T-3")
def test_several_horses_may_share_a_cell() -> None:
    flow = training_of(2, Bob=(4, 8), Ada=(1,))
    walked = after(flow, Throw(seat="Bob"), dice(8))
    assert walked.state.horse(4).steps == walked.state.horse(8).steps == 8


@pytest.mark.rule("ascot:T-4")
def test_special_shoes_are_paid_to_the_farrier() -> None:
    flow = training_of(2, Ada=(7,), Bob=(1, Business.FARRIER)).having(turn="Ada")
    walked = after(flow, Throw(seat="Ada"), Roll((1, 1)))
    assert walked.paid == (paid("Ada", "Bob", 10_000, Reason.TRAINING_FEE),)


@pytest.mark.rule("ascot:T-5")
def test_a_holder_pays_himself_nothing() -> None:
    flow = training_of(2, Ada=(7, Business.FARRIER), Bob=(1,)).having(turn="Ada")
    walked = after(flow, Throw(seat="Ada"), Roll((1, 1)))
    assert (walked.paid, told(walked, FeeDue)) == ((), [])


@pytest.mark.rule("ascot:T6")
@pytest.mark.parametrize("to_bank", [False, True])
def test_a_business_without_a_holder_is_not_paid_or_the_bank_is(to_bank: bool) -> None:
    options = Options(unowned_fee="bank" if to_bank else "none")
    flow = training_of(2, options, Ada=(7,), Bob=(1,)).having(turn="Ada")
    walked = after(flow, Throw(seat="Ada"), Roll((1, 1)))
    owed = (Payment(holding("Ada"), BANK, 10_000, Reason.TRAINING_FEE),)
    assert walked.paid == (owed if to_bank else ())
    assert walked.state.bank == (10_000 if to_bank else 0)


@pytest.mark.rule("ascot:T-4")
@pytest.mark.parametrize(("number", "payee"), [(1, "Bob"), (2, "Bob"), (3, "Cy"), (4, "Cy")])
def test_a_stable_cell_is_paid_to_the_stable_of_the_horse(number: int, payee: str) -> None:
    flow = training_of(3, Ada=(number,), Bob=(9, Business.WALROY), Cy=(12, Business.STEVENS)).having(turn="Ada")
    assert stopping(flow, number, 7).paid == (paid("Ada", payee, 6_000, Reason.TRAINING_FEE),)


@pytest.mark.rule("ascot:T-4")
@pytest.mark.parametrize(
    ("number", "cell", "pack"), [(1, 10, "walroy"), (4, 10, "stevens"), (1, 25, "vet"), (4, 5, "vet")]
)
def test_a_report_comes_from_the_horse_s_own_trainer_or_the_vet(number: int, cell: int, pack: str) -> None:
    flow = training_of(2, Ada=(number,), Bob=(12,)).having(turn="Ada")
    flow = before(flow, number, cell, 3)
    waiting = after(flow, Throw(seat="Ada"), dice(3))
    assert waiting.state.task == Drawing("Ada", pack, number)  # type: ignore[arg-type]


@pytest.mark.rule("ascot:T-12")
@pytest.mark.parametrize(("cell", "reason"), [(11, Reason.CLUB_DINNER), (26, Reason.CLUB_CHARITY)])
def test_members_pay_for_the_dinner_and_for_charity(cell: int, reason: Reason) -> None:
    flow = training_of(2, Ada=(4,), Bob=(1, Business.CLUB)).having(turn="Ada")
    assert stopping(flow, 4, cell).paid == ()
    member = flow.with_player("Ada", member=True)
    assert stopping(member, 4, cell).paid == (paid("Ada", "Bob", 4_000, reason),)


@pytest.mark.rule("ascot:T-12")
@pytest.mark.parametrize("cell", [11, 26])
def test_the_commissioner_himself_pays_nothing_for_them(cell: int) -> None:
    flow = training_of(2, Ada=(4, Business.CLUB), Bob=(1,))
    assert stopping(flow, 4, cell).paid == ()


@pytest.mark.rule("ascot:T-13")
def test_frost_stops_the_horse_of_who_is_no_member_for_one_move() -> None:
    flow = training_of(2, Ada=(4, 12), Bob=(1,)).having(turn="Ada").with_horse(12, steps=21)
    frozen = stopping(flow, 4, cell_of(CellKind.FROST))
    assert frozen.state.horse(4).misses == 1
    held = after(frozen.having(turn="Ada").with_horse(12, steps=20), Throw(seat="Ada"), dice(8))
    assert told(held, MoveMissed) == [MoveMissed(4)]
    assert (held.state.horse(4).steps, held.state.horse(4).misses) == (cell_of(CellKind.FROST), 0)
    assert held.state.horse(12).steps == 28
    again = after(held.having(turn="Ada"), Throw(seat="Ada"), dice(4))
    assert again.state.horse(4).steps == cell_of(CellKind.FROST) + 4


@pytest.mark.rule("ascot:T-13")
def test_frost_does_not_stop_the_horse_of_a_member() -> None:
    flow = training_of(2, Ada=(4,), Bob=(1,)).having(turn="Ada").with_player("Ada", member=True)
    assert stopping(flow, 4, cell_of(CellKind.FROST)).state.horse(4).misses == 0


@pytest.mark.rule("ascot:T-14")
@pytest.mark.parametrize("total", [3, 7, 12])
def test_a_horse_is_home_at_the_count_that_it_needs_or_above(total: int) -> None:
    flow = training_of(2, Ada=(4,), Bob=(1,)).having(turn="Ada").with_horse(4, steps=38)
    walked = after(flow, Throw(seat="Ada"), dice(total))
    assert walked.state.horse(4).steps == HOME == 41
    assert told(walked, HorseHome) == [HorseHome(4)]
    assert walked.paid == ()


@pytest.mark.rule("ascot:T-14")
def test_below_the_count_it_is_not_home() -> None:
    flow = training_of(2, Ada=(4,), Bob=(1,)).having(turn="Ada").with_horse(4, steps=38)
    walked = after(flow, Throw(seat="Ada"), dice(2))
    assert walked.state.horse(4).steps == 40
    assert told(walked, HorseHome) == []


@pytest.mark.rule("ascot:T15")
def test_a_cell_that_moves_a_horse_on_leads_to_a_cell_that_is_obeyed() -> None:
    forward, amount = cell_of(CellKind.MOVE), EDITION.training.cells[cell_of(CellKind.MOVE) - 1].amount
    flow = training_of(2, Ada=(4,), Bob=(1,)).having(turn="Ada")
    walked = stopping(flow, 4, forward)
    assert [(each.cells, each.cell) for each in told(walked, HorseWalked)] == [(7, forward), (3, forward + 3)]
    assert amount == 3
    assert walked.state.horse(4).steps == 37  # which would move it back, but one such hop is all


@pytest.mark.rule("ascot:T15")
def test_a_cell_that_moves_a_horse_back_leads_to_a_cell_that_is_obeyed() -> None:
    flow = training_of(2, Ada=(4,), Bob=(1, Business.FARRIER)).having(turn="Ada")
    walked = stopping(flow, 4, 37)
    assert walked.state.horse(4).steps == 35
    assert walked.paid == (paid("Ada", "Bob", 6_000, Reason.TRAINING_FEE),)


@pytest.mark.rule("ascot:T15")
def test_backwards_a_horse_goes_to_the_first_cell_at_most() -> None:
    flow = training_of(2, Ada=(1,), Bob=(4,)).with_horse(1, steps=1)
    back = card_of("walroy", Effect.MOVE)
    drawn = after(flow.push(Drawing("Ada", "walroy", 1)), Report(back))
    assert [each.steps for each in told(drawn, HorseWalked)] == [1]


@pytest.mark.rule("ascot:T-16")
def test_advantages_lie_on_the_horse_as_long_as_there_are_any_of_its_colour() -> None:
    cell, stock = cell_of(CellKind.ADVANTAGE, 1), EDITION.stock.advantages
    flow = training_of(2, Ada=(4,), Bob=(1,)).having(turn="Ada")
    assert stopping(flow, 4, cell).state.horse(4).advantages == 1
    other_colour = flow.with_horse(3, advantages=stock)
    assert stopping(other_colour, 4, cell).state.horse(4).advantages == 1
    used_up = flow.with_horse(8, advantages=stock - 1).with_horse(12, advantages=1)
    assert stopping(used_up, 4, cell).state.horse(4).advantages == 0


@pytest.mark.rule("ascot:T-16")
def test_of_the_last_cards_a_horse_gets_what_is_left() -> None:
    two = next(report for report in EDITION.reports.stevens if report.amount == 2)
    flow = training_of(2, Ada=(4,), Bob=(1,)).with_horse(8, advantages=EDITION.stock.advantages - 1)
    drawn = after(flow.push(Drawing("Ada", "stevens", 4)), Report(two.card))
    assert drawn.state.horse(4).advantages == 1


@pytest.mark.rule("ascot:T-16")
def test_disadvantages_lie_on_the_horse_as_long_as_there_are_any() -> None:
    cell, stock = cell_of(CellKind.DISADVANTAGE), EDITION.stock.disadvantages
    flow = training_of(2, Ada=(4,), Bob=(1,)).having(turn="Ada")
    assert stopping(flow, 4, cell).state.horse(4).disadvantages == 1
    used_up = flow.with_horse(1, disadvantages=stock)
    assert stopping(used_up, 4, cell).state.horse(4).disadvantages == 0


@pytest.mark.rule("ascot:T-17")
def test_an_eliminated_horse_leaves_with_its_cards_and_the_owner_s_reports_stay() -> None:
    stock, out, kept = EDITION.stock.advantages, card_of("vet", Effect.ELIMINATE), card_of("stevens", Effect.KEEP)
    flow = training_of(2, Ada=(4, 8), Bob=(1,)).with_horse(4, advantages=stock).with_player("Ada", reports=(kept,))
    drawn = after(flow.push(Drawing("Ada", "vet", 4)), Report(out))
    horse = drawn.state.horse(4)
    assert (horse.standing, horse.owner) == (Standing.ELIMINATED, "Ada")
    assert drawn.state.player("Ada").reports == (kept,)
    assert not ground.is_out(EDITION, horse)
    assert stopping(drawn.having(turn="Ada"), 8, 13).state.horse(8).advantages == 0  # they do not come back


@pytest.mark.rule("ascot:T-18")
def test_training_ends_when_every_horse_is_home_or_eliminated() -> None:
    flow = training_of(2, Ada=(4,), Bob=(1,)).having(turn="Ada").with_horse(4, steps=40)
    flow = flow.with_horse(1, standing=Standing.ELIMINATED).with_player("Ada", misses=0, asked=True)
    over = after(flow, Throw(seat="Ada"), dice(2))
    assert over.state.phase is Phase.PADDOCK
    assert told(over, TrainingEnded) == [TrainingEnded()]
    assert (over.state.turn, over.state.pending) == (None, ())
    assert not over.state.player("Ada").asked


@pytest.mark.rule("ascot:T-18")
def test_a_player_with_no_horse_out_is_skipped() -> None:
    flow = training_of(4, Ada=(4,), Bob=(1,), Cy=(2,)).having(turn="Ada").with_horse(1, steps=HOME)
    assert stopping(flow, 4, 8).state.turn == "Cy"


def test_training_without_any_horse_is_over_at_once() -> None:
    assert training_of(3, Ada=(Business.CLUB,)).state.phase is Phase.PADDOCK


def test_a_walk_does_nothing_for_a_horse_that_was_sold_or_is_no_longer_out() -> None:
    flow = training_of(2, Ada=(4, 8), Bob=(1,)).having(turn="Ada", thrown=True)
    flow = flow.with_horse(4, owner="Bob").with_horse(8, standing=Standing.ELIMINATED)
    done = run(flow.push(Walking("Ada", 8, 5), Walking("Ada", 4, 5)))
    assert (done.state.horse(4).steps, done.state.horse(8).steps) == (0, 0)
    assert done.state.pending == ()


def test_a_throw_that_has_to_be_missed_is_told() -> None:
    flow = training_of(2, Ada=(4,), Bob=(1,)).having(turn="Ada").with_player("Bob", misses=1)
    walked = stopping(flow, 4, 8)
    assert told(walked, ThrowMissed) == [ThrowMissed("Bob")]
    assert walked.state.turn == "Ada"
    assert walked.state.player("Bob").misses == 0


def test_only_whose_turn_it_is_throws_and_once() -> None:
    flow = training_of(2, Ada=(4,), Bob=(1,))
    assert refused(flow, Throw(seat="Ada")) == "not_your_turn"
    assert refused(flow, Throw(seat="Zoe")) == "not_seated"
    assert refused(after(flow, Throw(seat="Bob")), Throw(seat="Bob")) == "not_now"
    assert listed(flow, "Bob") == [Throw(seat="Bob")]
    assert listed(flow, "Ada") == []


def test_nothing_is_thrown_while_a_decision_is_pending() -> None:
    flow = training_of(2, Ada=(4, Business.CLUB), Bob=(1,)).push(Joining("Bob"))
    assert refused(flow, Throw(seat="Bob")) == "not_now"
    assert refused(flow, Throw(seat="Ada")) == "not_your_turn"


def bad_dice() -> Iterator[tuple[object, ...]]:
    yield from ((), (3,), (1, 2, 3), (0, 3), (7, 1), (True, 2), (2.0, 2), ("2", 2), (10**30, 1))


@pytest.mark.parametrize("shown", list(bad_dice()), ids=str)
def test_dice_that_no_two_dice_can_show(shown: tuple[int, ...]) -> None:
    flow = after(training_of(2, Ada=(4,), Bob=(1,)), Throw(seat="Bob"))
    assert refused(flow, Roll(shown)) == "wrong_dice"


def test_dice_are_nobody_s_move() -> None:
    flow = after(training_of(2, Ada=(4,), Bob=(1,)), Throw(seat="Bob"))
    assert refused(flow, Roll((1, 2), seat="Bob")) == "not_dealer"
    assert refused(training_of(2, Ada=(4,), Bob=(1,)), Roll((1, 2))) == "not_now"


def test_what_a_player_starts_with_is_what_he_has_when_nothing_was_due() -> None:
    walked = after(training_of(2, Ada=(4,), Bob=(1,)), Throw(seat="Bob"), dice(8))
    assert [player.cash for player in walked.state.players] == [START, START]
