"""What players have to sell goes under the hammer as the dead hand does, but the money is the seller's."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from games.ascot import assets, bidding
from games.ascot.bidding import LotShown, LotSold, LotUnsold, Outcome
from games.ascot.edition import Business, Effect
from games.ascot.flow import BANK, Flow
from games.ascot.moves import Bid, Pass
from games.ascot.pending import Debt, Lot, Releasing, Task
from games.ascot.state import Phase, Standing
from games.kit.errors import RuleBroken
from games.kit.game import Happening
from games.kit.payments import Party, Payment, Reason
from tests.games.ascot.flows import told
from tests.games.ascot.positions import EDITION, START, owning, position
from tests.games.ascot.sale_support import cash, lot

DEBT = Debt("Bob", BANK, 10_000, Reason.TRAINING_FEE)
REPORT = next(card.card for card in EDITION.reports.vet if card.effect is Effect.KEEP)


@dataclass(frozen=True)
class Followed(Happening):
    """What came of a lot, as whoever waits for it is told."""

    outcome: str
    lot: Lot


def followed(outcome: str) -> Callable[[Flow, Lot], Flow]:
    return lambda flow, lot: flow.tell(Followed(outcome, lot))


PART = bidding.part(
    {
        Debt: Outcome(Reason.FORCED_SALE, followed("sold for a debt"), followed("unsold for a debt")),
        Releasing: Outcome(Reason.EQUALISED, followed("sold in the paddock"), followed("unsold in the paddock")),
    }
)


def outcome(flow: Flow) -> str:
    last = flow.told[-1]
    assert isinstance(last, Followed)
    assert last.lot.asset == "7"
    return last.outcome


def crying(asset: str = "7", waits: Task = DEBT, among: str = "Ada Bob Cy Dan") -> Flow:
    flow = owning(position(4, Phase.TRAINING, auctioneer="Ada"), Bob=(7, Business.STEVENS), Cy=(Business.WALROY,))
    flow = flow.with_player("Bob", reports=(REPORT,))
    return bidding.cry(flow.push(waits), asset, "Bob", among.split())


def said(flow: Flow, *francs: int | None) -> Flow:
    """After bids, and passes which are None, of whoever is to speak."""
    for each in francs:
        seat = lot(flow).outcry.to_speak
        move = Pass(seat=seat) if each is None else Bid(each, seat=seat)
        flow = PART.proceed(PART.acts[type(move)](flow, move))
    return flow


@pytest.mark.rule("ascot:S-4")
def test_all_others_are_asked_from_the_sellers_left() -> None:
    flow = crying()
    assert lot(flow) == Lot("7", "Bob", lot(flow).outcry)
    assert lot(flow).outcry.speakers == ("Cy", "Dan", "Ada")
    assert told(flow, LotShown) == [LotShown("7", "Bob")]
    assert PART.deciders(flow.state) == ("Cy",)


@pytest.mark.rule("ascot:S-4")
def test_the_price_goes_to_the_seller_and_there_is_no_commission() -> None:
    flow = said(crying(), 9_000, None, None)
    assert flow.paid == (Payment(Party("holding", "Cy"), Party("holding", "Bob"), 9_000, Reason.FORCED_SALE),)
    assert cash(flow, "Ada", "Bob", "Cy") == [START, START + 9_000, START - 9_000]
    assert flow.state.horse(7).owner == "Cy"
    assert told(flow, LotSold) == [LotSold("7", "Bob", "Cy", 9_000, 0)]
    assert (flow.state.pending, outcome(flow)) == ((DEBT,), "sold for a debt")


@pytest.mark.rule("ascot:S-4")
def test_what_nobody_wants_stays_with_the_seller() -> None:
    flow = said(crying(), None, None, None)
    assert (flow.state.horse(7).owner, flow.state.horse(7).standing) == ("Bob", Standing.IN_PLAY)
    assert told(flow, LotUnsold) == [LotUnsold("7", "Bob")]
    assert (flow.state.pending, outcome(flow), flow.paid) == ((DEBT,), "unsold for a debt", ())


@pytest.mark.rule("ascot:S-4")
def test_a_bid_goes_up_to_all_the_cash_in_steps() -> None:
    flow = crying().with_player("Cy", cash=12_900)
    with pytest.raises(RuleBroken) as problem:
        said(flow, 13_000)
    assert problem.value.code == "bid_too_high"
    assert said(flow, 12_500).state.task


@pytest.mark.rule("ascot:S-4", "ascot:X-4")
def test_a_stable_is_not_sold_to_who_has_the_other() -> None:
    assert lot(crying("stevens")).outcry.speakers == ("Dan", "Ada")


@pytest.mark.rule("ascot:P-2")
def test_a_surplus_horse_is_sold_among_those_who_are_short() -> None:
    flow = crying(waits=Releasing("Bob"), among="Dan Ada")
    assert lot(flow).outcry.speakers == ("Dan", "Ada")
    flow = said(flow, 500, 1_000, None)
    assert flow.paid == (Payment(Party("holding", "Ada"), Party("holding", "Bob"), 1_000, Reason.EQUALISED),)
    assert (flow.state.horse(7).owner, outcome(flow)) == ("Ada", "sold in the paddock")


@pytest.mark.rule("ascot:S5")
def test_with_nobody_who_can_pay_one_step_the_lot_is_over_at_once() -> None:
    poor = position(2, Phase.TRAINING, auctioneer="Ada").with_player("Ada", cash=499).push(DEBT)
    flow = bidding.cry(owning(poor, Bob=(7,)), "7", "Bob", ("Ada",))
    assert PART.deciders(flow.state) == ()
    assert outcome(PART.proceed(flow)) == "unsold for a debt"


@pytest.mark.rule("ascot:S-1", "ascot:S-2")
def test_horses_businesses_and_reports_are_what_a_player_owns_and_hands_over() -> None:
    flow = owning(position(3), Bob=(12, 3, Business.VET, Business.CLUB))
    flow = flow.with_player("Bob", reports=(REPORT,)).with_horse(3, advantages=2, disadvantages=1)
    assert assets.owned(flow.state, "Bob") == ("3", "12", "club", "vet", REPORT)
    for asset in ("3", "vet", REPORT):
        flow = assets.hand_over(flow, asset, "Cy")
    assert assets.owned(flow.state, "Bob") == ("12", "club")
    assert assets.owned(flow.state, "Cy") == ("3", "vet", REPORT)
    assert (flow.state.horse(3).advantages, flow.state.horse(3).disadvantages) == (2, 1)


def test_a_horse_that_is_out_of_the_game_is_no_asset() -> None:
    flow = owning(position(3), Bob=(12, 3)).with_horse(3, standing=Standing.ELIMINATED)
    assert assets.owned(flow.state, "Bob") == ("12",)


@pytest.mark.rule("ascot:X-4")
@pytest.mark.parametrize(
    ("asset", "second"), [("stevens", True), ("walroy", False), ("vet", False), ("3", False), (REPORT, False)]
)
def test_only_the_other_stable_is_a_second_one(asset: str, second: bool) -> None:
    owner = owning(position(3), Bob=(Business.WALROY,))
    keeper = position(3).with_player("Bob", hand=("walroy", "1"))
    for flow in (owner, keeper):
        assert assets.second_stable(flow.state, "Bob", asset) is second
        assert not assets.second_stable(flow.state, "Cy", asset)
