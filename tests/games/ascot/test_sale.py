"""The dead hand is sold for the bank, card by card; then kept cards are paid for."""

from itertools import pairwise
from typing import Any

import pytest

from games.ascot import playing, sale
from games.ascot.bidding import BidMade, BidPassed, LotShown, LotSold, LotUnsold
from games.ascot.edition import STABLES, Business
from games.ascot.flow import BANK, Flow
from games.ascot.moves import Bid, Exchange, Pass
from games.ascot.options import Options
from games.ascot.pending import Debt
from games.ascot.sale import CardsPaid, OfficeUnsold
from games.ascot.state import Phase, Standing
from games.kit.game import Between
from games.kit.payments import Party, Payment, Reason
from tests.games.ascot.flows import refused, told
from tests.games.ascot.positions import EDITION, SEATS, START, position
from tests.games.ascot.sale_support import (
    bid,
    cash,
    dealt,
    discard,
    exchanged,
    gains,
    hand,
    kept_all,
    lot,
    passing,
    reasons,
    selling,
    unsold,
)


def bought(flow: Flow, seat: str, francs: int) -> Flow:
    """Somebody bids when it is time to, and all others pass."""
    while lot(flow).outcry.to_speak != seat:
        flow = passing(flow, *playing.deciders(flow.state))
    here, flow = lot(flow).asset, bid(flow, seat, francs)
    while flow.state.task and lot(flow).asset == here:
        flow = passing(flow, *playing.deciders(flow.state))
    return flow


def limits(flow: Flow, seat: str) -> tuple[int, int] | None:
    """From which bid to which a seat may go."""
    found = [may for may in playing.legal(flow, seat) if isinstance(may, Between)]
    return (found[0].least, found[0].most) if found else None


@pytest.mark.rule("ascot:V-1")
def test_cards_are_sold_one_by_one_from_the_top_and_only_that_card_is_shown() -> None:
    flow = selling(dead="7 vet 12")
    assert (lot(flow).asset, flow.told) == ("7", (LotShown("7", None),))
    flow = bought(flow, "Bob", 500)
    assert (lot(flow).asset, flow.state.dead, flow.told[-1]) == ("vet", ("12",), LotShown("vet", None))


@pytest.mark.rule("ascot:V-1")
def test_discards_are_sold_after_the_dead_hand() -> None:
    flow = exchanged(dealt(4, Bob="1 2 3 4", dead="12 11 10 9"))
    under = list(flow.state.dead)
    cards = hand(flow, "Bob")[:2]
    flow = kept_all(discard(flow, "Bob", *cards))
    assert [lot(flow).asset, *flow.state.dead] == [*under, *cards]


@pytest.mark.rule("ascot:V-2")
@pytest.mark.parametrize("francs", [500, 27_500, 28_000, 28_500, 255_000])
def test_a_price_below_or_above_the_printed_one_is_valid(francs: int) -> None:
    assert EDITION.prices["7"] == 28_000
    flow = bought(selling(dead="7"), "Bob", francs)
    assert (flow.state.horse(7).owner, flow.state.bank) == ("Bob", francs)


@pytest.mark.rule("ascot:V-2")
def test_the_highest_bidder_buys() -> None:
    flow = selling(dead="7")
    for seat, francs in (("Bob", 500), ("Cy", 20_000), ("Dan", 20_500), ("Ada", 21_000)):
        flow = bid(flow, seat, francs)
    flow = passing(flow, "Bob", "Cy", "Dan")
    assert flow.state.horse(7).owner == "Ada"
    assert told(flow, LotSold) == [LotSold("7", None, "Ada", 21_000, 0)]


@pytest.mark.rule("ascot:V-2")
@pytest.mark.parametrize(
    ("francs", "code"),
    [
        (0, "bad_bid"),
        (-500, "bad_bid"),
        (10_250, "bad_bid"),
        (True, "bad_bid"),
        (1_000.0, "bad_bid"),
        ("1000", "bad_bid"),
        (9_500, "bid_too_low"),
        (10_000, "bid_too_low"),
        (500 * 10**30, "bid_too_high"),
    ],
)
def test_bids_are_multiples_of_500_and_each_is_more_than_the_last(francs: Any, code: str) -> None:
    flow = bid(selling(dead="7"), "Bob", 10_000)
    assert refused(flow, Bid(francs, seat="Cy")) == code
    assert bid(flow, "Cy", 10_500).state.task


@pytest.mark.rule("ascot:V3")
@pytest.mark.parametrize("auctioneer", SEATS[:4])
def test_the_auctioneer_speaks_last_and_the_left_neighbour_first(auctioneer: str) -> None:
    order = lot(selling(dead="7", auctioneer=auctioneer)).outcry.speakers
    around = [*SEATS[:4], SEATS[0]]
    assert order[-1] == auctioneer
    assert all(pair in list(pairwise(around)) for pair in pairwise(order))


@pytest.mark.rule("ascot:V3")
def test_a_pass_is_final_for_this_card_and_not_for_the_next() -> None:
    flow = bid(passing(selling(dead="7 8"), "Bob"), "Cy", 500)
    flow = bid(flow, "Dan", 1_000)
    assert refused(flow, Bid(1_500, seat="Bob")) == "not_bidding"
    flow = passing(flow, "Ada", "Cy")
    assert lot(flow).asset == "8"
    assert playing.deciders(flow.state) == ("Bob",)


@pytest.mark.rule("ascot:V3")
def test_who_is_not_to_speak_has_to_wait() -> None:
    flow = selling(dead="7")
    assert refused(flow, Bid(500, seat="Dan")) == "not_your_turn"
    assert refused(flow, Pass(seat="Ada")) == "not_your_turn"
    assert refused(flow, Exchange("7", seat="Dan")) == "not_your_turn"
    assert refused(flow, Exchange("7", seat="Bob")) == "not_now"
    seated = flow.having(seats=(*flow.state.seats, "Zoe"))
    assert refused(seated, Bid(500, seat="Zoe")) == "not_bidding"
    assert refused(seated, Pass(seat="Zoe")) == "not_bidding"


def test_what_is_legal_is_to_pass_and_to_bid_up_to_a_limit() -> None:
    flow = bid(selling(dead="7"), "Bob", 10_000)
    assert list(playing.legal(flow, "Cy")) == [Pass(seat="Cy"), Between(Bid, 10_500, 255_000, 500)]
    assert list(playing.legal(flow, "Bob")) == []


def test_bids_and_passes_are_told() -> None:
    assert bid(selling(dead="7"), "Bob", 10_000).told == (BidMade("Bob", 10_000),)
    assert passing(selling(dead="7"), "Bob").told == (BidPassed("Bob"),)


@pytest.mark.rule("ascot:V-4")
@pytest.mark.parametrize(("price", "commission"), [(12_500, 1_300), (12_000, 1_200), (3_500, 400), (500, 100)])
def test_the_buyer_pays_the_price_to_the_bank_and_a_tenth_on_top_to_the_auctioneer(price: int, commission: int) -> None:
    flow = bought(selling(dead="7"), "Bob", price)
    assert cash(flow, "Bob", "Ada", "Cy") == [START - price - commission, START + commission, START]
    assert flow.state.bank == price
    assert flow.paid == (
        Payment(Party("holding", "Bob"), BANK, price, Reason.HAMMER_PRICE),
        Payment(Party("holding", "Bob"), Party("auctioneer"), commission, Reason.AUCTION_COMMISSION),
        Payment(Party("auctioneer"), Party("holding", "Ada"), commission, Reason.OFFICE),
    )
    assert told(flow, LotSold) == [LotSold("7", None, "Bob", price, commission)]


@pytest.mark.rule("ascot:V-5")
def test_the_auctioneer_who_buys_pays_the_price_and_no_commission() -> None:
    flow = bought(selling(dead="7"), "Ada", 20_000)
    assert flow.paid == (Payment(Party("holding", "Ada"), BANK, 20_000, Reason.HAMMER_PRICE),)
    assert gains(flow, "Ada", "bank", "auctioneer") == [-20_000, 20_000, 0]


@pytest.mark.rule("ascot:V6")
def test_an_appointed_auctioneer_earns_the_commission_too() -> None:
    flow = selling(dead="7", auctioneer="Dan")
    assert flow.state.holders == {}
    assert cash(bought(flow, "Bob", 12_000), "Dan") == [START + 1_200]


@pytest.mark.rule("ascot:V-7")
def test_an_unsold_horse_leaves_the_game_and_an_unsold_business_has_no_holder() -> None:
    flow = selling(dead="7 vet 12", hands={"Bob": "1"})
    first = passing(flow, "Bob", "Cy", "Dan", "Ada")
    assert told(first, LotUnsold) == [LotUnsold("7", None)]
    assert first.state.horse(7).standing is Standing.UNSOLD
    flow = unsold(first)
    assert (flow.state.horse(7).owner, flow.state.horse(12).standing) == (None, Standing.UNSOLD)
    assert flow.state.holder(Business.VET) is None
    assert flow.state.horse(1).standing is Standing.IN_PLAY


@pytest.mark.rule("ascot:V8")
def test_what_the_kept_cards_cost_is_set_aside_and_the_commission_too() -> None:
    flow = selling(dead="7", hands={"Bob": "1"}).with_player("Bob", cash=60_000)
    assert EDITION.prices["1"] == 40_000
    assert limits(flow, "Bob") == (500, 18_000)
    assert refused(flow, Bid(18_500, seat="Bob")) == "bid_too_high"
    assert cash(unsold(bid(flow, "Bob", 18_000)), "Bob") == [60_000 - 19_800 - 40_000]


@pytest.mark.rule("ascot:V8")
def test_the_auctioneer_needs_nothing_for_a_commission() -> None:
    flow = selling(dead="7", hands={"Bob": "1"}, auctioneer="Bob").with_player("Bob", cash=60_000)
    assert limits(passing(flow, "Cy", "Dan", "Ada"), "Bob") == (500, 20_000)


@pytest.mark.rule("ascot:V8")
def test_nothing_is_set_aside_if_that_was_agreed() -> None:
    flow = selling(dead="7", hands={"Bob": "1"}, options=Options(auction_reserve=False)).with_player("Bob", cash=60_000)
    assert limits(flow, "Bob") == (500, 54_500), "with 5,500 on top"


@pytest.mark.rule("ascot:V8")
def test_who_cannot_pay_one_step_is_asked_as_everybody_is_and_can_only_pass() -> None:
    flow = position(4, Phase.SALE, auctioneer="Ada", dead=("7",)).with_player("Cy", cash=40_599, hand=("1",))
    flow = passing(playing.run(flow), "Bob")
    assert lot(flow).outcry.speakers == ("Cy", "Dan", "Ada")
    assert list(playing.legal(flow, "Cy")) == [Pass(seat="Cy")]
    assert refused(flow, Bid(500, seat="Cy")) == "bid_too_high"


@pytest.mark.rule("ascot:V8")
def test_who_has_been_outbid_beyond_the_limit_can_only_pass() -> None:
    flow = selling(dead="7", hands={"Cy": "1"}).with_player("Cy", cash=60_000)
    flow = bid(flow, "Bob", 18_000)
    assert list(playing.legal(flow, "Cy")) == [Pass(seat="Cy")]


@pytest.mark.rule("ascot:V-9")
def test_who_keeps_a_stable_does_not_bid_for_the_other() -> None:
    """And is asked all the same: nobody else knows what is in a hand."""
    flow = selling(dead="walroy 7", hands={"Cy": "stevens"})
    assert lot(flow).outcry.speakers == ("Bob", "Cy", "Dan", "Ada")
    flow = bid(flow, "Bob", 500)
    assert list(playing.legal(flow, "Cy")) == [Pass(seat="Cy")]
    assert refused(flow, Bid(1_000, seat="Cy")) == "both_stables"
    flow = passing(flow, "Cy", "Dan", "Ada", "Bob")
    assert len(list(playing.legal(flow, "Cy"))) == 2, "for other cards he does"


@pytest.mark.rule("ascot:V-9")
def test_who_has_bought_a_stable_does_not_bid_for_the_other() -> None:
    flow = bought(selling(dead="walroy stevens"), "Bob", 500)
    assert lot(flow).asset == "stevens"
    assert list(playing.legal(flow, "Bob")) == [Pass(seat="Bob")]
    assert refused(flow, Bid(500, seat="Bob")) == "both_stables"


@pytest.mark.rule("ascot:V-9", "ascot:V-7")
def test_a_card_for_which_nobody_may_bid_is_unsold() -> None:
    flow = position(2, Phase.SALE, auctioneer="Ada", dead=("walroy",)).with_player("Ada", cash=0)
    flow = passing(playing.run(flow.with_player("Bob", hand=("stevens", "1"))), "Bob", "Ada")
    assert told(flow, LotUnsold) == [LotUnsold("walroy", None)]
    assert flow.state.phase is Phase.TRAINING


@pytest.mark.rule("ascot:V10")
def test_a_lot_is_one_card_and_several_are_bought_one_after_another() -> None:
    flow = bought(bought(selling(dead="7 8 9"), "Bob", 1_000), "Bob", 2_000)
    assert flow.state.player("Bob").bought == ("7", "8")
    assert [horse.number for horse in flow.state.horses_of("Bob")] == [7, 8]
    assert lot(flow).asset == "9"


@pytest.mark.rule("ascot:A4")
def test_the_auctioneers_card_in_the_dead_hand_is_taken_out_unsold() -> None:
    begun = sale.begin(position(4, Phase.DISCARD, auctioneer="Dan", dead=("7", "auctioneer", "8")))
    assert (begun.state.dead, begun.told) == (("7", "8"), (OfficeUnsold(),))
    flow = unsold(playing.run(begun.with_player("Bob", hand=("1",))))
    assert flow.state.holder(Business.AUCTIONEER) is None
    assert flow.state.auctioneer == "Dan"


@pytest.mark.rule("ascot:K-1")
def test_after_the_sale_everybody_pays_the_face_value_of_kept_cards() -> None:
    flow = unsold(selling(dead="7", hands={"Ada": "1 vet", "Bob": "4", "Cy": "2 3 club"}))
    assert cash(flow, *SEATS[:4]) == [START - 76_000, START - 22_000, START - 92_000, START]
    assert flow.state.bank == 190_000
    assert set(reasons(flow)) == {"card-price"}
    assert len(flow.paid) == 3, "the banker pays as well, and who kept nothing pays nothing"


@pytest.mark.rule("ascot:K-1")
def test_cards_bought_in_the_sale_are_paid_already_and_the_auctioneers_card_is_free() -> None:
    flow = selling(dead="7", hands={"Bob": "4"}, holders={"auctioneer": "Ada"})
    flow = bought(flow, "Bob", 10_000)
    assert cash(flow, "Bob", "Ada") == [START - 11_000 - 22_000, START + 1_000]
    assert flow.state.bank == 32_000


@pytest.mark.rule("ascot:K2")
def test_the_dearest_hand_that_may_be_kept_can_always_be_paid() -> None:
    prices = {card: price for card, price in EDITION.prices.items() if card != STABLES[0]}
    assert sum(sorted(prices.values())[-7:]) == 264_000 < START


@pytest.mark.rule("ascot:K-3")
def test_kept_cards_are_owned_and_shown_and_the_training_begins() -> None:
    flow = selling(dead="7", hands={"Ada": "1 vet", "Bob": "12 4"})
    flow = bought(flow, "Bob", 500)
    assert told(flow, CardsPaid) == [CardsPaid("Ada", ("1", "vet"), 76_000), CardsPaid("Bob", ("12", "4"), 44_000)]
    state = flow.state
    assert [horse.number for horse in state.horses_of("Bob")] == [4, 7, 12]
    assert [horse.number for horse in state.horses_of("Ada")] == [1]
    assert state.holder(Business.VET) == "Ada"
    assert {(player.hand, player.bought) for player in state.players} == {((), ())}
    assert state.phase is Phase.TRAINING


@pytest.mark.rule("ascot:M-5", "ascot:M-6")
def test_the_bank_gets_hammer_prices_and_card_prices_and_the_auctioneer_his_commission() -> None:
    flow = selling(3, dead="7 8", hands={"Cy": "1"})
    for seat, francs in (("Bob", 12_500), ("Ada", 3_000)):
        flow = bought(flow, seat, francs)
    assert flow.state.bank == 12_500 + 3_000 + 40_000
    assert cash(flow, "Ada", "Bob", "Cy") == [START + 1_300 - 3_000, START - 13_800, START - 40_000]


@pytest.mark.rule("ascot:M-7")
def test_who_has_spent_what_kept_cards_cost_owes_it_to_the_bank() -> None:
    flow = position(2, Phase.SALE, auctioneer="Ada").with_player("Bob", cash=30_000, hand=("1",))
    owing = sale.PHASES[Phase.SALE].proceed(flow)
    assert owing.state.task == Debt("Bob", BANK, 40_000, Reason.CARD_PRICE)
    assert owing.state.horse(1).owner == "Bob", "to be sold"
