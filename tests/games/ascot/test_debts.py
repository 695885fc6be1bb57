"""Who cannot pay has to sell, and what happens when nobody buys."""

import pytest

from games.ascot import debts
from games.ascot.bidding import LotSold, LotUnsold
from games.ascot.debts import DebtDue, DebtPaid, DebtWrittenOff
from games.ascot.edition import Business
from games.ascot.flow import BANK, Flow, holding
from games.ascot.moves import Bid, ForcedOffer, Pass, Throw
from games.ascot.pending import Debt, Lot, Walking
from games.ascot.playing import deciders, run
from games.ascot.state import Phase, Standing
from games.kit.payments import Payment, Reason
from tests.games.ascot.flows import after, francs_in, refused, told
from tests.games.ascot.positions import owning, position
from tests.games.ascot.training_support import dice, listed, paid, training_of

REPORT = "a-report"


def owing(francs: int = 10_000, cash: int = 3_000, **owners: tuple[int | Business, ...]) -> Flow:
    """Ada owes Bob; Bob, Cy and Dan can bid."""
    flow = owning(position(4, turn="Ada", thrown=True), **(owners or {"Ada": (4,), "Bob": (1,)}))
    return run(debts.owe(flow.with_player("Ada", cash=cash), "Ada", holding("Bob"), francs, Reason.TRAINING_FEE))


def all_pass(flow: Flow, *seats: str) -> Flow:
    return after(flow, *(Pass(seat=seat) for seat in seats))


@pytest.mark.rule("ascot:M-7")
def test_what_can_be_paid_is_paid_at_once() -> None:
    flow = position(2).with_player("Ada", cash=10_000)
    owed = debts.owe(flow, "Ada", holding("Bob"), 10_000, Reason.REPORT_FEE)
    assert owed.paid == (paid("Ada", "Bob", 10_000, Reason.REPORT_FEE),)
    assert owed.state.pending == ()


def test_nobody_owes_himself() -> None:
    flow = position(2).with_player("Ada", cash=0)
    assert debts.owe(flow, "Ada", holding("Ada"), 10_000, Reason.REPORT_FEE) is flow


@pytest.mark.rule("ascot:M-6")
@pytest.mark.rule("ascot:M-7")
def test_who_cannot_pay_has_to_sell_first() -> None:
    flow = owing()
    assert flow.paid == ()
    assert flow.state.task == Debt("Ada", holding("Bob"), 10_000, Reason.TRAINING_FEE)
    assert deciders(flow.state) == ("Ada",)
    assert told(flow, DebtDue) == [DebtDue("Ada", "Bob", 10_000)]
    assert listed(flow, "Ada") == [ForcedOffer("4", seat="Ada")]
    assert listed(flow, "Bob") == []


@pytest.mark.rule("ascot:S-4")
def test_a_horse_sold_for_nine_thousand_pays_a_debt_of_ten() -> None:
    flow = after(owing(), ForcedOffer("4", seat="Ada"))
    assert isinstance(flow.state.task, Lot)
    assert flow.state.task.seller == "Ada"
    assert flow.state.task.outcry.speakers == ("Bob", "Cy", "Dan")
    sold = after(flow, Bid(8_500, seat="Bob"), Bid(9_000, seat="Cy"), Pass(seat="Dan"), Pass(seat="Bob"))
    assert sold.paid == (
        paid("Cy", "Ada", 9_000, Reason.FORCED_SALE),
        paid("Ada", "Bob", 10_000, Reason.TRAINING_FEE),
    )
    assert sold.state.player("Ada").cash == 2_000
    assert sold.state.horse(4).owner == "Cy"
    assert told(sold, LotSold) == [LotSold("4", "Ada", "Cy", 9_000, 0)]
    assert told(sold, DebtPaid) == [DebtPaid("Ada", "Bob", 10_000)]


@pytest.mark.rule("ascot:S5")
def test_without_a_bidder_or_another_asset_the_creditor_gets_what_there_is() -> None:
    flow = after(owing(), ForcedOffer("4", seat="Ada"))
    lapsed = all_pass(flow, "Bob", "Cy", "Dan")
    assert lapsed.paid == (paid("Ada", "Bob", 3_000, Reason.TRAINING_FEE),)
    assert told(lapsed, LotUnsold) == [LotUnsold("4", "Ada")]
    assert told(lapsed, DebtWrittenOff) == [DebtWrittenOff("Ada", "Bob", 3_000, 7_000)]
    assert lapsed.state.player("Ada").cash == 0
    assert lapsed.state.horse(4).owner == "Ada"
    assert not any(isinstance(task, Debt) for task in lapsed.state.pending)


@pytest.mark.rule("ascot:S5")
def test_who_has_nothing_to_sell_is_not_asked() -> None:
    lapsed = owing(Bob=(1,))
    assert told(lapsed, DebtWrittenOff) == [DebtWrittenOff("Ada", "Bob", 3_000, 7_000)]


@pytest.mark.rule("ascot:S-4")
def test_sales_go_on_until_the_debt_can_be_paid() -> None:
    flow = after(owing(Ada=(4, 8), Bob=(1,)), ForcedOffer("4", seat="Ada"))
    once = after(flow, Bid(500, seat="Bob"), Pass(seat="Cy"), Pass(seat="Dan"))
    assert isinstance(once.state.task, Debt)
    assert listed(once, "Ada") == [ForcedOffer("8", seat="Ada")]
    twice = after(once, ForcedOffer("8", seat="Ada"), Bid(6_500, seat="Bob"), Pass(seat="Cy"), Pass(seat="Dan"))
    assert twice.state.player("Ada").cash == 0
    assert told(twice, DebtPaid) == [DebtPaid("Ada", "Bob", 10_000)]
    assert francs_in(twice.state) == francs_in(once.state)


@pytest.mark.rule("ascot:S-4")
def test_what_nobody_wanted_is_not_cried_twice_for_one_debt() -> None:
    flow = after(owing(Ada=(4, 8), Bob=(1,)), ForcedOffer("4", seat="Ada"))
    unsold = all_pass(flow, "Bob", "Cy", "Dan")
    assert refused(unsold, ForcedOffer("4", seat="Ada")) == "already_offered"
    assert listed(unsold, "Ada") == [ForcedOffer("8", seat="Ada")]


@pytest.mark.rule("ascot:M-7")
def test_horses_businesses_and_reports_can_be_sold_but_not_the_auctioneer_s_card() -> None:
    flow = owing(Ada=(4, 8, Business.VET, Business.AUCTIONEER, Business.BOOKMAKER), Bob=(1,))
    flow = flow.with_player("Ada", reports=(REPORT,)).with_horse(8, standing=Standing.ELIMINATED)
    assert listed(flow, "Ada") == [ForcedOffer(asset, seat="Ada") for asset in ("4", "vet", "bookmaker", REPORT)]
    assert refused(flow, ForcedOffer("auctioneer", seat="Ada")) == "unknown_asset"


def test_after_training_the_bookmaker_s_is_the_only_business_that_can_be_sold() -> None:
    flow = owing(Ada=(4, Business.VET, Business.AUCTIONEER, Business.BOOKMAKER), Bob=(1,)).having(phase=Phase.PADDOCK)
    assert listed(flow, "Ada") == [ForcedOffer(asset, seat="Ada") for asset in ("4", "bookmaker")]


@pytest.mark.rule("ascot:X-4")
@pytest.mark.rule("ascot:S-4")
def test_who_has_a_stable_does_not_bid_for_the_other() -> None:
    flow = owing(Ada=(4, Business.STEVENS), Cy=(1, Business.WALROY))
    crying = after(flow, ForcedOffer("stevens", seat="Ada"))
    assert isinstance(crying.state.task, Lot)
    assert crying.state.task.outcry.speakers == ("Bob", "Dan")
    assert refused(crying, Bid(500, seat="Cy")) == "both_stables"


def test_where_nobody_may_bid_it_is_unsold_at_once() -> None:
    flow = owning(position(2), Ada=(Business.STEVENS,), Bob=(Business.WALROY,)).with_player("Ada", cash=0)
    flow = debts.owe(flow, "Ada", BANK, 500, Reason.TRAINING_FEE).having(phase=Phase.TRAINING, turn="Bob")
    flow = owning(flow, Bob=(1,))
    lapsed = after(run(flow), ForcedOffer("stevens", seat="Ada"))
    assert told(lapsed, DebtWrittenOff) == [DebtWrittenOff("Ada", "bank", 0, 500)]


@pytest.mark.parametrize("asset", ["1", "5", "vet", "?", "", "-1", "04", "advantage"])
def test_what_one_does_not_have_cannot_be_offered(asset: str) -> None:
    assert refused(owing(), ForcedOffer(asset, seat="Ada")) == "unknown_asset"


def test_only_the_debtor_offers_and_nothing_else_is_done_meanwhile() -> None:
    flow = owing()
    assert refused(flow, ForcedOffer("1", seat="Bob")) == "not_your_turn"
    assert refused(flow, Throw(seat="Ada")) == "not_now"
    assert refused(flow, Throw(seat="Bob")) == "not_your_turn"


def test_a_debt_to_the_bank_is_paid_to_the_bank() -> None:
    flow = owning(position(2, turn="Ada"), Ada=(4,), Bob=(1,)).with_player("Ada", cash=0)
    flow = run(debts.owe(flow, "Ada", BANK, 500, Reason.RACE_ENTRY))
    sold = after(flow, ForcedOffer("4", seat="Ada"), Bid(500, seat="Bob"))
    assert sold.paid[-1] == Payment(holding("Ada"), BANK, 500, Reason.RACE_ENTRY)


@pytest.mark.rule("ascot:S-4")
def test_a_horse_that_is_sold_in_its_owner_s_turn_does_not_walk_for_him_any_more() -> None:
    flow = owing(Ada=(4, 8), Bob=(1,))
    debt = flow.state.task
    assert isinstance(debt, Debt)
    flow = flow.popped().push(Walking("Ada", 8, 8), debt)
    sold = after(flow, ForcedOffer("8", seat="Ada"), Bid(9_000, seat="Bob"), Pass(seat="Cy"), Pass(seat="Dan"))
    assert (sold.state.horse(8).owner, sold.state.horse(8).steps) == ("Bob", 0)
    assert sold.state.turn == "Bob"
    assert after(sold, Throw(seat="Bob"), dice(8)).state.horse(8).steps == 8


def test_a_fee_on_the_training_ground_can_lead_to_a_sale_and_training_goes_on() -> None:
    flow = training_of(2, Ada=(4,), Bob=(1, Business.FARRIER)).having(turn="Ada").with_player("Ada", cash=1_000)
    owed = after(flow, Throw(seat="Ada"), dice(2))
    assert isinstance(owed.state.task, Debt)
    done = after(owed, ForcedOffer("4", seat="Ada"), Pass(seat="Bob"))
    assert done.state.turn == "Bob"
    assert done.state.player("Ada").cash == 0
