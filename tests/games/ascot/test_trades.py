"""Offers between players: what may be traded when, and what is refused."""

from typing import Any

import pytest

from games.ascot import debts, trades
from games.ascot.edition import Business, Effect, Immunity
from games.ascot.flow import Flow, holding
from games.ascot.moves import Accept, Bid, Decline, ForcedOffer, Offer, Pass, WithdrawOffer
from games.ascot.options import Options
from games.ascot.pending import Hazarding, Joining
from games.ascot.playing import run
from games.ascot.state import Phase, Standing, Trade
from games.ascot.trades_told import OfferDeclined, OfferLapsed, OfferMade, OfferWithdrawn, TradeMade
from games.kit.game import Amount, Choice, Composed, Move
from games.kit.payments import Reason
from tests.games.ascot.flows import after, francs_in, fresh, told
from tests.games.ascot.positions import START, owning, position
from tests.games.ascot.training_support import card_of, paid
from tests.games.driving import refusal

BRIDLE, VESSEL = card_of("stevens", Effect.KEEP), card_of("vet", Effect.KEEP)
FREE = Options(free_trade_during_training=True)
REPORTS_ONLY = (
    Phase.TRAINING,
    Phase.BOOKMAKER,
    Phase.FAVOURITES,
    Phase.BETTING,
    Phase.START,
    Phase.RACE,
    Phase.OBJECTIONS,
)


def market(phase: Phase = Phase.PADDOCK, **changes: Any) -> Flow:
    """Ada has two horses, the Stevens stable and a report; Bob a horse, the Walroy stable and a report; Cy a horse."""
    flow = position(3, phase, **{"turn": "Ada", **changes})
    flow = owning(flow, Ada=(1, 4, Business.STEVENS), Bob=(2, Business.WALROY), Cy=(3,))
    return flow.with_player("Ada", reports=(BRIDLE,)).with_player("Bob", reports=(VESSEL,))


def made(flow: Flow, *moves: Move) -> Flow:
    """After moves of trade, which no phase has to know."""
    for move in moves:
        flow = trades.ACTS[type(move)](fresh(flow), move)
    return flow


def refused(flow: Flow, move: Move) -> str:
    return refusal(made, flow, move)


def offer(to: str = "Bob", *, by: str = "Ada", **parts: Any) -> Offer:
    return Offer(to, **{"give": ("4",), **parts}, seat=by)


@pytest.mark.rule("ascot:S-1")
def test_a_horse_is_sold_with_the_cards_that_lie_on_it_at_a_free_price() -> None:
    flow = market().with_horse(4, advantages=2, disadvantages=1)
    offered = made(flow, offer(gets=25_000))
    assert offered.state.offers == (Trade(1, "Ada", "Bob", ("4",), (), 0, 25_000),)
    assert told(offered, OfferMade) == [OfferMade(1, "Ada", "Bob", ("4",), (), 0, 25_000)]
    sold = made(offered, Accept(1, seat="Bob"))
    assert sold.paid == (paid("Bob", "Ada", 25_000, Reason.TRADE),)
    horse = sold.state.horse(4)
    assert (horse.owner, horse.advantages, horse.disadvantages) == ("Bob", 2, 1)
    assert told(sold, TradeMade) == [TradeMade(1, "Ada", "Bob", ("4",), (), 0, 25_000)]
    assert sold.state.offers == ()


@pytest.mark.rule("ascot:S-1")
def test_horses_can_be_swapped_with_francs_on_top() -> None:
    swapped = made(market(), offer(ask=("2", VESSEL), pays=3_000), Accept(1, seat="Bob"))
    assert (swapped.state.horse(4).owner, swapped.state.horse(2).owner) == ("Bob", "Ada")
    assert swapped.state.player("Ada").reports == (BRIDLE, VESSEL)
    assert swapped.state.player("Bob").reports == ()
    assert swapped.paid == (paid("Ada", "Bob", 3_000, Reason.TRADE),)


@pytest.mark.rule("ascot:S-1")
def test_a_horse_may_be_given_away() -> None:
    given = made(market(), offer(), Accept(1, seat="Bob"))
    assert (given.state.horse(4).owner, given.paid) == ("Bob", ())


def test_where_both_pay_the_difference_is_paid() -> None:
    traded = made(market(), offer(pays=500, gets=2_000), Accept(1, seat="Bob"))
    assert traded.paid == (paid("Bob", "Ada", 1_500, Reason.TRADE),)


@pytest.mark.rule("ascot:S-2")
@pytest.mark.parametrize("phase", REPORTS_ONLY)
def test_reports_are_sold_at_any_time_and_horses_in_the_paddock_only(phase: Phase) -> None:
    flow = market(phase)
    sold = made(flow, offer(give=(BRIDLE,), gets=5_000), Accept(1, seat="Bob"))
    assert sold.state.player("Bob").reports == (VESSEL, BRIDLE)
    assert refused(flow, offer()) == "not_for_sale"
    assert refused(flow, offer(give=(), ask=("2",))) == "not_for_sale"
    assert refused(flow, offer(give=("stevens",))) == "not_for_sale"


@pytest.mark.rule("ascot:S-2")
def test_a_report_can_be_bought_on_the_spot_for_a_horse_in_danger() -> None:
    flow = market(Phase.RACE).push(Hazarding("Ada", 4, Immunity.VESSEL))
    bought = made(flow, offer(give=(), ask=(VESSEL,), pays=9_000), Accept(1, seat="Bob"))
    assert bought.state.player("Ada").reports == (BRIDLE, VESSEL)
    assert bought.state.pending == flow.state.pending


@pytest.mark.parametrize("phase", [Phase.ENTERING, Phase.AUCTIONEER, Phase.EXCHANGE, Phase.DISCARD, Phase.SALE])
def test_nothing_is_traded_before_training(phase: Phase) -> None:
    flow = market(phase)
    assert refused(flow, offer(give=(BRIDLE,))) == "no_trade_now"
    assert list(trades.legal(flow, "Ada")) == []


def test_nothing_is_traded_after_the_game() -> None:
    flow = made(market(), offer()).having(phase=Phase.FINISHED)
    for move in (offer(give=(BRIDLE,)), Accept(1, seat="Bob"), Decline(1, seat="Bob"), WithdrawOffer(1, seat="Ada")):
        assert refused(flow, move) == "game_over"
    assert list(trades.legal(flow, "Ada")) == list(trades.legal(flow, "Bob")) == []


def test_nothing_is_offered_or_accepted_while_something_else_is_pending() -> None:
    flow = made(market(), offer()).push(Joining("Cy"))
    assert refused(flow, offer()) == "no_trade_now"
    assert refused(flow, Accept(1, seat="Bob")) == "no_trade_now"
    assert list(trades.legal(flow, "Bob")) == [Decline(1, seat="Bob")]
    assert list(trades.legal(flow, "Ada")) == [WithdrawOffer(1, seat="Ada")]
    assert made(flow, Decline(1, seat="Bob")).state.offers == ()


@pytest.mark.rule("ascot:S3")
def test_horses_and_businesses_are_traded_in_training_if_that_was_agreed() -> None:
    flow = market(Phase.TRAINING, options=FREE)
    sold = made(flow, offer("Cy", give=("stevens", "4"), gets=50_000), Accept(1, seat="Cy"))
    assert sold.state.holder(Business.STEVENS) == "Cy"
    assert sold.state.horse(4).owner == "Cy"
    assert refused(market(Phase.PADDOCK, options=FREE), offer("Cy", give=("stevens",))) == "not_for_sale"


@pytest.mark.rule("ascot:X-4")
def test_no_trade_gives_anybody_both_stables() -> None:
    flow = market(Phase.TRAINING, options=FREE)
    assert refused(flow, offer(give=("stevens",))) == "both_stables"
    assert refused(flow, offer(give=(), ask=("walroy",))) == "both_stables"
    swapped = made(flow, offer(give=("stevens",), ask=("walroy",)), Accept(1, seat="Bob"))
    assert swapped.state.holder(Business.WALROY) == "Ada"
    offered = made(flow, offer("Cy", give=("stevens",)))
    later = offered.having(holders={**offered.state.holders, "walroy": "Cy"})
    assert refused(later, Accept(1, seat="Cy")) == "both_stables"


def test_the_auctioneer_s_card_is_worth_nothing_any_more() -> None:
    flow = owning(market(Phase.TRAINING, options=FREE), Ada=(Business.AUCTIONEER,))
    assert refused(flow, offer(give=("auctioneer",))) == "not_for_sale"


@pytest.mark.rule("ascot:S-2")
@pytest.mark.parametrize("asset", ["advantage", "disadvantage", "black", "", "?", "13", "0", "member", "04"])
def test_advantages_and_whatever_is_no_asset_are_not_sold(asset: str) -> None:
    assert refused(market().with_horse(4, advantages=1), offer(give=(asset,))) == "unknown_asset"
    assert refused(market(), offer(give=(), ask=(asset,))) == "unknown_asset"


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (offer(give=("2",)), "not_owner"),
        (offer(ask=("3",)), "not_owner"),
        (offer(give=(VESSEL,)), "not_owner"),
        (offer(give=("5",)), "not_owner"),
        (offer(give=("4", "4")), "asset_twice"),
        (offer(ask=("2", "2")), "asset_twice"),
        (offer(give=()), "empty_offer"),
        (offer(give=(), pays=500), "empty_offer"),
        (offer("Ada"), "own_partner"),
        (offer("Zoe"), "not_seated"),
        (offer(by="Zoe"), "not_seated"),
        (offer(pays=START + 100), "short_purse"),
        (offer(gets=START + 100), "short_purse"),
        (offer(gets=10**30), "short_purse"),
        (offer(pays=-100), "bad_amount"),
        (offer(gets=50), "bad_amount"),
        (offer(gets=100.0), "bad_amount"),
        (offer(pays=True), "bad_amount"),
    ],
    ids=str,
)
def test_offers_that_are_refused(move: Offer, code: str) -> None:
    assert refused(market(), move) == code


def test_an_eliminated_horse_is_no_asset() -> None:
    assert refused(market().with_horse(4, standing=Standing.ELIMINATED), offer()) == "not_owner"


def test_five_offers_of_one_player_may_stand() -> None:
    flow = market()
    for _ in range(5):
        flow = made(flow, offer())
    assert refused(flow, offer()) == "too_many_offers"
    assert not any(isinstance(each, Composed) for each in trades.legal(flow, "Ada"))
    assert made(flow, offer("Ada", by="Bob", give=("2",))).state.offered == 6
    assert made(flow, WithdrawOffer(3, seat="Ada"), offer()).state.offers[-1].number == 6


def test_an_offer_is_declined_by_the_one_and_withdrawn_by_the_other() -> None:
    flow = made(market(), offer())
    declined = made(flow, Decline(1, seat="Bob"))
    assert (declined.state.offers, told(declined, OfferDeclined)) == ((), [OfferDeclined(1, "Bob")])
    withdrawn = made(flow, WithdrawOffer(1, seat="Ada"))
    assert (withdrawn.state.offers, told(withdrawn, OfferWithdrawn)) == ((), [OfferWithdrawn(1, "Ada")])


@pytest.mark.parametrize("move", [Accept(1, seat="Cy"), Accept(1, seat="Ada"), Decline(1, seat="Ada")], ids=str)
def test_an_offer_is_answered_by_whom_it_was_made_to(move: Move) -> None:
    assert refused(made(market(), offer()), move) == "not_your_offer"
    assert refused(made(market(), offer()), WithdrawOffer(1, seat="Bob")) == "not_your_offer"


@pytest.mark.parametrize("number", [0, -1, 2, 10**20])
def test_an_offer_that_was_never_made(number: int) -> None:
    assert refused(made(market(), offer()), Accept(number, seat="Bob")) == "unknown_offer"


def test_an_offer_lapses_when_what_it_is_about_has_changed_hands() -> None:
    flow = made(market(), offer(), offer("Cy"), offer("Bob", by="Cy", give=("3",)))
    sold = made(flow, Accept(2, seat="Cy"))
    assert [trade.number for trade in sold.state.offers] == [3]
    assert told(sold, OfferLapsed) == [OfferLapsed(1)]
    assert refused(sold, Accept(1, seat="Bob")) == "offer_expired"


def test_an_offer_lapses_with_the_phase() -> None:
    flow = made(market(), offer(), offer(give=(BRIDLE,))).having(phase=Phase.BETTING)
    assert refused(flow, Accept(1, seat="Bob")) == "offer_expired"
    assert list(trades.legal(flow, "Bob"))[:3] == [
        Decline(1, seat="Bob"),
        Accept(2, seat="Bob"),
        Decline(2, seat="Bob"),
    ]
    pruned = trades.pruned(flow)
    assert [trade.number for trade in pruned.state.offers] == [2]
    assert trades.pruned(pruned) is pruned


def test_an_offer_lapses_when_its_horse_is_sold_by_force() -> None:
    flow = made(market(Phase.TRAINING, options=FREE), offer("Cy"), offer("Cy", give=("1",))).with_player("Ada", cash=0)
    flow = run(debts.owe(flow, "Ada", holding("Bob"), 500, Reason.TRAINING_FEE))
    assert refused(flow, Accept(1, seat="Cy")) == "no_trade_now"
    sold = after(flow, ForcedOffer("4", seat="Ada"), Bid(500, seat="Bob"), Pass(seat="Cy"))
    assert [trade.number for trade in sold.state.offers] == [2]
    assert told(sold, OfferLapsed) == [OfferLapsed(1)]


@pytest.mark.rule("ascot:M-6")
def test_who_can_no_longer_pay_cannot_accept() -> None:
    flow = made(market(), offer(gets=5_000), offer("Cy", pays=9_000))
    poor = flow.with_player("Bob", cash=4_900).with_player("Ada", cash=8_900)
    assert refused(poor, Accept(1, seat="Bob")) == "short_purse"
    assert refused(poor, Accept(2, seat="Cy")) == "short_purse"
    assert Accept(1, seat="Bob") not in list(trades.legal(poor, "Bob"))


def test_in_the_paddock_a_trade_withdraws_that_its_sides_are_ready() -> None:
    flow = made(market(waiting=("Cy",)), offer(), Accept(1, seat="Bob"))
    assert flow.state.waiting == ("Ada", "Bob", "Cy")
    racing = made(market(Phase.RACE), offer(give=(BRIDLE,)), Accept(1, seat="Bob"))
    assert racing.state.waiting == ()


def test_what_an_offer_can_be_made_of() -> None:
    flow = market().with_player("Ada", cash=12_345).with_player("Bob", cash=777)
    (composed,) = trades.legal(flow, "Ada")
    assert composed == Composed(
        Offer,
        (Choice("to", ("Bob", "Cy")), Choice("give", ("1", "4", BRIDLE)), Choice("ask", ("2", VESSEL, "3"))),
        (Amount("pays", 0, 12_300, 100), Amount("gets", 0, START, 100)),
    )
    assert list(trades.legal(position(3, Phase.RACE), "Ada")) == []


def test_trades_move_francs_and_make_none() -> None:
    flow = market()
    traded = made(flow, offer(gets=12_000, ask=("2",)), Accept(1, seat="Bob"))
    assert francs_in(traded.state) == francs_in(flow.state)
